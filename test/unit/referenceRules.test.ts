import { describe, expect, test } from 'vitest';
import { ecoSpeedKmh, idlingLimitS, isFast } from '../../renderer/state/limits.ts';
import { accentOf, contrast, inkOn, standsOut } from '../../renderer/state/colour.ts';
import { isLanguage, localeOf } from '../../renderer/state/locale.ts';
import { fieldsOfText } from '../../renderer/state/record.ts';
import {
  dayAfter,
  dayOf,
  instantOfWall,
  isZone,
  offsetMs,
  wallTime,
  yearIn,
} from '../../renderer/state/zone.ts';

const HOUR_MS = 3_600_000;

describe('time zones', () => {
  const WINTER_MS = Date.UTC(2026, 0, 15, 12);
  const SUMMER_MS = Date.UTC(2026, 6, 15, 12);

  test('give the wall time of an instant and the instant of a wall time', () => {
    expect(offsetMs(WINTER_MS, 'America/New_York')).toBe(-5 * HOUR_MS);
    expect(offsetMs(SUMMER_MS, 'America/New_York')).toBe(-4 * HOUR_MS);
    expect(offsetMs(SUMMER_MS, 'Asia/Kathmandu')).toBe(5.75 * HOUR_MS);
    expect(wallTime(SUMMER_MS, 'Asia/Kathmandu')).toBe('2026-07-15T17:45');
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
      for (const at of [WINTER_MS, SUMMER_MS]) {
        expect(instantOfWall(wallTime(at, zone), zone)).toBe(at);
      }
    }
    for (const none of ['nonsense', '9.3.2026 14:30', '12', '2026', '']) {
      expect(instantOfWall(none, 'UTC')).toBeNaN();
    }
  });

  test('begin a day at their own midnight, on days of 23 and 25 hours too', () => {
    const zone = 'America/New_York';
    const spring = instantOfWall('2026-03-08', zone);
    expect(instantOfWall('2026-03-09', zone) - spring).toBe(23 * HOUR_MS);
    expect(instantOfWall('2026-11-02', zone) - instantOfWall('2026-11-01', zone)).toBe(
      25 * HOUR_MS,
    );
    expect(instantOfWall(dayOf(spring + 12 * HOUR_MS, zone), zone)).toBe(spring);
    expect(dayAfter('2026-03-08', 1)).toBe('2026-03-09');
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  });

  test('begin a day where it begins in a zone that skips its midnight', () => {
    for (const [zone, day] of [
      ['America/Santiago', '2026-09-06'],
      ['America/Havana', '2026-03-08'],
      ['Atlantic/Azores', '2026-03-29'],
    ] as const) {
      const begins = instantOfWall(day, zone);
      expect(wallTime(begins, zone), zone).toBe(`${day}T01:00`);
      expect(dayOf(begins - 1, zone), zone).toBe(dayAfter(day, -1));
    }
  });

  test('count an hour that is skipped from before the change, and the first of two', () => {
    const wall = (time: string, zone: string): string => wallTime(instantOfWall(time, zone), zone);
    expect(wall('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T03:30');
    expect(wall('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T03:30');
    expect(instantOfWall('2026-11-01T01:30', 'America/New_York')).toBe(
      Date.UTC(2026, 10, 1, 5, 30),
    );
    expect(instantOfWall('2026-10-25T02:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  test('end a year at their own midnight', () => {
    const eve = Date.UTC(2025, 11, 31, 23, 30);
    expect(yearIn(eve, 'UTC')).toBe('2025');
    expect(yearIn(eve, 'Europe/Berlin')).toBe('2026');
  });

  test('of which this computer knows nothing are none', () => {
    expect(isZone('Etc/GMT-1')).toBe(true);
    expect(isZone('(UTC+01:00) Somewhere')).toBe(false);
    expect(isZone('')).toBe(false);
  });
});

describe('the language of dates and numbers', () => {
  test('keeps Latin digits and the Gregorian calendar, and English has the day first', () => {
    const date = (code: string | null) =>
      new Intl.DateTimeFormat(localeOf(code), { dateStyle: 'medium', timeZone: 'UTC' }).format(
        Date.UTC(2026, 10, 3),
      );
    expect(date('en')).toBe('3 Nov 2026');
    expect(date(null)).toBe('3 Nov 2026');
    expect(date('es')).toBe('3 nov 2026');
    expect(date('th')).toContain('2026');
    expect(date('ar')).toContain('2026');
    expect(new Intl.NumberFormat(localeOf('de')).format(12.5)).toBe('12,5');
  });

  test('that nobody knows is English', () => {
    expect(isLanguage('not a language')).toBe(false);
    expect(localeOf('not a language')).toBe(localeOf('en'));
  });
});

describe('colours of the tenant', () => {
  const light = ['#ffffff', '#f4f6f7', '#eff2f3'];
  const dark = ['#12181b', '#0c1113', '#1a2226'];

  test('are an accent only where they read on every ground', () => {
    for (const [grounds, isDark] of [
      [light, false],
      [dark, true],
    ] as const) {
      for (const colour of ['#2f6fde', '#15803d', '#334155', '#60a5fa', '#ffd400']) {
        const accent = accentOf([colour], grounds, isDark);
        if (accent === null) continue;
        for (const ground of [...grounds, accent.soft]) {
          expect(contrast(accent.accent, ground)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(accent.ink, accent.accent)).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(accentOf(['#2f6fde'], light, false)).not.toBeNull();
    expect(accentOf(['#ffffff'], light, false)).toBeNull();
    expect(accentOf(['red', '', '#12'], light, false)).toBeNull();
  });

  test('fall back to the next one that reads', () => {
    expect(accentOf(['#fff9d6', '#14532d'], light, false)?.accent).toBe('#14532d');
  });

  test('mark a vehicle only with enough contrast', () => {
    expect(standsOut('#1f9d55', ['#ffffff'], 3)).toBe(true);
    expect(standsOut('#d9f99d', ['#ffffff'], 3)).toBe(false);
    expect(standsOut('nothing', ['#ffffff'], 3)).toBe(false);
    expect(inkOn('#ffd400')).toBe('#000000');
    expect(inkOn('#0b1220')).toBe('#ffffff');
  });
});

describe('limits of eco-speed and idling', () => {
  const setting = (value: object) => fieldsOfText(JSON.stringify({ id: 1, value }));
  const none = fieldsOfText('{}');

  test('come from the setting, with its tolerance', () => {
    expect(ecoSpeedKmh(setting({ enabled: true, speed: 80, tolerance: 5 }), none)).toBe(85);
    expect(ecoSpeedKmh(setting({ value: '80' }), none)).toBe(80);
    expect(idlingLimitS(setting({ duration: 300 }), none)).toBe(300);
    expect(idlingLimitS(setting({ minutes: 4 }), none)).toBe(240);
  });

  test('of the vehicle count before the setting, and a setting that is off counts for nothing', () => {
    const vehicle = fieldsOfText('{"ecoSpeed":70,"excessiveIdling":{"duration":60}}');
    expect(ecoSpeedKmh(setting({ speed: 80 }), vehicle)).toBe(70);
    expect(idlingLimitS(setting({ duration: 300 }), vehicle)).toBe(60);
    expect(ecoSpeedKmh(setting({ enabled: false, speed: 80 }), vehicle)).toBeNull();
    expect(idlingLimitS(setting({ enabled: false }), vehicle)).toBeNull();
  });

  test('are never guessed', () => {
    expect(ecoSpeedKmh(none, none)).toBeNull();
    expect(ecoSpeedKmh(setting({ speed: 'slow' }), none)).toBeNull();
    expect(idlingLimitS(setting({ duration: 0 }), none)).toBeNull();
    expect(isFast({ status: 'driving', speedKmh: 86 }, 85)).toBe(true);
    expect(isFast({ status: 'idling', speedKmh: 86 }, 85)).toBe(false);
    expect(isFast({ status: 'driving', speedKmh: null }, 85)).toBe(false);
  });
});

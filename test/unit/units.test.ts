import './browserStub.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { Row } from '../../renderer/bridge.ts';
import { surfaceSheet, updatedSheet } from '../../renderer/features/areas/sheet.ts';
import { limitSheet } from '../../renderer/features/climate/limitSheet.ts';
import { outsideOf } from '../../renderer/features/climate/limits.ts';
import { speedSheet } from '../../renderer/features/devices/pointSheet.ts';
import { barSheet, periodSheet } from '../../renderer/features/forms/chartSheets.ts';
import { periodsOf } from '../../renderer/features/forms/periods.ts';
import { findingsSheet } from '../../renderer/features/settings/findingsSheet.ts';
import { accountSheet, usageSheet } from '../../renderer/features/settings/storageSheets.ts';
import { chipOf } from '../../renderer/features/shell/chip.ts';
import { fuelSheet } from '../../renderer/features/vehicles/fuelOf.ts';
import { formatLength, formatSurface } from '../../renderer/state/areaFigures.ts';
import {
  formatDateTime,
  formatDistance,
  formatSpeed,
  formatTime,
  formatZone,
} from '../../renderer/state/format.ts';
import { preferences, PREFERENCE_DEFAULTS } from '../../renderer/state/preferences.svelte.ts';
import { text } from '../../renderer/text/en.ts';
import { conditionWords } from '../../renderer/ui/conditionWords.ts';
import { dayText, isWholeDay, typedDay } from '../../renderer/state/typedDay.ts';
import {
  numberText,
  optionalNumber,
  readAs,
  typedNumber,
} from '../../renderer/state/typedNumber.ts';
import {
  celsiusOf,
  consumptionUnit,
  distanceText,
  distanceUnit,
  formatVolume,
  inConsumptionUnits,
  inTemperatureUnits,
  metresOf,
  temperatureUnit,
  volumeUnit,
} from '../../renderer/state/units.ts';

import { zones } from '../../renderer/state/zones.svelte.ts';

/** What of the document the choices are put on. */
vi.stubGlobal('document', { documentElement: { dataset: {} } });
// No core: what is chosen is remembered nowhere.
vi.stubGlobal('window', {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  waybill: undefined,
});

function choose(values: Partial<typeof PREFERENCE_DEFAULTS>): void {
  const all = { ...PREFERENCE_DEFAULTS, ...values };
  preferences.set('units', all.units);
  preferences.set('distance', all.distance);
  preferences.set('speed', all.speed);
  preferences.set('volume', all.volume);
  preferences.set('consumption', all.consumption);
  preferences.set('temperature', all.temperature);
  preferences.set('language', all.language);
  preferences.set('zone', all.zone);
}
afterEach(() => choose({}));

describe('numbers that are typed', () => {
  it('mean what the desk means by its commas and points', () => {
    const read = (language: string, ...typed: string[]): number[] => {
      choose({ language });
      return typed.map(typedNumber);
    };
    expect(read('en', '173,360', '1,173,360.5', '173.36', '0,125')).toEqual([
      ...[173_360, 1_173_360.5, 173.36, 0.125],
    ]);
    expect(read('de', '173.360', '1.173.360,5', '173,36', '0.125')).toEqual([
      ...[173_360, 1_173_360.5, 173.36, 0.125],
    ]);
    expect(read('de', '173 360', '-4,5', '17.5', ' 12 ')).toEqual([173_360, -4.5, 17.5, 12]);
    expect(read('ar', '١٢٣٫٥', '١٬٢٣٤', '١٢٣', '1٬234٫5')).toEqual([123.5, 1234, 123, 1234.5]);
    expect(read('ar-DZ', '١٢٫٣٤٥', '١٬٢٣٤')).toEqual([12.345, 1234]);
    expect(read('en', '1.2.5', 'a lot', '12,34,567', '1e9', '')).toEqual([NaN, NaN, NaN, NaN, NaN]);
  });

  it('say what they were read as where another reader would read another number', () => {
    const said = (language: string, ...typed: string[]): (string | undefined)[] => {
      choose({ language });
      return typed.map(readAs);
    };
    expect(said('en', '1,000', '1.000', '12.345')).toEqual([
      ...['Read as 1,000', 'Read as 1', 'Read as 12.345'],
    ]);
    expect(said('de', '1,000', '1.000', '12.345')).toEqual([
      ...['Read as 1', 'Read as 1.000', 'Read as 12.345'],
    ]);
    const plain = ['1000', '0,125', '1,25', '1.000.000', '1,234.5', 'a lot', ''];
    expect(said('en', ...plain)).toEqual(plain.map(() => undefined));
    expect([optionalNumber(' '), optionalNumber('1.000')]).toEqual([null, 1]);
  });

  it('are put into fields as they would be typed, and come back', () => {
    for (const language of ['en', 'de', 'ar']) {
      choose({ language });
      expect([173.361, -18, 0.5].map(numberText).map(typedNumber)).toEqual([173.361, -18, 0.5]);
      expect(typedNumber(distanceText(173_361))).toBe(173.361);
    }
    choose({ language: 'de' });
    expect(distanceText(173_361)).toBe('173,361');
  });
});

describe('units', () => {
  it('are those of the system where a quantity has none of its own', () => {
    choose({ units: 'imperial', language: 'en-US' });
    const shown = [distanceUnit(), volumeUnit(), consumptionUnit(), temperatureUnit()];
    expect(shown).toEqual(['mi', 'US gal', 'mpg (US)', '°F']);
    choose({ units: 'imperial', language: 'en' });
    expect([volumeUnit(), temperatureUnit()]).toEqual(['imp gal', '°C']);
    choose({});
    expect([formatDistance(150_000), formatSpeed(80)]).toEqual(['150 km', '80 km/h']);
  });

  it('are chosen for one quantity and leave the others as they are', () => {
    choose({ distance: 'mi' });
    expect([formatDistance(160_934.4), formatSpeed(80), formatLength(1609.344)]).toEqual([
      '100 mi',
      '80 km/h',
      '1 mi',
    ]);
    expect(metresOf(10)).toBe(16_093);
    choose({ speed: 'mph', volume: 'us', consumption: 'kmPerLitre' });
    expect(formatSpeed(160.9344)).toBe('100 mph');
    expect(formatDistance(150_000)).toBe('150 km');
    expect(formatVolume(37.854_117_84)).toBe('10.00 US gal');
    expect([inConsumptionUnits(8), consumptionUnit()]).toEqual([12.5, 'km/l']);
    choose({ units: 'imperial', volume: 'litre', consumption: 'litresPer100Km' });
    expect([volumeUnit(), consumptionUnit(), distanceUnit()]).toEqual(['l', 'l/100 km', 'mi']);
    choose({ consumption: 'us' });
    expect(inConsumptionUnits(10)).toBeCloseTo(23.52, 2);
  });

  it('of temperature come back as they were typed', () => {
    expect([inTemperatureUnits(-18), temperatureUnit()]).toEqual([-18, '°C']);
    choose({ temperature: 'fahrenheit' });
    expect([inTemperatureUnits(-40), inTemperatureUnits(100), temperatureUnit()]).toEqual([
      -40,
      212,
      '°F',
    ]);
    for (const typed of [0, 39, 40, 41.5, -0.4]) {
      expect(inTemperatureUnits(celsiusOf(typed))).toBe(typed);
    }
  });
});

test('surfaces have three digits each, so that those of a list stand under each other', () => {
  const said = [38_000, 25_400, 139_000, 1_540_000].map(formatSurface);
  expect(said).toEqual(['3.80 ha', '2.54 ha', '13.9 ha', '1.54 km²']);
});

test('a zone that is a distance alone is told by it, so that none reads as the contrary', () => {
  expect(formatZone('Etc/GMT-1')).toBe('GMT+1');
  expect(formatZone('Africa/Lagos')).toBe('Africa/Lagos (GMT+1)');
  expect(formatZone('UTC')).toBe('UTC');
});

describe('tables that leave as files', () => {
  const NOON = Date.UTC(2026, 2, 9, 12);

  it('have the fuel of a vehicle in the person’s unit and the zone of the vehicle, all of it', () => {
    choose({ volume: 'us' });
    const one = { key: '1', id: '1', atMs: NOON, station: 'North pump', litres: 37.854_117_84 };
    const unknown = { key: '2', id: null, atMs: null, station: null, litres: null, total: null };
    expect(fuelSheet([{ ...one, total: 61.4 }, unknown], 'Asia/Dubai')).toEqual([
      ['When (Asia/Dubai (GMT+4))', 'Station', 'Volume (US gal)', 'Total'],
      ['2026-03-09 16:00:00', 'North pump', 10, 61.4],
      [null, null, null, null],
    ]);
  });

  it('tell limits, time outside of them and when that was; nothing of the time without a limit', () => {
    const readings = [4, 4, 10, 10].map((value, hour) => ({ value, atMs: NOON + hour * 600_000 }));
    const lineOf = (name: string, high: number | null) => {
      const limits = { low: null, high };
      return { name, readings, limits, outside: outsideOf(readings, limits) };
    };
    const [heading, front, rear, silent] = limitSheet(
      [
        lineOf('Front', 7),
        lineOf('Rear', null),
        { ...lineOf('Silent', 7), readings: [], outside: outsideOf([], { low: null, high: 7 }) },
      ],
      '°C',
      'UTC',
    );
    expect(heading).toEqual([
      ...['Sensor', 'Lowest (°C)', 'Highest (°C)', 'Not below (°C)', 'Not above (°C)'],
      ...['Time outside (h)', 'Time outside (%)', 'Longest (h)', 'When'],
    ]);
    expect(front?.slice(0, -1)).toEqual(['Front', 4, 10, null, 7, 0.25, 50, 0.25]);
    expect(front?.at(-1)).toMatch(/^9 Mar.* 12:15, 15 min, up to 10.* °C$/);
    expect(rear).toEqual(['Rear', 4, 10, null, null, null, null, null, '']);
    expect(silent).toEqual(['Silent', null, null, null, 7, null, null, null, '']);
  });

  it('have all bars and periods behind a chart, with shares and units in the heading', () => {
    const bars = Array.from({ length: 40 }, (_none, at) => ({ text: `Word ${at}`, in: [at] }));
    const sheet = barSheet([{ text: '=1+1', in: [0, 1] }, ...bars], 3);
    expect(sheet.slice(0, 3)).toEqual([
      ['Answer', 'Answers', 'Share (%)'],
      ['=1+1', 2, 67],
      ['Word 0', 1, 33],
    ]);
    expect(sheet).toHaveLength(42);
    const { periods, step } = periodsOf(
      [
        { atMs: NOON, value: 2.5, in: 0 },
        { atMs: NOON, value: 4, in: 1 },
        { atMs: null, value: 9, in: 2 },
      ],
      'UTC',
    );
    expect(periodSheet(periods, step, 'mm')).toEqual([
      ['Day', 'Answers', 'Least (mm)', 'Median (mm)', 'Most (mm)'],
      ['2026-03-09', 2, 2.5, 3.25, 4],
      ['No date', 1, 9, 9, 9],
    ]);
  });

  it('tell what is kept in one unit, so that it can be added, and what was found by words', () => {
    choose({ zone: 'utc' });
    expect(accountSheet([{ name: 'ada', bytes: 1_500_000 }])).toEqual([
      ['Account', 'Size (MB)'],
      ['ada', 1.5],
    ]);
    const line = { name: 'Vehicles', count: 40, bytes: 2_000_000, oldestAt: null, listedAt: NOON };
    expect(usageSheet([line], 3_000_000)).toEqual([
      ['Kind', 'Number', 'Size (MB)', 'Oldest reading (UTC)', 'List read (UTC)'],
      ['Vehicles', 40, 2, null, '2026-03-09 12:00:00'],
      ['All of it', null, 3, null, null],
    ]);
    const asked = { endpoint: 'listDrivers', used: 'limit' };
    const probed = {
      ...{ at: NOON, overrides: '{"query":{"limit":"size"}}' },
      findings: [
        { about: 'limit' as const, ...asked, found: 'size' },
        { about: 'firstPage' as const, ...asked, used: '1', found: null },
      ],
    };
    expect(findingsSheet(probed, '')).toEqual([
      ['What', 'Default', 'Found', 'In use'],
      ['Name of the page size: listDrivers', 'limit', 'size', 'What was found'],
      ['Number of the first page: listDrivers', '1', 'Could not be told', 'The default'],
    ]);
  });
});

const TODAY = '2026-11-24';
const days = (language: string, ...typed: string[]): string[] => {
  choose({ language });
  return typed.map((text) => typedDay(text, false, TODAY));
};
const times = (language: string, ...typed: string[]): string[] => {
  choose({ language });
  return typed.map((text) => typedDay(text, true, TODAY));
};

describe('columns of lists that leave as files', () => {
  const areaRow = (fields: object): Row => ({
    ...{ id: '1', json: JSON.stringify(fields), archived: false, temporary: false, pending: 0 },
    ...{ mark: null, changed: [], readAt: null, listed: true },
  });
  const yard = areaRow({
    ...{
      type: 'rectangle',
      coordinates: [
        { lat: 0.001, lng: 0 },
        { lat: 0, lng: 0.001 },
      ],
    },
    updatedAt: '2026-03-09T10:00:00Z',
  });

  it('have surfaces and speeds as numbers in one unit, and instants as times', () => {
    choose({ zone: 'utc' });
    const [surface, updated, speed] = [
      surfaceSheet(),
      updatedSheet(),
      speedSheet((n: number) => n),
    ];
    expect(surface.title).toBe('Surface (m²)');
    expect(surface.value(yard)).toBeCloseTo(12_364, -2);
    expect(surface.value(areaRow({ type: 'blob' }))).toBeNull();
    expect([updated.title, updated.value(yard)]).toEqual([
      ...['Changed (UTC)', '2026-03-09 10:00:00'],
    ]);
    expect([speed.title, speed.value(62.14)]).toEqual(['Speed (km/h)', 62.1]);
    choose({ units: 'imperial' });
    expect(surfaceSheet().title).toBe('Surface (acres)');
    expect(surfaceSheet().value(yard)).toBeCloseTo(3.06, 1);
    const mph = speedSheet((n: number) => n);
    expect([mph.title, mph.value(100)]).toEqual(['Speed (mph)', 62.1]);
  });
});

describe('days that are typed', () => {
  it('are read as the desk writes them, in the order of their language, and as the service writes them', () => {
    expect(
      days('en', '9 Mar 2026', 'Mon 9 march', '9/3/2026', '09.03.26', '2026-03-09', '9 3', ''),
    ).toEqual([
      ...['2026-03-09', '2026-03-09', '2026-03-09', '2026-03-09', '2026-03-09', '2026-03-09', ''],
    ]);
    expect(days('en-US', 'Mar 9, 2026', '3/9/2026', '3/9', '2026-03-09')).toEqual([
      ...['2026-03-09', '2026-03-09', '2026-03-09', '2026-03-09'],
    ]);
    expect(days('de', '9. März 2026', '9. Mär.', 'Montag, 9.3.2026', '09.03.')).toEqual([
      ...['2026-03-09', '2026-03-09', '2026-03-09', '2026-03-09'],
    ]);
    expect(days('ar', '٩ مارس ٢٠٢٦', '9/3/2026')).toEqual(['2026-03-09', '2026-03-09']);
  });

  it('are none where there is no such day, or something is left over', () => {
    const none = ['31 Apr 2026', '2026-02-29', '9 Mar 2026 or so', 'soon', '9', '1 2 3 4'];
    expect(days('en', ...none, '13/13/2026')).toEqual(Array(none.length + 1).fill('?'));
  });

  it('come with their time where that is asked for', () => {
    expect(times('en', '9 Mar 2026, 17:05', '2026-03-09T17:05', '2026-03-09 7:05')).toEqual([
      ...['2026-03-09T17:05', '2026-03-09T17:05', '2026-03-09T07:05'],
    ]);
    expect(times('en-US', 'Mar 9, 2026, 5:05 PM', '3/9/2026 12:30 am')).toEqual([
      ...['2026-03-09T17:05', '2026-03-09T00:30'],
    ]);
    expect(times('en', '9 Mar 2026', '17:05', '9 Mar 2026, 25:00', '9 Mar 2026, 17:60')).toEqual([
      ...['?', '?', '?', '?'],
    ]);
  });

  it.each(['en', 'en-US', 'de', 'ar', 'fr', 'pl', 'cs', 'ja', 'ko', 'hu', 'vi', 'th', 'fa'])(
    'as they are written in %s come back as they were',
    (language) => {
      choose({ language });
      const noon = fc.date({
        min: new Date('1950-01-01'),
        max: new Date('2099-12-31'),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(noon, (at) => {
          const wall = at.toISOString().slice(0, 16);
          expect(typedDay(dayText(wall), true, TODAY)).toBe(wall);
          const day = wall.slice(0, 10);
          expect(typedDay(dayText(day), false, TODAY)).toBe(day);
        }),
        { numRuns: 40 },
      );
    },
  );

  it('are whole only with their year, so that none is taken while it is typed', () => {
    expect(
      ['2026-03-', '2026-03-1', '9 Mar 202', '9 Mar'].map((text) => isWholeDay(text, false)),
    ).toEqual([...[false, false, false, false]]);
    expect(isWholeDay('2026-03-09', false)).toBe(true);
    expect(isWholeDay('9 Mar 2026', true)).toBe(false);
    expect(isWholeDay('9 Mar 2026, 17:05', true)).toBe(true);
  });
});

test('times of files are those of the screen, whatever zone it shows', () => {
  const zoneOf = (zone: string): unknown => {
    choose({ zone });
    return zones.ofFiles;
  };
  expect(zoneOf('utc')).toEqual({ timeZone: 'UTC' });
  expect(zoneOf('America/New_York')).toEqual({ timeZone: 'America/New_York' });
  // The core takes its own, which is this computer's.
  expect(zoneOf('mine')).toEqual({});
});

test('since when there is no connection has its day once that is another one', () => {
  const since = Date.UTC(2026, 4, 4, 9, 12);
  const offline = {
    ...({ state: 'offline', since, address: '', syncing: null, waiting: 0, needsYou: 0 } as const),
    ...{ lastContactAt: null, tokenExpiresAt: null, error: null, failed: {} },
  } as const;
  const said = (nowMs: number) => chipOf(offline, nowMs).words.join();
  expect(said(since + 60_000)).toBe(text.chip.offlineSince(formatTime(since)));
  expect(said(since + 49 * 3_600_000)).toBe(text.chip.offlineSince(formatDateTime(since)));
});

test('a condition on days says of which year', () => {
  const fields = [{ key: 'on', title: 'Date', kind: 'instant' } as const];
  const [from, to] = [Date.UTC(2024, 11, 1, 12), Date.UTC(2024, 11, 31, 12)];
  const said = conditionWords({ key: 'on', is: 'between', from, to }, fields);
  expect(said.match(/2024/g)).toHaveLength(2);
});

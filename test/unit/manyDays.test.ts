import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ofDays } from '../../renderer/features/fuel/period.ts';
import { dayOf, daysOf } from '../../renderer/state/zone.ts';
import { filling } from './fuelSupport.ts';

describe('days of many instants', () => {
  const zones = ['Europe/Berlin', 'Africa/Cairo', 'America/Santiago', 'Asia/Kathmandu', 'UTC'];
  const YEAR_MS = 366 * 86_400_000;

  it('are those of each, whatever the zone does to its clocks', () => {
    for (const zone of zones) {
      const named = daysOf(zone);
      const instant = fc.integer({ min: 0, max: YEAR_MS }).map((ms) => Date.UTC(2026, 0, 1) + ms);
      fc.assert(fc.property(instant, (at) => named(at) === dayOf(at, zone)));
    }
  });

  it('are worked out once for each day, and the days of a range once for all that is looked at', () => {
    const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    onTestFinished(() => format.mockRestore());
    const asked = (work: () => void): number => {
      format.mockClear();
      work();
      return format.mock.calls.length;
    };
    const noon = Date.UTC(2026, 2, 9, 12);
    const instants = Array.from({ length: 300 }, (_, i) => noon + i * 60_000);
    const named = daysOf('Europe/Berlin');
    expect(asked(() => instants.map(named))).toBeLessThan(10);
    expect(new Set(instants.map(named))).toEqual(new Set(['2026-03-09']));
    const many = instants.map((atMs) => filling({ atMs }));
    const range = { from: '2026-03-09', to: '2026-03-10' };
    expect(asked(() => ofDays(many, range, 'Europe/Berlin'))).toBeLessThan(10);
    expect(ofDays(many, range, 'Europe/Berlin')).toHaveLength(300);
  });
});

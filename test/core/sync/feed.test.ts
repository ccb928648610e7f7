import { describe, expect, it } from 'vitest';
import { createChangeFeed } from '../../../electron/core/sync/changeFeed.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import { virtualClock } from '../../support/virtualClock.ts';

describe('the feed of changes', () => {
  it('tells the first at once and the rest ten times a second', () => {
    const clock = virtualClock();
    const events: AnyEvent[] = [];
    const feed = createChangeFeed(clock, (event) => events.push(event));
    feed.note([{ entity: 'vehicle', revision: 1, ids: ['a'] }]);
    expect(events).toEqual([
      { name: 'changed', payload: { entity: 'vehicle', revision: 1, ids: ['a'] } },
    ]);
    for (let revision = 2; revision <= 50; revision += 1) {
      feed.note([{ entity: 'vehicle', revision, ids: [`v${revision % 3}`] }]);
      feed.note([{ entity: 'area', revision, ids: revision === 20 ? null : ['x'] }]);
    }
    expect(events).toHaveLength(1);
    clock.advance(100);
    expect(events.slice(1).map(({ payload }) => payload)).toEqual([
      { entity: 'vehicle', revision: 50, ids: ['v2', 'v0', 'v1'] },
      { entity: 'area', revision: 50, ids: null },
    ]);
    for (let ms = 0; ms < 1000; ms += 1) {
      feed.note([{ entity: 'vehicle', revision: 51 + ms, ids: ['a'] }]);
      clock.advance(1);
    }
    expect(events.length).toBeLessThanOrEqual(3 + 11);
    expect(events.length).toBeGreaterThanOrEqual(3 + 9);
  });

  it('says "many" when the ids of a tenth of a second are too many to name', () => {
    const clock = virtualClock();
    const events: AnyEvent[] = [];
    const feed = createChangeFeed(clock, (event) => events.push(event));
    feed.note([{ entity: 'area', revision: 1, ids: ['0'] }]);
    for (let id = 0; id < 300; id += 1) {
      feed.note([{ entity: 'area', revision: id, ids: [String(id)] }]);
    }
    clock.advance(100);
    expect(events.at(-1)?.payload).toEqual({ entity: 'area', revision: 299, ids: null });
  });

  it('goes on when the clock is set back, and is silent when closed', () => {
    const clock = virtualClock();
    const events: AnyEvent[] = [];
    let back = 0;
    const feed = createChangeFeed(
      { now: () => clock.now() - back, after: (ms, run) => clock.after(ms, run) },
      (event) => events.push(event),
    );
    feed.note([{ entity: 'area', revision: 1, ids: ['1'] }]);
    back = 365 * 24 * 3600 * 1000;
    feed.note([{ entity: 'area', revision: 2, ids: ['2'] }]);
    expect(events).toHaveLength(2);
    feed.note([{ entity: 'area', revision: 3, ids: ['3'] }]);
    feed.close();
    clock.advance(1000);
    expect(events).toHaveLength(2);
  });
});

import { expect, it } from 'vitest';
import { FRESH_MS, forgetOld, newLists } from '../../../electron/core/outbox/queue/lists.ts';

it('a whole list is let go of once it is no longer fresh', () => {
  const lists = newLists();
  const list = { rows: new Map(), madeAtMs: new Map(), newestMs: null, latestMs: null };
  const begun = (startedAt: number) => ({
    ...{ ...list, startedAt, withoutArchived: null, baseline: null },
  });
  lists.recent.set('old', begun(1_000));
  lists.recent.set('fresh', begun(1_001));
  lists.recent.set('before the clock was put back', begun(90_000));
  forgetOld(lists, 1_000 + FRESH_MS);
  expect([...lists.recent.keys()]).toEqual(['fresh']);
});

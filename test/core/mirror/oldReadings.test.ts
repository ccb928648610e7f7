import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import { runWrite } from '../../../electron/core/db/runner.ts';
import { NO_WATCH } from '../../../electron/core/outbox/model/record.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { valueOf } from '../db/support.ts';

/** Records that come out of a file of a pack. */

it('records of a file are new beside a create in doubt, but for those of its own kind', () => {
  const handle = valueOf(openWriter(':memory:'));
  onTestFinished(() => void handle.raw.close());
  const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  const take = (entity: Entity) => {
    const rows = [{ text: '{"id":9,"name":"of a file"}', readAt: 5 }];
    return valueOf(runWrite(handle, 'old.takeRecords', { entity, rows, now: 100 })).value;
  };
  valueOf(
    runWrite(handle, 'outbox.enqueue', {
      ...{ id, now: 10, endpoint: 'createArea', params: {}, patch: '{"name":"Yard"}' },
      ...{ undoes: null, graceMs: null },
    }),
  );
  const kept = { takenAt: 20, newestAt: null, latestAt: null, withArchived: true, ids: '["1"]' };
  valueOf(runWrite(handle, 'outbox.keepBaseline', { id: 'areas', ...kept }));
  // Before the create has left nobody knows whose it is.
  expect(take('vehicle')).toMatchObject({ taken: 0, passed: 1 });
  valueOf(
    runWrite(handle, 'outbox.move', {
      ...{ id, from: ['QUEUED'], to: 'SENDING', now: 30, reason: 'leaves' },
      change: { watch: { ...NO_WATCH, baseline: 'areas' } },
    }),
  );
  expect(take('vehicle')).toMatchObject({ taken: 1, passed: 0 });
  expect(take('area')).toMatchObject({ taken: 0, passed: 1 });
});

import type { Entity } from '../../../shared/model/entity.ts';
import type { StoppedBecause } from '../db/queries/removals.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { SyncContext } from './context.ts';
import { readById } from './single.ts';
import { readsById } from './plan.ts';
import type { Who } from './who.ts';

/** More than this many rows, or this share of a type, never go without a person. */
const MOST_ROWS = 25;
const MOST_SHARE = 0.1;

/**
 * Whether so many rows may not go by themselves. One row may: it has its own proof, and in a
 * short list it would always be too large a share.
 */
export function isTooMany(going: number, total: number): boolean {
  if (going >= total) return true;
  return going > MOST_ROWS || (going > 1 && going > total * MOST_SHARE);
}

/** What became of the records that two complete scans did not hold. */
export interface Pruned {
  removed: number;
  /** How many would have gone, and why a person has to look first; null where nobody has to. */
  stopped: { count: number; why: StoppedBecause } | null;
}

/**
 * Removes records that are proved to be gone: absent from two complete scans, 404 or 410 for the
 * id itself, while a record that is still listed can be read the same way, and the same person is
 * signed in. Those that can be read stay, as they were read. Where there is no read by id nothing
 * goes; the records are marked as no longer listed.
 */
export async function prune(
  context: SyncContext,
  entity: Entity,
  who: Who | null,
  askAgain: () => Promise<Who | null>,
): Promise<Result<Pruned>> {
  const { store, ports } = context;
  if (readsById(entity).length === 0) return ok({ removed: 0, stopped: null });
  const { total, control } = await store.read('scan.candidates', { entity });
  // Those that a person chose to keep are not asked about again.
  const { ids } = await store.read('removals.going', { entity, why: 'many' });
  if (ids.length === 0) return ok({ removed: 0, stopped: null });
  if (isTooMany(ids.length, total) || control === null) {
    return ok({ removed: 0, stopped: { count: ids.length, why: 'many' } });
  }
  const witness = await readById(context, entity, control, who);
  if (!witness.ok) return witness;
  if (witness.value === null) {
    return ok({ removed: 0, stopped: { count: ids.length, why: 'unproved' } });
  }
  const gone: string[] = [];
  for (const id of ids) {
    const read = await readById(context, entity, id, who);
    if (!read.ok) return read;
    if (read.value === null) gone.push(id);
  }
  if (gone.length === 0) return ok({ removed: 0, stopped: null });
  const after = await askAgain();
  if (after?.canary !== who?.canary) return ok({ removed: 0, stopped: null });
  const removed = await store.write('records.remove', {
    entity,
    ids: gone,
    at: ports.clock.now(),
    reason: 'The service no longer has it: two complete lists and a read by its id.',
  });
  return removed.ok ? ok({ removed: removed.value.removed, stopped: null }) : removed;
}

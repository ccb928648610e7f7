import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { StoppedBecause } from '../mirror/removals.ts';
import type { SyncContext } from './context.ts';
import { readsById } from './plan.ts';
import { readById } from './single.ts';
import { askWho } from '../who.ts';

/** Records that are looked at before it is asked again who is signed in. */
const AT_ONCE = 100;

/** What became of a removal that a person confirmed. */
export interface RemovalCounts {
  removed: number;
  /** Those that the service still has: they were read, and stay. */
  stayed: number;
}

function refused(code: string, message: string): Result<never> {
  return fail({ kind: 'conflict', code, message, safe: 'Nothing was removed.', next: 'none' });
}

/**
 * Notes for the desk that a removal was stopped, and why, or that there is nothing to decide; gives
 * how many records would go. What a person chose to keep is nothing to decide.
 */
export async function noteStopped(
  { store, ports, emit }: SyncContext,
  entity: Entity,
  why: StoppedBecause | null,
): Promise<Result<number>> {
  const going = why === null ? [] : (await store.read('removals.going', { entity, why })).ids;
  const before = await store.read('removals.noted', { entity });
  const now = going.length === 0 ? null : why;
  if (before === now) return ok(going.length);
  const at = ports.clock.now();
  const noted = await store.write('removals.note', { entity, why: now, at });
  if (!noted.ok) return noted;
  emit({ name: 'removals', payload: {} });
  return ok(going.length);
}

/**
 * Carries out a removal that was stopped and that a person confirmed. The person's word stands in
 * for the limits, never for the proof: each record goes only by a 404 or 410 of its own, while one
 * that is still listed can be read the same way (for archived ones an archived one) and the same
 * person is signed in.
 *
 * Errors: `conflict` (`removals.noRead`, `removals.denied`, `removals.otherPerson`); those of the
 * requests and of the disk. What was proved to be gone before an error stays removed.
 */
export async function confirmRemoval(
  context: SyncContext,
  entity: Entity,
  progress: (done: number) => void,
): Promise<Result<RemovalCounts>> {
  const { store, ports, api, signal, emit } = context;
  if (readsById(entity).length === 0) {
    return refused(
      'removals.noRead',
      'The service cannot be asked for single records of this kind.',
    );
  }
  const before = await askWho(api, signal);
  if (!before.ok) return before;
  const { ids, archived } = await store.read('removals.ids', { entity });
  const { control, archivedControl } = await store.read('scan.candidates', { entity });
  for (const one of archived.length > 0 ? [control, archivedControl] : [control]) {
    // Where the whole list came empty, none is left that could be a witness.
    if (one === null || ids.includes(one)) continue;
    const witness = await readById(context, entity, one, before.value);
    if (!witness.ok) return witness;
    if (witness.value === null) {
      return refused(
        'removals.denied',
        'The service says that it does not have a record which it lists, so its word proves nothing.',
      );
    }
  }
  const counts: RemovalCounts = { removed: 0, stayed: 0 };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const gone: string[] = [];
    const stayed: string[] = [];
    for (const id of ids.slice(from, from + AT_ONCE)) {
      const read = await readById(context, entity, id, before.value);
      if (!read.ok) return read;
      if (read.value === null) gone.push(id);
      else stayed.push(id);
    }
    const after = await askWho(api, signal);
    if (!after.ok) return after;
    if (after.value?.canary !== before.value?.canary) {
      return refused('removals.otherPerson', 'Another person is signed in than before.');
    }
    const removed = await store.write('records.remove', {
      entity,
      ids: gone,
      at: ports.clock.now(),
      reason: 'The service no longer has it, and a person confirmed the removal of many.',
    });
    if (!removed.ok) return removed;
    const noted = await store.write('removals.stayed', { entity, ids: stayed });
    if (!noted.ok) return noted;
    counts.removed += removed.value.removed;
    counts.stayed += stayed.length;
    emit({ name: 'removals', payload: {} });
    progress(Math.min(ids.length, from + AT_ONCE));
  }
  const noted = await noteStopped(context, entity, null);
  return noted.ok ? ok(counts) : noted;
}

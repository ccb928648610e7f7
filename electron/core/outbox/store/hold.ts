import { isOver } from '../../backoff.ts';
import type { OpColumns } from '../model/record.ts';
import { isHeldBack } from '../model/remedies.ts';
import type { WritableDb } from '../../db/handles.ts';
import { loadColumns } from './opStore.ts';
import { adjust } from './transitions.ts';

/** Writes that a person holds back, and lets go. */

interface Chosen {
  ids: readonly string[];
  now: number;
}

/** Holds those that wait and are not held yet. Ids of those that it did. */
export function hold(db: WritableDb, { ids, now }: Chosen): string[] {
  return ids.filter((id) => {
    const columns = loadColumns(db, id);
    if (columns?.state !== 'QUEUED' || isHeldBack(columns.hold)) return false;
    // The wait that the service asked for is not over because a person held the write meanwhile.
    const holdUntil = columns.hold === 'rateLimit' ? goesOnUntil(columns, now) : null;
    const change = { hold: 'person', holdUntil } as const;
    return adjust(db, { id, now, reason: 'held by a person', change }) !== null;
  });
}

/**
 * Lets go what a person held, or what went by file: that is then verified before it is sent. Ids
 * of those that it did.
 */
export function resume(db: WritableDb, { ids, now }: Chosen): string[] {
  return ids.filter((id) => {
    const columns = loadColumns(db, id);
    if (columns === null || !isHeldBack(columns.hold)) return false;
    const { state } = columns;
    const holdUntil = goesOnUntil(columns, now);
    const released = { hold: null, holdUntil: null };
    // What asks a person goes on asking, with its reason.
    const change = state === 'NEEDS_USER' ? released : { ...released, error: null, conflicts: [] };
    const did = adjust(db, { id, now, reason: 'released by a person', change }) !== null;
    if (did && holdUntil !== null) {
      const reason = 'the service asked to wait';
      adjust(db, { id, now, reason, change: { hold: 'rateLimit', holdUntil } });
    }
    return did;
  });
}

/** When the pause of a write ends; null where it is over, or was set before the clock was put back. */
function goesOnUntil(
  { hold_until: untilMs, updated_at: fromMs }: OpColumns,
  now: number,
): number | null {
  return untilMs === null || isOver({ fromMs, untilMs }, now) ? null : untilMs;
}

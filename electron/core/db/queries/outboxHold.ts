import { isKeptBack } from '../../outbox/remedies.ts';
import type { WritableDb } from '../handles.ts';
import { loadColumns } from './opStore.ts';
import { adjust } from './outboxSettle.ts';

/** Writes that a person holds back, and lets go. */

interface Chosen {
  ids: readonly string[];
  now: number;
}

/** Holds those that wait and are not held yet. How many it did. */
export function hold(db: WritableDb, { ids, now }: Chosen): number {
  const change = { hold: 'person', holdUntil: null } as const;
  return count(ids, (id) => {
    const columns = loadColumns(db, id);
    if (columns?.state !== 'QUEUED' || isKeptBack(columns.hold)) return false;
    return adjust(db, { id, now, reason: 'held by a person', change }) !== null;
  });
}

/**
 * Lets go what a person held, or what went by file: that is then verified before it is sent. How
 * many it did.
 */
export function resume(db: WritableDb, { ids, now }: Chosen): number {
  const released = { hold: null, holdUntil: null };
  return count(ids, (id) => {
    const columns = loadColumns(db, id);
    if (columns === null || !isKeptBack(columns.hold)) return false;
    // What asks a person goes on asking, with its reason.
    const asks = columns.state === 'NEEDS_USER';
    const change = asks ? released : { ...released, error: null, conflicts: [] };
    return adjust(db, { id, now, reason: 'released by a person', change }) !== null;
  });
}

function count(ids: readonly string[], did: (id: string) => boolean): number {
  return ids.reduce((sum, id) => sum + Number(did(id)), 0);
}

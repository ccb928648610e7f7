import { valueOf } from './doc.ts';
import type { Row, Store } from './store.ts';

/** Who drives a vehicle from an instant on; the id of a user, or null for nobody. */
export interface Assignment {
  readonly fromMs: number;
  readonly driver: string | null;
}

/**
 * Remembers that a vehicle changes hands: trips that were made before stay with who made them.
 *
 * @param vehicle as it was before
 */
export function noteDriver(store: Store, vehicle: Row, driver: string | null, nowMs: number): void {
  const before = rowsOf(store, vehicle);
  const note = (at: number, whose: string | null, index: number) => {
    const id = `${vehicle.id}/${index}`;
    const doc = JSON.stringify({ driver: whose });
    store.insert({ entity: 'assignment', id, doc, link: vehicle.id, at, updated: nowMs });
  };
  // Whom it had at the first change, it had from the beginning.
  if (before.length === 0) note(0, vehicle.link, 0);
  // Not before the last change, where the clock was put back since: it would come too late for ever.
  note(Math.max(nowMs, before.at(-1)?.at ?? 0), driver, Math.max(1, before.length));
}

function rowsOf(store: Store, vehicle: Row): Row[] {
  return store.rows(
    "SELECT * FROM record WHERE entity = 'assignment' AND link = ? ORDER BY at, seq",
    vehicle.id,
  );
}

/** Everybody who drove a vehicle, by time; at least one entry, the first of which begins at 0. */
export function assignmentsOf(store: Store, vehicle: Row): readonly Assignment[] {
  const rows = rowsOf(store, vehicle);
  if (rows.length === 0) return [{ fromMs: 0, driver: vehicle.link }];
  return rows.map(({ at, doc }) => {
    const driver = valueOf(doc, 'driver');
    return { fromMs: at ?? 0, driver: typeof driver === 'string' ? driver : null };
  });
}

/** Who drove at an instant. */
export function driverAt(assignments: readonly Assignment[], atMs: number): string | null {
  return assignments.findLast(({ fromMs }) => fromMs <= atMs)?.driver ?? null;
}

import type Database from 'better-sqlite3';
import type { Network } from './network.ts';
import type { TruthEntity } from './world.ts';

/** A service that is put back to a backup: its records, and the numbers from which it gives ids. */

/** Kinds of records that runs change. */
export const CHANGING =
  "('vehicle', 'user', 'area', 'areaGroup', 'calibration', 'assignment', 'fuelTransaction')";

/** A record that was otherwise before the service was put back; null where there was none, or is none now. */
export interface Undone {
  entity: TruthEntity;
  id: string;
  before: string | null;
  after: string | null;
}

/** Puts records and numbers back to where the run began. */
export function undo(db: Database.Database): Undone[] {
  const now = living(db);
  db.transaction(() => {
    db.exec(`DELETE FROM record WHERE entity IN ${CHANGING}; INSERT INTO record SELECT * FROM kept.record;
      DELETE FROM meta; INSERT INTO meta SELECT * FROM kept.meta;`);
  }).immediate();
  const then = living(db);
  const keys = new Set([...now.keys(), ...then.keys()]);
  return [...keys].flatMap((key) => {
    const [before, after] = [now.get(key) ?? null, then.get(key) ?? null];
    const [entity = '', id = ''] = key.split('/');
    return before === after ? [] : [{ entity: entity as TruthEntity, id, before, after }];
  });
}

/** The records that are not deleted, by kind and id; who drives a vehicle, it tells itself. */
function living(db: Database.Database): Map<string, string> {
  const rows = db
    .prepare<[], { entity: string; id: string; doc: string }>(
      `SELECT entity, id, doc FROM main.record WHERE entity IN ${CHANGING}
       AND entity <> 'assignment' AND state <> 2`,
    )
    .all();
  return new Map(rows.map(({ entity, id, doc }) => [`${entity}/${id}`, doc]));
}

/** The service is put back; to everybody that is as if somebody else had undone what was done since. */
export function putServiceBack(network: Network): Promise<void> {
  const { traffic, time, world } = network;
  return traffic.one(async () => {
    const undone = world.putBack();
    traffic.cache.age();
    network.note('service put back');
    traffic.putBackAt.push((network.order += 1));
    for (const { entity, id, before, after } of undone) {
      network.order += 1;
      const at = { order: network.order, atMs: time.now() };
      const what = `${after === null ? 'DELETE' : 'PATCH'} /${entity}s/${id}`;
      const sent = { sentMs: at.atMs, sentOrder: at.order, body: '', endpoint: what };
      traffic.tell(null, what, { ...at, ...sent, tenant: 0, entity, id, before, after });
    }
  });
}

/**
 * Whether a record went from the service when it was put back, or by somebody's delete: its id may have
 * been given to another one since.
 */
export function wentOnce({ deeds }: Network, entity: string, id: string): boolean {
  return deeds.some(
    (deed) => deed.entity === entity && deed.id === id && /^delete/i.test(deed.endpoint),
  );
}

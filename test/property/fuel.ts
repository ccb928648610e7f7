import type Database from 'better-sqlite3';
import type { Tenant } from './world.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Two fuel transactions of a tenant, of which one is known to be for its first vehicle, with fields of its own as
 * `unknown` tells. They come from the card company, so that no request makes them.
 */
export function fillUp(
  db: Database.Database,
  { clientId, vehicles }: Tenant,
  nowMs: number,
  unknown: string,
): string[] {
  const insert = db.prepare(
    `INSERT INTO record (entity, id, client, reseller, link, at, updated, doc)
     VALUES ('fuelTransaction', ?, ?, '11', ?, ?, ?, ?)`,
  );
  return [null, vehicles[0] ?? null].map((vehicle, index) => {
    const id = 70_001 + index;
    const at = nowMs - (index + 1) * DAY_MS;
    const told = [
      ...[`"id":${id}`, '"driver":null', '"fuelPrice":1.5', `"refueled":${40 + index}`],
      ...[`"transactionDate":"${new Date(at).toISOString()}"`, unknown],
      `"vehicle":${vehicle === null ? 'null' : `{"id":${vehicle}}`}`,
      `"vehicleIds":[${vehicle ?? ''}]`,
    ];
    insert.run(String(id), clientId, vehicle, at, at, `{${told.join(',')}}`);
    return String(id);
  });
}

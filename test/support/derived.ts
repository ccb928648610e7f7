import type { Database } from 'better-sqlite3';
import { ENTITIES } from '../../shared/model/entity.ts';
import { listTable } from '../../electron/core/mirror/listTables.ts';

/**
 * Where what is worked out of the records (lists, counts, search texts) is not what they say; empty
 * where all of it is right. Reads the database as it lies on the disk, behind the core's back.
 */
export function derivedFaults(db: Database): string[] {
  const faults: string[] = [];
  const none = (what: string, sql: string): void => {
    const rows = db.prepare(sql).all();
    if (rows.length > 0) faults.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  };
  none('work left over', 'SELECT * FROM stale');
  for (const entity of ENTITIES) {
    const { name, filters } = listTable(entity);
    const records = `SELECT rowid, id, archived FROM record WHERE entity = '${entity}'`;
    const rows = `SELECT rowid, id, archived FROM ${name}`;
    none(`records missing in ${name}`, `${records} EXCEPT ${rows}`);
    none(`rows too many in ${name}`, `${rows} EXCEPT ${records}`);
    const told = (field: string): string =>
      `SELECT value, archived, n FROM tally
       WHERE entity = '${entity}' AND field = '${field}' AND n <> 0`;
    const counted = (column: string): string =>
      `SELECT coalesce(${column}, -1), archived, count(*) FROM ${name} GROUP BY 1, 2`;
    for (const [field, column] of [
      ['', '-1'],
      ...filters.map((filter) => [filter.field, filter.column] as const),
    ] as const) {
      none(`counts of ${name} ${field}`, `${told(field)} EXCEPT ${counted(column)}`);
      none(`counts lacking of ${name} ${field}`, `${counted(column)} EXCEPT ${told(field)}`);
    }
  }
  none('search texts', `SELECT rowid, entity FROM record EXCEPT SELECT rowid, entity FROM search`);
  none(
    'search texts too many',
    `SELECT rowid, entity FROM search EXCEPT SELECT rowid, entity FROM record`,
  );
  return faults;
}

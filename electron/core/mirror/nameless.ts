import type { WritableDb } from '../db/handles.ts';
import { plainStatement } from '../db/statement.ts';
import { listTable } from './listTables.ts';
import { BESIDE } from './partNames.ts';
import type { PartNames } from './partNames.ts';
import { JOIN_RECORD, fieldText } from './viewConditions.ts';

/** Notes as stale the records of which lists hold an id, or a name that is no longer the one. */
export function noteNameless(db: WritableDb, learned: PartNames['learned']): void {
  for (const { entity, field, part, kind } of BESIDE) {
    const { name, filters } = listTable(entity);
    const column = filters.find((filter) => filter.field === field)?.column;
    if (column === undefined) continue;
    // One that tells a name itself is left out: it would tell it anew without end.
    const note = plainStatement<never>(`INSERT OR IGNORE INTO stale
      SELECT list.rowid, '${entity}' FROM ${name} AS list ${JOIN_RECORD}
      WHERE list.${column} = (SELECT n FROM filter_value WHERE text = ?)
      AND coalesce(${fieldText(field)}, ${fieldText(`${part}.name`)}, '') = ''`);
    for (const one of learned) if (one.kind === kind) db.run(note, [one.instead]);
  }
}

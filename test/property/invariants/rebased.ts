import type { Desk } from '../desk.ts';
import { isSettled } from '../ledger.ts';
import type { Model } from '../model.ts';
import { fieldOf, same } from '../values.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

/** I10: what the desk shows is the base with the waiting writes laid over it, and nothing else. */
export function rebased(model: Model, desk: Desk): void {
  for (const tenant of [0, 1]) {
    const disk = desk.ledger(tenant);
    if (disk === null) continue;
    const ops = disk.ops();
    const lanes = disk.lanes();
    for (const row of disk.records()) {
      const here = lanes.filter(({ entity, id }) => entity === row.entity && id === row.id);
      if (here.length === 0 && row.overlay !== null && row.base !== null) {
        model.fault('I10', `${row.entity} ${row.id} shows a change that no write wants`);
      }
      const wanted = new Map<string, unknown>();
      for (const op of ops) {
        const isHere = op.entity === row.entity && op.target_id === row.id;
        if (!isHere || isSettled(op.state) || !op.endpoint.startsWith('update')) continue;
        const patch = JSON.parse(op.patch) as Record<string, unknown>;
        for (const [field, value] of Object.entries(patch)) {
          // One that was made unreadable may show until the record is worked out anew.
          if (model.spoilt.has(op.id)) wanted.delete(field);
          else if (field !== 'groupIds') wanted.set(field, value);
        }
      }
      for (const [field, value] of wanted) {
        if (!same(fieldOf(row.overlay ?? row.base, field), value)) {
          model.fault('I10', `${row.entity} ${row.id} does not show ${field} as it is wanted`);
        }
      }
    }
  }
}

/** Tenants of whose account any record is worked out of writes; the others have nothing to work out. */
export function tenantsWithLanes(desk: Desk): number[] {
  return [0, 1].filter((tenant) => (desk.ledger(tenant)?.lanes().length ?? 0) > 0);
}

/**
 * What the desk shows of its records. A fuel transaction that was assigned here tells the name that the vehicle had
 * then, until its list is read again.
 */
const SHOWN = `SELECT entity, id, archived, pending, mark, changed, CASE entity
  WHEN 'fuelTransaction' THEN json_extract(overlay, '$.vehicle.id') ELSE overlay END FROM record`;

/** Working it out again changes nothing; to be asked once the core has shut. */
export function rebasedTwice(model: Model, desk: Desk, tenants: readonly number[]): void {
  for (const tenant of tenants) {
    const accountId = desk.accounts[tenant] ?? null;
    if (accountId === null) continue;
    const opened = desk.modules.openWriter(desk.databaseOf(accountId));
    if (!opened.ok) throw new Error(opened.error.message);
    const db = opened.value;
    const shown = (): unknown[] => db.all(plainStatement(SHOWN));
    db.raw.transaction(() => {
      const again = (): unknown[] => {
        for (const row of db.all(
          plainStatement<{ entity: 'vehicle'; id: string }>(
            'SELECT DISTINCT entity, id FROM op_lane',
          ),
        )) {
          desk.modules.rebase(db, row.entity, row.id);
        }
        return shown();
      };
      const first = shown();
      const second = again();
      const third = again();
      // Spoilt ones were made unreadable behind the desk's back.
      if (!same(first, second) && model.spoilt.size === 0)
        model.fault('I10', 'working the view out again changed it');
      if (!same(second, third)) model.fault('I10', 'working the view out twice changed it');
    })();
    db.raw.close();
    db.journal?.close();
  }
}

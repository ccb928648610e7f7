import { jsonMember } from '../../../shared/rules/jsonText.ts';
import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';

/** How a tenant's own fields were spelled when the world was made. */
const SPELLED = { contractNo: '9007199254740993', ratio: '1.10', note: '{"a":[1,2.0]}' };

/** I8: fields that were not wanted do not travel, and unknown JSON comes through unchanged. */
export function preserving(model: Model, desk: Desk): void {
  for (const { op, body, endpoint } of desk.network.wires) {
    if (op === null) continue;
    const wanted = new Set(model.intentsOf(op.id).flatMap(({ fields }) => Object.keys(fields)));
    for (const field of Object.keys(JSON.parse(body === '' ? '{}' : body) as object)) {
      if (!wanted.has(field))
        model.fault('I8', `${endpoint} ${op.id} sent ${field}, which nobody changed`);
    }
  }
  for (const [tenant, { vehicles, areas, fuel }] of desk.world.tenants.entries()) {
    const rows = desk.ledger(tenant)?.records() ?? [];
    for (const id of [...vehicles, ...areas, ...fuel]) {
      const isFuel = fuel.includes(id);
      const entity = isFuel ? 'fuelTransaction' : vehicles.includes(id) ? 'vehicle' : 'area';
      const row = rows.find((candidate) => candidate.entity === entity && candidate.id === id);
      const texts = [desk.world.truth(entity, id)?.doc, row?.base, row?.overlay];
      for (const text of texts) {
        if (text === undefined || text === null) continue;
        for (const [field, spelling] of Object.entries(SPELLED)) {
          if (jsonMember(text, field) === spelling) continue;
          model.fault(
            'I8',
            `${field} of ${entity} ${id} is now ${jsonMember(text, field) ?? 'gone'}`,
          );
        }
      }
    }
  }
}

import type { fuel } from '../../../shared/api/fuel.ts';
import { FUEL_FIELDS, fuelAssignment } from '../../../shared/model/fuel.ts';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { signedIn } from '../auth.ts';
import { readBody } from '../body.ts';
import type { Answer, Call, HandlersFor, Service } from '../context.ts';
import { valueOf, withValues, iso } from '../doc.ts';
import { fuelSummary } from '../fuelSummary.ts';
import { hasField, listOf, pageOf } from '../list.ts';
import { many, ofVehicles, rangeMs } from '../query.ts';
import { invalid } from '../refusal.ts';
import { vehicleSummary } from '../shownNames.ts';
import { need, needInBody, refuseArchived } from './records.ts';

const ANY_TIME = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

/**
 * The projection has names of its own (section 2.8); a tenant's records have more fields, which can be
 * asked for, too. Any other name is a slip.
 */
function checkProjection(service: Service, call: Call): void {
  const known: readonly string[] = ['id', ...FUEL_FIELDS];
  const options = { entity: 'fuelTransaction', scope: signedIn(call.account).scope } as const;
  const wrong = many(call.query, 'fields').filter(
    (field) => !known.includes(field) && !hasField(service.store, options, field),
  );
  if (wrong.length > 0) throw invalid({ fields: [`Unknown: ${wrong.join(', ')}.`] });
}

function transactions(service: Service, call: Call): Answer {
  checkProjection(service, call);
  const { fromMs, toMs } = rangeMs(call.query, 'startDate', 'endDate', ANY_TIME);
  return pageOf(service.store, call, {
    entity: 'fuelTransaction',
    scope: signedIn(call.account).scope,
    where: [{ sql: 'at BETWEEN ? AND ?', bind: [fromMs, toMs] }, ...ofVehicles(call.query, 'link')],
  });
}

function assign(service: Service, call: Call): Answer {
  const row = need(service, call, 'fuelTransaction', 'recordId', 'The fuel transaction');
  const { known, extra } = readBody(fuelAssignment, call.bodyText, 'fuelTransaction');
  const vehicle = needInBody(service, call, 'vehicle', 'vehicleId', known.vehicleId);
  if (vehicle.client !== row.client) throw invalid({ vehicleId: ['Does not exist.'] });
  const answer = { as: 'object', text: JSON.stringify({ id: valueOf(row.doc, 'id') }) } as const;
  const isThere = row.link === vehicle.id;
  if (isThere && extra.size === 0) return answer;
  if (!isThere) refuseArchived(vehicle, 'The vehicle');
  const id = valueOf(vehicle.doc, 'id');
  const assigned = withValues(row.doc, {
    vehicle: vehicleSummary(vehicle),
    vehicleIds: [id],
    updatedAt: iso(call.nowMs),
  });
  const doc = setJsonMembers(assigned, extra);
  service.store.change(row, { doc, link: vehicle.id }, call.nowMs);
  return answer;
}

/** Section 4.4: fuel. */
export function fuelHandlers(service: Service): HandlersFor<typeof fuel> {
  return {
    listFuelTransactions: (call) => transactions(service, call),
    listFuelSummary: (call) => fuelSummary(service, call),
    listVehicleFuel: (call) => transactions(service, call),
    listFuelTypes: (call) =>
      listOf(service.store, call, {
        entity: 'fuelType',
        scope: signedIn(call.account).scope,
      }),
    assignFuelTransaction: (call) => assign(service, call),
  };
}

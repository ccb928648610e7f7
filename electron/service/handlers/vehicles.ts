import type { vehicles } from '../../../shared/api/vehicles.ts';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import {
  vehicleCreate,
  vehicleUpdate,
  odometerCalibration,
} from '../../../shared/model/vehicle.ts';
import { signedIn } from '../auth.ts';
import { checkedMs, readBody } from '../body.ts';
import type { Call, HandlersFor, Service } from '../context.ts';
import { depotsOf, VEHICLE_GROUPS } from '../depots.ts';
import { textOf, valueOf, withValues, iso } from '../doc.ts';
import { listOf, pageOf } from '../list.ts';
import { currentEngineHours, odometerAt } from '../meters.ts';
import { instantMs } from '../query.ts';
import { invalid } from '../refusal.ts';
import { routesOf } from '../routes.ts';
import { renameVehicle } from '../shownNames.ts';
import { NO_DEVICE, TELEMETRY_FIELDS, withTelemetry } from '../telemetry.ts';
import { archive, given, idText, need, ownerFor, restore } from './records.ts';

const NAME = 'The vehicle';

/** What the fields of a body mean on a vehicle; identifiers become the objects that reads show. */
function vehicleFields(
  service: Service,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { depotId, groupIds, ...plain } = given(known);
  const fields: Record<string, unknown> = { ...plain };
  if (depotId !== undefined) {
    const depot = depotsOf(service.town).find(({ id }) => String(id) === idText(depotId));
    if (depotId !== null && depot === undefined) throw invalid({ depotId: ['Does not exist.'] });
    fields['depot'] = depot === undefined ? null : { id: depot.id, name: depot.name };
    fields['depotName'] = depot?.name ?? null;
  }
  if (Array.isArray(groupIds)) {
    const groups = [...new Set(groupIds.map(idText))].map((id) =>
      VEHICLE_GROUPS.find((group) => String(group.id) === id),
    );
    if (groups.includes(undefined)) throw invalid({ groupIds: ['Does not exist.'] });
    fields['groups'] = groups;
    fields['groupsList'] = groups.map((group) => group?.name).join(', ');
  }
  const typeId = plain['typeId'];
  if (typeId !== undefined) {
    const type = service.store.find('vehicleType', idText(typeId), { of: 'platform' });
    if (typeId !== null && type === undefined) throw invalid({ typeId: ['Does not exist.'] });
    fields['typeId'] = type === undefined ? null : valueOf(type.doc, 'id');
    fields['type'] = type === undefined ? null : textOf(type.doc, 'type');
    fields['typeName'] = type === undefined ? null : textOf(type.doc, 'name');
  }
  return fields;
}

function makeModel(doc: string): string {
  const parts = [textOf(doc, 'make'), textOf(doc, 'model')];
  return parts.filter((part) => part !== null && part !== '').join(' ');
}

function create(service: Service, call: Call) {
  const { known, extra, clientId } = readBody(vehicleCreate, call.bodyText, 'vehicle');
  const owner = ownerFor(service, call, clientId);
  const id = 900_000 + service.store.next('vehicle');
  const now = iso(call.nowMs);
  const blank = {
    id,
    regNo: known.regNo,
    defaultLabel: null,
    model: null,
    depot: null,
    depotName: null,
    groups: [],
    groupsList: '',
    driver: null,
    driverId: null,
    type: null,
    typeId: null,
    typeName: null,
    make: null,
    makeModel: '',
    vin: null,
    deviceId: null,
    status: 'offline',
    lastLoggedAt: null,
    lastCoordinates: null,
    todayData: null,
    unavailableMessage: NO_DEVICE,
    team: owner.team,
    archivedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const filled = withValues(JSON.stringify(blank), vehicleFields(service, known));
  const whole = setJsonMembers(filled, extra);
  const doc = withValues(whole, { makeModel: makeModel(whole) });
  service.store.insert({
    entity: 'vehicle',
    id: String(id),
    doc,
    updated: call.nowMs,
    ...ownership(owner),
  });
  return { as: 'one', text: doc, status: 201, id: String(id) } as const;
}

const ownership = ({ client, reseller }: { client: string | null; reseller: string | null }) => ({
  client,
  reseller,
});

function update(service: Service, call: Call) {
  const row = need(service, call, 'vehicle', 'vehicleId', NAME);
  const { known, extra } = readBody(vehicleUpdate, call.bodyText, 'vehicle');
  let doc = setJsonMembers(withValues(row.doc, vehicleFields(service, known)), extra);
  doc = withValues(doc, { makeModel: makeModel(doc), updatedAt: iso(call.nowMs) });
  service.store.change(row, { doc }, call.nowMs);
  const changed = { ...row, doc };
  if (textOf(doc, 'regNo') !== textOf(row.doc, 'regNo')) {
    renameVehicle(service, changed, call.nowMs);
  }
  return { as: 'one', text: withTelemetry(service, changed) } as const;
}

function calibrate(service: Service, call: Call) {
  const row = need(service, call, 'vehicle', 'vehicleId', NAME);
  const { known } = readBody(odometerCalibration, call.bodyText);
  const atMs = checkedMs(known.occurredAt);
  if (atMs > call.nowMs) throw invalid({ occurredAt: ['Must not lie in the future.'] });
  const id = service.store.next('calibration');
  const doc = JSON.stringify({ id, odometer: known.odometer, occurredAt: iso(atMs) });
  service.store.insert({
    entity: 'calibration',
    id: String(id),
    doc,
    link: row.id,
    at: atMs,
    updated: call.nowMs,
    ...ownership(row),
  });
  return { as: 'object', text: doc, id: String(id) } as const;
}

/** Section 4.5: vehicles and routes. */
export function vehicleHandlers(service: Service): HandlersFor<typeof vehicles> {
  const { store } = service;
  const vehicle = (call: Call) => need(service, call, 'vehicle', 'vehicleId', NAME);
  return {
    listVehicles: (call) =>
      pageOf(store, call, {
        entity: 'vehicle',
        scope: signedIn(call.account).scope,
        present: (row) => withTelemetry(service, row),
        laidOver: TELEMETRY_FIELDS,
      }),
    getVehicle: (call) => ({ as: 'one', text: withTelemetry(service, vehicle(call)) }),
    createVehicle: (call) => create(service, call),
    updateVehicle: (call) => update(service, call),
    archiveVehicle: (call) => archive(service, vehicle(call), call.nowMs),
    restoreVehicle: (call) => restore(service, vehicle(call), call.nowMs, 'offline', NAME),
    getOdometer(call) {
      // Nothing is told of the future.
      const atMs = Math.min(instantMs(call.query, 'occurredAt') ?? call.nowMs, call.nowMs);
      return { as: 'object', text: JSON.stringify(odometerAt(service, vehicle(call), atMs)) };
    },
    calibrateOdometer: (call) => calibrate(service, call),
    getEngineHours: (call) => ({
      as: 'object',
      text: JSON.stringify(currentEngineHours(service, vehicle(call), call.nowMs)),
    }),
    countVehicles(call) {
      const counted = pageOf(store, call, {
        entity: 'vehicle',
        scope: signedIn(call.account).scope,
      });
      const count = counted.as === 'page' ? counted.total : 0;
      return { as: 'object', text: JSON.stringify({ count }) };
    },
    listVehicleTypes: (call) =>
      listOf(store, call, { entity: 'vehicleType', scope: { of: 'platform' } }),
    listRoutes: (call) => routesOf(service, vehicle(call), call),
  };
}

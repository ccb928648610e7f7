import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import {
  catalogue,
  endpoint,
  endpointNames,
  type EndpointName,
} from '../../shared/api/catalogue.ts';
import { methodOf, pathOf } from '../../shared/api/endpoint.ts';
import { envelopeOf } from '../../electron/service/envelopes.ts';
import { accounts } from '../../shared/api/accounts.ts';
import { areas } from '../../shared/api/areas.ts';
import { devices } from '../../shared/api/devices.ts';
import { fuel } from '../../shared/api/fuel.ts';
import { reference } from '../../shared/api/reference.ts';
import { reports } from '../../shared/api/reports.ts';
import { session } from '../../shared/api/session.ts';
import { vehicles } from '../../shared/api/vehicles.ts';
import { at, NOON_MS, sharedBench, type Bench, type Json, type Reply } from '../service/support.ts';
import specified from './specification-rows.json' with { type: 'json' };

/** Rows that the interface specification has; log-in stands beside them. */
const SPECIFIED = 95;
const BESIDE: ReadonlySet<string> = new Set(Object.keys(session));
const rows = endpointNames.filter((name) => !BESIDE.has(name));

function addressOf(name: EndpointName): string {
  const row = endpoint(name);
  const fixed = new URLSearchParams(row.fixedQuery ?? {}).toString();
  return `${row.section} ${methodOf(row)} ${pathOf(row)}${fixed === '' ? '' : `?${fixed}`}`;
}

test('the catalogue has exactly the rows of the specification', () => {
  expect(specified).toHaveLength(SPECIFIED);
  const wanted = specified.map(({ section, method, path }) => `${section} ${method} ${path}`);
  expect(new Set(wanted).size).toBe(SPECIFIED);
  expect(rows.map(addressOf).sort()).toEqual(wanted.sort());
});

test('names are unique across the areas of the catalogue', () => {
  const areasOf = [reference, devices, accounts, fuel, vehicles, areas, reports, session];
  const names = areasOf.flatMap((area) => Object.keys(area));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(Object.keys(catalogue).length);
});

const iso = (ms: number) => new Date(ms).toISOString();
const RANGE = {
  dateFromTo: `dateFrom=${iso(NOON_MS - 3600_000)}&dateTo=${iso(NOON_MS)}`,
  startEndDate: `startDate=${iso(NOON_MS - 86_400_000)}&endDate=${iso(NOON_MS)}`,
  occurredAt: `occurredAt=${iso(NOON_MS)}`,
} as const;

/** Records of the demo that the rows act on. */
const PARAMS: Readonly<Record<string, string>> = {
  deviceId: 'dev-1001',
  sensorId: '501023',
  userId: '2102',
  clientId: '501',
  vehicleId: '100001',
  driverId: '3040',
  resellerId: '11',
  recordId: '70001',
  areaId: '4010',
  groupId: '802',
  reportId: 'rep-501-1',
  formId: 'form-delivery',
  answerId: '600003',
};

/** What a row wants beyond the demo's records: other parameters, a body, steps before it. */
interface Setting {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Json;
  readonly before?: (bench: Bench) => Promise<Reply>;
}

const circle = {
  name: 'Contract',
  type: 'circle',
  coordinates: [{ lat: 41, lng: -2 }],
  radius: 90,
};
const free = { vehicleId: '100002' };
const SETTINGS: Partial<Record<EndpointName, Setting>> = {
  createDevice: { body: { imei: '356938035643809', vendorId: 'vd-1', typeId: 611 } },
  updateDevice: { body: { usage: 'contract' } },
  installDevice: {
    body: { vehicleId: 100005 },
    before: ({ ask }) => ask('POST', '/devices/dev-10005/uninstall', {}),
  },
  uninstallDevice: { params: { deviceId: 'dev-10006' }, body: {} },
  restoreDevice: { before: ({ ask }) => ask('PATCH', '/devices/dev-1001/archive') },
  findInstallation: { query: 'deviceImei=001017390000002' },
  listDeviceSensorHistory: { params: { deviceId: 'dev-10001' } },
  listDeviceHistory: { params: { deviceId: 'dev-10001' } },
  listDeviceCameras: { params: { deviceId: 'dev-10001' } },
  listDeviceCoordinates: { params: { deviceId: 'dev-10001' } },
  installSensor: { body: { deviceId: 'dev-1002' } },
  createUser: { body: { email: 'contract@waybill.example', firstName: 'Con', lastName: 'Tract' } },
  updateUser: { body: { phone: '+000 555 0000' } },
  restoreUser: { before: ({ ask }) => ask('PATCH', '/users/2102/archive') },
  createClientUser: { body: { email: 'contract-2@waybill.example', roleId: 5 } },
  updateClientUser: { body: { fullName: 'Con Tract' } },
  setDriver: { params: free, body: {}, before: ({ ask }) => freed(ask) },
  unsetDriver: { params: free, body: {}, before: ({ ask }) => driven(ask) },
  assignFuelTransaction: { body: { vehicleId: 100003 } },
  createVehicle: { body: { regNo: 'CON-1', typeId: 21, depotId: 301, groupIds: [71] } },
  updateVehicle: { body: { defaultLabel: 'Contract' } },
  archiveVehicle: { params: { vehicleId: '100009' } },
  restoreVehicle: { params: { vehicleId: '99001' }, body: {} },
  calibrateOdometer: { body: { occurredAt: iso(NOON_MS), odometer: 123_456 } },
  createArea: { body: { ...circle, groupIds: [801] } },
  updateArea: { body: { name: 'Contract, renamed' } },
  restoreArea: { params: { areaId: '4061' } },
  deleteArea: { params: { areaId: '4030' } },
  createAreaGroup: { body: { name: 'Contract' } },
  updateAreaGroup: { body: { name: 'Contract, renamed' } },
  restoreAreaGroup: { before: ({ ask }) => ask('PATCH', '/area-groups/802/archive') },
  deleteAreaGroup: { params: { groupId: '806' } },
  createScheduledReport: { body: { name: 'Contract', type: 'trips', format: 'xlsx', params: {} } },
  updateScheduledReport: { body: { format: 'csv' } },
  restoreScheduledReport: {
    params: { reportId: 'rep-501-2' },
    before: ({ ask }) => ask('DELETE', '/scheduled-report/rep-501-2'),
  },
  deleteScheduledReport: { params: { reportId: 'rep-501-3' } },
};

type Ask = Bench['ask'];

/** Leaves vehicle 100002 without a driver. */
async function freed(ask: Ask): Promise<Reply> {
  const { json } = await ask('GET', '/vehicles/100002');
  const driver = at(json, 'driverId');
  return ask('POST', `/vehicle/100002/unset-driver/${String(driver)}`, {});
}

async function driven(ask: Ask): Promise<Reply> {
  await freed(ask);
  return ask('POST', '/vehicle/100002/set-driver/3040', {});
}

const bench = await sharedBench();

/** The rows or the record inside the envelope of the endpoint. */
function payload(name: EndpointName, json: Json): Json {
  const { reply } = endpoint(name);
  const envelope = envelopeOf(name, reply === 'page' || reply === 'list' ? reply : 'one');
  switch (envelope) {
    case 'bare':
      return json;
    case 'areasPage':
      return at(json, 'result', 'areas');
    case 'result':
      return at(json, 'result');
    case 'page':
    case 'metaPage':
    case 'data':
      return at(json, 'data');
  }
}

function checkShape(name: EndpointName, json: Json): void {
  const { out, reply } = endpoint(name);
  const inner = payload(name, json);
  const records = reply === 'page' || reply === 'list' ? inner : [inner];
  expect(Array.isArray(records)).toBe(true);
  if (out === undefined || !Array.isArray(records)) return;
  for (const record of records as Json[]) {
    const result = z.safeParse(out, record);
    expect(result.success ? [] : result.error.issues).toEqual([]);
  }
}

describe('every row answers a valid request in its documented shape', () => {
  test.each(rows)('%s', async (name) => {
    const row = endpoint(name);
    const { params = {}, query = '', body, before } = SETTINGS[name] ?? {};
    if (before !== undefined) expect((await before(bench)).status).toBeLessThan(500);
    const path = pathOf(row).replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = params[key] ?? PARAMS[key];
      if (value === undefined) throw new Error(`No ${key} for ${name}`);
      return value;
    });
    const fixed = new URLSearchParams(row.fixedQuery ?? {}).toString();
    const dates = row.dates === undefined ? '' : RANGE[row.dates];
    const search = [fixed, dates, query].filter((part) => part !== '').join('&');
    const changes = bench.service.log().length;
    const reply = await bench.ask(methodOf(row), search === '' ? path : `${path}?${search}`, body);
    switch (row.reply) {
      case 'empty':
        expect([reply.status, reply.text]).toEqual([204, '']);
        break;
      case 'pdf':
        expect(reply.status).toBe(200);
        expect(reply.text.startsWith('%PDF-')).toBe(true);
        break;
      case 'page':
      case 'list':
        expect(reply.status).toBe(200);
        checkShape(name, reply.json);
        expect(payload(name, reply.json)).not.toEqual([]);
        break;
      case 'one':
      case 'object':
        expect([200, 201]).toContain(reply.status);
        checkShape(name, reply.json);
        break;
    }
    expect(bench.service.log().length - changes).toBe(row.write === undefined ? 0 : 1);
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('and no row is left out', () => {
    expect(rows).toHaveLength(SPECIFIED);
  });
});

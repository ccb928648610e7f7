import type { devices } from '../../../shared/api/devices.ts';
import {
  deviceCreate,
  deviceInstall,
  deviceUninstall,
  deviceUpdate,
  sensorInstall,
} from '../../../shared/model/device.ts';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { signedIn } from '../auth.ts';
import { checkedMs, readBody } from '../body.ts';
import { climatePage } from '../climate.ts';
import type { Answer, Call, HandlersFor, Service } from '../context.ts';
import {
  deviceCoordinates,
  PLACE_FIELDS,
  LINK_FIELDS,
  TRACKER_FIELDS,
  withPlace,
  withLink,
  withTrackerData,
} from '../deviceData.ts';
import { textOf, valueOf, withValues, iso } from '../doc.ts';
import { lastRemovalMs } from '../installations.ts';
import { listOf, pageOf } from '../list.ts';
import { addPairing, pairedAt } from '../pairing.ts';
import { first, ofVehicles, rangeMs } from '../query.ts';
import { conflict, invalid } from '../refusal.ts';
import { openInstallation, renameDevice, vehicleSummary } from '../shownNames.ts';
import { ACTIVE, type Row } from '../store.ts';
import { NO_DEVICE } from '../telemetry.ts';
import {
  archive,
  given,
  idText,
  need,
  needInBody,
  ownerFor,
  refuseArchived,
  restore,
} from './records.ts';

const DEVICE = 'The device';
const SENSOR = 'The sensor';
const IN_THE_FUTURE = 'Must not lie in the future.';
/** What a device that is in no vehicle is called, and one that is. */
export const IN_STOCK = 'in stock';
export const INSTALLED = 'installed';

function deviceFields(
  service: Service,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { typeId, vendorId, ...plain } = given(known);
  const fields: Record<string, unknown> = { ...plain };
  if (vendorId !== undefined) {
    const vendor = service.store.find('vendor', idText(vendorId), { of: 'platform' });
    if (vendorId !== null && vendor === undefined) throw invalid({ vendorId: ['Does not exist.'] });
    fields['vendor'] =
      vendor === undefined
        ? null
        : { id: valueOf(vendor.doc, 'id'), name: textOf(vendor.doc, 'name') };
  }
  if (typeId !== undefined) {
    const vendors = service.store.rows("SELECT * FROM record WHERE entity = 'vendor'");
    const models = vendors.flatMap((vendor) => {
      const list = valueOf(vendor.doc, 'models');
      return Array.isArray(list) ? (list as { id: number; name: string }[]) : [];
    });
    const model = models.find(({ id }) => String(id) === idText(typeId));
    if (typeId !== null && model === undefined) throw invalid({ typeId: ['Does not exist.'] });
    fields['model'] = model ?? null;
  }
  return fields;
}

function refuseTakenImei(service: Service, imei: string, except?: Row): void {
  const taken = service.store.row(
    "SELECT * FROM record WHERE entity = 'device' AND natural = ?",
    imei,
  );
  if (taken !== undefined && taken.id !== except?.id) {
    throw invalid({ imei: ['Is already used by another device.'] });
  }
}

function createDevice(service: Service, call: Call): Answer {
  const { known, extra, clientId } = readBody(deviceCreate, call.bodyText, 'device');
  const owner = ownerFor(service, call, clientId);
  refuseTakenImei(service, known.imei);
  // Beyond those of the largest demo.
  const id = `dev-${900_000 + service.store.next('device')}`;
  const now = iso(call.nowMs);
  const blank = {
    id,
    imei: known.imei,
    serial: null,
    status: IN_STOCK,
    statusExt: null,
    vehicle: null,
    usage: null,
    vendor: null,
    model: null,
    trackerData: null,
    deviceInstallation: null,
    installDate: null,
    hasCameras: false,
    isUnavailable: true,
    lastCoordinates: null,
    archivedAt: null,
    team: owner.team,
    createdAt: now,
    updatedAt: now,
  };
  const fields = deviceFields(service, known);
  const doc = setJsonMembers(withValues(JSON.stringify(blank), fields), extra);
  service.store.insert({
    entity: 'device',
    id,
    doc,
    natural: known.imei,
    client: owner.client,
    reseller: owner.reseller,
    updated: call.nowMs,
  });
  return { as: 'one', text: doc, status: 201, id };
}

function updateDevice(service: Service, call: Call): Answer {
  const row = need(service, call, 'device', 'deviceId', DEVICE);
  const { known, extra } = readBody(deviceUpdate, call.bodyText, 'device');
  if (known.imei !== undefined) refuseTakenImei(service, known.imei, row);
  const fields = { ...deviceFields(service, known), updatedAt: iso(call.nowMs) };
  const doc = setJsonMembers(withValues(row.doc, fields), extra);
  service.store.change(row, { doc, natural: known.imei ?? row.natural }, call.nowMs);
  const changed = { ...row, doc };
  if (textOf(doc, 'imei') !== textOf(row.doc, 'imei')) renameDevice(service, changed, call.nowMs);
  return { as: 'one', text: withTrackerData(service, changed) };
}

/** When an installation begins: now, or at an instant at which nothing contradicts it. */
function installedAtMs(
  service: Service,
  { nowMs }: Call,
  installedAt: string | undefined,
  { device, vehicle }: { device: Row; vehicle: Row },
): number {
  const removedMs = lastRemovalMs(service.store, device, vehicle);
  // A removal lies in the future where the clock was put back since.
  if (installedAt === undefined) return Math.max(nowMs, removedMs ?? nowMs);
  const atMs = checkedMs(installedAt);
  if (atMs > nowMs) throw invalid({ installedAt: [IN_THE_FUTURE] });
  if (removedMs !== null && atMs < removedMs) {
    throw invalid({
      installedAt: [
        `Must not lie before ${iso(removedMs)}, when the device or the vehicle’s last one was removed.`,
      ],
    });
  }
  return atMs;
}

function installDevice(service: Service, call: Call): Answer {
  const { store } = service;
  const device = need(service, call, 'device', 'deviceId', DEVICE);
  const { known } = readBody(deviceInstall, call.bodyText);
  const vehicle = needInBody(service, call, 'vehicle', 'vehicleId', known.vehicleId);
  if (vehicle.client !== device.client) throw invalid({ vehicleId: ['Does not exist.'] });
  if (device.link === vehicle.id) {
    return { as: 'object', text: JSON.stringify(valueOf(device.doc, 'deviceInstallation')) };
  }
  refuseArchived(device, DEVICE);
  refuseArchived(vehicle, 'The vehicle');
  if (device.link !== null) throw conflict('The device is installed in another vehicle.');
  const occupant = store.row(
    "SELECT * FROM record WHERE entity = 'device' AND link = ?",
    vehicle.id,
  );
  if (occupant !== undefined) throw conflict('The vehicle has another device.');

  const installDate = iso(installedAtMs(service, call, known.installedAt, { device, vehicle }));
  const entry = {
    id: 50_000 + store.next('installation'),
    vehicle: vehicleSummary(vehicle),
    vehicleId: valueOf(vehicle.doc, 'id'),
    installDate,
    uninstallDate: null,
    odometer: known.odometer ?? null,
  };
  store.insert({
    entity: 'installation',
    id: String(entry.id),
    doc: JSON.stringify(entry),
    link: device.id,
    client: device.client,
    reseller: device.reseller,
    at: Date.parse(installDate),
    updated: call.nowMs,
  });
  const doc = withValues(device.doc, {
    vehicle: entry.vehicle,
    deviceInstallation: entry,
    installDate,
    status: INSTALLED,
    isUnavailable: vehicle.sim === null,
    updatedAt: iso(call.nowMs),
  });
  store.change(device, { doc, link: vehicle.id }, call.nowMs);
  const carrying = withValues(vehicle.doc, {
    deviceId: valueOf(device.doc, 'id'),
    unavailableMessage: null,
    updatedAt: iso(call.nowMs),
  });
  store.change(vehicle, { doc: carrying }, call.nowMs);
  return { as: 'object', text: JSON.stringify(entry) };
}

/** What a device told last, which is known when it is in no vehicle any more, too. */
const LAST_REPORT = ['lastCoordinates', 'lastActiveTime', 'lastDataReceivedAt'] as const;

function uninstallDevice(service: Service, call: Call): Answer {
  const { store } = service;
  const device = need(service, call, 'device', 'deviceId', DEVICE);
  const { known } = readBody(deviceUninstall, call.bodyText);
  if (device.link === null) throw conflict('The device is in no vehicle.');
  const open = openInstallation(service, device);
  const sinceMs = open?.at ?? call.nowMs;
  const uninstalledAtMs =
    known.uninstalledAt === undefined
      ? Math.max(sinceMs, call.nowMs)
      : checkedMs(known.uninstalledAt);
  if (known.uninstalledAt !== undefined && uninstalledAtMs > call.nowMs) {
    throw invalid({ uninstalledAt: [IN_THE_FUTURE] });
  }
  if (uninstalledAtMs < sinceMs) {
    throw invalid({ uninstalledAt: ['Must not lie before the installation.'] });
  }
  const uninstallDate = iso(uninstalledAtMs);
  let closed = '{}';
  if (open !== undefined) {
    closed = withValues(open.doc, { uninstallDate, uninstallOdometer: known.odometer ?? null });
    store.change(open, { doc: closed }, call.nowMs);
  }
  const vehicle = store.find('vehicle', device.link, { of: 'platform' });
  if (vehicle !== undefined) {
    const empty = withValues(vehicle.doc, {
      ...{ deviceId: null, unavailableMessage: NO_DEVICE, updatedAt: iso(call.nowMs) },
      ...(vehicle.state === ACTIVE ? { status: 'offline' } : {}),
    });
    store.change(vehicle, { doc: empty }, call.nowMs);
  }
  // What it told last stays known, and that it reports no more.
  const reported = withTrackerData(service, device, Math.min(uninstalledAtMs, call.nowMs));
  const doc = withValues(device.doc, {
    ...Object.fromEntries(LAST_REPORT.map((field) => [field, valueOf(reported, field)])),
    statusExt: null,
    vehicle: null,
    deviceInstallation: null,
    installDate: null,
    status: device.state === 0 ? IN_STOCK : 'archived',
    isUnavailable: true,
    updatedAt: iso(call.nowMs),
  });
  store.change(device, { doc, link: null }, call.nowMs);
  return { as: 'object', text: closed };
}

/** By IMEI or by registration; no match is an empty object. */
function findInstallation(service: Service, call: Call): Answer {
  const imei = first(call.query, 'deviceImei');
  const regNo = first(call.query, 'vehicleRegNo');
  if ((imei === undefined) === (regNo === undefined)) {
    const words = ['Name either deviceImei or vehicleRegNo.'];
    throw invalid({ deviceImei: words, vehicleRegNo: words });
  }
  const { store } = service;
  const { scope } = signedIn(call.account);
  const candidates =
    imei === undefined
      ? store.rows(
          `SELECT d.* FROM record AS v JOIN record AS d ON d.entity = 'device' AND d.link = v.id
           WHERE v.entity = 'vehicle' AND v.doc ->> '$.regNo' = ?`,
          regNo ?? '',
        )
      : store.rows("SELECT * FROM record WHERE entity = 'device' AND natural = ?", imei);
  const device = candidates.find(
    (row) => row.link !== null && store.find('device', row.id, scope) !== undefined,
  );
  if (device === undefined) return { as: 'object', text: '{}' };
  const entry = valueOf(device.doc, 'deviceInstallation');
  const installed = typeof entry === 'object' && entry !== null ? entry : {};
  const text = JSON.stringify({
    ...installed,
    device: {
      id: valueOf(device.doc, 'id'),
      imei: textOf(device.doc, 'imei'),
      serial: textOf(device.doc, 'serial'),
    },
    vehicle: valueOf(device.doc, 'vehicle'),
  });
  return { as: 'object', text };
}

function installSensor(service: Service, call: Call): Answer {
  const { store } = service;
  const sensor = need(service, call, 'sensor', 'sensorId', SENSOR);
  const { known } = readBody(sensorInstall, call.bodyText);
  const device = needInBody(service, call, 'device', 'deviceId', known.deviceId);
  if (device.client !== sensor.client) throw invalid({ deviceId: ['Does not exist.'] });
  const deviceId = valueOf(device.doc, 'id');
  if (sensor.link !== device.id) {
    refuseArchived(device, DEVICE);
    const doc = withValues(sensor.doc, {
      deviceId,
      device: { id: deviceId, imei: textOf(device.doc, 'imei') },
      systemStatus: 'paired',
      updatedAt: iso(call.nowMs),
    });
    store.change(sensor, { doc, link: device.id }, call.nowMs);
    addPairing(store, { ...sensor, doc }, device.id, call.nowMs);
  }
  const since = pairedAt(store, sensor, device.id);
  const text = JSON.stringify({ id: valueOf(sensor.doc, 'id'), deviceId, pairedAt: since });
  return { as: 'object', text };
}

/** Section 4.2: devices, sensors, cameras. */
export function deviceHandlers(service: Service): HandlersFor<typeof devices> {
  const { store } = service;
  const scopeOf = (call: Call) => signedIn(call.account).scope;
  const device = (call: Call) => need(service, call, 'device', 'deviceId', DEVICE);
  /** What hangs on a device, newest first. */
  const ofDevice = (call: Call, entity: 'installation' | 'pairing' | 'camera'): Answer => {
    const options = {
      entity,
      scope: { of: 'platform' } as const,
      where: [{ sql: 'link = ?', bind: [device(call).id] }],
      newestFirst: true,
    };
    // A row of a sensor's history shows the identifier of the sensor.
    const idSql = "CAST(doc ->> '$.id' AS TEXT)";
    const present = (row: Row): string => withLink(service, row);
    const more = {
      ...(entity === 'pairing' ? { idSql } : {}),
      ...(entity === 'camera' ? { present, laidOver: LINK_FIELDS } : {}),
    };
    return listOf(store, call, { ...options, ...more });
  };
  return {
    listDevices: (call) =>
      pageOf(store, call, {
        entity: 'device',
        scope: scopeOf(call),
        present: (row) => withTrackerData(service, row),
        laidOver: TRACKER_FIELDS,
      }),
    getDevice: (call) => ({ as: 'one', text: withTrackerData(service, device(call)) }),
    createDevice: (call) => createDevice(service, call),
    updateDevice: (call) => updateDevice(service, call),
    installDevice: (call) => installDevice(service, call),
    uninstallDevice: (call) => uninstallDevice(service, call),
    archiveDevice: (call) => archive(service, device(call), call.nowMs),
    restoreDevice(call) {
      const row = device(call);
      const status = row.link === null ? IN_STOCK : INSTALLED;
      return restore(service, row, call.nowMs, status, DEVICE);
    },
    listDeviceCoordinates: (call) => deviceCoordinates(service, device(call), call),
    listDeviceSensorHistory: (call) => ofDevice(call, 'pairing'),
    listDeviceHistory: (call) => ofDevice(call, 'installation'),
    listVendors: (call) => listOf(store, call, { entity: 'vendor', scope: { of: 'platform' } }),
    findInstallation: (call) => findInstallation(service, call),
    listDeviceCameras: (call) => ofDevice(call, 'camera'),
    listSensors: (call) => listOf(store, call, { entity: 'sensor', scope: scopeOf(call) }),
    getSensor: (call) => ({
      as: 'one',
      text: need(service, call, 'sensor', 'sensorId', SENSOR).doc,
    }),
    installSensor: (call) => installSensor(service, call),
    listClimateBySensor: (call) => climatePage(service, call, 'sensor'),
    listClimateByVehicle: (call) => climatePage(service, call, 'vehicle'),
    listCameraEvents(call) {
      const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
      const { fromMs, toMs } = rangeMs(call.query, 'startDate', 'endDate', all);
      return pageOf(store, call, {
        entity: 'cameraEvent',
        scope: scopeOf(call),
        where: [
          { sql: 'at BETWEEN ? AND ?', bind: [fromMs, Math.min(toMs, call.nowMs)] },
          ...ofVehicles(call.query, 'link'),
        ],
        present: (row) => withPlace(service, row),
        laidOver: PLACE_FIELDS,
      });
    },
    listCameraEventTypes: (call) =>
      listOf(store, call, { entity: 'cameraEventType', scope: { of: 'platform' } }),
  };
}

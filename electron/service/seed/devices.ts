import { addPairing } from '../pairing.ts';
import { INSTALLED, IN_STOCK } from '../handlers/devices.ts';
import { valueOf } from '../doc.ts';
import { vehicleSummary } from '../shownNames.ts';
import { ARCHIVED, type Row } from '../store.ts';
import { vehicleNames } from '../world/index.ts';
import { CAMERA_EVENT_TYPES, VENDORS } from './reference.ts';
import { DAY_MS, withRaw, type Seeding, type Tenant } from './seeding.ts';
import { deviceIdOf, MOST_DEVICES, vehicleIdOf } from './vehicles.ts';

const IN_STOCK_DEVICES = 12;
const CLIMATE_SENSORS = 20;
const OTHER_SENSORS = 16;
const CAMERA_VEHICLES = 40;
const CAMERA_EVENTS = 220;

function vehicleOf(seeding: Seeding, sim: number): Row | undefined {
  return seeding.store.find('vehicle', String(vehicleIdOf(sim)), { of: 'platform' });
}

interface DevicePlan {
  readonly id: string;
  readonly tenant: Tenant;
  /** Index that names it; beyond the fleet for those in stock. */
  readonly name: number;
  readonly vehicle: Row | undefined;
  readonly hasCameras: boolean;
  readonly archived?: boolean;
}

/** When some devices were in another vehicle: before any that is installed now was, days ago. */
const EARLIER_DAYS = { from: 600, to: 550 };

function installation(seeding: Seeding, plan: DevicePlan, ended: boolean, installDate: string) {
  const { store } = seeding;
  const { vehicle, tenant } = plan;
  if (vehicle === undefined) return null;
  const entry = {
    id: 50_000 + store.next('installation'),
    vehicle: vehicleSummary(vehicle),
    vehicleId: valueOf(vehicle.doc, 'id'),
    installDate,
    uninstallDate: ended ? seeding.ago(EARLIER_DAYS.to * DAY_MS) : null,
    odometer: null,
  };
  seeding.insert({
    entity: 'installation',
    id: String(entry.id),
    doc: JSON.stringify(entry),
    link: plan.id,
    client: tenant.client,
    reseller: tenant.reseller,
    at: Date.parse(installDate),
  });
  return entry;
}

function insertDevice(seeding: Seeding, plan: DevicePlan): void {
  const { id, tenant, vehicle } = plan;
  const draw = seeding.draw(`device/${id}`);
  const vendor = VENDORS[draw.integer(0, VENDORS.length - 1)] ?? VENDORS[0];
  const installDate = seeding.ago(draw.integer(50, 500) * DAY_MS);
  const current = installation(seeding, plan, false, installDate);
  const status = plan.archived === true ? 'archived' : vehicle === undefined ? IN_STOCK : INSTALLED;
  const record = {
    id,
    imei: vehicleNames(seeding.seedText, plan.name).imei,
    serial: `SN${String(draw.integer(0, 99_999_999)).padStart(8, '0')}`,
    status,
    statusExt: vehicle === undefined ? null : 'reporting',
    vehicle: vehicle === undefined ? null : vehicleSummary(vehicle),
    usage: draw.chance(0.8) ? 'tracking' : 'tracking and driver',
    vendor: { id: vendor.id, name: vendor.name },
    model: vendor.models[0],
    trackerData: null,
    deviceInstallation: current,
    installDate: current?.installDate ?? null,
    phone: `+000 556 ${String(draw.integer(0, 9999)).padStart(4, '0')}`,
    iccid: `8999900000000${String(draw.integer(0, 999_999)).padStart(6, '0')}`,
    imsi: `00101${String(draw.integer(0, 9_999_999_999)).padStart(10, '0')}`,
    sw: `4.${draw.integer(0, 9)}.${draw.integer(0, 20)}`,
    hw: `B${draw.integer(1, 4)}`,
    hasCameras: plan.hasCameras,
    isUnavailable: vehicle === undefined,
    lastCoordinates: null,
    archivedAt: plan.archived === true ? seeding.ago(60 * DAY_MS) : null,
    team: tenant.team,
    // None was fitted before it was there.
    createdAt: seeding.ago(draw.integer(EARLIER_DAYS.from + 1, 700) * DAY_MS),
    updatedAt: seeding.ago(draw.integer(1, 40) * DAY_MS),
  };
  seeding.insert({
    entity: 'device',
    id,
    doc: withRaw(record, tenant.clientId === 501 ? '"simCost":2.50' : ''),
    client: tenant.client,
    reseller: tenant.reseller,
    natural: record.imei,
    link: vehicle?.id ?? null,
    state: plan.archived === true ? ARCHIVED : 0,
  });
  if (plan.hasCameras) insertCameras(seeding, plan);
}

function insertCameras(seeding: Seeding, { id, tenant }: DevicePlan): void {
  for (const side of ['front', 'driver']) {
    const record = {
      id: `${id}-${side}`,
      deviceId: id,
      type: side,
      status: 'online',
      url: `https://video.waybill.example/live/${id}/${side}`,
      // Told anew at each reading.
      expiredAt: null,
    };
    seeding.insert({
      entity: 'camera',
      id: record.id,
      doc: JSON.stringify(record),
      link: id,
      client: tenant.client,
      reseller: tenant.reseller,
      at: seeding.nowMs,
    });
  }
}

/** Sensors that measure the load come first, then fuel probes and doors; some wait in a box. */
function insertSensors(seeding: Seeding, tenant: Tenant): void {
  const climate = tenant.clientId === 501 ? CLIMATE_SENSORS : 1;
  const other = tenant.clientId === 501 ? OTHER_SENSORS : 1;
  for (let index = 0; index < climate + other; index += 1) {
    const isClimate = index < climate;
    const id = tenant.clientId * 1000 + index;
    const inBox = !isClimate && index % 4 === 3;
    const onVehicle = index < tenant.vehicles && index < MOST_DEVICES && !inBox;
    const deviceId = onVehicle ? deviceIdOf(tenant.firstSim + index) : null;
    const kind = isClimate ? 'climate' : index % 2 === 0 ? 'fuel' : 'door';
    const record = {
      id,
      label: `${{ climate: 'Cooler', fuel: 'Tank probe', door: 'Door' }[kind]} ${index + 1}`,
      sensorId: `0x${(0xa000_0000 + id).toString(16)}`,
      systemStatus: deviceId === null ? 'unpaired' : 'paired',
      team: tenant.team,
      type: isClimate ? 'temperatureHumidity' : kind,
      deviceId,
      device: deviceId === null ? null : { id: deviceId },
      createdAt: seeding.ago(300 * DAY_MS),
      updatedAt: seeding.ago(100 * DAY_MS),
    };
    seeding.insert({
      entity: 'sensor',
      id: String(id),
      doc: JSON.stringify(record),
      client: tenant.client,
      reseller: tenant.reseller,
      link: deviceId,
      kind,
    });
    const row = seeding.store.find('sensor', String(id), { of: 'platform' });
    if (deviceId !== null && row !== undefined) {
      addPairing(seeding.store, row, deviceId, seeding.nowMs - 100 * DAY_MS);
    }
  }
}

function insertCameraEvents(seeding: Seeding, tenant: Tenant): void {
  const withCameras = Math.min(CAMERA_VEHICLES, tenant.vehicles);
  if (withCameras === 0) return;
  const draw = seeding.draw(`cameraEvents/${tenant.client}`);
  const count = tenant.clientId === 501 ? CAMERA_EVENTS : 8;
  const instants = Array.from({ length: count }, () => draw.integer(0, 7 * DAY_MS));
  instants.sort((a, b) => a - b);
  instants.forEach((agoMs, index) => {
    const sim = tenant.firstSim + draw.integer(0, withCameras - 1);
    const vehicle = vehicleOf(seeding, sim);
    if (vehicle === undefined) return;
    const type = CAMERA_EVENT_TYPES[draw.integer(0, CAMERA_EVENT_TYPES.length - 1)];
    const id = tenant.clientId * 10_000 + index;
    const record = {
      id,
      type: type?.type,
      typeId: type?.id,
      typeName: type?.name,
      severity: type?.severity,
      occurredAt: seeding.ago(agoMs),
      durationS: draw.integer(2, 30),
      vehicle: vehicleSummary(vehicle),
      device: { id: deviceIdOf(sim) },
      driver: valueOf(vehicle.doc, 'driver'),
      location: null,
      media: [{ camera: 'front', url: `https://video.waybill.example/events/${id}.mp4` }],
    };
    seeding.insert({
      entity: 'cameraEvent',
      id: String(id),
      doc: JSON.stringify(record),
      client: tenant.client,
      reseller: tenant.reseller,
      link: vehicle.id,
      sim,
      at: seeding.nowMs - agoMs,
    });
  });
}

/** Devices of every vehicle, some in stock, sensors, cameras and what cameras saw. */
export function seedDevices(seeding: Seeding, tenants: readonly Tenant[]): void {
  for (const tenant of tenants) {
    const fitted = Math.min(tenant.vehicles, MOST_DEVICES);
    for (let index = 0; index < fitted; index += 1) {
      const sim = tenant.firstSim + index;
      const id = deviceIdOf(sim);
      const hasCameras = index < CAMERA_VEHICLES;
      const vehicle = vehicleOf(seeding, sim);
      const plan = { id, tenant, name: sim, vehicle, hasCameras };
      // Some were in another vehicle before.
      if (index % 10 === 9) {
        const before = { ...plan, vehicle: vehicleOf(seeding, sim - 1) };
        installation(seeding, before, true, seeding.ago(EARLIER_DAYS.from * DAY_MS));
      }
      insertDevice(seeding, plan);
    }
    insertSensors(seeding, tenant);
    insertCameraEvents(seeding, tenant);
  }
  const [main] = tenants;
  if (main === undefined) return;
  for (let index = 0; index <= IN_STOCK_DEVICES; index += 1) {
    insertDevice(seeding, {
      id: `dev-${1001 + index}`,
      tenant: main,
      name: 600_000 + index,
      vehicle: undefined,
      hasCameras: false,
      archived: index === IN_STOCK_DEVICES,
    });
  }
}

import { depotsOf, VEHICLE_GROUPS } from '../depots.ts';
import { textOf, valueOf } from '../doc.ts';
import { ARCHIVED, type Row } from '../store.ts';
import { vehicleNames } from '../world/index.ts';
import { VEHICLE_TYPES } from './reference.ts';
import { DAY_MS, withRaw, type Seeding, type Tenant } from './seeding.ts';

/** Devices are made for so many vehicles of a client at most. */
export const MOST_DEVICES = 2000;
export const FIRST_VEHICLE_ID = 100_001;
const ARCHIVED_VEHICLES = 3;
/** Share of the drivers that have a vehicle. */
const ASSIGNED = 0.75;

export const vehicleIdOf = (sim: number) => FIRST_VEHICLE_ID + sim;

/** What other records say of a vehicle. */
export interface KnownVehicle {
  readonly row: Row;
  readonly id: unknown;
  readonly regNo: string | null;
  readonly driver: unknown;
  readonly driverId: unknown;
  /** Null for one that burns nothing. */
  readonly tankL: number | null;
}

/** Finds seeded vehicles by their simulated ones, and reads the record of each once. */
export function knownVehicles({ store }: Seeding): (sim: number) => KnownVehicle | undefined {
  const known = new Map<number, KnownVehicle>();
  return (sim) => {
    const before = known.get(sim);
    if (before !== undefined) return before;
    const row = store.find('vehicle', String(vehicleIdOf(sim)), { of: 'platform' });
    if (row === undefined) return undefined;
    const { doc } = row;
    const tankL = valueOf(doc, 'fuelTankCapacity');
    const vehicle = {
      row,
      id: valueOf(doc, 'id'),
      regNo: textOf(doc, 'regNo'),
      driver: valueOf(doc, 'driver'),
      driverId: valueOf(doc, 'driverId'),
      tankL: typeof tankL === 'number' ? tankL : null,
    };
    known.set(sim, vehicle);
    return vehicle;
  };
}
export const deviceIdOf = (sim: number) => `dev-${10_001 + sim}`;

/** Fields that only this tenant has, in its own spelling. */
function extras(tenant: Tenant, index: number): string {
  switch (tenant.clientId) {
    case 501:
      return [
        `"customRef":9007199254740993`,
        `"tariff":1.10`,
        ...(index === 0
          ? [
              `"__proto__":{"polluted":true,"note":"an own key"}`,
              `"caf\\u00e9":"spelled \\u0041s sent"`,
            ]
          : []),
      ].join(',');
    case 502:
      return `"Kostenstelle":"KS-${1000 + index}","inspection":{"due":"2027-01-31","km":1.0e5}`;
    default:
      return `"costCentre":${2000 + index}`;
  }
}

interface Assignment {
  readonly id: string;
  readonly driver: Record<string, unknown>;
  readonly driverId: unknown;
}

/** Which driver has which of the first vehicles; their registrations lie all over the list. */
function assignments(seeding: Seeding, tenant: Tenant): Map<number, Assignment> {
  const drivers = seeding.store.rows(
    `SELECT * FROM record WHERE entity = 'user' AND kind = 'driver' AND client = ? AND state = 0
     ORDER BY seq`,
    tenant.client,
  );
  const assigned = drivers.slice(0, Math.ceil(drivers.length * ASSIGNED));
  const entries = assigned.map((row: Row, index): [number, Assignment] => {
    const driverId = valueOf(row.doc, 'id');
    const { doc } = row;
    const driver = {
      id: driverId,
      fullName: textOf(doc, 'fullName'),
      phone: textOf(doc, 'phone'),
    };
    return [index, { id: row.id, driver, driverId }];
  });
  return new Map(entries.filter(([index]) => index < tenant.vehicles));
}

function vehicleRecord(seeding: Seeding, tenant: Tenant, sim: number, given?: Assignment) {
  const names = vehicleNames(seeding.seedText, sim);
  const draw = seeding.draw(`vehicle/${sim}`);
  const depots = depotsOf(seeding.town);
  const depot = depots[seeding.fleet.homeDepot(sim)] ?? null;
  const type = draw.pick(VEHICLE_TYPES);
  const group = VEHICLE_GROUPS[draw.integer(0, VEHICLE_GROUPS.length - 1)];
  const groups = group === undefined ? [] : [group];
  const created = seeding.ago(draw.integer(60, 900) * DAY_MS);
  const burns = draw.chance(0.85);
  const tankL = draw.integer(12, 60) * 5;
  return {
    id: vehicleIdOf(sim),
    regNo: names.regNo,
    defaultLabel: names.label,
    model: names.model,
    depot: depot === null ? null : { id: depot.id, name: depot.name },
    depotName: depot?.name ?? null,
    groups,
    groupsList: groups.map(({ name }) => name).join(', '),
    driver: given?.driver ?? null,
    driverId: given?.driverId ?? null,
    type: type.type,
    typeId: type.id,
    typeName: type.name,
    make: names.make,
    makeModel: `${names.make} ${names.model}`,
    vin: names.vin,
    deviceId: sim - tenant.firstSim < MOST_DEVICES ? deviceIdOf(sim) : null,
    status: 'offline',
    lastLoggedAt: null,
    lastCoordinates: null,
    todayData: null,
    engineOnTime: 0,
    fuelType: burns ? 'diesel' : 'electric',
    fuelTankCapacity: burns ? tankL : null,
    ecoSpeed: 85,
    excessiveIdling: 300,
    picture: null,
    unavailableMessage: null,
    year: names.year,
    team: tenant.team,
    archivedAt: null as string | null,
    createdAt: created,
    updatedAt: seeding.ago(draw.integer(1, 25) * DAY_MS),
  };
}

function insertFleet(seeding: Seeding, tenant: Tenant): void {
  const drivers = assignments(seeding, tenant);
  const { client, reseller } = tenant;
  for (let index = 0; index < tenant.vehicles; index += 1) {
    const sim = tenant.firstSim + index;
    const given = drivers.get(index);
    const record = vehicleRecord(seeding, tenant, sim, given);
    seeding.insert({
      entity: 'vehicle',
      id: String(record.id),
      doc: withRaw(record, extras(tenant, index)),
      client,
      reseller,
      link: given?.id ?? null,
      sim,
    });
  }
}

/** Vehicles that were sold: out of every list unless archived ones are asked for. */
function insertArchived(seeding: Seeding, tenant: Tenant): void {
  const { client, reseller } = tenant;
  for (let index = 0; index < ARCHIVED_VEHICLES; index += 1) {
    const names = vehicleNames(seeding.seedText, 500_000 + index);
    const archivedAt = seeding.ago((30 + index) * DAY_MS);
    const record = {
      ...vehicleRecord(seeding, tenant, tenant.firstSim),
      id: 99_001 + index,
      regNo: names.regNo,
      vin: names.vin,
      defaultLabel: `${names.label} (sold)`,
      deviceId: null,
      status: 'archived',
      archivedAt,
      updatedAt: archivedAt,
    };
    const doc = withRaw(record, extras(tenant, index + 1));
    const id = String(record.id);
    seeding.insert({ entity: 'vehicle', id, doc, client, reseller, state: ARCHIVED });
  }
}

export function seedVehicles(seeding: Seeding, tenants: readonly Tenant[]): void {
  for (const tenant of tenants) insertFleet(seeding, tenant);
  const [main] = tenants;
  if (main !== undefined && main.vehicles > 0) insertArchived(seeding, main);
}

import { textOf } from '../doc.ts';
import type { Draw } from '../world/random.ts';
import { DAY_MS, withRaw, type Seeding, type Tenant } from './seeding.ts';
import { knownVehicles, type KnownVehicle } from './vehicles.ts';

const TRANSACTIONS = 1200;
const DAYS = 60;
/** Shares of transactions that no vehicle is known for, and of those that can't be right. */
const UNASSIGNED = 0.06;
const IMPLAUSIBLE = 0.03;

const DIESEL = 1;
const FUEL_TYPES = [
  { id: DIESEL, name: 'Diesel', unit: 'l' },
  { id: 2, name: 'Petrol', unit: 'l' },
  { id: 3, name: 'AdBlue', unit: 'l' },
];

/** Kinds of fuel are a client's own. */
const fuelTypeIdOf = ({ clientId }: Tenant, type: number): number => clientId * 10 + type;
const hundredth = (value: number) => Math.round(value * 100) / 100;

/** Litres and price; the implausible ones exceed every tank or cost a tenth. */
function amounts(draw: Draw, tankL: number): { refueled: number; fuelPrice: number } {
  const fuelPrice = Math.round(draw.between(1.42, 1.78) * 1000) / 1000;
  const refueled = hundredth(tankL * draw.between(0.3, 0.95));
  if (!draw.chance(IMPLAUSIBLE)) return { refueled, fuelPrice };
  return draw.chance(0.5)
    ? { refueled: hundredth(tankL * draw.between(1.3, 2.5)), fuelPrice }
    : { refueled, fuelPrice: Math.round(fuelPrice * 100) / 1000 };
}

type Fuelled = KnownVehicle & { readonly tankL: number };

const isFuelled = (vehicle: KnownVehicle | undefined): vehicle is Fuelled =>
  vehicle !== undefined && vehicle.tankL !== null;

/** A vehicle of a tenant by its place in the fleet, or the next one that burns something. */
function fuelledAt(
  vehicleAt: ReturnType<typeof knownVehicles>,
  { firstSim, vehicles }: Tenant,
  index: number,
): Fuelled | undefined {
  for (let step = 0; step < vehicles; step += 1) {
    const vehicle = vehicleAt(firstSim + ((index + step) % vehicles));
    if (isFuelled(vehicle)) return vehicle;
  }
  return undefined;
}

function insertTransaction(
  seeding: Seeding,
  tenant: Tenant,
  vehicle: Fuelled,
  id: number,
  draw: Draw,
  stations: readonly string[],
): void {
  const assigned = !draw.chance(UNASSIGNED);
  const { refueled, fuelPrice } = amounts(draw, vehicle.tankL);
  const agoMs = draw.integer(0, DAYS * DAY_MS);
  const { driver, id: vehicleId, regNo } = vehicle;
  const name: unknown =
    typeof driver === 'object' && driver !== null ? Reflect.get(driver, 'fullName') : null;
  const record = {
    id,
    driver: assigned ? name : null,
    driverId: assigned ? vehicle.driverId : null,
    fuelCardNumber: draw.chance(0.95)
      ? `7000 55${String(draw.integer(0, 99)).padStart(2, '0')} ${draw.integer(1000, 9999)}`
      : null,
    fuelPrice,
    petrolStation: stations[draw.integer(0, stations.length - 1)] ?? null,
    refueled,
    total: hundredth(refueled * fuelPrice),
    transactionDate: seeding.ago(agoMs),
    vehicle: assigned ? { id: vehicleId, regNo } : null,
    vehicleIds: assigned ? [vehicleId] : [],
    fuelTypeId: fuelTypeIdOf(tenant, DIESEL),
    updatedAt: seeding.ago(agoMs),
  };
  seeding.insert({
    entity: 'fuelTransaction',
    id: String(id),
    doc: withRaw(record, tenant.clientId === 501 ? '"receiptNo":9007199254740997,"vat":0.210' : ''),
    client: tenant.client,
    reseller: tenant.reseller,
    link: assigned ? vehicle.row.id : null,
    at: seeding.nowMs - agoMs,
  });
}

function stationNames(seeding: Seeding): string[] {
  const areas = seeding.store.rows(
    `SELECT * FROM record WHERE entity = 'area' AND doc ->> '$.groups[0].name' = 'Service stations'`,
  );
  return areas.map(({ doc }) => textOf(doc, 'name') ?? '');
}

/** Kinds of fuel, and two months of filling up. */
export function seedFuel(seeding: Seeding, tenants: readonly Tenant[]): void {
  const stations = stationNames(seeding);
  const vehicleAt = knownVehicles(seeding);
  let id = 70_001;
  tenants.forEach((tenant, at) => {
    const { client, reseller } = tenant;
    for (const type of FUEL_TYPES.slice(0, at === 0 ? 3 : 2)) {
      const record = { ...type, id: fuelTypeIdOf(tenant, type.id) };
      const doc = withRaw(record, at === 0 ? '"co2PerLitre":2.650' : '');
      seeding.insert({ entity: 'fuelType', id: String(record.id), doc, client, reseller });
    }
    const draw = seeding.draw(`fuel/${client}`);
    for (let index = 0; index < (at === 0 ? TRANSACTIONS : 20); index += 1) {
      if (tenant.vehicles === 0) return;
      const vehicle = fuelledAt(vehicleAt, tenant, draw.integer(0, tenant.vehicles - 1));
      if (vehicle === undefined) continue;
      insertTransaction(seeding, tenant, vehicle, id, draw, stations);
      id += 1;
    }
  });
}

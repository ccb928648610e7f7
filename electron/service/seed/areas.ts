import { offsetBy, type LatLng } from '../../../shared/rules/geo.ts';
import { polygonText } from '../areaGeometry.ts';
import { withValues } from '../doc.ts';
import { ARCHIVED } from '../store.ts';
import { companyName, nearestAddress, type TownEdge } from '../world/index.ts';
import type { Draw } from '../world/random.ts';
import { DAY_MS, withRaw, type Seeding, type Tenant } from './seeding.ts';

const GROUPS = [
  { id: 801, name: 'Depots' },
  { id: 802, name: 'Customers' },
  { id: 803, name: 'No-go zones' },
  { id: 804, name: 'Corridors' },
  { id: 805, name: 'Delivery zones' },
  { id: 806, name: 'Service stations' },
] as const;
type Group = (typeof GROUPS)[number];

const CUSTOMERS = 30;
const NO_GO = 6;
const CORRIDORS = 8;
const ZONES = 6;
const STATIONS = 4;

interface Plan {
  readonly name: string;
  readonly type: 'circle' | 'polygon' | 'polyline' | 'rectangle';
  readonly coordinates: readonly LatLng[];
  readonly radius: number | null;
  readonly color: string;
  readonly group: Group;
}

const degrees = (value: number) => Math.round(value * 1e6) / 1e6;
const rounded = ({ lat, lng }: LatLng): LatLng => ({ lat: degrees(lat), lng: degrees(lng) });

function corners(centre: LatLng, halfWidthM: number, halfHeightM: number): LatLng[] {
  const across = Math.hypot(halfWidthM, halfHeightM);
  const angle = (Math.atan2(halfWidthM, halfHeightM) * 180) / Math.PI;
  return [offsetBy(centre, across, 180 + angle), offsetBy(centre, across, angle)];
}

function around(centre: LatLng, radiusM: number, draw: Draw): LatLng[] {
  const sides = draw.integer(5, 8);
  return Array.from({ length: sides }, (_, side) =>
    offsetBy(centre, radiusM * draw.between(0.7, 1.2), (side * 360) / sides),
  );
}

function depots({ town }: Seeding): Plan[] {
  return town.depots.map((depot) => ({
    name: depot.name,
    type: 'rectangle',
    coordinates: corners(depot, 140, 100),
    radius: null,
    color: '#334155',
    group: GROUPS[0],
  }));
}

function spot({ town }: Seeding, draw: Draw): LatLng {
  return town.nodes[draw.integer(0, town.nodes.length - 1)] ?? town.centre;
}

function customers(seeding: Seeding, draw: Draw): Plan[] {
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const centre = spot(seeding, draw);
    const round = index % 3 !== 0;
    return {
      name: companyName(seeding.seedText, 100 + index),
      type: round ? 'circle' : 'polygon',
      coordinates: round ? [centre] : around(centre, 120, draw),
      radius: round ? draw.integer(6, 24) * 10 : null,
      color: '#2f6fde',
      group: GROUPS[1],
    };
  });
}

/** Parks and water, where no vehicle belongs. */
function noGo({ town }: Seeding): Plan[] {
  return [...town.lakes, ...town.parks].slice(0, NO_GO).map(({ name, ring }) => ({
    name,
    type: 'polygon',
    coordinates: ring,
    radius: null,
    color: '#c0392b',
    group: GROUPS[2],
  }));
}

/** The pieces of a street in a row, as far as they hang together. */
function streetLine(edges: readonly TownEdge[]): LatLng[] {
  const [first, ...rest] = edges;
  if (first === undefined) return [];
  const line = [...first.points];
  let end = first.to;
  const left = new Set(rest);
  for (;;) {
    const next = [...left].find((edge) => edge.from === end || edge.to === end);
    if (next === undefined) return line;
    left.delete(next);
    const forward = next.from === end;
    line.push(...(forward ? next.points : [...next.points].reverse()).slice(1));
    end = forward ? next.to : next.from;
  }
}

function corridors({ town }: Seeding): Plan[] {
  const byName = Map.groupBy(
    town.edges.filter((edge) => edge.class !== 'street'),
    (edge) => edge.name,
  );
  const long = [...byName].sort(([, a], [, b]) => b.length - a.length).slice(0, CORRIDORS);
  return long.map(([name, edges]) => ({
    name: `${name} corridor`,
    type: 'polyline',
    coordinates: streetLine(edges),
    radius: null,
    color: '#8e44ad',
    group: GROUPS[3],
  }));
}

function zones({ town }: Seeding): Plan[] {
  const step = Math.max(1, Math.floor(town.districts.length / ZONES));
  return Array.from({ length: ZONES }, (_, index) => town.districts[index * step]).flatMap(
    (district) =>
      district === undefined
        ? []
        : [
            {
              name: `${district.name} deliveries`,
              type: 'polygon' as const,
              coordinates: district.ring,
              radius: null,
              color: '#16a085',
              group: GROUPS[4],
            },
          ],
  );
}

function stations(seeding: Seeding, draw: Draw): Plan[] {
  return Array.from({ length: STATIONS }, () => {
    const centre = spot(seeding, draw);
    return {
      name: `Station ${nearestAddress(seeding.town, centre).street}`,
      type: 'circle' as const,
      coordinates: [centre],
      radius: 80,
      color: '#d97706',
      group: GROUPS[5],
    };
  });
}

function extras(tenant: Tenant, index: number): string {
  if (tenant.clientId === 501) {
    const own = index === 0 ? ',"__proto__":{"visited":true}' : '';
    return `"customerNo":9007199254740993,"rate":1.10${own}`;
  }
  return tenant.clientId === 502 ? '"Gebiet":"Süd","zuschlag":0.50' : '';
}

function insertArea(seeding: Seeding, tenant: Tenant, plan: Plan, id: number, index: number): void {
  const draw = seeding.draw(`area/${id}`);
  const isOld = plan.name.endsWith('(closed)');
  const archivedAt = isOld ? seeding.ago(15 * DAY_MS) : null;
  const record = {
    id,
    name: plan.name,
    type: plan.type,
    coordinates: plan.coordinates.map(rounded),
    radius: plan.radius,
    color: plan.color,
    polygon: '',
    // Identifiers of one record in two types: this tenant has lived through a migration.
    groups: [{ id: plan.group.id + groupOffset(tenant), name: plan.group.name }],
    readOnly: false,
    status: isOld ? 'archived' : 'active',
    archivedAt,
    team: tenant.team,
    createdAt: seeding.ago(draw.integer(50, 600) * DAY_MS),
    updatedAt: archivedAt ?? seeding.ago(draw.integer(1, 40) * DAY_MS),
  };
  const text = withRaw(record, extras(tenant, index));
  const doc = withValues(text, { polygon: polygonText(text) });
  const { client, reseller } = tenant;
  const state = isOld ? ARCHIVED : 0;
  seeding.insert({ entity: 'area', id: String(id), doc, client, reseller, state });
}

const groupOffset = ({ clientId }: Tenant) => (clientId - 501) * 100;

function insertGroups(seeding: Seeding, tenant: Tenant): void {
  for (const group of GROUPS) {
    const id = group.id + groupOffset(tenant);
    const record = {
      id,
      name: group.name,
      status: 'active',
      archivedAt: null,
      team: tenant.team,
      createdAt: seeding.ago(600 * DAY_MS),
      updatedAt: seeding.ago(90 * DAY_MS),
    };
    const { client, reseller } = tenant;
    const doc = JSON.stringify(record);
    seeding.insert({ entity: 'areaGroup', id: String(id), doc, client, reseller });
  }
}

/** 60 areas of all kinds in six groups, two closed ones in the archive; a few for the others. */
export function seedAreas(seeding: Seeding, tenants: readonly Tenant[]): void {
  let id = 4001;
  tenants.forEach((tenant, at) => {
    insertGroups(seeding, tenant);
    const draw = seeding.draw(`areas/${tenant.client}`);
    const places = customers(seeding, draw);
    const [first, second] = places;
    const closed = [first, second].flatMap((plan) =>
      plan === undefined ? [] : [{ ...plan, name: `${plan.name} (closed)` }],
    );
    const plans =
      at === 0
        ? [
            ...depots(seeding),
            ...places,
            ...noGo(seeding),
            ...corridors(seeding),
            ...zones(seeding),
            ...stations(seeding, draw),
            ...closed,
          ]
        : places.slice(0, 4);
    plans.forEach((plan, index) => {
      insertArea(seeding, tenant, plan, id, index);
      id += 1;
    });
  });
}

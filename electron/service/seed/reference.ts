import { endpoint, endpointNames } from '../../../shared/api/catalogue.ts';
import { RESTORE_FEATURE } from '../handlers/reports.ts';
import type { Seeding } from './seeding.ts';

/** Every permission that a row of the catalogue asks for. */
export const ALL_PERMISSIONS: readonly string[] = [
  ...new Set(endpointNames.flatMap((name) => endpoint(name).permission ?? [])),
];

const FEATURES = ['feature.map', 'feature.forms', 'feature.cameras', RESTORE_FEATURE] as const;
/** What the smaller plan leaves out. */
const EXTRAS = /^(cameras|sensors|fuel|resellers|clients)\.|^feature\.cameras$/;
const READING = ALL_PERMISSIONS.filter((key) => key.endsWith('.read'));

export const ROLE = {
  platformAdmin: 1,
  resellerManager: 2,
  fleetAdmin: 3,
  dispatcher: 4,
  viewer: 5,
  driver: 6,
} as const;

const ROLES = [
  {
    id: ROLE.platformAdmin,
    key: 'platformAdmin',
    name: 'Platform administrator',
    scope: 'platform',
    permissions: ALL_PERMISSIONS,
  },
  {
    id: ROLE.resellerManager,
    key: 'resellerManager',
    name: 'Reseller manager',
    scope: 'reseller',
    permissions: ALL_PERMISSIONS.filter((key) => key !== 'areas.delete'),
  },
  {
    id: ROLE.fleetAdmin,
    key: 'fleetAdmin',
    name: 'Fleet administrator',
    scope: 'client',
    permissions: ALL_PERMISSIONS,
  },
  {
    id: ROLE.dispatcher,
    key: 'dispatcher',
    name: 'Dispatcher',
    scope: 'client',
    permissions: [...READING, 'drivers.assign', 'areas.write', 'vehicles.write', 'fuel.write'],
  },
  {
    id: ROLE.viewer,
    key: 'viewer',
    name: 'Viewer',
    scope: 'client',
    permissions: ['vehicles.read', 'areas.read'],
  },
  { id: ROLE.driver, key: 'driver', name: 'Driver', scope: 'client', permissions: [] },
];

export const PLAN = { complete: 91, essential: 92 } as const;

const PLANS = [
  {
    id: PLAN.complete,
    name: 'Complete',
    price: 24.5,
    permissions: [...ALL_PERMISSIONS, ...FEATURES],
  },
  {
    id: PLAN.essential,
    name: 'Essential',
    price: 9,
    permissions: [...ALL_PERMISSIONS, 'feature.map', 'feature.forms'].filter(
      (key) => !EXTRAS.test(key),
    ),
  },
];

/** Colours by movement, as CSS hex. */
const MOVEMENT = { default: '#6b7280', driving: '#1f9d55', idling: '#d97706', stopped: '#3b6fd4' };

type VehicleType = {
  readonly id: number;
  readonly type: string;
  readonly name: string;
} & typeof MOVEMENT;

export const VEHICLE_TYPES: readonly [VehicleType, ...VehicleType[]] = [
  { id: 21, type: 'van', name: 'Van', ...MOVEMENT },
  { id: 22, type: 'truck', name: 'Truck', ...MOVEMENT },
  { id: 23, type: 'refrigerated', name: 'Refrigerated truck', ...MOVEMENT, stopped: '#0e7490' },
  { id: 24, type: 'car', name: 'Car', ...MOVEMENT },
  { id: 25, type: 'service', name: 'Service vehicle', ...MOVEMENT, default: '#57534e' },
];

export const VENDORS = [
  {
    id: 'vd-1',
    name: 'Orbitane',
    models: [
      { id: 611, name: 'Orbitane T4' },
      { id: 612, name: 'Orbitane T4 Cam' },
    ],
  },
  { id: 'vd-2', name: 'Pelwyn Devices', models: [{ id: 621, name: 'Pelwyn Mini' }] },
  { id: 'vd-3', name: 'Kestro', models: [{ id: 631, name: 'Kestro One' }] },
] as const;

export const CAMERA_EVENT_TYPES = [
  { id: 1, type: 'harshBraking', name: 'Harsh braking', severity: 'high' },
  { id: 2, type: 'distraction', name: 'Distracted driving', severity: 'high' },
  { id: 3, type: 'tailgating', name: 'Following too close', severity: 'medium' },
  { id: 4, type: 'seatBelt', name: 'Seat belt open', severity: 'medium' },
  { id: 5, type: 'cameraCovered', name: 'Camera covered', severity: 'low' },
] as const;

const THEMES = [
  { id: 1, name: 'Slate', primary: '#334155', accent: '#2f6fde', dark: false },
  { id: 2, name: 'Meadow', primary: '#14532d', accent: '#15803d', dark: false },
  { id: 3, name: 'Night', primary: '#0b1220', accent: '#60a5fa', dark: true },
  { id: 4, name: 'Contrast', primary: '#000000', accent: '#ffd400', dark: true },
];

const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'pl', 'el', 'ar', 'th', 'hi', 'vi', 'tr'];

function languageName(code: string, inCode: string): string {
  return new Intl.DisplayNames([inCode], { type: 'language' }).of(code) ?? code;
}

/** What all tenants share. */
export function seedReference(seeding: Seeding): void {
  const put = (entity: 'plan' | 'vehicleType' | 'vendor' | 'theme', record: { id: unknown }) =>
    seeding.insert({ entity, id: String(record.id), doc: JSON.stringify(record) });
  for (const role of ROLES) {
    const doc = JSON.stringify(role);
    seeding.insert({ entity: 'role', id: String(role.id), doc, kind: role.scope });
  }
  for (const plan of PLANS) put('plan', plan);
  for (const type of VEHICLE_TYPES) put('vehicleType', type);
  for (const vendor of VENDORS) put('vendor', vendor);
  for (const theme of THEMES) put('theme', theme);
  for (const type of CAMERA_EVENT_TYPES) {
    const doc = JSON.stringify(type);
    seeding.insert({ entity: 'cameraEventType', id: String(type.id), doc });
  }
  LANGUAGES.forEach((code, index) => {
    const record = {
      id: index + 1,
      code,
      name: languageName(code, 'en'),
      nativeName: languageName(code, code),
      isRtl: code === 'ar',
    };
    seeding.insert({ entity: 'language', id: String(record.id), doc: JSON.stringify(record) });
  });
}

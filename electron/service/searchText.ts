import type { Entity } from '../../shared/model/entity.ts';
import { jsonMembers } from '../../shared/rules/jsonText.ts';

/** The mirrored entities and those that the service keeps behind them. */
export type Stored =
  | Entity
  | 'setting'
  | 'answer'
  | 'assignment'
  | 'installation'
  | 'pairing'
  | 'calibration'
  | 'camera';

/** Fields that the `search` parameter of a list looks into; `a.b` is a field inside another. */
const FIELDS: Partial<Record<Stored, readonly string[]>> = {
  vehicle: ['regNo', 'defaultLabel', 'vin', 'makeModel'],
  vehicleType: ['name', 'type'],
  user: ['fullName', 'email', 'phone'],
  device: ['imei', 'serial', 'phone'],
  vendor: ['name'],
  installation: ['vehicle.regNo'],
  camera: ['type'],
  cameraEvent: ['typeName', 'type', 'vehicle.regNo'],
  cameraEventType: ['name', 'type'],
  area: ['name'],
  areaGroup: ['name'],
  client: ['name'],
  reseller: ['name'],
  role: ['name', 'key'],
  plan: ['name'],
  theme: ['name'],
  language: ['name', 'nativeName', 'code'],
  scheduledReport: ['name'],
  form: ['name'],
  sensor: ['label', 'sensorId'],
  pairing: ['label', 'sensorId'],
  fuelTransaction: ['petrolStation', 'fuelCardNumber', 'driver'],
  fuelType: ['name'],
};

/** What the search texts of a database are made of: where this differs, they are made anew. */
export const SEARCHED = JSON.stringify(FIELDS);

/** Lower-case text of the searchable fields of a record. */
export function searchText(entity: Stored, doc: string): string {
  const fields = FIELDS[entity];
  if (fields === undefined) return '';
  const members = jsonMembers(doc);
  const found: string[] = [];
  for (const field of fields) {
    const [outer = '', inner] = field.split('.');
    const value: unknown = JSON.parse(members.get(outer) ?? 'null');
    const text: unknown =
      inner !== undefined && typeof value === 'object' && value !== null
        ? Reflect.get(value, inner)
        : value;
    if (typeof text === 'string') found.push(text.toLowerCase());
  }
  return found.join('\n');
}

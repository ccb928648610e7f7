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

/** Fields that the `search` parameter of a list looks into. */
const FIELDS: Partial<Record<Stored, readonly string[]>> = {
  vehicle: ['regNo', 'defaultLabel', 'vin', 'makeModel'],
  user: ['fullName', 'email', 'phone'],
  device: ['imei', 'serial', 'phone'],
  area: ['name'],
  areaGroup: ['name'],
  client: ['name'],
  reseller: ['name'],
  scheduledReport: ['name'],
  sensor: ['label', 'sensorId'],
  fuelTransaction: ['petrolStation', 'fuelCardNumber', 'driver'],
};

/** Lower-case text of the searchable fields of a record. */
export function searchText(entity: Stored, doc: string): string {
  const fields = FIELDS[entity];
  if (fields === undefined) return '';
  const found: string[] = [];
  for (const [key, source] of jsonMembers(doc)) {
    if (!fields.includes(key) || !source.startsWith('"')) continue;
    const value: unknown = JSON.parse(source);
    found.push(String(value).toLowerCase());
  }
  return found.join('\n');
}

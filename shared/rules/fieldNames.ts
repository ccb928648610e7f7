import { humanLabel } from './formLayout.ts';

/** What people call a field of a write, where its own name does not say it. */
const NAMES: Readonly<Record<string, string>> = {
  clientId: 'Client',
  color: 'Colour',
  defaultLabel: 'Label',
  depotId: 'Depot',
  deviceId: 'Device',
  email: 'E-mail',
  groupIds: 'Groups',
  imei: 'IMEI',
  occurredAt: 'At',
  params: 'Parameters',
  regNo: 'Registration',
  roleId: 'Role',
  serial: 'Serial number',
  type: 'Kind',
  typeId: 'Type',
  uninstalledAt: 'Removed at',
  vehicleId: 'Vehicle',
  vendorId: 'Vendor',
  vin: 'VIN',
};

/** Fields that one kind of write calls otherwise than the others do. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createDevice: { typeId: 'Model' },
  updateDevice: { typeId: 'Model' },
};

/**
 * The name of a field of a write for messages, history and exported files: the same that the
 * desk's forms show. A tenant's own field is named after its key.
 */
export function fieldName(endpoint: string, field: string): string {
  const special = Object.hasOwn(OTHERWISE, endpoint) ? OTHERWISE[endpoint] : undefined;
  if (special !== undefined && Object.hasOwn(special, field)) return special[field] ?? field;
  return Object.hasOwn(NAMES, field) ? (NAMES[field] ?? field) : humanLabel(field);
}

/** Several names as one phrase. */
export function fieldNames(endpoint: string, fields: readonly string[]): string {
  return fields.map((field) => fieldName(endpoint, field)).join(', ');
}

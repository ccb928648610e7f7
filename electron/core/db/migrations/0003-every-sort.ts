import type { Migration } from './migration.ts';

/**
 * An index for every order and every filter that the desk offers for records that a fleet has by
 * the ten thousand. Spelled as `queries/view.ts` spells its expressions, which tests of the query
 * plans check.
 */
const shown = 'coalesce(overlay, base)';

const SORTS: Readonly<Record<string, readonly string[]>> = {
  vehicle: ['lastCoordinates.speed', 'vin'],
  driver: ['phone', 'email', 'status', 'team.clientName', 'id'],
  user: ['email', 'role.name', 'phone', 'status', 'team.clientName', 'createdAt', 'id'],
  area: ['type', 'updatedAt'],
  device: [
    ...['vehicle.regNo', 'model.name', 'vendor.name', 'status', 'lastDataReceivedAt', 'serial'],
    ...['usage', 'sw', 'hasCameras', 'installDate', 'team.clientName', 'id'],
  ],
  sensor: ['label', 'type', 'sensorId', 'device.imei', 'systemStatus', 'team.clientName', 'id'],
  cameraEvent: ['type.name', 'vehicle.regNo', 'device.imei', 'id'],
  fuelTransaction: [
    ...['vehicle.regNo', 'driver.fullName', 'petrolStation', 'refueled', 'fuelPrice', 'total'],
    ...['fuelCardNumber', 'id'],
  ],
};

const FILTERS: Readonly<Record<string, string>> = {
  driver: 'status',
  user: 'status',
  sensor: 'systemStatus',
  cameraEvent: 'type',
};

export const migration: Migration = {
  version: 3,
  name: 'every sort of the desk',
  up(db) {
    for (const [entity, fields] of Object.entries(SORTS)) {
      for (const field of fields) {
        db.exec(`CREATE INDEX "record_${entity}_${field}" ON record
          (natural_key(${shown} ->> '$.${field}'), id, archived) WHERE entity = '${entity}'`);
      }
    }
    for (const [entity, field] of Object.entries(FILTERS)) {
      db.exec(`CREATE INDEX "record_${entity}_${field}_is" ON record
        (CAST(${shown} ->> '$.${field}' AS TEXT), archived) WHERE entity = '${entity}'`);
    }
  },
};

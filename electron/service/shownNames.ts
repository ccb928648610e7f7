import { jsonMember } from '../../shared/rules/jsonText.ts';
import type { Service } from './context.ts';
import { iso, textOf, valueOf, withValues } from './doc.ts';
import type { Row } from './store.ts';

/**
 * Records show the names of others. Where a name changes they follow in their text, so that search,
 * order and the filter by time know of it, too. What is over keeps the name that it had then.
 */

export const vehicleSummary = ({ doc }: Row) => ({
  id: valueOf(doc, 'id'),
  regNo: textOf(doc, 'regNo'),
});

export const driverSummary = ({ doc }: Pick<Row, 'doc'>) => ({
  id: valueOf(doc, 'id'),
  fullName: textOf(doc, 'fullName'),
  phone: textOf(doc, 'phone'),
});

function follow(
  { store }: Service,
  row: Row,
  changes: Readonly<Record<string, unknown>>,
  nowMs: number,
): void {
  const stamp = jsonMember(row.doc, 'updatedAt') === null ? {} : { updatedAt: iso(nowMs) };
  store.change(row, { doc: withValues(row.doc, { ...changes, ...stamp }) }, nowMs);
}

/** A vehicle has another registration: its device, that device's installation, fuel and camera events show it. */
export function renameVehicle(service: Service, vehicle: Row, nowMs: number): void {
  const { store } = service;
  const summary = vehicleSummary(vehicle);
  const shown =
    "SELECT * FROM record WHERE entity IN ('fuelTransaction', 'cameraEvent') AND link = ?";
  for (const row of store.rows(shown, vehicle.id))
    follow(service, row, { vehicle: summary }, nowMs);
  const devices = "SELECT * FROM record WHERE entity = 'device' AND link = ?";
  for (const device of store.rows(devices, vehicle.id)) {
    const open = openInstallation(service, device);
    if (open !== undefined) follow(service, open, { vehicle: summary }, nowMs);
    const installed = valueOf(device.doc, 'deviceInstallation');
    const deviceInstallation =
      typeof installed === 'object' && installed !== null
        ? { ...installed, vehicle: summary }
        : null;
    follow(service, device, { vehicle: summary, deviceInstallation }, nowMs);
  }
}

/** The entry of a device's history that has no end; undefined for a device in no vehicle. */
export function openInstallation({ store }: Service, device: Row): Row | undefined {
  if (device.link === null) return undefined;
  return store.row(
    "SELECT * FROM record WHERE entity = 'installation' AND link = ? ORDER BY seq DESC LIMIT 1",
    device.id,
  );
}

/** A person is called otherwise: the vehicles that they drive, their fuel and camera events show it. */
export function renameDriver(service: Service, user: Row, nowMs: number): void {
  const { store } = service;
  const driver = driverSummary(user);
  const vehicles = "SELECT * FROM record WHERE entity = 'vehicle' AND link = ?";
  for (const vehicle of store.rows(vehicles, user.id)) follow(service, vehicle, { driver }, nowMs);
  const ofDriver = (entity: 'fuelTransaction' | 'cameraEvent', id: string) =>
    store.rows(
      'SELECT * FROM record WHERE entity = ? AND client IS ? AND CAST(doc ->> ? AS TEXT) = ?',
      entity,
      user.client,
      id,
      user.id,
    );
  for (const row of ofDriver('fuelTransaction', '$.driverId')) {
    follow(service, row, { driver: driver.fullName }, nowMs);
  }
  for (const row of ofDriver('cameraEvent', '$.driver.id')) follow(service, row, { driver }, nowMs);
}

/** A device has another IMEI: its sensors show it, and what it remembers of them. */
export function renameDevice(service: Service, device: Row, nowMs: number): void {
  const summary = { id: valueOf(device.doc, 'id'), imei: textOf(device.doc, 'imei') };
  const shown = "SELECT * FROM record WHERE entity IN ('sensor', 'pairing') AND link = ?";
  for (const row of service.store.rows(shown, device.id)) {
    follow(service, row, { device: summary }, nowMs);
  }
}

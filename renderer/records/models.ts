import { call } from '../bridge.ts';
import type { Entity } from '../bridge.ts';
import { fieldsOf, fieldsOfRow, idAt, nameOf, textAt, valueAt } from '../state/record.ts';
import type { Fields } from '../state/record.ts';

/** A model of a device, as people call it, and whose it is. */
export interface DeviceModel {
  readonly id: string;
  readonly name: string;
  readonly vendorId: string | null;
}

/**
 * Models of devices by their names: those that vendors list, and those of devices that are known,
 * where vendors list none of them (the interface has no list of models, section 4.2).
 */
export function modelsOf(vendors: readonly Fields[], devices: readonly Fields[]): DeviceModel[] {
  const found = new Map<string, DeviceModel>();
  const add = (id: string | null, name: string | null, vendorId: string | null): void => {
    if (id === null || name === null || name === id || found.has(id)) return;
    found.set(id, { id, name, vendorId });
  };
  for (const vendor of vendors) {
    const list = valueAt(vendor, 'models');
    for (const model of Array.isArray(list) ? list.map(fieldsOf) : []) {
      add(idAt(model, 'id'), nameOf(Object.fromEntries(model)), idAt(vendor, 'id'));
    }
  }
  for (const device of devices) {
    add(idAt(device, 'model.id'), textAt(device, 'model'), idAt(device, 'vendor.id'));
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** Devices that are looked at for models that no vendor lists. */
const MOST = 500;

async function read(entity: Entity): Promise<Fields[]> {
  const view = { entity, archived: 'all' } as const;
  const found = await call('records.window', { view, offset: 0, limit: MOST });
  return found.ok ? found.value.rows.map(fieldsOfRow) : [];
}

/** The same, out of the mirror. */
export async function readModels(): Promise<DeviceModel[]> {
  const [vendors, devices] = await Promise.all([read('vendor'), read('device')]);
  return modelsOf(vendors, devices);
}

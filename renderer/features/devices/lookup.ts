import { call } from '../../bridge.ts';
import type { Entity, Row } from '../../bridge.ts';
import { deviceIn, deviceKnown, installedSince, vehicleOf } from '../../records/install.ts';
import type { Known, Named } from '../../records/install.ts';
import { fieldsOfText, idAt, nameOfRow, textAt } from '../../state/record.ts';

/** Which device is in which vehicle, by a part of an IMEI or of a registration. */

/** A device in a vehicle, or one of the two that stands alone. */
export interface Found {
  readonly key: string;
  readonly device: Named | null;
  readonly vehicle: Named | null;
  readonly sinceMs: number | null;
  /** The mirror's record is changed by a write that waits. */
  readonly waits: boolean;
}

/** Records of each kind that are looked at. */
export const MOST = 20;

async function named(entity: Entity, words: string): Promise<readonly Row[]> {
  const view = { entity, text: words.slice(0, 200), archived: 'no' } as const;
  const found = await call('records.window', { view, offset: 0, limit: MOST });
  const wanted = squeezed(words);
  // The search looks into every field; what is meant here is the name.
  return (found.ok ? found.value.rows : []).filter((row) =>
    squeezed(nameOfRow(entity, row)).includes(wanted),
  );
}

/** Registrations are typed with and without their blanks and dashes. */
function squeezed(words: string): string {
  return words.replaceAll(/[\s.-]+/g, '').toLowerCase();
}

function ofDevice({ id, name, row }: Known): Found {
  return {
    key: `device/${id}`,
    device: { id, name },
    vehicle: vehicleOf(row),
    sinceMs: installedSince(row),
    waits: row.changed.includes('vehicle'),
  };
}

/** What the mirror knows, devices by their IMEI first; each installation once. */
export async function lookUp(words: string): Promise<Found[]> {
  if (squeezed(words) === '') return [];
  const [devices, vehicles] = await Promise.all([named('device', words), named('vehicle', words)]);
  const found = devices.map((row) => ofDevice(deviceKnown(row)));
  for (const row of vehicles) {
    const device = await deviceIn(row);
    const vehicle = { id: row.id, name: nameOfRow('vehicle', row) };
    if (device === null) {
      const waits = row.changed.includes('deviceId');
      found.push({ key: `vehicle/${row.id}`, device: null, vehicle, sinceMs: null, waits });
    } else if (!found.some((one) => one.device?.id === device.id)) {
      found.push({ ...ofDevice(device), vehicle });
    }
  }
  return found;
}

/** What the service answered of one installation: names of both; null where it knows of none. */
export function answerOf(json: string): { device: Named; vehicle: Named } | null {
  const fields = fieldsOfText(json);
  const [deviceId, vehicleId] = [idAt(fields, 'device'), idAt(fields, 'vehicle')];
  if (deviceId === null || vehicleId === null) return null;
  return {
    device: { id: deviceId, name: textAt(fields, 'device') ?? deviceId },
    vehicle: { id: vehicleId, name: textAt(fields, 'vehicle') ?? vehicleId },
  };
}

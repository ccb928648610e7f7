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

/** What is found, as far as it is shown. */
export interface Lookup {
  readonly found: readonly Found[];
  /** Whether there is more, or may be, than is shown. */
  readonly isCut: boolean;
}

/** Installations that are shown. */
export const MOST = 20;
const PAGE = 250;
/** Records of each kind that are looked at: more match where somebody types what all of them have. */
const MOST_LOOKED_AT = 5_000;

/**
 * Records that are called so. The search looks into every field, as into the numbers of SIM cards, so that
 * the first that match may all be meant by something else: it is read on until there are enough.
 */
async function named(
  entity: Entity,
  words: string,
  isWanted: () => boolean,
): Promise<{ rows: readonly Row[]; isCut: boolean }> {
  const view = { entity, text: words.slice(0, 200), archived: 'no' } as const;
  const wanted = squeezed(words);
  const rows: Row[] = [];
  for (let offset = 0; offset < MOST_LOOKED_AT && isWanted(); offset += PAGE) {
    const page = await call('records.window', { view, offset, limit: PAGE });
    if (!page.ok) return { rows, isCut: false };
    rows.push(
      ...page.value.rows.filter((row) => squeezed(nameOfRow(entity, row)).includes(wanted)),
    );
    const isEnd = offset + PAGE >= page.value.total;
    if (isEnd || rows.length > MOST)
      return { rows: rows.slice(0, MOST), isCut: rows.length > MOST };
  }
  return { rows, isCut: true };
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

/**
 * What the mirror knows, devices by their IMEI first; each installation once.
 *
 * @param isWanted false once nobody waits for the answer any more
 */
export async function lookUp(words: string, isWanted = (): boolean => true): Promise<Lookup> {
  if (squeezed(words) === '') return { found: [], isCut: false };
  const [devices, vehicles] = await Promise.all([
    named('device', words, isWanted),
    named('vehicle', words, isWanted),
  ]);
  const found = devices.rows.map((row) => ofDevice(deviceKnown(row)));
  for (const row of vehicles.rows) {
    const device = await deviceIn(row);
    const vehicle = { id: row.id, name: nameOfRow('vehicle', row) };
    if (device === null) {
      const waits = row.changed.includes('deviceId');
      found.push({ key: `vehicle/${row.id}`, device: null, vehicle, sinceMs: null, waits });
    } else if (!found.some((one) => one.device?.id === device.id)) {
      found.push({ ...ofDevice(device), vehicle });
    }
  }
  const isCut = devices.isCut || vehicles.isCut || found.length > MOST;
  return { found: found.slice(0, MOST), isCut };
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

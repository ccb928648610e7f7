import { idAt, instantAt, listOfText, textAt, valueAt } from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';

/** What the service tells of a device's past and of what hangs on it (interface, section 4.2). */

/** A time that a device spent in a vehicle. */
export interface Stay {
  readonly key: string;
  /** Null where the entry names none. */
  readonly vehicleId: string | null;
  readonly vehicle: string | null;
  /** ms since 1970; null where it is not told. */
  readonly fromMs: number | null;
  /** Null while it lasts. */
  readonly toMs: number | null;
  /** Metres at the beginning. */
  readonly odometerM: number | null;
}

function keyOf(fields: Fields, index: number): string {
  return `${textAt(fields, 'id') ?? ''}#${String(index)}`;
}

function metresAt(fields: Fields, path: string): number | null {
  const value = valueAt(fields, path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The vehicles that a device was in, the latest first. */
export function staysOf(json: string | null): Stay[] {
  return listOfText(json)
    .map((fields, index) => ({
      key: keyOf(fields, index),
      vehicleId: textAt(fields, 'vehicleId') ?? idAt(fields, 'vehicle'),
      vehicle: textAt(fields, 'vehicle'),
      fromMs: instantAt(fields, 'installDate'),
      toMs: instantAt(fields, 'uninstallDate'),
      odometerM: metresAt(fields, 'odometer'),
    }))
    .sort((a, b) => (b.fromMs ?? 0) - (a.fromMs ?? 0));
}

/** A sensor that was paired with a device. */
export interface Pairing {
  readonly key: string;
  readonly sensorId: string | null;
  readonly name: string;
  /** The kind as the service writes it. */
  readonly kind: string | null;
  /** ms since 1970; null where the tenant does not tell it. */
  readonly sinceMs: number | null;
}

/** The sensors that a device had, the latest first; those of whom nothing is told keep their order. */
export function pairingsOf(json: string | null): Pairing[] {
  return listOfText(json)
    .map((fields, index) => ({
      key: keyOf(fields, index),
      sensorId: textAt(fields, 'id'),
      name: textAt(fields, 'label') ?? textAt(fields, 'sensorId') ?? '',
      kind: textAt(fields, 'type'),
      sinceMs: instantAt(fields, 'pairedAt') ?? instantAt(fields, 'installedAt'),
    }))
    .sort((a, b) => (b.sinceMs ?? 0) - (a.sinceMs ?? 0));
}

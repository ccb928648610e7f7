import type { Row } from '../bridge.ts';
import { fieldsOfRow, idAt, textAt, valueAt } from '../state/record.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Who drives a vehicle, by its record; null where nobody does, or where only a name is told. */
export function driverOf(vehicle: Row): Named | null {
  const fields = fieldsOfRow(vehicle);
  const summary = valueAt(fields, 'driver');
  const id =
    textAt(fields, 'driverId') ?? (typeof summary === 'object' ? idAt(fields, 'driver') : null);
  return id === null ? null : { id, name: textAt(fields, 'driver') ?? id };
}

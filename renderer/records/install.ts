import { call } from '../bridge.ts';
import type { AppError, ListView, Op, Row } from '../bridge.ts';
import { fieldsOfRow, idAt, instantAt, nameOfRow, textAt, valueAt } from '../state/record.ts';
import { whose } from '../state/whose.svelte.ts';
import { write } from '../state/write.ts';
import { text } from '../text/en.ts';
import { wireId } from './formValues.ts';
import { tellQueued } from './writes/remedies.ts';

/** Which device is in which vehicle, told by the mirror, and what a change of it takes from others. */

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A device or a vehicle with its record as it was shown. */
export interface Known extends Named {
  readonly row: Row;
  /** When the row began to be shown, ms since 1970. */
  readonly seenAt: number;
}

/** A device that is to be installed in a vehicle, and who stands in the way of it. */
export interface Exchange {
  readonly device: Known;
  readonly vehicle: Known;
  /** The device that is in the vehicle now; null where none is. */
  readonly present: Known | null;
  /** The vehicle that the device is in now; null where it is in none. */
  readonly left: Named | null;
}

/** One of the writes that an installation is made of, in their order. */
export type Step =
  | { readonly is: 'uninstall'; readonly device: Known; readonly vehicle: Named }
  | { readonly is: 'install'; readonly device: Known; readonly vehicle: Known };

/** When it was done, ISO UTC, and what the odometer said, in metres; absent where nobody says. */
export interface Particulars {
  readonly at?: string;
  readonly odometerM?: number;
}

/** Devices that are looked at where a vehicle does not name its own. */
const MOST = 50;

export function deviceKnown(row: Row): Known {
  return { id: row.id, name: nameOfRow('device', row), row, seenAt: Date.now() };
}
export function vehicleKnown(row: Row): Known {
  return { id: row.id, name: nameOfRow('vehicle', row), row, seenAt: Date.now() };
}

/** The vehicle that a device is in, by the device's record; null where it is in none. */
export function vehicleOf(device: Row): Named | null {
  const fields = fieldsOfRow(device);
  const summary = valueAt(fields, 'vehicle');
  const id =
    typeof summary === 'object' && summary !== null
      ? idAt(fields, 'vehicle')
      : textAt(fields, 'vehicleId');
  return id === null ? null : { id, name: textAt(fields, 'vehicle') ?? id };
}

/** Since when a device is in its vehicle, ms since 1970. */
export function installedSince(device: Row): number | null {
  const fields = fieldsOfRow(device);
  return instantAt(fields, 'installDate') ?? instantAt(fields, 'deviceInstallation.installDate');
}

/** Whether the record of a device says itself where it is, rather than saying nothing of it. */
function saysWhere(device: Row): boolean {
  const fields = fieldsOfRow(device);
  return fields.has('vehicle') || fields.has('vehicleId');
}

/**
 * The device in a vehicle, out of the mirror: the one that the vehicle names, unless that one's own
 * record says otherwise, else the one whose record names the vehicle. Null where none is there.
 */
export async function deviceIn(vehicle: Row): Promise<Known | null> {
  const id = textAt(fieldsOfRow(vehicle), 'deviceId');
  if (id !== null) {
    const found = await call('records.get', { entity: 'device', id });
    const row = found.ok ? found.value?.row : undefined;
    const isHere = row !== undefined && (!saysWhere(row) || vehicleOf(row)?.id === vehicle.id);
    if (isHere) return deviceKnown(row);
  }
  const view: ListView = {
    ...{ entity: 'device', archived: 'all' },
    conditions: [{ field: 'vehicle.id', or: ['vehicleId'], is: 'oneOf', values: [vehicle.id] }],
  };
  const found = await call('records.window', { view, offset: 0, limit: MOST });
  const row = (found.ok ? found.value.rows : []).find((one) => vehicleOf(one)?.id === vehicle.id);
  return row === undefined ? null : deviceKnown(row);
}

/** What the installation of a device in a vehicle changes beside itself. */
export async function exchangeOf(device: Row, vehicle: Row): Promise<Exchange> {
  const there = await deviceIn(vehicle);
  const now = vehicleOf(device);
  return {
    device: deviceKnown(device),
    vehicle: vehicleKnown(vehicle),
    present: there === null || there.id === device.id ? null : there,
    left: now === null || now.id === vehicle.id ? null : now,
  };
}

/** The writes that make an installation, in the order in which the service can take them. */
export function stepsOf({ device, vehicle, present, left }: Exchange): Step[] {
  return [
    ...(present === null ? [] : [{ is: 'uninstall', device: present, vehicle } as const]),
    ...(left === null ? [] : [{ is: 'uninstall', device, vehicle: left } as const]),
    { is: 'install', device, vehicle },
  ];
}

/** A step as it is told before it is made. */
export function stepText(step: Step): string {
  const { removes, installs } = text.devices.install;
  return (step.is === 'uninstall' ? removes : installs)(step.device.name, step.vehicle.name);
}

/**
 * Queues the writes one after another, and says so with the way back. They share the vehicle or the
 * device, so that none is sent before the one it needs; what was queued before one that fails stays
 * queued, and is told with it: whoever tries again goes on from there.
 *
 * Errors: those of `outbox.write`.
 *
 * @param made how many of the steps are queued already
 * @returns how many of them are now
 */
export async function make(
  steps: readonly Step[],
  { at, odometerM }: Particulars,
  made = 0,
): Promise<{ made: number; failed: AppError | null }> {
  const queued: Op[] = [];
  const account = whose.id;
  let failed: AppError | null = null;
  for (const step of steps.slice(made)) {
    const params = { deviceId: step.device.id };
    // The odometer is that of the vehicle in question, not of one that a device comes from.
    const isLast = step === steps.at(-1) || step.vehicle.id === steps.at(-1)?.vehicle.id;
    const odometer = odometerM === undefined || !isLast ? {} : { odometer: odometerM };
    // A device that the first step moved is not as it was shown any more.
    const isMoved = steps
      .slice(0, steps.indexOf(step))
      .some(({ device }) => device.id === step.device.id);
    const seen = isMoved ? null : step.device.row.json;
    const { seenAt } = step.device;
    const result =
      step.is === 'install'
        ? await write('installDevice', params, {
            body: {
              vehicleId: wireId(step.vehicle.row),
              ...(at === undefined ? {} : { installedAt: at }),
              ...odometer,
            },
            ...{ seen, seenAt, account },
          })
        : await write('uninstallDevice', params, {
            body: { ...(at === undefined ? {} : { uninstalledAt: at }), ...odometer },
            ...{ seen, seenAt, account },
          });
    if (!result.ok) {
      failed = result.error;
      break;
    }
    queued.push(result.value);
  }
  const last = steps.at(-1);
  if (queued.length > 0 && last !== undefined) {
    const reached = steps[made + queued.length - 1] ?? last;
    tellQueued(stepText(reached), ...queued);
  }
  return { made: made + queued.length, failed };
}

import { fieldsOf, numberAt, valueAt } from './record.ts';
import type { Fields } from './record.ts';

/**
 * The limits of a tenant's settings (specification, section 2.1: their value is the tenant's own).
 * A vehicle's own limit counts before the setting; what can't be read as a number is no limit.
 */

function firstNumber(fields: Fields, names: readonly string[]): number | null {
  for (const name of names) {
    const value = numberAt(fields, name);
    if (value !== null && value > 0) return value;
  }
  return null;
}

function own(vehicle: Fields, field: string, names: readonly string[]): number | null {
  return firstNumber(vehicle, [field]) ?? firstNumber(fieldsOf(valueAt(vehicle, field)), names);
}

const SPEED_NAMES = ['speed', 'ecoSpeed', 'limit', 'max', 'value'];
const IDLE_NAMES = ['duration', 'seconds', 'excessiveIdling', 'limit', 'value'];

/** Speed in km/h above which driving is no longer economical; null where there is no such limit. */
export function ecoSpeedKmh(setting: Fields, vehicle: Fields): number | null {
  const value = fieldsOf(setting.get('value'));
  if (value.get('enabled') === false) return null;
  const limit = own(vehicle, 'ecoSpeed', SPEED_NAMES) ?? firstNumber(value, SPEED_NAMES);
  return limit === null ? null : limit + Math.max(0, numberAt(value, 'tolerance') ?? 0);
}

/** Seconds of standing with a running engine that are too many; null where there is no limit. */
export function idlingLimitS(setting: Fields, vehicle: Fields): number | null {
  const value = fieldsOf(setting.get('value'));
  if (value.get('enabled') === false) return null;
  const minutes = numberAt(value, 'minutes');
  return (
    own(vehicle, 'excessiveIdling', IDLE_NAMES) ??
    firstNumber(value, IDLE_NAMES) ??
    (minutes === null || minutes <= 0 ? null : minutes * 60)
  );
}

/** Whether a vehicle drives faster than a limit now. */
export function isFast(
  vehicle: { status: string; speedKmh: number | null },
  limitKmh: number,
): boolean {
  return vehicle.status === 'driving' && (vehicle.speedKmh ?? 0) > limitKmh;
}

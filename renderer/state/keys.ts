import { humanLabel } from '../../shared/rules/formLayout.ts';
import { text } from '../text/en.ts';

/**
 * What people call the keys that the interface sends where a name belongs (its values are not told:
 * section 2.4). One that nobody knows is written as words.
 */
function named(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : humanLabel(key);
}

/** The state that a record, but not a vehicle, says it is in; nothing where it says nothing. */
export function recordState(key: string): string {
  return key === '' ? '' : named(text.states, key);
}

/** The kind of a sensor. */
export function sensorKind(key: string): string {
  return named(text.devices.sensors.kinds, key);
}

/** Where a camera looks to. */
export function cameraSide(key: string): string {
  return named(text.devices.cameras.sides, key);
}

/** Whether a camera can be reached. */
export function cameraState(key: string): string {
  return named(text.devices.cameras.states, key);
}

/** How grave a camera event is. */
export function eventSeverity(key: string): string {
  return named(text.cameras.severities, key);
}

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

/** The level of accounts that something is on: the platform, a reseller, a client. */
export function accountLevel(key: string): string {
  return named(text.reference.choice, key);
}

/** The kind of a sensor. */
export function sensorKind(key: string): string {
  return named(text.devices.sensors.kinds, key);
}

/** A kind of report by the service's name for it; one of the tenant's own stays as it is. */
export function reportKind(name: string): string {
  const words: Readonly<Record<string, string>> = text.reports.kinds;
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

/** What a report comes as; a format of the tenant's own in its own letters. */
export function reportFormat(key: string): string {
  const words: Readonly<Record<string, string>> = text.reports.formats;
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key.toUpperCase();
}

/** A parameter of a report, or a value that it can have; of records by what they are. */
export function reportKey(key: string): string {
  const records = key.replace(/Ids?$/, (ids) => (ids === 'Ids' ? 's' : ''));
  return named(text.reports.keys, Object.hasOwn(text.reports.keys, key) ? key : records);
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

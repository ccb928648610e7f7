import type { Entity } from '../bridge.ts';

/** Kinds of record by what the name of a parameter of a report begins with. */
const RECORDS: readonly (readonly [RegExp, Entity])[] = [
  [/^vehicles?(ids?)?$/i, 'vehicle'],
  [/^drivers?(ids?)?$/i, 'driver'],
  [/^(areas?|geofences?)(ids?)?$/i, 'area'],
  [/^(area|geofence)groups?(ids?)?$/i, 'areaGroup'],
  [/^sensors?(ids?)?$/i, 'sensor'],
  [/^devices?(ids?)?$/i, 'device'],
  [/^users?(ids?)?$/i, 'user'],
];

/** The kind of record that a parameter of a report names by ids; null where it names none. */
export function recordsOfParam(key: string): Entity | null {
  return RECORDS.find(([name]) => name.test(key))?.[1] ?? null;
}

import { preferences } from './preferences.svelte.ts';

/** Metres in a foot and in a mile, as the international yard of 1959 defines them. */
export const FOOT_M = 0.3048;
export const MILE_M = 1609.344;

/** What a person chose to read distances and speeds in: by themselves, or as the units in general. */

export function distanceIn(): 'km' | 'mi' {
  const { distance, units } = preferences.values;
  if (distance !== 'units') return distance;
  return units === 'imperial' ? 'mi' : 'km';
}

export function speedIn(): 'kmh' | 'mph' {
  const { speed, units } = preferences.values;
  if (speed !== 'units') return speed;
  return units === 'imperial' ? 'mph' : 'kmh';
}

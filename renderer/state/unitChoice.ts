import { preferences } from './preferences.svelte.ts';

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

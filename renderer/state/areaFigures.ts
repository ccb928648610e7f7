import { formatNumber } from './format.ts';
import { preferences } from './preferences.svelte.ts';

const FOOT_M = 0.3048;
const MILE_M = 1609.344;
const ACRE_M2 = 4046.8564224;

/** Three significant digits, whole from a hundred on. */
function amount(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return formatNumber(value, digits);
}

/** Metres as m or km, ft or mi. */
export function formatLength(lengthM: number): string {
  if (preferences.values.units === 'imperial') {
    return lengthM < MILE_M / 2
      ? `${amount(lengthM / FOOT_M)} ft`
      : `${amount(lengthM / MILE_M)} mi`;
  }
  return lengthM < 1000 ? `${amount(lengthM)} m` : `${amount(lengthM / 1000)} km`;
}

/** Square metres as m², ha or km², acres or mi². */
export function formatSurface(surfaceM2: number): string {
  if (preferences.values.units === 'imperial') {
    const acres = surfaceM2 / ACRE_M2;
    return acres < 640 ? `${amount(acres)} acres` : `${amount(acres / 640)} mi²`;
  }
  if (surfaceM2 < 10_000) return `${amount(surfaceM2)} m²`;
  return surfaceM2 < 1_000_000
    ? `${amount(surfaceM2 / 10_000)} ha`
    : `${amount(surfaceM2 / 1_000_000)} km²`;
}

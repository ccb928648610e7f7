import { text } from '../text/en.ts';
import { formatNumber } from './format.ts';
import { distanceIn } from './unitChoice.ts';

const FOOT_M = 0.3048;
const MILE_M = 1609.344;
const ACRE_M2 = 4046.8564224;

/** Metres in one unit of short lengths, which people type. */
export function shortUnitM(): number {
  return distanceIn() === 'mi' ? FOOT_M : 1;
}

/** What short lengths are typed in: `m` or `ft`. */
export function shortUnit(): string {
  return distanceIn() === 'mi' ? text.units.foot : text.units.metre;
}

/** Three significant digits, whole from a hundred on. */
function amount(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return formatNumber(value, digits);
}

/** Metres as m or km, ft or mi. */
export function formatLength(lengthM: number): string {
  const { of, foot, mile, metre, kilometre } = text.units;
  if (distanceIn() === 'mi') {
    return lengthM < MILE_M / 2
      ? of(amount(lengthM / FOOT_M), foot)
      : of(amount(lengthM / MILE_M), mile);
  }
  return lengthM < 1000 ? of(amount(lengthM), metre) : of(amount(lengthM / 1000), kilometre);
}

/** Square metres as m², ha or km², acres or mi². */
export function formatSurface(surfaceM2: number): string {
  const { of, acres: inAcres, squareMile, squareMetre, hectare, squareKilometre } = text.units;
  if (distanceIn() === 'mi') {
    const acres = surfaceM2 / ACRE_M2;
    return acres < 640 ? of(amount(acres), inAcres) : of(amount(acres / 640), squareMile);
  }
  if (surfaceM2 < 10_000) return of(amount(surfaceM2), squareMetre);
  return surfaceM2 < 1_000_000
    ? of(amount(surfaceM2 / 10_000), hectare)
    : of(amount(surfaceM2 / 1_000_000), squareKilometre);
}

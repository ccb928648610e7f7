import { text } from '../text/en.ts';
import { formatNumber } from './format.ts';
import { FOOT_M, MILE_M, distanceIn } from './unitChoice.ts';

const ACRE_M2 = 4046.8564224;

/** Metres in one unit of short lengths, which people type. */
export function shortUnitM(): number {
  return distanceIn() === 'mi' ? FOOT_M : 1;
}

/** What short lengths are typed in: `m` or `ft`. */
export function shortUnit(): string {
  return distanceIn() === 'mi' ? text.units.foot : text.units.metre;
}

/** How many decimals three significant digits have; none from a hundred on. */
const decimals = (value: number): number => (value >= 100 ? 0 : value >= 10 ? 1 : 2);

/** Three significant digits at most. */
const amount = (value: number): string => formatNumber(value, decimals(value));

/** Three significant digits: of numbers under each other none has fewer for ending in a nought. */
const figures = (value: number): string => formatNumber(value, decimals(value), decimals(value));

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

/** What surfaces are told in where one unit has to do for all: `m²` or `acres`. */
export function surfaceUnit(): string {
  return distanceIn() === 'mi' ? text.units.acres : text.units.squareMetre;
}

/** A surface in that unit. */
export function inSurfaceUnits(surfaceM2: number): number {
  return distanceIn() === 'mi' ? surfaceM2 / ACRE_M2 : surfaceM2;
}

/** Square metres as m², ha or km², acres or mi². */
export function formatSurface(surfaceM2: number): string {
  const { of, acres: inAcres, squareMile, squareMetre, hectare, squareKilometre } = text.units;
  if (distanceIn() === 'mi') {
    const acres = surfaceM2 / ACRE_M2;
    return acres < 640 ? of(figures(acres), inAcres) : of(figures(acres / 640), squareMile);
  }
  if (surfaceM2 < 10_000) return of(figures(surfaceM2), squareMetre);
  return surfaceM2 < 1_000_000
    ? of(figures(surfaceM2 / 10_000), hectare)
    : of(figures(surfaceM2 / 1_000_000), squareKilometre);
}

import { text } from '../text/en.ts';
import { preferences } from './preferences.svelte.ts';

/** Units as the person chose them: what is shown in one of them is typed in it too. */

const M_PER_KM = 1000;
const M_PER_MILE = 1609.344;

/** Metres in one unit of long distances. */
function unitM(): number {
  return preferences.values.units === 'imperial' ? M_PER_MILE : M_PER_KM;
}

/** What long distances are told in: `km` or `mi`. */
export function distanceUnit(): string {
  return preferences.values.units === 'imperial' ? text.units.mile : text.units.kilometre;
}

/** A distance that was typed in the person's unit, in whole metres. */
export function metresOf(typed: number): number {
  return Math.round(typed * unitM());
}

/** A distance in the person's unit as it is typed: a plain number, to the metre. */
export function distanceText(metres: number): string {
  return String(Number((metres / unitM()).toFixed(3)));
}

import { text } from '../text/en.ts';
import { formatNumber, locale } from './format.ts';
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

/** A distance in the person's unit of long distances. */
export function inDistanceUnits(metres: number): number {
  return metres / unitM();
}

const L_PER_GALLON = { us: 3.785_411_784, imperial: 4.546_09 } as const;

/** The gallon of the place whose English, or other language, the person chose; null for litres. */
function gallon(): keyof typeof L_PER_GALLON | null {
  if (preferences.values.units !== 'imperial') return null;
  return new Intl.Locale(locale()).region === 'US' ? 'us' : 'imperial';
}

/** Litres in one unit of volume. */
export function unitL(): number {
  const kind = gallon();
  return kind === null ? 1 : L_PER_GALLON[kind];
}

/** What volumes are told in: litres, or gallons of one kind or the other. */
export function volumeUnit(): string {
  const kind = gallon();
  return kind === null ? text.units.litre : text.units.gallon[kind];
}

/** What consumption is told in: litres for 100 km, or miles for a gallon. */
export function consumptionUnit(): string {
  const kind = gallon();
  return kind === null ? text.units.litresPer100Km : text.units.milesPerGallon[kind];
}

/** Litres for 100 km in the person's unit of consumption. */
export function inConsumptionUnits(litresPer100Km: number): number {
  return gallon() === null ? litresPer100Km : 100_000 / M_PER_MILE / (litresPer100Km / unitL());
}

export function formatVolume(litres: number): string {
  return text.units.of(formatNumber(litres / unitL(), 2, 2), volumeUnit());
}

export function formatConsumption(litresPer100Km: number): string {
  return text.units.of(formatNumber(inConsumptionUnits(litresPer100Km), 1, 1), consumptionUnit());
}

/** What one unit of volume costs; without a currency, which the interface does not tell. */
export function formatUnitPrice(perLitre: number): string {
  return formatNumber(perLitre * unitL(), 3, 3);
}

import { text } from '../text/en.ts';
import { formatNumber, locale } from './format.ts';
import { preferences } from './preferences.svelte.ts';
import { numberText } from './typedNumber.ts';
import { MILE_M, distanceIn, speedIn } from './unitChoice.ts';

/** Units as the person chose them: what is shown in one of them is typed in it too. */

const M_PER_KM = 1000;

/** Metres in one unit of long distances. */
export function unitM(): number {
  return distanceIn() === 'mi' ? MILE_M : M_PER_KM;
}

/** What long distances are told in: `km` or `mi`. */
export function distanceUnit(): string {
  return distanceIn() === 'mi' ? text.units.mile : text.units.kilometre;
}

/** A distance that was typed in the person's unit, in whole metres. */
export function metresOf(typed: number): number {
  return Math.round(typed * unitM());
}

/** A distance in the person's unit as it is typed: a plain number, to the metre. */
export function distanceText(metres: number): string {
  return numberText(metres / unitM());
}

/** A distance in the person's unit of long distances. */
export function inDistanceUnits(metres: number): number {
  return metres / unitM();
}

/** What speeds are told in: `km/h` or `mph`. */
export function speedUnit(): string {
  return (
    speedIn() === 'mph' ? text.units.milesPerHour('') : text.units.kilometresPerHour('')
  ).trim();
}

export const S_PER_MINUTE = 60;

/** What durations are told in where one number has to do: `min`. */
export function minuteUnit(): string {
  return text.units.minutes('').trim();
}

/** A speed in the person's unit. */
export function inSpeedUnits(speedKmh: number): number {
  return speedIn() === 'mph' ? (speedKmh * M_PER_KM) / MILE_M : speedKmh;
}

const L_PER_GALLON = { us: 3.785_411_784, imperial: 4.546_09 } as const;

/** Where miles are driven: the place whose English, or other language, the person chose. */
function place(): keyof typeof L_PER_GALLON | null {
  if (preferences.values.units !== 'imperial') return null;
  return new Intl.Locale(locale()).region === 'US' ? 'us' : 'imperial';
}

/** The gallon that volumes are told in; null for litres. */
function gallon(): keyof typeof L_PER_GALLON | null {
  const { volume } = preferences.values;
  if (volume === 'units') return place();
  return volume === 'litre' ? null : volume;
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

/** How consumption is told. */
function consumptionIn(): 'litresPer100Km' | 'kmPerLitre' | 'us' | 'imperial' {
  const { consumption } = preferences.values;
  return consumption === 'units' ? (place() ?? 'litresPer100Km') : consumption;
}

/** What consumption is told in: litres for 100 km, or a distance for a volume. */
export function consumptionUnit(): string {
  const kind = consumptionIn();
  if (kind === 'litresPer100Km' || kind === 'kmPerLitre') return text.units[kind];
  return text.units.milesPerGallon[kind];
}

/** Litres for 100 km in the person's unit of consumption. */
export function inConsumptionUnits(litresPer100Km: number): number {
  const kind = consumptionIn();
  if (kind === 'litresPer100Km') return litresPer100Km;
  if (kind === 'kmPerLitre') return 100 / litresPer100Km;
  return 100_000 / MILE_M / (litresPer100Km / L_PER_GALLON[kind]);
}

/** Fahrenheit where it was chosen, and where miles of the United States are driven. */
function inFahrenheit(): boolean {
  const { temperature } = preferences.values;
  return temperature === 'units' ? place() === 'us' : temperature === 'fahrenheit';
}

export function temperatureUnit(): string {
  return inFahrenheit() ? text.units.fahrenheit : text.units.celsius;
}

/** A temperature in the person's unit; to a millionth, so that what was typed comes back. */
export function inTemperatureUnits(celsius: number): number {
  return inFahrenheit() ? Number((celsius * 1.8 + 32).toFixed(6)) : celsius;
}

/** A temperature that was typed in the person's unit, in degrees Celsius. */
export function celsiusOf(typed: number): number {
  return inFahrenheit() ? (typed - 32) / 1.8 : typed;
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

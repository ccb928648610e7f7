import { isPosition } from '../../shared/rules/geo.ts';
import type { Bounds, LatLng } from '../../shared/rules/geo.ts';
import { latinPlace } from './latinDigits.ts';

const NUMBER = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*`;
/** Latitude first, as people write it; a comma parts the two or the decimals, never both. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`^${NUMBER}([NS])?\s*[;/|]\s*${NUMBER}([EW])?$`, 'i'),
  new RegExp(
    String.raw`^${NUMBER.replace('[.,]', '[.]')}([NS])?\s*,\s*${NUMBER.replace('[.,]', '[.]')}([EW])?$`,
    'i',
  ),
  new RegExp(String.raw`^${NUMBER}([NS])?\s+${NUMBER}([EW])?$`, 'i'),
];

/**
 * A position that was typed: `52.1, 21.0`, `52.1 21.0`, `52,1; 21,0`, `52.1° N, 21.0° E`, in the digits of
 * Arabic too; null for anything else. Two whole numbers without a comma are a search, not a place.
 */
export function positionOf(typed: string): LatLng | null {
  const text = latinPlace(typed.trim());
  for (const form of FORMS) {
    const found = form.exec(text);
    if (found === null) continue;
    const [, lat = '', northSouth = '', lng = '', eastWest = ''] = found;
    if (/^[+\d]+\s+[+\d]+$/.test(text)) return null;
    const value = (digits: string, side: string, negative: string): number =>
      Number(digits.replace(',', '.')) * (side.toUpperCase() === negative ? -1 : 1);
    const position = { lat: value(lat, northSouth, 'S'), lng: value(lng, eastWest, 'W') };
    return isPosition(position) ? position : null;
  }
  return null;
}

/** The box without extent that stands for a position. */
export function boxAt({ lat, lng }: LatLng): Bounds {
  return { south: lat, west: lng, north: lat, east: lng };
}

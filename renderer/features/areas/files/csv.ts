import Papa from 'papaparse';
import type { LatLng } from '../../../../shared/rules/geo.ts';
import { MOST_PIECES, RADIUS_FIELDS } from './found.ts';
import type { Piece } from './found.ts';

/** A table of areas: a row each, its columns told by their heading in any order. Pure. */

const NAMES = {
  name: ['name', 'title', 'area'],
  points: ['coordinates', 'points', 'geometry'],
  lat: ['latitude', 'lat', 'y'],
  lng: ['longitude', 'lng', 'lon', 'x'],
  type: ['type', 'areatype', 'kind'],
  groups: ['groups', 'group'],
} as const;

/** What spreadsheets were kept from taking for a formula. */
const plain = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '').trim();

function numberOf(text: string | undefined): number {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? NaN : Number(trimmed.replace(',', '.'));
}

const NOWHERE: LatLng = { lat: NaN, lng: NaN };

/**
 * `41.05 -2.31`, `41,05 -2,31`, `41.05,-2.31`: a comma parts the two only where no blank does. One that
 * could be either, as in `41,05,-2,31`, is no position.
 */
function positionIn(pair: string): LatLng {
  const parts = /\s/.test(pair) ? pair.split(/\s*,\s+|\s+,?/) : pair.split(',');
  const [lat, lng, heightM] = parts;
  // A height stands behind numbers whose decimals can't be taken for it.
  const isClear = heightM === undefined || `${lat ?? ''}${lng ?? ''}`.split('.').length === 3;
  if (parts.length > 3 || !isClear) return NOWHERE;
  return { lat: numberOf(lat), lng: numberOf(lng) };
}

/** `41.05 -2.31; 41.06 -2.30`: latitude first, points apart by semicolons or bars. */
function pointsOf(text: string): LatLng[] {
  return text
    .split(/[;|\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map(positionIn);
}

/** Columns of a table of areas. */
const MOST_COLUMNS = 1_000;
/** Taking quotes apart costs time and memory for each. */
const MOST_QUOTES = 1_000_000;

function hasTooManyQuotes(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    count += 1;
    if (count > MOST_QUOTES) return true;
  }
  return false;
}

/** The pieces of a CSV text, of its first rows where it holds too many; null where no column says where the areas are. */
export function readCsv(text: string, nameless: (n: number) => string): Piece[] | null {
  if (hasTooManyQuotes(text)) return null;
  const { data, meta } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    skipEmptyLines: 'greedy',
    // A heading, and one area more than there may be.
    preview: MOST_PIECES + 2,
  });
  const [head = [], ...rows] = data;
  if (head.length > MOST_COLUMNS) return null;
  const titles = head.map((title) => plain(title).toLowerCase());
  const column = (names: readonly string[]): number =>
    titles.findIndex((title) => names.includes(title));
  const at = {
    name: column(NAMES.name),
    points: column(NAMES.points),
    lat: column(NAMES.lat),
    lng: column(NAMES.lng),
    type: column(NAMES.type),
    groups: column(NAMES.groups),
  };
  if (at.points === -1 && (at.lat === -1 || at.lng === -1)) return null;
  // Cells are set apart so where a comma is in the numbers.
  const isByComma = meta.delimiter === ';';
  const written = (title: string, text: string): string =>
    isByComma && RADIUS_FIELDS.includes(title) ? text.replace(',', '.') : text;
  return rows.map((cells, n) => {
    const cell = (index: number): string => (index === -1 ? '' : plain(cells[index] ?? ''));
    const listed = pointsOf(cell(at.points));
    const one = { lat: numberOf(cell(at.lat)), lng: numberOf(cell(at.lng)) };
    const points = listed.length > 0 ? listed : [one];
    const type = cell(at.type).toLowerCase();
    const fields = new Map(titles.map((title, i) => [title, written(title, cell(i))] as const));
    fields.set('areatype', type);
    const is =
      points.length === 1 ? 'point' : type === 'polyline' || type === 'line' ? 'line' : 'ring';
    return {
      name: cell(at.name) === '' ? nameless(n + 1) : cell(at.name),
      is,
      points,
      holes: 0,
      fields,
      groups: cell(at.groups)
        .split(';')
        .map((group) => group.trim())
        .filter((group) => group !== ''),
    };
  });
}

import type { AreaType } from '../../../../shared/model/area.ts';
import {
  areaBody,
  areaShape,
  reachesOverDateLine,
  selfCrossing,
} from '../../../../shared/rules/areaShape.ts';
import type { LatLng } from '../../../../shared/rules/geo.ts';
import { formatLength } from '../../../state/areaFigures.ts';
import { formatPosition } from '../../../state/format.ts';
import { positionOf } from '../../../state/position.ts';
import { latinDigits, latinPlace } from '../../../state/latinDigits.ts';
import { decimalsByComma } from '../../../state/typedNumber.ts';
import { text } from '../../../text/en.ts';
import { problem } from './plan.ts';
import type { Problem, TypedField } from './plan.ts';
import { readDistanceM } from './readValue.ts';
import type { Token } from './tokens.ts';

/** The geometry of an area as it was typed, and the words that are left behind it. */
export interface TypedShape {
  readonly is: 'shape';
  readonly fields: readonly TypedField[];
  readonly rest: readonly Token[];
}

const FEWEST: Readonly<Record<AreaType, number>> = {
  circle: 1,
  rectangle: 2,
  polygon: 3,
  polyline: 2,
};
/** Kinds that have exactly so many places: further numbers are something else. */
const MOST: Readonly<Partial<Record<AreaType, number>>> = { circle: 1, rectangle: 2 };

const isKind = (word: string): word is AreaType => Object.hasOwn(FEWEST, word);

const isUnit = (token: Token | undefined): boolean =>
  token !== undefined && /^(km|mi|m|ft)$/i.test(token.text);

const placeWord = (token: Token): string => latinPlace(token.text);

/**
 * A place in one word (`41.05,-2.31`) or in two; null where the next words are none. A comma between two
 * whole numbers may part them or be a decimal mark: where the desk writes decimals so it is one, elsewhere
 * that is asked.
 */
function readPlace(
  tokens: readonly Token[],
): { place: LatLng; words: number } | { why: string } | null {
  const [first, second] = tokens;
  if (first === undefined) return null;
  const [word, next] = [first, ...(second === undefined ? [] : [second])].map((token) =>
    placeWord(token).replace(/[,;]$/, ''),
  );
  if (word === undefined) return null;
  const isDoubtful = /^[+-]?\d{1,3},\d+$/.test(word);
  if (isDoubtful && isUnit(second)) return null;
  const one = isDoubtful ? null : positionOf(word);
  if (one !== null) return { place: one, words: 1 };
  const why = text.line.ambiguousNumber(first.text);
  if (isDoubtful && !decimalsByComma()) return { why };
  const number = decimalsByComma() ? /^[+-]?\d{1,3}([.,]\d+)?$/ : /^[+-]?\d{1,3}(\.\d+)?$/;
  const isPair = next !== undefined && number.test(word) && number.test(next);
  const two = isPair ? positionOf(`${word}; ${next}`) : null;
  if (two !== null) return { place: two, words: 2 };
  return isDoubtful ? { why } : null;
}

/** The places that the next words name, up to so many. */
function readPlaces(
  tokens: readonly Token[],
  most: number,
): { places: LatLng[]; rest: readonly Token[] } | Problem {
  const places: LatLng[] = [];
  let rest = tokens;
  while (places.length < most) {
    const next = readPlace(rest);
    if (next === null) break;
    if ('why' in next) return problem(next.why, rest[0] ?? null);
    places.push(next.place);
    rest = rest.slice(next.words);
  }
  return { places, rest };
}

/** `circle 41.05 -2.31 200m`, `polygon 41.0,-2.3 41.1,-2.3 41.1,-2.2`: metres without a unit. */
export function readShape(tokens: readonly Token[]): TypedShape | Problem {
  const [kindToken, ...behind] = tokens;
  const kind = kindToken?.text.toLowerCase() ?? '';
  if (!isKind(kind)) return problem(text.line.shape.kind, kindToken ?? null);
  const read = readPlaces(behind, MOST[kind] ?? Number.POSITIVE_INFINITY);
  if ('is' in read) return read;
  const { places, rest } = read;
  if (places.length === 0) return problem(text.line.shape.place, rest[0] ?? null);
  if (places.length < FEWEST[kind]) {
    return problem(text.line.shape.points(FEWEST[kind]), rest[0] ?? null);
  }
  const sized = readSize(rest);
  const mayBeSized = kind === 'circle' || kind === 'polyline';
  if (kind === 'circle' && sized === null) return problem(text.line.shape.radius, rest[0] ?? null);
  if (mayBeSized && sized !== null && 'why' in sized) {
    return problem(sized.why, rest[0] ?? null);
  }
  const size = mayBeSized && sized !== null && 'radiusM' in sized ? sized : null;
  const shape = areaShape({ type: kind, coordinates: places, radius: size?.radiusM });
  if (shape === undefined) return problem(text.line.shape.wrong, kindToken ?? null);
  if (reachesOverDateLine(shape)) {
    return problem(text.areas.problem.dateLine, kindToken ?? null);
  }
  const crossing = kind === 'polygon' ? selfCrossing(places) : undefined;
  if (crossing !== undefined) {
    const said = text.areas.problem.crossing(crossing.first, crossing.second, places.length);
    return problem(said, kindToken ?? null);
  }
  return { is: 'shape', fields: fieldsOf(areaBody(shape)), rest: rest.slice(size?.words ?? 0) };
}

function fieldsOf({ type, coordinates, radius }: ReturnType<typeof areaBody>): TypedField[] {
  const places = coordinates.map(({ lat, lng }) => formatPosition(lat, lng)).join('; ');
  return [
    { field: 'type', value: type, shown: text.areas.type[type] },
    {
      field: 'coordinates',
      value: coordinates.map(({ lat, lng }) => ({ lat, lng })),
      shown: places,
    },
    ...(radius === undefined
      ? []
      : [{ field: 'radius', value: radius, shown: formatLength(radius) }]),
  ];
}

/** Null where the next words are no size; a sentence where they can be read in two ways. */
function readSize(
  tokens: readonly Token[],
): { radiusM: number; words: number } | { why: string } | null {
  const [first, second] = tokens;
  if (first === undefined || !/^\d/.test(latinDigits(first.text))) return null;
  const hasUnit = isUnit(second);
  const typed = hasUnit ? `${first.text}${second?.text ?? ''}` : first.text;
  const radiusM = readDistanceM(typed, 1);
  if (typeof radiusM !== 'number') return radiusM.why === text.line.noDistance ? null : radiusM;
  return radiusM > 0 ? { radiusM, words: hasUnit ? 2 : 1 } : null;
}

import type { Member, Value } from './formBlocks.ts';
import { bitmapOf, dataOf, drawingIn, drawingOf, isDrawn, pathsOfSvg } from './formDrawings.ts';
import { type FieldSpec, UNIT_NAMES } from './formLabels.ts';
import {
  hasDuplicateKeys,
  type JsonDocument,
  memberOf,
  members,
  type Node,
  sourceOf,
  textOf,
} from './jsonTree.ts';
import { NAME_FIELDS } from './recordName.ts';

/** What a JSON value means: by its shape first, by the form's word for its field second. */

export interface ValueContext {
  document: JsonDocument;
  spec(key: string, parent: string | null): FieldSpec | undefined;
  label(key: string, parent: string | null): string;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;
const PLACE = /place|location|position|coordinate|gps|geo(?!m)/i;
const LAT_LNG = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

const LAT_NAMES = ['lat', 'latitude'];
const LNG_NAMES = ['lng', 'lon', 'long', 'longitude'];
const PLACE_NAMES = ['address', 'label', 'name', 'title'];
const AMOUNT_NAMES = ['value', 'amount', 'quantity'];
/** Names that say no more than that a picture is one; any other is a question of its own. */
const PICTURE_NAMES =
  /^(data|src|ur[il]|href|image|img|photo|picture|file|contents?|base64|body|bytes|thumbnail|preview|media|scan|png|jpe?g|(data|image|photo|file)(url|uri|data)|signature|drawing|value|answer)$/i;
const ID_NAMES = ['id', 'uuid', '_id'];
const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;
const METRES = /^(altitude|((horizontal|vertical|altitude)_?)?accuracy)$/i;
/** More small facts than this are a group of their own. */
const MAX_MORE = 6;
/** Longer texts are no small facts. */
const MAX_FACT = 120;
const MAX_VALUE_DEPTH = 4;

function nameIn(node: Node, names: readonly string[]): string | undefined {
  return names.find((name) => memberOf(node, name) !== undefined);
}

/** Digits of a number, also where a tenant sends it as text; null for anything else. */
function digitsOf(document: JsonDocument, node: Node | undefined): string | null {
  if (node?.type === 'number') return sourceOf(document, node);
  if (node?.type !== 'string') return null;
  const text = textOf(node).trim();
  return NUMBER.test(text) ? text : null;
}

function isPlace(lat: string | null, lng: string | null): boolean {
  return (
    lat !== null && lng !== null && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180
  );
}

/** The members that are not yet told as small facts; null where one of them is too large for it. */
function restOf(
  context: ValueContext,
  node: Node,
  parent: string,
  used: readonly (string | undefined)[],
  depth: number,
): Member[] | null {
  const rest = members(node).filter(({ key }) => !used.includes(key));
  if (rest.length > MAX_MORE) return null;
  const more: Member[] = [];
  for (const { key, value } of rest) {
    const shown = valueAt(context, value, key, parent, context.spec(key, parent), depth + 1);
    if (shown === null || shown.is === 'many') return null;
    if (shown.is === 'text' && shown.text.length > MAX_FACT) return null;
    more.push({ key, label: context.label(key, parent), value: shown });
  }
  return more;
}

export interface Coordinates {
  lat: string;
  lng: string;
}

function namedCoordinates(document: JsonDocument, node: Node): Coordinates | null {
  const [latName, lngName] = [nameIn(node, LAT_NAMES), nameIn(node, LNG_NAMES)];
  if (latName === undefined || lngName === undefined) return null;
  const lat = digitsOf(document, memberOf(node, latName));
  const lng = digitsOf(document, memberOf(node, lngName));
  return lat !== null && lng !== null && isPlace(lat, lng) ? { lat, lng } : null;
}

/** Of a GeoJSON point: longitude first. */
function pointCoordinates(document: JsonDocument, node: Node): Coordinates | null {
  const type = memberOf(node, 'type');
  const pair = memberOf(node, 'coordinates')?.children ?? [];
  if (type === undefined || textOf(type) !== 'Point' || members(node).length !== 2) return null;
  const [lng, lat] = pair.map((part) => (part.type === 'number' ? sourceOf(document, part) : null));
  if (pair.length !== 2 || lat === undefined || lng === undefined) return null;
  return lat !== null && lng !== null && isPlace(lat, lng) ? { lat, lng } : null;
}

/** The latitude and longitude of an object that is a place, in its own digits; null for any other. */
export function coordinatesOf(document: JsonDocument, node: Node): Coordinates | null {
  return namedCoordinates(document, node) ?? pointCoordinates(document, node);
}

function placeOf(context: ValueContext, node: Node, key: string, depth: number): Value | null {
  const at = namedCoordinates(context.document, node);
  if (at === null) return null;
  const named = PLACE_NAMES.find((name) => memberOf(node, name)?.type === 'string');
  const name = named === undefined ? undefined : memberOf(node, named);
  const used = [nameIn(node, LAT_NAMES), nameIn(node, LNG_NAMES), named];
  const more = restOf(context, node, key, used, depth);
  if (more === null) return null;
  const measured = more.map(inMetres);
  return { is: 'place', ...at, name: name === undefined ? null : textOf(name), more: measured };
}

/** What devices say of a place beside it is in metres, wherever a form says nothing else. */
function inMetres(fact: Member): Member {
  const { key, value } = fact;
  if (value.is !== 'number' || value.unit !== null || !METRES.test(key)) return fact;
  return { ...fact, value: { ...value, unit: 'm' } };
}

function pointOf(context: ValueContext, node: Node): Value | null {
  const at = pointCoordinates(context.document, node);
  return at === null ? null : { is: 'place', ...at, name: null, more: [] };
}

function amountOf(context: ValueContext, node: Node): Value | null {
  const amount = nameIn(node, AMOUNT_NAMES);
  const unit = nameIn(node, UNIT_NAMES);
  if (amount === undefined || unit === undefined || members(node).length !== 2) return null;
  const number = memberOf(node, amount);
  const unitNode = memberOf(node, unit);
  if (number?.type !== 'number' || unitNode?.type !== 'string') return null;
  return { is: 'number', text: sourceOf(context.document, number), unit: textOf(unitNode) };
}

/** An object around one bitmap: a photo with its caption, time or name. */
function pictureOf(context: ValueContext, node: Node, key: string, depth: number): Value | null {
  const bitmaps = members(node).filter(
    ({ value }) => value.type === 'string' && bitmapOf(textOf(value)) !== null,
  );
  const [picture] = bitmaps;
  if (picture === undefined || bitmaps.length > 1 || !PICTURE_NAMES.test(picture.key)) return null;
  const src = bitmapOf(textOf(picture.value));
  const more = restOf(context, node, key, [picture.key], depth);
  if (src === null || more === null) return null;
  return { is: 'picture', src, signature: isDrawn(key, picture.key), more };
}

function drawingObjectOf(
  context: ValueContext,
  node: Node,
  key: string,
  depth: number,
): Value | null {
  const found = drawingIn(node);
  if (found === null) return null;
  const more = restOf(context, node, key, [found.name], depth);
  return more === null ? null : { is: 'strokes', ...found.drawing, more };
}

function recordOf(context: ValueContext, node: Node, key: string, depth: number): Value | null {
  const named = NAME_FIELDS.find((name) => {
    const value = memberOf(node, name);
    return value?.type === 'string' && textOf(value) !== '';
  });
  const name = named === undefined ? undefined : memberOf(node, named);
  if (name === undefined || nameIn(node, ID_NAMES) === undefined) return null;
  if (nameIn(node, [...AMOUNT_NAMES, 'answer', 'answers', 'response', 'values']) !== undefined) {
    return null;
  }
  const more = restOf(context, node, key, [named], depth);
  return more === null ? null : { is: 'record', name: textOf(name), more };
}

function isInstant(text: string): boolean {
  if (!INSTANT.test(text)) return false;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return false;
  // The thirtieth of February would roll over into March without a word.
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

function textValue(text: string, key: string, spec: FieldSpec | undefined): Value {
  const word = spec?.choices.get(text);
  if (word !== undefined) return { is: 'choice', text: word, stored: text };
  const drawn = isDrawn(key, spec?.kind, spec?.label);
  const src = bitmapOf(text);
  if (src !== null) return { is: 'picture', src, signature: drawn, more: [] };
  if (text.startsWith('data:')) {
    const data = dataOf(text);
    const drawing = data?.mime === 'image/svg+xml' && drawn ? pathsOfSvg(data.text) : null;
    if (drawing !== null) return { is: 'strokes', ...drawing, more: [] };
    if (data !== null) return { is: 'file', mime: data.mime, sizeBytes: data.sizeBytes };
  }
  const { unit = null } = spec ?? {};
  // A unit belongs to it, also where a tenant sends the number as text.
  if (unit !== null && NUMBER.test(text)) return { is: 'number', text: text.trim(), unit };
  if (isInstant(text)) return { is: 'instant', iso: text };
  if (DAY.test(text)) return { is: 'day', text: text.replace('T', ' ') };
  if (/^https?:\/\/\S+$/.test(text)) return { is: 'link', url: text };
  const at = coordinatesInText(text, key, spec?.kind);
  return at === null ? { is: 'text', text } : { is: 'place', ...at, name: null, more: [] };
}

/** The latitude and longitude that a text says where its key, or its kind, speaks of a place. */
export function coordinatesInText(
  text: string,
  key: string,
  kind: string | null = null,
): Coordinates | null {
  const pair = PLACE.test(key) || PLACE.test(kind ?? '') ? LAT_LNG.exec(text) : null;
  const [, lat, lng] = pair ?? [];
  return lat !== undefined && lng !== undefined && isPlace(lat, lng) ? { lat, lng } : null;
}

/** Null, an empty text, and lists and objects of nothing. */
function isEmpty(node: Node): boolean {
  if (node.type === 'string') return textOf(node) === '';
  return node.type === 'null' || node.children?.length === 0;
}

function drawnValue(node: Node): Value | null {
  const drawing = drawingOf(node);
  return drawing === null ? null : { is: 'strokes', ...drawing, more: [] };
}

function valueAt(
  context: ValueContext,
  node: Node,
  key: string,
  parent: string | null,
  spec: FieldSpec | undefined,
  depth: number,
): Value | null {
  const children = node.children ?? [];
  if (isEmpty(node)) {
    const unsigned = isDrawn(key, spec?.kind);
    return unsigned ? { is: 'empty', unsigned } : { is: 'empty' };
  }
  if (isDrawn(key, parent, spec?.kind)) {
    const drawn = drawnValue(node);
    if (drawn !== null) return drawn;
  }
  switch (node.type) {
    case 'boolean': {
      const yes = node.value === true;
      const word = spec?.choices.get(String(yes));
      return word === undefined
        ? { is: 'yesNo', yes }
        : { is: 'choice', text: word, stored: String(yes) };
    }
    case 'number': {
      const digits = sourceOf(context.document, node);
      const word = spec?.choices.get(digits);
      return word === undefined
        ? { is: 'number', text: digits, unit: spec?.unit ?? null }
        : { is: 'choice', text: word, stored: digits };
    }
    case 'string':
      return textValue(textOf(node), key, spec);
    case 'null':
      return { is: 'empty' };
    case 'object':
      if (depth >= MAX_VALUE_DEPTH || hasDuplicateKeys(node)) return null;
      return (
        (isDrawn(key, parent, spec?.kind) ? drawingObjectOf(context, node, key, depth) : null) ??
        placeOf(context, node, key, depth) ??
        pointOf(context, node) ??
        amountOf(context, node) ??
        pictureOf(context, node, key, depth) ??
        recordOf(context, node, key, depth)
      );
    case 'array': {
      if (depth >= MAX_VALUE_DEPTH) return null;
      const values: Value[] = [];
      for (const item of children) {
        const value = valueAt(context, item, key, parent, spec, depth + 1);
        if (value === null) return null;
        values.push(value);
      }
      // Things with a name and more of their own read better as the rows of a table.
      return values.some((value) => value.is === 'record' && value.more.length > 1)
        ? null
        : { is: 'many', values };
    }
  }
}

/**
 * Reads one value.
 *
 * @param parent key of the object around it, which may tell what it is (`signature.data`)
 * @returns null where it is a group or a table rather than a value
 */
export function valueOf(
  context: ValueContext,
  node: Node,
  key: string,
  parent: string | null,
  spec: FieldSpec | undefined = context.spec(key, parent),
): Value | null {
  return valueAt(context, node, key, parent, spec, 0);
}

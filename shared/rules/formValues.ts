import { type JsonDocument, memberOf, type Node, sourceOf, textOf } from './jsonTree.ts';
import type { FieldSpec } from './formLabels.ts';

/** One value of an answer, ready to be shown. */
export type Value =
  | { is: 'empty' }
  | { is: 'text'; text: string }
  /** Digits as the service wrote them. */
  | { is: 'number'; text: string }
  | { is: 'yesNo'; yes: boolean }
  /** An instant with a zone, ISO 8601. */
  | { is: 'instant'; iso: string }
  /** A calendar day or a local time without a zone: shown as it stands. */
  | { is: 'day'; text: string }
  | { is: 'place'; lat: number; lng: number; label: string | null }
  /** A picture inside the answer, as a data address of a bitmap type. */
  | { is: 'picture'; src: string; signature: boolean }
  /** A drawn signature: an SVG path within a view box. */
  | { is: 'strokes'; path: string; viewBox: string }
  /** A picture or document that lies elsewhere; never fetched while showing. */
  | { is: 'link'; url: string }
  | { is: 'many'; values: Value[] };

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;
/** Bitmaps only: an SVG picture could carry script. */
const BITMAP = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;
const PATH = /^[Mm][\d\s,.eE+\-MmLlHhVvCcSsQqTtAaZz]+$/;
const SIGNATURE = /sign|unterschrift|firma|podpis/i;

function numberOf(node: Node | undefined): number | null {
  if (node?.type === 'number') return node.value as number;
  if (node?.type !== 'string' || !/^-?\d+(\.\d+)?$/.test(textOf(node))) return null;
  return Number(textOf(node));
}

function placeOf(node: Node): Value | null {
  const lat = numberOf(memberOf(node, 'lat') ?? memberOf(node, 'latitude'));
  const lng = numberOf(
    memberOf(node, 'lng') ?? memberOf(node, 'lon') ?? memberOf(node, 'longitude'),
  );
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  const label = memberOf(node, 'address') ?? memberOf(node, 'label') ?? memberOf(node, 'name');
  return { is: 'place', lat, lng, label: label?.type === 'string' ? textOf(label) : null };
}

function pointOf(node: Node): [number, number] | null {
  const x = numberOf(node.type === 'array' ? node.children?.[0] : memberOf(node, 'x'));
  const y = numberOf(node.type === 'array' ? node.children?.[1] : memberOf(node, 'y'));
  return x === null || y === null ? null : [x, y];
}

/** Lists of lists of points, as signature pads give them. */
function strokesOf(node: Node): Value | null {
  const strokes: [number, number][][] = [];
  for (const stroke of node.children ?? []) {
    if (stroke.type !== 'array') return null;
    const points = (stroke.children ?? []).map(pointOf);
    if (points.length === 0 || points.includes(null)) return null;
    strokes.push(points.filter((point) => point !== null));
  }
  const all = strokes.flat();
  if (all.length < 2) return null;
  const left = Math.min(...all.map(([x]) => x));
  const top = Math.min(...all.map(([, y]) => y));
  const width = Math.max(...all.map(([x]) => x)) - left;
  const height = Math.max(...all.map(([, y]) => y)) - top;
  const path = strokes
    .map((stroke) => stroke.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''))
    .join('');
  return {
    is: 'strokes',
    path,
    viewBox: `${left - 2} ${top - 2} ${Math.max(width, 1) + 4} ${Math.max(height, 1) + 4}`,
  };
}

function textValue(text: string, key: string, spec: FieldSpec | undefined): Value {
  if (text === '') return { is: 'empty' };
  const signature = SIGNATURE.test(key) || SIGNATURE.test(spec?.kind ?? '');
  if (BITMAP.test(text)) return { is: 'picture', src: text, signature };
  if (signature && PATH.test(text)) return { is: 'strokes', path: text, viewBox: '' };
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return { is: 'instant', iso: text };
  if (DAY.test(text)) return { is: 'day', text: text.replace('T', ' ') };
  if (/^https?:\/\/\S+$/.test(text)) return { is: 'link', url: text };
  return { is: 'text', text: spec?.choices.get(text) ?? text };
}

/**
 * What a JSON value means: by its shape first, by the form's word for the field second.
 *
 * @returns null where it is a group or a table rather than a value
 */
export function valueOf(
  document: JsonDocument,
  node: Node,
  key: string,
  spec: FieldSpec | undefined,
): Value | null {
  switch (node.type) {
    case 'null':
      return { is: 'empty' };
    case 'boolean':
      return { is: 'yesNo', yes: node.value === true };
    case 'number': {
      const digits = sourceOf(document, node);
      const choice = spec?.choices.get(digits);
      return choice === undefined ? { is: 'number', text: digits } : { is: 'text', text: choice };
    }
    case 'string':
      return textValue(textOf(node), key, spec);
    case 'object':
      return placeOf(node);
    case 'array': {
      if ((node.children ?? []).length === 0) return { is: 'empty' };
      const strokes = strokesOf(node);
      if (strokes !== null) return strokes;
      const values = (node.children ?? []).map((item) => valueOf(document, item, key, spec));
      return values.includes(null)
        ? null
        : { is: 'many', values: values.filter((value) => value !== null) };
    }
    case 'property':
      return null;
  }
}

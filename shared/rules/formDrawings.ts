import { memberOf, members, type Node, textOf } from './jsonTree.ts';

/** Pictures and drawn signatures: found by shape, passed on only when they can't carry script. */

/** A checked drawing: SVG path data and the box that holds it. */
export interface Drawing {
  path: string;
  viewBox: string;
}

/** Bitmaps only: an SVG picture could carry script and addresses. */
const BITMAP = /^data:image\/(png|jpe?g|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]+$/i;
const DATA = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[\w.+-]+)*)(;base64)?,(.*)$/is;
/** How the base64 text of each kind of picture begins. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
];
/** Shorter text that begins like a picture may well be a word. */
const MIN_BARE_PICTURE = 60;
const DRAWN =
  /signature|(^|[^a-z])(sign|signed|ink|sketch|drawing)([^a-z]|$)|unterschrift|podpis|handtekening/i;

/** Whether a key or a field's kind speaks of something that was drawn by hand. */
export function isDrawn(...names: (string | null | undefined)[]): boolean {
  return names.some(
    (name) =>
      name !== null &&
      name !== undefined &&
      DRAWN.test(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')),
  );
}

/** A bitmap's data address; also of base64 text that came without one. Null for anything else. */
export function bitmapOf(text: string): string | null {
  if (BITMAP.test(text)) return text.replaceAll(/\s/g, '');
  const kind = MAGIC.find(([start]) => text.startsWith(start));
  if (kind === undefined || text.length < MIN_BARE_PICTURE) return null;
  return !/^[A-Za-z0-9+/\s]+={0,2}$/.test(text.trimEnd())
    ? null
    : `data:${kind[1]};base64,${text.replaceAll(/\s/g, '')}`;
}

/** What a data address that is no bitmap holds: its type and size, and its text. */
export function dataOf(text: string): { mime: string; sizeBytes: number; text: string } | null {
  const match = DATA.exec(text);
  if (match === null) return null;
  const [, mime, , base64, payload = ''] = match;
  let content: string;
  try {
    content = base64 === undefined ? decodeURIComponent(payload) : atob(payload);
  } catch {
    return null;
  }
  return { mime: mime ?? 'text/plain', sizeBytes: content.length, text: content };
}

/** How many numbers each command of path data takes. */
const COMMANDS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};
const TOKEN = /[A-Za-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g;

function boxOf(points: readonly (readonly [number, number])[]): string {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const width = Math.max(right - left, 1);
  const height = Math.max(bottom - top, 1);
  const edge = Math.max(width, height) * 0.04;
  return [left - edge, top - edge, width + 2 * edge, height + 2 * edge]
    .map((part) => String(Math.round(part * 100) / 100))
    .join(' ');
}

/**
 * Checks SVG path data by its grammar and measures it; null where it is none. Control points count
 * as points, so the box may be a little larger than the drawing.
 */
export function pathOf(data: string): Drawing | null {
  if (!/^\s*[Mm]/.test(data) || data.replaceAll(TOKEN, '').replaceAll(/[\s,]/g, '') !== '') {
    return null;
  }
  const tokens = data.match(TOKEN) ?? [];
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  let start: [number, number] = [0, 0];
  for (let at = 0; at < tokens.length;) {
    const command = tokens[at] ?? '';
    const name = command.toUpperCase();
    const size = COMMANDS[name];
    if (size === undefined) return null;
    at += 1;
    if (name === 'Z') {
      [x, y] = start;
      continue;
    }
    const numbers: number[] = [];
    while (at < tokens.length && !/^[A-Za-z]$/.test(tokens[at] ?? '')) {
      numbers.push(Number(tokens[at]));
      at += 1;
    }
    if (numbers.length === 0 || numbers.length % size !== 0) return null;
    if (!numbers.every(Number.isFinite)) return null;
    const relative = command !== name;
    for (let from = 0; from < numbers.length; from += size) {
      const [fromX, fromY] = relative ? [x, y] : [0, 0];
      const part = numbers.slice(from, from + size);
      if (name === 'H') x = fromX + (part[0] ?? 0);
      else if (name === 'V') y = fromY + (part[0] ?? 0);
      else {
        const pairs = name === 'A' ? part.slice(5) : part;
        for (let pair = 0; pair < pairs.length; pair += 2) {
          points.push([fromX + (pairs[pair] ?? 0), fromY + (pairs[pair + 1] ?? 0)]);
        }
        [x, y] = points.at(-1) ?? [x, y];
      }
      points.push([x, y]);
      if (name === 'M' && from === 0) start = [x, y];
    }
  }
  return points.length < 2 ? null : { path: data.trim(), viewBox: boxOf(points) };
}

/** The paths of an SVG document, and nothing else of it. */
export function pathsOfSvg(svg: string): Drawing | null {
  if (!/<svg[\s>]/i.test(svg)) return null;
  const found = [...svg.matchAll(/<path\b[^<>]*?\sd\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)];
  return joined(found.map((match) => match[1] ?? match[2] ?? ''));
}

/** Several paths as one; null where one of them is none. */
function joined(paths: readonly string[]): Drawing | null {
  if (paths.length === 0 || paths.some((path) => pathOf(path) === null)) return null;
  // A leading `m` counts from the origin; in the middle of a path it would count from the pen.
  return pathOf(paths.map((path) => path.trim().replace(/^m/, 'M0 0m')).join(' '));
}

function finite(node: Node | undefined): number | null {
  if (node?.type !== 'number') return null;
  const value = Number(textOf(node));
  return Number.isFinite(value) ? value : null;
}

function pointOf(node: Node): [number, number] | null {
  const pair = node.type === 'array' && node.children.length >= 2;
  const x = finite(pair ? node.children[0] : memberOf(node, 'x'));
  const y = finite(pair ? node.children[1] : memberOf(node, 'y'));
  return x === null || y === null ? null : [x, y];
}

function strokeOf(node: Node): [number, number][] | null {
  const list = node.type === 'object' ? memberOf(node, 'points') : node;
  if (list?.type !== 'array') return null;
  const points = list.children.map(pointOf);
  const good = points.filter((point) => point !== null);
  return good.length === 0 || good.length < points.length ? null : good;
}

/** Points as signature pads give them: a list of strokes, or one stroke. */
export function strokesOf(node: Node): Drawing | null {
  if (node.type !== 'array') return null;
  const one = strokeOf(node);
  const each = one === null ? node.children.map(strokeOf) : [one];
  const strokes = each.filter((stroke) => stroke !== null);
  const points = strokes.flat();
  if (strokes.length < each.length || points.length < 2) return null;
  const path = strokes
    // A dot is a line of no length; its round ends make it visible.
    .map((stroke) => (stroke.length === 1 ? [...stroke, ...stroke] : stroke))
    .map((stroke) => stroke.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(''))
    .join('');
  return { path, viewBox: boxOf(points) };
}

/** Members of a drawing object that hold the drawing itself. */
const DRAWING_NAMES = ['strokes', 'points', 'lines', 'paths', 'path', 'd', 'svg'];

/** A drawing in any of the known spellings; null where it is none, or an object. */
export function drawingOf(node: Node): Drawing | null {
  if (node.type === 'string') {
    const text = textOf(node);
    return pathOf(text) ?? pathsOfSvg(text) ?? pathsOfSvg(dataOf(text)?.text ?? '');
  }
  if (node.type === 'array') {
    const items = node.children;
    if (items.length > 0 && items.every((item) => item.type === 'string')) {
      return joined(items.map(textOf));
    }
    return strokesOf(node);
  }
  return null;
}

/** The drawing in an object, with the member that holds it: all others say something else. */
export function drawingIn(node: Node): { drawing: Drawing; name: string } | null {
  for (const { key, value } of members(node)) {
    const drawing = DRAWING_NAMES.includes(key) ? drawingOf(value) : null;
    if (drawing !== null) return { drawing, name: key };
  }
  return null;
}

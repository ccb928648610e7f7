import { setImmediate as breathe } from 'node:timers/promises';

/**
 * Reads JSON text without ever building values: the mirror stores the service's own text, and
 * `JSON.parse` would round numbers, drop duplicate keys and hold the event loop for large bodies.
 * What comes out is an outline: where the payload lies, how many rows it has, their ids.
 */

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export interface Outline {
  kind: JsonKind;
  /** Offsets in the text; `end` is exclusive. */
  start: number;
  end: number;
  /**
   * Members of an object, kept for the first two levels of objects. Of a repeated key the first
   * counts, as it does for SQLite's JSON functions.
   */
  members: Map<string, Member>;
  /** For an array at the first three levels: the id of each element as text, '' without one. */
  ids: string[];
  /** Elements of an array that are objects. */
  objects: number;
}

export interface Member {
  /** Offsets of the key with its quotes. */
  keyStart: number;
  keyEnd: number;
  value: Outline;
}

interface Frame {
  isObject: boolean;
  /** Set where the outline is kept. */
  outline: Outline | null;
  /** Set for an object that is an element of a kept array. */
  rowOf: Outline | null;
  key: string;
  keyStart: number;
  keyEnd: number;
}

/** SQLite refuses deeper nesting, so a deeper text could not be stored. */
const MAX_DEPTH = 1000;
const KEPT_OBJECT_DEPTH = 1;
const KEPT_ARRAY_DEPTH = 2;
/** Characters or bytes between two pauses: a few milliseconds of work. */
const SLICE = 1 << 18;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const QUOTE = 34;
const BACKSLASH = 92;

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function literalAt(text: string, at: number): { kind: JsonKind; length: number } | null {
  if (text.startsWith('true', at)) return { kind: 'boolean', length: 4 };
  if (text.startsWith('false', at)) return { kind: 'boolean', length: 5 };
  if (text.startsWith('null', at)) return { kind: 'null', length: 4 };
  return null;
}

/** An identifier as it is spelled: strings decoded, numbers to the letter (beyond 2^53 too). */
function idText(text: string, kind: JsonKind, start: number, end: number): string {
  const source = text.slice(start, end);
  if (kind === 'number') return source;
  return kind === 'string' ? String(JSON.parse(source)) : '';
}

/**
 * Walks the text once, pausing (by `yield`) after each slice. Returns null where the text is not
 * valid JSON by RFC 8259 or is nested deeper than SQLite allows.
 */
export function* scanJson(text: string, slice = SLICE): Generator<undefined, Outline | null> {
  const stack: Frame[] = [];
  let root: Outline | null = null;
  let at = 0;
  let pauseAt = slice;
  let want: 'value' | 'elementOrEnd' | 'keyOrEnd' | 'key' | 'colon' | 'commaOrEnd' = 'value';

  /** Registers a value with its container; gives its outline where one is kept. */
  const place = (kind: JsonKind, start: number, end: number): Outline | null => {
    const parent = stack.at(-1);
    const depth = stack.length;
    const make = (): Outline => ({ kind, start, end, members: new Map(), ids: [], objects: 0 });
    if (parent === undefined) return (root = make());
    if (!parent.isObject) {
      if (parent.outline === null) return null;
      parent.outline.ids.push('');
      if (kind === 'object') parent.outline.objects += 1;
      return null;
    }
    if (parent.rowOf !== null && parent.key === 'id') {
      const ids = parent.rowOf.ids;
      if (ids.at(-1) === '') ids[ids.length - 1] = idText(text, kind, start, end);
    }
    if (parent.outline === null || depth > KEPT_ARRAY_DEPTH) return null;
    if (parent.outline.members.has(parent.key)) return null;
    const value = make();
    const { keyStart, keyEnd } = parent;
    parent.outline.members.set(parent.key, { keyStart, keyEnd, value });
    return value;
  };

  for (;;) {
    if (at >= pauseAt) {
      yield;
      pauseAt = at + slice;
    }
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at += 1;
      continue;
    }
    if (want === 'commaOrEnd') {
      const frame = stack.at(-1);
      if (frame === undefined) return at >= text.length ? root : null;
      if (text[at] === ',') {
        want = frame.isObject ? 'key' : 'value';
        at += 1;
        continue;
      }
    }
    if (text[at] === (stack.at(-1)?.isObject === true ? '}' : ']')) {
      if (want !== 'commaOrEnd' && want !== 'keyOrEnd' && want !== 'elementOrEnd') return null;
      const frame = stack.pop();
      at += 1;
      if (frame === undefined) return null;
      if (frame.outline !== null) frame.outline.end = at;
      want = 'commaOrEnd';
      continue;
    }
    if (want === 'commaOrEnd') return null;
    if (want === 'colon') {
      if (text[at] !== ':') return null;
      want = 'value';
      at += 1;
      continue;
    }
    const start = at;
    const isKey = want === 'key' || want === 'keyOrEnd';
    if (code === QUOTE) {
      at += 1;
      for (;;) {
        let inside = text.charCodeAt(at);
        while (inside >= 32 && inside !== QUOTE && inside !== BACKSLASH && at < pauseAt) {
          at += 1;
          inside = text.charCodeAt(at);
        }
        if (inside === QUOTE) break;
        if (inside === BACKSLASH) {
          ESCAPE.lastIndex = at;
          if (!ESCAPE.test(text)) return null;
          at = ESCAPE.lastIndex;
        } else if (!(inside >= 32)) {
          return null;
        }
        if (at >= pauseAt) {
          yield;
          pauseAt = at + slice;
        }
      }
      at += 1;
      if (!isKey) {
        place('string', start, at);
        want = 'commaOrEnd';
        continue;
      }
      const frame = stack.at(-1);
      if (frame === undefined) return null;
      if (frame.outline !== null || frame.rowOf !== null) {
        frame.key = String(JSON.parse(text.slice(start, at)));
        frame.keyStart = start;
        frame.keyEnd = at;
      }
      want = 'colon';
      continue;
    }
    if (isKey) return null;
    if (text[at] === '{' || text[at] === '[') {
      if (stack.length >= MAX_DEPTH) return null;
      const isObject = text[at] === '{';
      const parent = stack.at(-1);
      const depth = stack.length;
      const placed = place(isObject ? 'object' : 'array', start, start);
      stack.push({
        isObject,
        outline: depth <= (isObject ? KEPT_OBJECT_DEPTH : KEPT_ARRAY_DEPTH) ? placed : null,
        rowOf: isObject && parent !== undefined && !parent.isObject ? parent.outline : null,
        key: '',
        keyStart: 0,
        keyEnd: 0,
      });
      want = isObject ? 'keyOrEnd' : 'elementOrEnd';
      at += 1;
      continue;
    }
    const literal = literalAt(text, at);
    if (literal !== null) {
      at += literal.length;
      place(literal.kind, start, at);
    } else {
      NUMBER.lastIndex = at;
      if (!NUMBER.test(text)) return null;
      at = NUMBER.lastIndex;
      place('number', start, at);
    }
    want = 'commaOrEnd';
  }
}

/**
 * The outline of a text, made in slices with the event loop free in between; null for invalid
 * JSON.
 */
export async function outlineOf(text: string): Promise<Outline | null> {
  const walk = scanJson(text);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

/** The same at once, for short texts. */
export function outlineNow(text: string): Outline | null {
  return scanJson(text, Number.POSITIVE_INFINITY).next().value ?? null;
}

/** Follows own members by a dotted path; '' is the outline itself. */
export function at(outline: Outline, path: string): Outline | null {
  let here: Outline | null = outline;
  for (const key of path === '' ? [] : path.split('.')) {
    here = here?.members.get(key)?.value ?? null;
  }
  return here;
}

/** The SQLite JSON path of a dotted path: `result.areas` gives `$."result"."areas"`. */
export function sqlPath(path: string): string {
  const keys = path === '' ? [] : path.split('.');
  return ['$', ...keys.map((key) => (/^[A-Za-z]\w*$/.test(key) ? key : `"${key}"`))].join('.');
}

/** Decodes UTF-8 in slices; null where the bytes are not UTF-8. A byte order mark is dropped. */
export async function decodeUtf8(bytes: Uint8Array): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  try {
    for (let from = 0; from < bytes.length; from += SLICE) {
      if (from > 0) await breathe();
      parts.push(decoder.decode(bytes.subarray(from, from + SLICE), { stream: true }));
    }
    parts.push(decoder.decode());
  } catch {
    return null;
  }
  return parts.join('');
}

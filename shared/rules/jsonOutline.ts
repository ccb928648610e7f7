import {
  BACKSLASH,
  QUOTE,
  depthOf,
  endBefore,
  idOf,
  idText,
  isSpace,
  skipSpace,
} from './jsonReader.ts';

/**
 * Checks JSON text and tells its outline: where the payload lies, how many rows it has, their ids.
 * The values that are built to check it are small and go at once: the mirror stores the service's
 * own text, since `JSON.parse` would round numbers and drop repeated keys, and a large body in one
 * piece would hold the event loop.
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
  /** What was registered for it, whose end is not known yet. */
  placed: Outline | null;
  /** The same where its own parts are kept too. */
  outline: Outline | null;
  /** Set for an object that is an element of a kept array. */
  rowOf: Outline | null;
  key: string;
  keyStart: number;
  keyEnd: number;
}

/** SQLite refuses deeper nesting, so a deeper text could not be stored. */
export const MAX_DEPTH = 1000;
const KEPT_OBJECT_DEPTH = 1;
const KEPT_ARRAY_DEPTH = 2;
/** Characters or bytes between two pauses: a few milliseconds of work. */
export const SLICE = 1 << 18;
/** A value up to this long is checked by `JSON.parse`, about three times as fast as by the walk. */
const CHECKED_AT_ONCE = 1 << 16;
/** Longer keys and stretches of white space are not worth a guess. */
const LONGEST_BETWEEN = 100;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function literalAt(text: string, at: number): { kind: JsonKind; length: number } | null {
  if (text.startsWith('true', at)) return { kind: 'boolean', length: 4 };
  if (text.startsWith('false', at)) return { kind: 'boolean', length: 5 };
  if (text.startsWith('null', at)) return { kind: 'null', length: 4 };
  return null;
}

/** Whether a piece is valid JSON of so many levels at most; each takes two characters. */
function isValid(piece: string, levels: number): boolean {
  if (piece.length > 2 * levels && depthOf(piece) > levels) return false;
  try {
    JSON.parse(piece);
    return true;
  } catch {
    return false;
  }
}

/** The end of a piece that was checked; else it is too long for one, or the text can't be stored. */
type Checked = number | 'walk' | 'invalid';

/**
 * Checks what is not looked into in pieces. Rows of a list are alike: where the text opens another
 * one as it opened the first, the row before it most likely ends. `JSON.parse` decides, so a wrong
 * guess costs time and nothing else.
 */
class Pieces {
  readonly #text: string;
  readonly #most: number;
  /** What stands from the end of a row to the first value of the next, by its list. */
  readonly #betweenRows = new WeakMap<Outline, string>();

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  /** Checks the container at `from`, which may be `levels` deep; `list` is set for its rows. */
  container(from: number, levels: number, list: Outline | null): Checked {
    const between = list === null ? undefined : this.#betweenRows.get(list);
    if (list !== null && between !== undefined) {
      const end = this.#text.indexOf(between, from) + 1;
      const piece = end > from && end - from <= this.#most ? this.#text.slice(from, end) : '';
      if (isValid(piece, levels)) return end;
      this.#betweenRows.delete(list);
    }
    const end = endBefore(this.#text, from, this.#limit(from));
    if (end === -1) return 'walk';
    if (!isValid(this.#text.slice(from, end), levels)) return 'invalid';
    if (list?.ids.length === 0) this.#learn(from, end, list);
    return end;
  }

  /** Checks as many elements of an array as make a piece, from the one that begins at `from`. */
  elements(from: number, levels: number): Checked {
    const text = this.#text;
    const limit = this.#limit(from);
    let end = -1;
    for (let at = from; ;) {
      const next = endBefore(text, at, limit);
      if (next === -1) break;
      end = next;
      const comma = skipSpace(text, end);
      if (text[comma] !== ',') break;
      at = skipSpace(text, comma + 1);
    }
    if (end === -1) return 'walk';
    return isValid(`[${text.slice(from, end)}]`, levels + 1) ? end : 'invalid';
  }

  #limit(from: number): number {
    return Math.min(this.#text.length, from + this.#most);
  }

  /** Of `{"id":1}, {"id":2}` that is `}, {"id":`. */
  #learn(from: number, end: number, list: Outline): void {
    const text = this.#text;
    const next = text.indexOf('{', end);
    const colon = text.indexOf(':', from);
    if (next === -1 || next - end > LONGEST_BETWEEN || colon - from > LONGEST_BETWEEN) return;
    this.#betweenRows.set(list, text.slice(end - 1, next) + text.slice(from, colon + 1));
  }
}

/**
 * Walks the text once, pausing (by `yield`) after each slice. Returns null where the text is not
 * valid JSON by RFC 8259 or is nested deeper than SQLite allows.
 */
export function* scanJson(text: string, slice = SLICE): Generator<undefined, Outline | null> {
  const stack: Frame[] = [];
  const pieces = new Pieces(text, Math.min(slice, CHECKED_AT_ONCE));
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
      if (ids.at(-1) === '') ids[ids.length - 1] = idText(text.slice(start, end));
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
      if (frame.placed !== null) frame.placed.end = at;
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
    const within = stack.at(-1);
    if (within?.isObject === false && within.outline === null) {
      const end = pieces.elements(at, MAX_DEPTH - stack.length);
      if (end === 'invalid') return null;
      if (end !== 'walk') {
        at = end;
        want = 'commaOrEnd';
        continue;
      }
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
      const list = parent?.isObject === false ? parent.outline : null;
      if (list !== null || depth > (isObject ? KEPT_OBJECT_DEPTH : KEPT_ARRAY_DEPTH)) {
        const end = pieces.container(at, MAX_DEPTH - depth, isObject ? list : null);
        if (end === 'invalid') return null;
        if (end !== 'walk') {
          place(isObject ? 'object' : 'array', at, end);
          if (list !== null && isObject) list.ids[list.ids.length - 1] = idOf(text, at);
          at = end;
          want = 'commaOrEnd';
          continue;
        }
      }
      const placed = place(isObject ? 'object' : 'array', start, start);
      stack.push({
        isObject,
        placed,
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

import { Pieces } from './jsonPieces.ts';
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  QUOTE,
  idOf,
  idText,
  isSpace,
} from './jsonReader.ts';

/**
 * Checks JSON text and tells its outline: where the payload lies, how many rows it has, their ids.
 * The values that are built to check it are small and go at once: the mirror stores the service's
 * own text, since `JSON.parse` would round numbers and drop repeated keys, and a large body in one
 * piece would hold the event loop (30 ms for 7 MB; the walk takes 50 ms, in slices of one or two).
 * Parts that are short are left to `jsonReader` and `JSON.parse`; only what is longer is walked here,
 * since a walk that pauses has to know where it stands.
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
const OUTLINED_OBJECT_DEPTH = 1;
const OUTLINED_ARRAY_DEPTH = 2;
/** Characters or bytes between two pauses: a few milliseconds of work. */
export const SLICE = 1 << 18;
/** A value up to this long is checked by `JSON.parse`, about three times as fast as by the walk. */
const CHECKED_AT_ONCE = 1 << 16;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function literalAt(text: string, at: number): { kind: JsonKind; length: number } | null {
  if (text.startsWith('true', at)) return { kind: 'boolean', length: 4 };
  if (text.startsWith('false', at)) return { kind: 'boolean', length: 5 };
  if (text.startsWith('null', at)) return { kind: 'null', length: 4 };
  return null;
}

/** What is looked for next. */
type Want = 'value' | 'elementOrEnd' | 'keyOrEnd' | 'key' | 'colon' | 'commaOrEnd';

/**
 * What is known of a text up to where it has been walked. A step gives the offset to go on from;
 * -1 where the text is not valid JSON by RFC 8259 or is nested deeper than SQLite allows.
 */
class Walk {
  root: Outline | null = null;
  want: Want = 'value';
  readonly #text: string;
  readonly #pieces: Pieces;
  readonly #stack: Frame[] = [];
  /** The container that is open: the last of the stack. */
  #within: Frame | undefined = undefined;

  constructor(text: string, mostAtOnce: number) {
    this.#text = text;
    this.#pieces = new Pieces(text, mostAtOnce);
  }

  get wantsKey(): boolean {
    return this.want === 'key' || this.want === 'keyOrEnd';
  }

  /** Whether a comma, a colon or an end is what may stand here. */
  isBetween(code: number): boolean {
    return this.want === 'commaOrEnd' || this.want === 'colon' || code === this.#closing;
  }

  /** Takes a comma, a colon or an end, whose code this is. */
  between(code: number, at: number): number {
    if (this.want === 'commaOrEnd' && code === COMMA && this.#within !== undefined) {
      this.want = this.#within.isObject ? 'key' : 'value';
      return at + 1;
    }
    if (code === this.#closing) return this.#close(at);
    if (this.want !== 'colon' || code !== COLON) return -1;
    this.want = 'value';
    return at + 1;
  }

  /** Whether the text may end here. */
  get mayEnd(): boolean {
    return this.#stack.length === 0 && this.want === 'commaOrEnd';
  }

  /** What ends the container that is open. */
  get #closing(): number {
    return this.#within?.isObject === true ? CLOSE_OBJECT : CLOSE_ARRAY;
  }

  #close(at: number): number {
    const { want } = this;
    if (want !== 'commaOrEnd' && want !== 'keyOrEnd' && want !== 'elementOrEnd') return -1;
    const frame = this.#stack.pop();
    if (frame === undefined) return -1;
    this.#within = this.#stack.at(-1);
    if (frame.placed !== null) frame.placed.end = at + 1;
    this.want = 'commaOrEnd';
    return at + 1;
  }

  /** Takes a whole string, which may be a key. */
  string(start: number, end: number): number {
    const frame = this.#within;
    if (!this.wantsKey || frame === undefined) {
      this.#place('string', start, end);
      this.want = 'commaOrEnd';
      return end;
    }
    if (frame.outline !== null || frame.rowOf !== null) {
      frame.key = String(JSON.parse(this.#text.slice(start, end)));
      frame.keyStart = start;
      frame.keyEnd = end;
    }
    this.want = 'colon';
    return end;
  }

  /** Takes elements of an array that is not looked into, as many as make a piece; 0 for none. */
  elements(at: number): number {
    const within = this.#within;
    if (within?.isObject !== false || within.outline !== null) return 0;
    const end = this.#pieces.elements(at, MAX_DEPTH - this.#stack.length);
    if (end === 'walk') return 0;
    if (end === 'invalid') return -1;
    this.want = 'commaOrEnd';
    return end;
  }

  /** Takes what is no string: a container or a scalar. */
  value(at: number): number {
    if (this.wantsKey) return -1;
    const first = this.#text[at];
    return first === '{' || first === '[' ? this.#container(at) : this.#scalar(at);
  }

  /** Takes a number, `true`, `false` or `null`. */
  #scalar(start: number): number {
    const literal = literalAt(this.#text, start);
    let end = start + (literal?.length ?? 0);
    if (literal === null) {
      NUMBER.lastIndex = start;
      if (!NUMBER.test(this.#text)) return -1;
      end = NUMBER.lastIndex;
    }
    this.#place(literal?.kind ?? 'number', start, end);
    this.want = 'commaOrEnd';
    return end;
  }

  /** Opens an object or an array, or takes the whole of it where it is not looked into. */
  #container(start: number): number {
    const depth = this.#stack.length;
    if (depth >= MAX_DEPTH) return -1;
    const isObject = this.#text[start] === '{';
    const kind = isObject ? 'object' : 'array';
    const parent = this.#within;
    const list = parent?.isObject === false ? parent.outline : null;
    const isOutlined = depth <= (isObject ? OUTLINED_OBJECT_DEPTH : OUTLINED_ARRAY_DEPTH);
    if (list !== null || !isOutlined) {
      const end = this.#pieces.container(start, MAX_DEPTH - depth, isObject ? list : null);
      if (end === 'invalid') return -1;
      if (end !== 'walk') {
        this.#place(kind, start, end);
        if (list !== null && isObject) list.ids[list.ids.length - 1] = idOf(this.#text, start);
        this.want = 'commaOrEnd';
        return end;
      }
    }
    const placed = this.#place(kind, start, start);
    const outline = isOutlined ? placed : null;
    const rowOf = isObject ? list : null;
    this.#within = { isObject, placed, outline, rowOf, key: '', keyStart: 0, keyEnd: 0 };
    this.#stack.push(this.#within);
    this.want = isObject ? 'keyOrEnd' : 'elementOrEnd';
    return start + 1;
  }

  /** Registers a value with its container; gives its outline where one is kept. */
  #place(kind: JsonKind, start: number, end: number): Outline | null {
    const parent = this.#within;
    const make = (): Outline => ({ kind, start, end, members: new Map(), ids: [], objects: 0 });
    if (parent === undefined) return (this.root = make());
    const { outline } = parent;
    if (!parent.isObject) {
      outline?.ids.push('');
      if (outline !== null && kind === 'object') outline.objects += 1;
      return null;
    }
    if (parent.rowOf !== null && parent.key === 'id') {
      const { ids } = parent.rowOf;
      if (ids.at(-1) === '') ids[ids.length - 1] = idText(this.#text.slice(start, end));
    }
    if (outline === null || this.#stack.length > OUTLINED_ARRAY_DEPTH) return null;
    if (outline.members.has(parent.key)) return null;
    const value = make();
    const { keyStart, keyEnd } = parent;
    outline.members.set(parent.key, { keyStart, keyEnd, value });
    return value;
  }
}

/** Goes on inside of a string to its closing quote, or to `limit` at least; -1 where it is broken. */
function insideString(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    const inside = text.charCodeAt(at);
    if (inside === QUOTE) return at;
    if (inside === BACKSLASH) {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return -1;
      at = ESCAPE.lastIndex;
    } else if (inside >= 32) {
      at += 1;
    } else {
      return -1;
    }
  }
  return at < text.length ? at : -1;
}

/** The same with a pause after each slice, for what is left of a long string. */
function* endOfString(text: string, from: number, slice: number): Generator<undefined, number> {
  let at = from;
  while (at !== -1 && text.charCodeAt(at) !== QUOTE) {
    yield;
    at = insideString(text, at, at + slice);
  }
  return at;
}

/**
 * Walks the text once, pausing (by `yield`) after each slice. Returns null where the text is not
 * valid JSON by RFC 8259 or is nested deeper than SQLite allows.
 */
export function* scanJson(text: string, slice = SLICE): Generator<undefined, Outline | null> {
  const walk = new Walk(text, Math.min(slice, CHECKED_AT_ONCE));
  let at = 0;
  let pauseAt = slice;
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
    if (at >= text.length) return walk.mayEnd ? walk.root : null;
    let next: number;
    if (walk.isBetween(code)) {
      next = walk.between(code, at);
    } else {
      next = walk.elements(at);
      if (next === 0 && code === QUOTE) {
        const inside = insideString(text, at + 1, at + slice);
        const isShort = inside === -1 || text.charCodeAt(inside) === QUOTE;
        const quote = isShort ? inside : yield* endOfString(text, inside, slice);
        next = quote === -1 ? -1 : walk.string(at, quote + 1);
      } else if (next === 0) {
        next = walk.value(at);
      }
    }
    if (next === -1) return null;
    at = next;
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

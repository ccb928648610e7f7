import { setImmediate as breathe } from 'node:timers/promises';
import { MAX_DEPTH, SLICE } from '../../../shared/rules/jsonOutline.ts';
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '../../../shared/rules/jsonReader.ts';

/**
 * Looks at the bytes of a reply before anything is made of them: how deep it is nested, how many
 * rows and fields it has, where its lists lie and may be cut. Nothing is kept but a few numbers, so a
 * body of a million tiny rows costs no more than its bytes. What is inside of values is not checked:
 * that is the business of whoever reads them.
 *
 * It walks bytes, not text as `jsonReader` does: what it finds is cut out of the bytes, and a text of
 * a body of 7 MB would be another 7 MB and 8 ms before it is known whether it is taken in at all.
 */

/** Rows that a page of records may have; a fleet that ignores paging has a tenth of it. */
export const MOST_ROWS = 50_000;
/** Elements that a list inside any other document may have. */
export const MOST_ELEMENTS = 500_000;
/** Fields of the first two levels of objects together. */
export const MOST_FIELDS = 20_000;
/** Values in all: each costs memory wherever it is looked into. */
export const MOST_VALUES = 3_000_000;
/** Values of one row: an area of ten thousand points has a tenth of it. */
export const MOST_ROW_VALUES = 500_000;
/** Bytes of one row: as many as a record that is read by itself may have. */
export const MOST_ROW_BYTES = 8 * 1024 * 1024;
const READ_DEPTH = 3;
const LONGEST_KEY = 200;

/** So many rows, or rows of so many bytes, go into the mirror at once. */
export const CUT_ROWS = 250;
const CUT_BYTES = 256 * 1024;

/** A list in a body: `start` is at its bracket, `end` behind the other one. */
export interface ListSpan {
  start: number;
  end: number;
  rows: number;
  /** Where rows begin that may begin a part of their own, the first row first. */
  cuts: number[];
}

export interface BodyShape {
  /** By the dotted path of its keys; '' is the body itself. Of a repeated key the first counts. */
  lists: Map<string, ListSpan>;
}

export type Looked = { ok: true; shape: BodyShape } | { ok: false; why: string };

interface Frame {
  isObject: boolean;
  /** Dotted path of the keys that lead here; null where a list lies between. */
  path: string | null;
  key: string;
  list: ListSpan | null;
  elements: number;
}

/** Offset behind the string that opens at `from`. */
export function* stringEnd(bytes: Buffer, from: number): Generator<undefined, number> {
  let pauseAt = from + SLICE;
  for (let at = from + 1; ;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH && quote - 1 - slashes >= at) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
    if (at < pauseAt) continue;
    yield;
    pauseAt = at + SLICE;
  }
}

const count = (n: number): string => n.toLocaleString('en');

function keyText(bytes: Buffer, start: number, end: number): string {
  const source = bytes.toString('utf8', start, Math.min(end, start + LONGEST_KEY));
  if (!source.includes('\\')) return source.slice(1, -1);
  try {
    return String(JSON.parse(source));
  } catch {
    return source;
  }
}

/**
 * What is known of a body up to where it has been walked. Each step tells why the body is more than
 * Waybill takes in, as part of a sentence; null where it is not.
 */
class Walked {
  readonly lists: BodyShape['lists'] = new Map();
  readonly #mostRows: number;
  readonly #mostRowValues: number;
  readonly #stack: (Frame | null)[] = [];
  #fields = 0;
  #values = 0;
  /** How many values there were when the row at hand began. */
  #atRow = 0;
  /** Where it began; Infinity outside of rows. */
  #rowStart = Infinity;
  /** The element that begins next belongs to this list. */
  #begins: Frame | null = null;

  constructor(mostRows: number) {
    this.#mostRows = mostRows;
    this.#mostRowValues = mostRows === MOST_ROWS ? MOST_ROW_VALUES : MOST_VALUES;
  }

  /** The lists that have ended: a body that is cut off within one is no JSON, which reading it as a whole tells. */
  closedLists(): BodyShape['lists'] {
    return new Map([...this.lists].filter(([, { end }]) => end !== -1));
  }

  /** The container that is open; null in what is not looked into. */
  get #frame(): Frame | null {
    return this.#stack.at(-1) ?? null;
  }

  /** Whether the next text is a key whose name decides where a list lies. */
  get wantsKey(): boolean {
    return this.#frame?.isObject === true && this.#frame.path !== null;
  }

  key(text: string): void {
    if (this.#frame !== null) this.#frame.key = text;
  }

  /** Something begins at `at`: where a list waits for an element, it is one. */
  value(at: number): string | null {
    const frame = this.#begins;
    if (frame === null) return null;
    this.#begins = null;
    frame.elements += 1;
    // What a row holds is counted with its values.
    if (frame.path !== null && frame.elements > this.#mostRows) {
      return `more than ${count(this.#mostRows)} rows came at once`;
    }
    const { list } = frame;
    if (list === null) return null;
    const last = list.cuts.at(-1);
    const isFull = list.rows % CUT_ROWS === 0 || at - (last ?? at) >= CUT_BYTES;
    this.#atRow = this.#values;
    this.#rowStart = at;
    if (last === undefined || isFull) list.cuts.push(at);
    list.rows += 1;
    return null;
  }

  open(isObject: boolean, at: number): string | null {
    const depth = this.#stack.length;
    if (depth >= MAX_DEPTH) return `it is nested more than ${count(MAX_DEPTH)} levels deep`;
    if (depth >= READ_DEPTH) {
      this.#stack.push(null);
      return null;
    }
    const path = this.#pathOfNext();
    const isNew = !isObject && path !== null && !this.lists.has(path);
    const list = isNew ? { start: at, end: -1, rows: 0, cuts: [] } : null;
    if (list !== null && path !== null) this.lists.set(path, list);
    const opened: Frame = { isObject, path, key: '', list, elements: 0 };
    this.#stack.push(opened);
    if (!isObject) this.#begins = opened;
    return null;
  }

  close(at: number): void {
    this.#begins = null;
    const frame = this.#frame;
    if (frame?.list) {
      frame.list.end = at + 1;
      this.#rowStart = Infinity;
    }
    this.#stack.pop();
  }

  colon(): string | null {
    if (!this.wantsKey || this.#stack.length >= READ_DEPTH) return null;
    this.#fields += 1;
    return this.#fields > MOST_FIELDS ? `it has more than ${count(MOST_FIELDS)} fields` : null;
  }

  comma(): string | null {
    this.#values += 1;
    if (this.#values > MOST_VALUES) return `it has more than ${count(MOST_VALUES)} values`;
    if (this.#values - this.#atRow > this.#mostRowValues) {
      return `one of its rows has more than ${count(MOST_ROW_VALUES)} values`;
    }
    this.#begins = this.#frame?.isObject === false ? this.#frame : null;
    return null;
  }

  /** Looked at now and then on the way. */
  tooLong(at: number): string | null {
    const isPage = this.#mostRows === MOST_ROWS;
    return isPage && at - this.#rowStart > MOST_ROW_BYTES
      ? 'one of its rows has more than 8 MB'
      : null;
  }

  #pathOfNext(): string | null {
    const frame = this.#frame;
    if (frame === null) return '';
    if (!frame.isObject || frame.path === null) return null;
    return frame.path === '' ? frame.key : `${frame.path}.${frame.key}`;
  }
}

function* walk(bytes: Buffer, mostRows: number): Generator<undefined, Looked> {
  const walked = new Walked(mostRows);
  let pauseAt = SLICE;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pauseAt) {
      const why = walked.tooLong(at);
      if (why !== null) return { ok: false, why };
      yield;
      pauseAt = at + SLICE;
    }
    const code = bytes[at] ?? 0;
    if (code <= 0x20) continue;
    const isEnd = code === CLOSE_ARRAY || code === CLOSE_OBJECT;
    let why = isEnd ? null : walked.value(at);
    if (why !== null) return { ok: false, why };
    switch (code) {
      case QUOTE: {
        const end: number = yield* stringEnd(bytes, at);
        if (walked.wantsKey) walked.key(keyText(bytes, at, end));
        at = end - 1;
        break;
      }
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        why = walked.open(code === OPEN_OBJECT, at);
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        walked.close(at);
        break;
      case COLON:
        why = walked.colon();
        break;
      case COMMA:
        why = walked.comma();
    }
    if (why !== null) return { ok: false, why };
  }
  return { ok: true, shape: { lists: walked.closedLists() } };
}

/**
 * Looks at a body in slices, with the event loop free in between.
 *
 * @returns where its lists lie; or why it is more than Waybill takes in, as part of a sentence
 */
export async function lookAt(bytes: Uint8Array, mostRows: number): Promise<Looked> {
  const steps = walk(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), mostRows);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

/** The bytes of a list in parts, each a JSON array of its own; and the body without its rows. */
export function partsOf(
  bytes: Uint8Array,
  { start, end, cuts }: ListSpan,
): { parts: () => Generator<Uint8Array>; around: Uint8Array } {
  function* parts(): Generator<Uint8Array> {
    for (const [index, from] of cuts.entries()) {
      const next = cuts[index + 1] ?? end - 1;
      // What stands between two rows is a comma and white space; the last part has no comma.
      const until = index + 1 < cuts.length ? bytes.lastIndexOf(COMMA, next - 1) : next;
      const part = new Uint8Array(until - from + 2);
      part[0] = OPEN_ARRAY;
      part.set(bytes.subarray(from, until), 1);
      part[part.length - 1] = CLOSE_ARRAY;
      yield part;
    }
  }
  const around = new Uint8Array(bytes.length - (end - start) + 2);
  around.set(bytes.subarray(0, start));
  around[start] = OPEN_ARRAY;
  around[start + 1] = CLOSE_ARRAY;
  around.set(bytes.subarray(end), start + 2);
  return { parts, around };
}

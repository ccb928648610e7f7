import { setImmediate as breathe } from 'node:timers/promises';
import { SLICE } from '../../../shared/rules/jsonOutline.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '../../../shared/rules/jsonReader.ts';
import { stringEnd } from './bodyShape.ts';

/**
 * Answers to forms may be nested deeper than SQLite takes JSON apart. Nothing of them is dropped: what
 * lies too deep is kept as its own JSON text, in the place where it stood.
 */

/** So many levels stay as they are; SQLite reads 1,000. */
export const FOLDED_AT = 900;
/** Text within text is longer by its quotes: of a larger answer that would be too much. */
const MOST_BYTES = 64 * 1024 * 1024;

type Span = readonly [start: number, end: number];

/** Where the containers lie that are folded; null where the brackets do not close. */
function* spansIn(bytes: Buffer): Generator<undefined, Span[] | null> {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  let pauseAt = SLICE;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pauseAt) {
      yield;
      pauseAt = at + SLICE;
    }
    switch (bytes[at] ?? 0) {
      case QUOTE: {
        const end: number = yield* stringEnd(bytes, at);
        at = end - 1;
        break;
      }
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (depth === FOLDED_AT) start = at;
        depth += 1;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        if (depth === FOLDED_AT) spans.push([start, at + 1]);
    }
  }
  return depth === 0 ? spans : null;
}

/** A stretch of JSON as a JSON text; byte by byte, so that what is no UTF-8 stays none. */
function asText(part: Buffer): Buffer {
  return Buffer.from(JSON.stringify(part.toString('latin1')), 'latin1');
}

/**
 * An answer's body with everything below {@link FOLDED_AT} levels as JSON text, in slices with the
 * event loop free in between; null where nothing lies there, it is too large or its brackets do not close.
 */
export async function foldDeep(body: Uint8Array): Promise<Uint8Array | null> {
  if (body.byteLength > MOST_BYTES) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const steps = spansIn(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done !== true) {
      await breathe();
      continue;
    }
    if (step.value === null || step.value.length === 0) return null;
    const parts: Buffer[] = [];
    let from = 0;
    for (const [start, end] of step.value) {
      parts.push(bytes.subarray(from, start), asText(bytes.subarray(start, end)));
      from = end;
    }
    return Buffer.concat([...parts, bytes.subarray(from)]);
  }
}

import { endpoint, type ReadName } from '../../../shared/api/catalogue.ts';
import { outlineNow } from '../../../shared/rules/jsonOutline.ts';
import type { AppError } from '../../../shared/result.ts';
import { payloadAmong } from './reply.ts';
import { thinPoints } from './thinPoints.ts';
import type { Params } from './types.ts';
import { mistakenIn, otherRecordError } from './whichRecord.ts';

/**
 * Replies that may hold millions of points (section 8: coordinates). Their bytes are never text on
 * the thread that serves the desk: they are checked, cut out and thinned in another one.
 */

/** Under which key the points lie; '' where the payload itself is the list of them. */
const POINTS: Partial<Record<ReadName, string>> = {
  listRoutes: 'coordinates',
  listDeviceCoordinates: '',
};

/** Points that the desk is given at most: more than a screen has pixels across. */
const MOST_POINTS = 20_000;

/** The first byte of the mark, which the decoder drops and the mirror must not keep. */
const BYTE_ORDER_MARK = 0xef;

/** Whether an endpoint's replies go this way. */
export function mayBeLarge(name: ReadName): boolean {
  return Object.hasOwn(POINTS, name);
}

export interface LargeBody {
  name: ReadName;
  params: Params;
  bytes: Uint8Array;
  /** Where the payload may lie, in the order to try. */
  places: readonly string[];
}

export type Prepared =
  | {
      is: 'fit';
      /** The payload as the service spelled it, UTF-8. */
      bytes: Uint8Array;
      /** The same as text, with every n-th point only where there are too many to show. */
      shown: string;
      /** How many of the points are shown, where those are not all; else null. */
      thinned: { shown: number; all: number } | null;
    }
  /** Not what the endpoint gives, and why. */
  | { is: 'unfit'; why: string }
  /** About another record than the one that was asked for. */
  | { is: 'other'; error: AppError };

/** Checks a reply and makes what is kept of it. Takes about a second for a million points. */
export function prepareLarge({ name, params, bytes, places }: LargeBody): Prepared {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { is: 'unfit', why: 'it is not UTF-8 text' };
  }
  if (text.trim() === '') return { is: 'unfit', why: 'it is empty' };
  const root = outlineNow(text);
  if (root === null) return { is: 'unfit', why: 'it is not valid JSON, or was cut off' };
  const found = payloadAmong(endpoint(name), places, root);
  if (!found.ok) return { is: 'unfit', why: found.why };
  const mistaken = mistakenIn(endpoint(name), params, text, found.payload);
  if (mistaken !== null) return { is: 'other', error: otherRecordError(endpoint(name), mistaken) };
  const payload = text.slice(found.payload.start, found.payload.end);
  const { text: shown, ...points } = thinPoints(payload, POINTS[name] ?? '', MOST_POINTS);
  const whole = payload.length === text.length && bytes[0] !== BYTE_ORDER_MARK;
  const body = whole ? bytes : Buffer.from(payload);
  return { is: 'fit', bytes: body, shown, thinned: shown === payload ? null : points };
}

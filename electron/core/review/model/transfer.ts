import * as z from 'zod/mini';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { statesIn } from '../../../../shared/rules/reviewStates.ts';
import type { ReviewState } from '../../../../shared/rules/reviewStates.ts';
import type { ReviewEvent } from './fold.ts';

/** Reviews as a file: what one person did, for another one to bring together with their own. Pure. */

const VERSION = 1;
/** More than anybody does to one answer; what it comes to is worked out at each of them. */
const MOST_OF_ANSWER = 2_000;
/** More events than a team makes in years. */
const MOST_EVENTS = 500_000;

/** The last instant that is a date. */
export const LAST_INSTANT = 8.64e15;
/** What is done after an event has a later time: one close to the end of all times is set back. */
const LATEST = 8.6e15;
const SET_BACK = 8.5e15;

/** Whose answers these are: a review is about the answers of one tenant of one service. */
export interface ReviewedAt {
  service: string;
  tenant: string;
}

export interface ReviewFile extends ReviewedAt {
  /** ms since 1970. */
  exportedAt: number;
  by: string;
  states: ReviewState[];
  events: ReviewEvent[];
}

const text = (most: number) => z.string().check(z.maxLength(most));
const event = z.object({
  id: text(200).check(z.minLength(1)),
  answerId: text(20_000).check(z.minLength(1)),
  at: z.number().check(z.gte(0), z.lte(LAST_INSTANT)),
  by: text(300),
  kind: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  value: text(200_000),
  change: text(200),
});
const file = z.object({
  waybill: z.literal('reviews'),
  version: z.number(),
  service: text(2_000),
  tenant: text(500),
  exportedAt: z.number(),
  by: text(300),
  states: z.unknown(),
  events: z.array(z.unknown()).check(z.maxLength(MOST_EVENTS)),
});

export function packReviews(content: ReviewFile): string {
  return JSON.stringify({ waybill: 'reviews', version: VERSION, ...content }, null, 1);
}

const refused = (code: string, message: string): Result<never> =>
  fail({ kind: 'invalid', code, message, safe: 'Nothing was changed.', next: 'editInput' });

/**
 * Reads a file of reviews. Events that this version can't read as such are counted, never guessed at;
 * kinds that it does not know come in as they are.
 *
 * Errors (`invalid`): `review.notReviews`, `review.newer`.
 */
export function unpackReviews(bytes: Uint8Array): Result<ReviewFile & { unreadable: number }> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refused('review.notReviews', 'This file holds no reviews.');
  }
  const parsed = z.safeParse(file, json);
  if (!parsed.success) return refused('review.notReviews', 'This file holds no reviews.');
  const { service, tenant, exportedAt, by, version } = parsed.data;
  if (version > VERSION) {
    return refused('review.newer', 'A newer Waybill made this file. Update Waybill to read it.');
  }
  const read = parsed.data.events.map((one) => z.safeParse(event, one));
  const readable = read.flatMap(({ data }) =>
    data === undefined ? [] : [data.at > LATEST ? { ...data, at: SET_BACK } : data],
  );
  // One that stands there twice is one.
  const events = [...new Map(readable.map((one) => [one.id, one])).values()];
  if (hasTooMany(events)) {
    return refused(
      'review.notReviews',
      'This file holds more of one answer than people do to one.',
    );
  }
  const states = statesIn(parsed.data.states);
  const unreadable = read.length - readable.length;
  return ok({ service, tenant, exportedAt, by, states, events, unreadable });
}

/** Whether there is more of one answer than people do to one. */
export function hasTooMany(events: readonly { answerId: string }[]): boolean {
  const perAnswer = new Map<string, number>();
  for (const { answerId } of events) perAnswer.set(answerId, (perAnswer.get(answerId) ?? 0) + 1);
  return [...perAnswer.values()].some((count) => count > MOST_OF_ANSWER);
}

import * as z from 'zod/mini';
import { REVIEW_COLOURS } from '../rules/reviewStates.ts';
import type { Calls } from './call.ts';
import { answerView, verdict } from './answers.ts';
import { documentLanguage, paper } from './desk.ts';
import { MOST_IMPORT_BYTES } from './outbox.ts';
import { epochMs, givenId, jsonText, none, saved } from './shapes.ts';

/** Reviews of answers: kept here, by account, and never sent to the service. */

const answerId = z.string().check(z.minLength(1), z.maxLength(20_000));
const answerIds = z.array(answerId).check(z.minLength(1), z.maxLength(100_000));
export const stateId = z.string().check(z.regex(/^[\w-]{1,40}$/));
const note = z.string().check(z.minLength(1), z.maxLength(20_000));
const tag = z.string().check(z.minLength(1), z.maxLength(60));
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const person = z.string().check(z.minLength(1), z.maxLength(200));
const changeId = z.string().check(z.minLength(1), z.maxLength(200));

export const reviewState = z.object({
  id: stateId,
  /** As the account calls it; empty for the desk's own word. */
  name: z.string().check(z.maxLength(60)),
  /** Every theme has its own of these. */
  colour: z.enum(REVIEW_COLOURS),
});

const review = z.object({
  /** Of the latest verdict of anybody; `todo` before there is one. */
  state: z.string(),
  verdicts: z.array(verdict),
  /** The oldest first. */
  notes: z.array(z.object({ id: z.string(), by: z.string(), at: epochMs, text: z.string() })),
  tags: z.array(z.string()),
  due: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
  at: z.nullable(epochMs),
  by: z.nullable(z.string()),
});
export type Review = z.output<typeof review>;

/** One thing that somebody did, as the history shows it. */
const done = z.object({
  id: z.string(),
  answerId: givenId,
  at: epochMs,
  by: z.string(),
  /** `state`, `note`, `noteGone`, `tag`, `due`, `assignee`, `undo`, or one of a later version. */
  kind: z.string(),
  value: jsonText,
  change: z.string(),
  takenBack: z.boolean(),
});

const counted = z.array(z.object({ value: z.string(), count: z.number() }));
const file = z
  .instanceof(Uint8Array)
  .check(z.refine((bytes) => bytes.byteLength > 0 && bytes.byteLength <= MOST_IMPORT_BYTES));
const setup = z.object({
  /** Who does reviews here; null before anybody said. */
  person: z.nullable(z.string()),
  states: z.array(reviewState),
});

export const reviews = {
  /** The review of an answer with everything that was done to it, the latest first. */
  'review.get': {
    does: 'read',
    input: z.strictObject({ answerId }),
    output: z.object({ review, history: z.array(done) }),
  },
  /** States with their answers, tags and names that were used. */
  'review.facets': {
    does: 'read',
    input: none,
    output: z.object({ states: counted, tags: counted, assignees: counted, people: counted }),
  },
  /** Does the same to one answer or to many, as one act that `review.undo` takes back. */
  'review.judge': {
    does: 'write',
    input: z.strictObject({
      answerIds,
      state: z.optional(stateId),
      /** Why, for the driver; with a state only. */
      reasons: z.optional(z.string().check(z.maxLength(20_000))),
      note: z.optional(note),
      addTags: z.optional(z.array(tag).check(z.maxLength(20))),
      removeTags: z.optional(z.array(tag).check(z.maxLength(20))),
      due: z.optional(z.nullable(day)),
      assignee: z.optional(z.nullable(person)),
      /** A note that is no longer shown; the history keeps it. */
      hideNote: z.optional(z.string().check(z.maxLength(300))),
    }),
    output: z.object({ change: z.string(), count: z.number() }),
  },
  /** Takes an act back; taking that back brings it again. */
  'review.undo': {
    does: 'write',
    input: z.strictObject({ change: changeId }),
    output: z.object({ change: z.string(), undone: z.number() }),
  },
  /** Who does reviews here, and the states of this account. */
  'review.setup': { does: 'read', input: none, output: setup },
  'review.saveSetup': {
    does: 'write',
    input: z.strictObject({
      person: z.optional(person),
      states: z.optional(z.array(reviewState).check(z.maxLength(24))),
    }),
    output: setup,
  },
  /** Hands the person a file of all reviews, or of those of some answers. */
  'review.export': {
    does: 'write',
    input: z.strictObject({ answerIds: z.optional(answerIds) }),
    output: z.object({ saved, count: z.number() }),
  },
  /** What bringing a file in would do; changes nothing. */
  'review.examine': {
    does: 'read',
    input: z.strictObject({ file }),
    output: z.object({
      exportedAt: epochMs,
      by: z.string(),
      /** Whether it is about the answers of this account. */
      sameAccount: z.boolean(),
      people: z.array(z.string()),
      /** What would come in, about how many answers; what is here already; what can't be read. */
      fresh: z.number(),
      answers: z.number(),
      known: z.number(),
      unreadable: z.number(),
    }),
  },
  /** Brings reviews together with those that are here: none is lost, of either. */
  'review.import': {
    does: 'write',
    input: z.strictObject({
      file,
      /** Also where the file is about another account's answers. */
      anyway: z.optional(z.boolean()),
    }),
    output: z.object({
      imported: z.number(),
      /** The acts that came in whole, the latest first: `review.undo` takes each of them back. */
      changes: z.array(changeId),
    }),
  },
  /** A table of answers with their reviews, for a spreadsheet. */
  'review.sheet': {
    does: 'write',
    input: z.strictObject({
      view: answerView,
      format: z.enum(['csv', 'xlsx']),
      /** IANA name; the system's zone where absent. */
      timeZone: z.optional(z.string().check(z.maxLength(64))),
      /** Words for its first row and for states, as the desk says them. */
      words: z.strictObject({
        columns: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(40)),
        states: z.record(stateId, z.string().check(z.maxLength(100))),
      }),
    }),
    output: z.object({ saved, count: z.number() }),
  },
  /** The sheet for the driver of an answer that is here, as PDF: what the desk says of its review. */
  'review.driverPdf': {
    does: 'write',
    input: z.strictObject({
      answerId: givenId,
      title: z.string().check(z.minLength(1), z.maxLength(300)),
      fields: z
        .array(
          z.strictObject({
            label: z.string().check(z.maxLength(100)),
            values: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(500)),
          }),
        )
        .check(z.maxLength(20)),
      paper,
      language: documentLanguage,
      /** IANA name; the system's zone where absent. */
      timeZone: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: z.object({ saved }),
  },
} as const satisfies Calls;

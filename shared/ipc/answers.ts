import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { MOST_IMPORT_BYTES } from './outbox.ts';
import {
  appError,
  epochMs,
  fetchedFiles,
  fileAddress,
  fileHost,
  filesBeside,
  givenId,
  none,
  saved,
  someFiles,
} from './shapes.ts';

/** Answers to forms: a list of those that are here, and fetching more of them in the background. */

const answerId = z.string().check(z.minLength(1), z.maxLength(200));
const ids = z.array(answerId).check(z.maxLength(100_000));
const digits = z.string().check(z.regex(/^\d{1,30}$/));
const someIds = z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(1_000));

/** Which answers somebody means. The interface has no list of answers (section 2.13). */
export const answerSource = z.discriminatedUnion('is', [
  /** One id or thousands, separated by anything. */
  z.strictObject({
    is: z.literal('text'),
    text: z.string().check(z.maxLength(4_000_000)),
  }),
  /** Every number between two, both included. */
  z.strictObject({ is: z.literal('range'), from: digits, to: digits }),
  /** Those that records of the mirror name; where forms are given, those of their records alone. */
  z.strictObject({ is: z.literal('known'), forms: z.optional(someIds) }),
  /** A column of a CSV file or a workbook (XLSX); without one, the likeliest is taken. */
  z.strictObject({
    is: z.literal('file'),
    name: z.string().check(z.maxLength(300)),
    bytes: z
      .instanceof(Uint8Array)
      .check(z.refine((file) => file.byteLength > 0 && file.byteLength <= MOST_IMPORT_BYTES)),
    /** Counts from 0. */
    column: z.optional(z.int().check(z.gte(0), z.lte(16_383))),
    /** Of a workbook, counts from 0; the first where absent. */
    sheet: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
  }),
]);
export type AnswerSource = z.output<typeof answerSource>;

/** Which answers a list shows, and in which order. */
export const answerView = z.strictObject({
  /** Words; every one must occur in the answer's text. */
  text: z.optional(z.string().check(z.maxLength(200))),
  forms: z.optional(someIds),
  vehicles: z.optional(someIds),
  drivers: z.optional(someIds),
  /**
   * Answers with failing choices, or that lack required ones; `either` of them; or those that were changed
   * after their latest verdict.
   */
  findings: z.optional(z.enum(['failing', 'missing', 'either', 'outdated'])),
  /** States of their reviews; `todo` are those that nobody judged. */
  states: z.optional(someIds),
  /** Reviews with every one of these. */
  tags: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20))),
  assignees: z.optional(someIds),
  /** Reviews that are due on this day, `2026-03-01`, or were before. */
  dueBy: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
  /** When the answer was made; both included. */
  from: z.optional(epochMs),
  to: z.optional(epochMs),
  /** Only those whose ids stand in this text, separated by anything. */
  among: z.optional(z.string().check(z.maxLength(400_000))),
  sort: z.optional(
    z.strictObject({
      field: z.enum([
        'createdAt',
        'form',
        'title',
        'vehicle',
        'driver',
        'failing',
        'missing',
        'readAt',
        'state',
        'due',
        'assignee',
        'judgedAt',
      ]),
      descending: z.optional(z.boolean()),
    }),
  ),
});

/** What one person thinks of an answer. */
export const verdict = z.object({
  by: z.string(),
  at: epochMs,
  state: z.string(),
  /** Why, for the driver; empty where nobody said. */
  reasons: z.string(),
  /** Whether what was answered is another thing by now: somebody changed the answer after this verdict. */
  isOutdated: z.boolean(),
});

/** An answer as lists show it. */
export const answerRow = z.object({
  id: givenId,
  formId: z.nullable(givenId),
  /** Name of its form; empty where nobody tells it. */
  form: z.string(),
  title: z.string(),
  vehicleId: z.nullable(givenId),
  vehicle: z.string(),
  driverId: z.nullable(givenId),
  driver: z.string(),
  createdAt: z.nullable(epochMs),
  /** When the service gave it; null where its review is here alone. */
  readAt: z.nullable(epochMs),
  /** How many choices tell of something wrong, and how many required questions lack an answer. */
  failing: z.number(),
  missing: z.number(),
  /** State of its review; `todo` where nobody judged it. */
  state: z.string(),
  tags: z.array(z.string()),
  /** A day, `2026-03-01`. */
  due: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
  notes: z.number(),
  /** The latest verdict of each person, the latest first. */
  verdicts: z.array(verdict),
  judgedAt: z.nullable(epochMs),
  /** Where the first word of the text stands: under which question, and what is around it. */
  match: z.nullable(
    z.object({ label: z.string(), before: z.string(), word: z.string(), after: z.string() }),
  ),
});
export type AnswerRow = z.output<typeof answerRow>;

/** An answer behind a chart. */
const chartedAnswer = z.object({
  id: givenId,
  title: z.string(),
  vehicle: z.string(),
  driver: z.string(),
  createdAt: z.nullable(epochMs),
});
const places = z.array(z.number());

/** One question of a form over its answers. */
const chart = z.object({
  key: z.string(),
  /** With the names of its sections. */
  title: z.string(),
  /** How it is drawn: words with their counts, numbers by time, or only whether it was answered. */
  is: z.enum(['words', 'numbers', 'given']),
  /** A yes and a no have no text, but `yes`. */
  bars: z.array(z.object({ text: z.string(), yes: z.optional(z.boolean()), in: places })),
  /** Of the numbers; null where they have none or several. */
  unit: z.nullable(z.string()),
  numbers: z.array(z.object({ in: z.number(), value: z.number() })),
  /** Answers whose value is of another kind than the others'. */
  others: places,
  /** Answers that lack the question, or hold it empty. */
  missing: places,
});

/** What became of the answers that were asked for at once. */
const request = z.object({
  id: z.string(),
  at: epochMs,
  source: z.enum(['text', 'range', 'known', 'file']),
  label: z.string(),
  state: z.enum(['open', 'paused']),
  waiting: z.number(),
  had: z.number(),
  failed: z.number(),
});

/** How the fetching stands, over all requests. */
export const collecting = z.object({
  waiting: z.number(),
  had: z.number(),
  failed: z.number(),
  /** Answers that are being read at this moment. */
  busy: z.number(),
  /**
   * Why nothing is fetched although answers wait: somebody paused it, there is no connection or
   * sign-in, the service asked to wait or fails, or the disk is full. Null while it goes on.
   */
  held: z.nullable(z.enum(['paused', 'offline', 'signedOut', 'rateLimit', 'service', 'disk'])),
});
export type Collecting = z.output<typeof collecting>;

const counted = z.array(z.object({ id: givenId, name: z.string(), count: z.number() }));
const changed = z.object({ changed: z.number() });
const ofAnswer = z.strictObject({ answerId });
const ofRequest = z.strictObject({ request: z.optional(z.string().check(z.maxLength(100))) });

export const answers = {
  /** A window of the answers that the mirror holds, and how many there are in all. */
  'answers.window': {
    does: 'read',
    input: z.strictObject({
      view: answerView,
      offset: z.int().check(z.gte(0)),
      limit: z.int().check(z.gte(1), z.lte(500)),
    }),
    output: z.object({ rows: z.array(answerRow), total: z.number() }),
  },
  /** Ids of a whole view in its order. */
  'answers.ids': {
    does: 'read',
    input: z.strictObject({ view: answerView }),
    output: z.object({ ids: z.array(givenId) }),
  },
  /** Forms, vehicles and drivers of the answers that are here, with their counts. */
  'answers.facets': {
    does: 'read',
    input: none,
    output: z.object({ forms: counted, vehicles: counted, drivers: counted, total: z.number() }),
  },
  /**
   * What the answers of a form that are here say together, question by question, over the latest
   * ones. Questions tell answers by their places in `answers`.
   */
  'answers.charts': {
    does: 'read',
    input: z.strictObject({ form: givenId }),
    output: z.object({
      answers: z.array(chartedAnswer),
      /** How many there are in all; more than `answers` where those are only the latest. */
      total: z.number(),
      charts: z.array(chart),
    }),
  },
  /** Which answers a source names; nothing is asked for. */
  'answers.preview': {
    does: 'read',
    input: z.strictObject({ source: answerSource }),
    output: z.object({
      count: z.number(),
      /** How many of them are in the mirror. */
      here: z.number(),
      /** The first of them. */
      some: z.array(z.string()),
      /** Words that are no ids; the first few. */
      leftOut: z.array(z.string()),
      /** Of a file: its sheets, its columns with a value of each, and the one that was taken. */
      table: z.nullable(
        z.object({
          sheets: z.array(z.string()),
          sheet: z.number(),
          columns: z.array(z.object({ title: z.string(), example: z.string() })),
          column: z.number(),
        }),
      ),
    }),
  },
  /** Asks for answers; they are fetched in the background, also after a restart. */
  'answers.want': {
    does: 'write',
    input: z.strictObject({
      source: answerSource,
      /** Pictures and documents that lie beside the answers at the same service. */
      withFiles: z.optional(z.boolean()),
      /** The service's own PDFs. */
      withPdf: z.optional(z.boolean()),
      /** Whether answers that are here already are read anew. */
      again: z.optional(z.boolean()),
    }),
    output: z.object({ request: z.string(), count: z.number() }),
  },
  /** The same for ids that the desk knows. */
  'answers.wantIds': {
    does: 'write',
    input: z.strictObject({
      ids: ids.check(z.minLength(1)),
      label: z.optional(z.string().check(z.maxLength(200))),
      withFiles: z.optional(z.boolean()),
      withPdf: z.optional(z.boolean()),
      again: z.optional(z.boolean()),
    }),
    output: z.object({ request: z.string(), count: z.number() }),
  },
  /**
   * The form of an answer with the text that it had when the answer was made, out of the mirror. A null
   * text: the answer or its form is not here. `changed`: the form asks otherwise today.
   */
  'answers.form': {
    does: 'read',
    input: ofAnswer,
    output: z.object({ json: z.nullable(z.string()), changed: z.boolean() }),
  },
  /**
   * Pictures and documents that an answer names: those that are here, and the addresses of those that
   * are not, at its own service and at others. Nothing is asked for.
   */
  'answers.files': {
    does: 'read',
    input: ofAnswer,
    output: filesBeside,
  },
  /** Asks the service, with the session, for those that are not here: all, or `urls` of them. */
  'answers.fetchFiles': {
    does: 'write',
    input: z.extend(ofAnswer, { urls: someFiles }),
    output: fetchedFiles,
  },
  /**
   * Asks another server, without anything of the session, for the files that an answer names there. The
   * desk asks the person about that server first.
   */
  'answers.fetchElsewhere': {
    does: 'write',
    input: z.extend(ofAnswer, { host: fileHost, urls: someFiles }),
    output: fetchedFiles,
  },
  /** Hands the person a PDF or a recording that lies beside an answer. */
  'answers.saveFile': {
    does: 'read',
    input: z.extend(ofAnswer, { url: fileAddress }),
    output: z.object({ saved }),
  },
  /** What was asked for, newest first, and how it stands; the event `answers` tells of changes. */
  'answers.requests': {
    does: 'read',
    input: none,
    output: z.object({ requests: z.array(request), collecting }),
  },
  /** Answers that could not be had, and why. */
  'answers.failures': {
    does: 'read',
    input: z.strictObject({
      offset: z.int().check(z.gte(0)),
      limit: z.int().check(z.gte(1), z.lte(500)),
    }),
    output: z.object({
      rows: z.array(
        z.object({ id: z.string(), error: z.nullable(appError), triedAt: z.nullable(epochMs) }),
      ),
      total: z.number(),
    }),
  },
  /** Stops fetching, of one request or of all, until it is told to go on. */
  'answers.pause': { does: 'write', input: ofRequest, output: changed },
  'answers.resume': { does: 'write', input: ofRequest, output: changed },
  /** Gives up what was asked for; what was fetched stays. */
  'answers.cancel': { does: 'write', input: ofRequest, output: changed },
  /** Tries those again that could not be had: these, or all. */
  'answers.retry': {
    does: 'write',
    input: z.strictObject({ ids: z.optional(ids) }),
    output: changed,
  },
  /** Puts ended requests and their failures away; answers stay. */
  'answers.putAway': { does: 'write', input: none, output: changed },
} as const satisfies Calls;

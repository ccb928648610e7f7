import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { documentLanguage, paper, pdfStandard } from './desk.ts';
import { stateId } from './review.ts';
import { appError, epochMs, givenId, none } from './shapes.ts';

/** Many answers at once as files: made in the background, going on after a restart. */

const ids = z
  .array(z.string().check(z.minLength(1), z.maxLength(200)))
  .check(z.minLength(1), z.maxLength(100_000));

/** `{form} {date} {vehicle} {driver} {id}`: each is replaced by what the answer says. */
const nameTemplate = z.string().check(z.minLength(1), z.maxLength(200));

export const exportWish = z.strictObject({
  /** PDFs one by one in a folder or a ZIP, or all in one PDF, in files of up to 20,000 answers. */
  as: z.enum(['folder', 'zip', 'merged']),
  /**
   * `service`: its own, or the one of it that was kept; `local`: made here; `auto`: the service's
   * with a local one where it can't be had; `none`: no PDFs.
   */
  from: z.enum(['service', 'local', 'auto', 'none']),
  paper,
  standard: pdfStandard,
  /** What local copies say of themselves; English where absent. */
  language: z.optional(documentLanguage),
  /** What failures are called in that language, by their codes; as the core says them where absent. */
  failures: z.optional(
    z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(500))),
  ),
  names: nameTemplate,
  /** Photos as files of their own, named by vehicle, date and question. */
  photos: z.boolean(),
  /**
   * Verdicts and notes at the end of each local copy, with the names of states as the desk says
   * them; without them where absent.
   */
  review: z.optional(
    z.strictObject({ states: z.record(stateId, z.string().check(z.maxLength(100))) }),
  ),
  /** All answers of each form as a table. */
  tables: z.enum(['none', 'csv', 'xlsx', 'both']),
  /** IANA name of the zone of times; the system's where absent. */
  timeZone: z.optional(z.string().check(z.maxLength(64))),
});
export type ExportWish = z.output<typeof exportWish>;

export const EXPORT_STATES = ['running', 'paused', 'done', 'cancelled', 'failed'] as const;

/** An export as the desk shows it. */
export const exportJob = z.object({
  id: z.string(),
  startedAt: epochMs,
  state: z.enum(EXPORT_STATES),
  wish: exportWish,
  count: z.number(),
  /** How many answers are done, and how many of them could not be had. */
  done: z.number(),
  failed: z.number(),
  /** The scripts (ISO 15924) of which letters have no font here, in what is done. */
  scripts: z.array(z.string()),
  /** The folder or the file that holds it, as a path on this computer. */
  path: z.string(),
  /** Why the whole export stopped; null unless it failed. */
  error: z.nullable(appError),
});
export type ExportJob = z.output<typeof exportJob>;

const ofJob = z.strictObject({ id: z.string().check(z.maxLength(100)) });

export const exports = {
  /** How the first few answers' files would be called. */
  'exports.preview': {
    does: 'read',
    input: z.strictObject({ ids, wish: exportWish }),
    output: z.object({ names: z.array(z.string()), here: z.number(), count: z.number() }),
  },
  /** Asks for a folder and begins; null where the person closed the dialog. */
  'exports.start': {
    does: 'write',
    input: z.strictObject({ ids, wish: exportWish }),
    output: z.object({ job: z.nullable(exportJob) }),
  },
  /** The exports of the account, newest first; the event `exports` tells of changes. */
  'exports.list': { does: 'read', input: none, output: z.object({ jobs: z.array(exportJob) }) },
  /** What could not be had of an export, with the reasons. */
  'exports.failures': {
    does: 'read',
    input: ofJob,
    output: z.object({
      rows: z.array(z.object({ answerId: givenId, why: z.string() })),
    }),
  },
  'exports.pause': { does: 'write', input: ofJob, output: none },
  'exports.resume': { does: 'write', input: ofJob, output: none },
  /** Ends it; what was made stays, with a manifest that says so. */
  'exports.cancel': { does: 'write', input: ofJob, output: none },
  /** Takes an ended one off the list; its files stay. */
  'exports.putAway': { does: 'write', input: ofJob, output: none },
} as const satisfies Calls;

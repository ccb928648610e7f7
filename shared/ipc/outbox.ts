import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import {
  candidate,
  decision,
  epochMs,
  jsonText,
  none,
  op,
  opState,
  recordId,
  saved,
} from './shapes.ts';

/** The largest file that an import takes, and an export makes. */
export const MOST_IMPORT_BYTES = 16 * 1024 * 1024;

const byId = z.strictObject({ opId: z.string() });
const one = z.object({ op });
const opIds = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50_000));
const many = {
  does: 'write',
  input: z.strictObject({ opIds }),
  output: z.object({ changed: opIds }),
} as const;
const brief = z.object({
  id: z.string(),
  endpoint: z.string(),
  title: z.string(),
  label: z.string(),
  state: opState,
});
const exportKind = z.enum(['copy', 'handOver']);
const file = z.strictObject({
  file: z
    .instanceof(Uint8Array)
    .check(z.refine((bytes) => bytes.byteLength <= MOST_IMPORT_BYTES, 'The file is too large.')),
});

/** The ledger of writes. Every answer is durable before it is given. */
export const outbox = {
  /**
   * Queues a write: an endpoint row of the catalogue that changes something. `body` holds known
   * fields (checked against the row), `extra` JSON object text of a tenant's own fields. A create
   * answers with a temporary id as `op.targetId`. `seen` is the record, or those of its fields that
   * the form shows, as it was when the form was opened (`seenAt`): what came since is somebody else's,
   * but for own writes that ended since.
   */
  'outbox.write': {
    does: 'write',
    input: z.strictObject({
      endpoint: z.string(),
      params: z.optional(z.record(z.string(), recordId)),
      body: z.optional(z.record(z.string(), z.json())),
      extra: z.optional(jsonText),
      seen: z.optional(jsonText),
      seenAt: z.optional(epochMs),
    }),
    output: one,
  },
  'outbox.list': {
    does: 'read',
    input: z.strictObject({
      states: z.optional(z.array(opState)),
      offset: z.int().check(z.gte(0)),
      limit: z.int().check(z.gte(1), z.lte(200)),
    }),
    output: z.object({ ops: z.array(op), total: z.number() }),
  },
  /** Ids of the writes that `outbox.list` shows, in its order. */
  'outbox.ids': {
    does: 'read',
    input: z.strictObject({ states: z.optional(z.array(opState)) }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** One write with all that happened to it, and the writes that it waits for. */
  'outbox.get': {
    does: 'read',
    input: byId,
    output: z.object({
      op,
      /** Every change of its state, oldest first. */
      history: z.array(
        z.object({
          at: epochMs,
          from: z.nullable(z.string()),
          to: z.string(),
          reason: z.nullable(z.string()),
        }),
      ),
      needs: z.array(brief),
      neededBy: z.array(brief),
      /** What the service answered last: the status and the first 4 KB. */
      answer: z.nullable(z.object({ status: z.number(), body: z.nullable(z.string()) })),
    }),
  },
  /** The records that a create may have made, beside what it sent: read anew where that is possible. */
  'outbox.candidates': {
    does: 'read',
    input: byId,
    output: z.object({ candidates: z.array(candidate) }),
  },
  'outbox.counts': {
    does: 'read',
    input: none,
    output: z.object({
      byState: z.record(z.string(), z.number()),
      waiting: z.number(),
      needsYou: z.number(),
    }),
  },
  /**
   * Does what a person decides about a write. `edit` changes the body of one that was never applied;
   * `discard` gives up one that needs a person, and `restore` brings it back; `recreate` makes a
   * record that was deleted at the service anew, with the changes that waited for it, once the service
   * was asked whether it is there again: then the change goes on; `undo` queues the compensating
   * write of a confirmed one. Answers with the write that now stands for it.
   */
  'outbox.decide': {
    does: 'write',
    input: z.strictObject({ opId: z.string(), decision }),
    output: one,
  },
  /** Many in one step; those to which it does not apply stay. `changed` names the others. */
  'outbox.holdAll': many,
  'outbox.resumeAll': many,
  /**
   * Hands the person a ZIP of the chosen writes, or of all that are open, with those that they
   * need. `handOver` holds them here: they are to be sent from elsewhere. `left` counts those
   * that could not be held, because they are on their way at this moment or nobody could send
   * them.
   */
  'outbox.export': {
    does: 'write',
    input: z.strictObject({
      kind: exportKind,
      opIds: z.optional(opIds),
    }),
    output: z.object({ saved, count: z.number(), left: z.number() }),
  },
  /** What importing an exported file would do; changes nothing. */
  'outbox.examine': {
    does: 'read',
    input: file,
    output: z.object({
      kind: exportKind,
      exportedAt: epochMs,
      /** `notUnderstood` and `orphaned` come in too, and ask a person; `unreadable` stay out. */
      counts: z.object({
        new: z.number(),
        here: z.number(),
        settled: z.number(),
        notUnderstood: z.number(),
        orphaned: z.number(),
        unreadable: z.number(),
      }),
      /** The first 200, those that come in before the others. */
      items: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          label: z.string(),
          state: opState,
          createdAt: epochMs,
          fate: z.enum(['new', 'here', 'settled', 'notUnderstood', 'orphaned', 'unreadable']),
        }),
      ),
    }),
  },
  /** Brings the writes of a file in: held, and verified before anything is sent. */
  'outbox.import': {
    does: 'write',
    input: file,
    output: z.object({ imported: z.number(), opIds: z.array(z.string()) }),
  },
} as const satisfies Calls;

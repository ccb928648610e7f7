import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { jsonText, none, op, opState, recordId } from './shapes.ts';

const byId = z.strictObject({ opId: z.string() });
const one = z.object({ op });

/** The ledger of writes. Every answer is durable before it is given. */
export const outbox = {
  /**
   * Queues a write: an endpoint row of the catalogue that changes something. `body` holds known
   * fields (checked against the row), `extra` JSON object text of a tenant's own fields. A create
   * answers with a temporary id as `op.targetId`.
   */
  'outbox.write': {
    does: 'write',
    input: z.strictObject({
      endpoint: z.string(),
      params: z.optional(z.record(z.string(), recordId)),
      body: z.optional(z.record(z.string(), z.json())),
      extra: z.optional(jsonText),
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
  'outbox.counts': {
    does: 'read',
    input: none,
    output: z.object({
      byState: z.record(z.string(), z.number()),
      waiting: z.number(),
      needsYou: z.number(),
    }),
  },
  /** Takes back a write that was never attempted, and what depends on it. */
  'outbox.cancel': {
    does: 'write',
    input: byId,
    output: z.object({ cancelled: z.array(z.string()) }),
  },
  'outbox.retry': { does: 'write', input: byId, output: one },
  'outbox.hold': { does: 'write', input: byId, output: one },
  'outbox.resume': { does: 'write', input: byId, output: one },
  /** Gives up a write that needs a person; `outbox.restore` brings it back. */
  'outbox.discard': { does: 'write', input: byId, output: one },
  'outbox.restore': { does: 'write', input: byId, output: one },
  /** Changes the body of a write that was never applied. */
  'outbox.edit': {
    does: 'write',
    input: z.strictObject({ opId: z.string(), body: z.record(z.string(), z.json()) }),
    output: one,
  },
  /** Ends a conflict: which value each disputed field takes. */
  'outbox.resolve': {
    does: 'write',
    input: z.strictObject({
      opId: z.string(),
      choices: z.record(z.string(), z.enum(['base', 'mine', 'theirs'])),
    }),
    output: one,
  },
  /** Says that an uncertain create is the record with this id. */
  'outbox.link': {
    does: 'write',
    input: z.strictObject({ opId: z.string(), id: recordId }),
    output: one,
  },
  /** Makes a record that was deleted at the service anew, with the changes that waited for it. */
  'outbox.recreate': { does: 'write', input: byId, output: one },
  /** Queues the compensating write of a confirmed one. */
  'outbox.undo': { does: 'write', input: byId, output: one },
  /** Says that the further records, which a create may have made, were seen and may stay. */
  'outbox.acknowledge': { does: 'write', input: byId, output: one },
} as const satisfies Calls;

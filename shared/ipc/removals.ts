import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { entity, epochMs, givenId, jsonText, none } from './shapes.ts';

/** A record by its names, for lists of what went or would go. */
const named = z.object({ id: givenId, title: z.string(), detail: z.string() });

/** Records that are gone at the service: those that would go here, and those that went. */
export const removals = {
  /** Removals that were stopped until a person has looked. */
  'removals.list': {
    does: 'read',
    input: none,
    output: z.object({
      stopped: z.array(
        z.object({
          entity,
          /** Too many at once, all of them, or the service denies records that it lists. */
          why: z.enum(['many', 'empty', 'unproved']),
          since: epochMs,
          /** How many would go, of how many. */
          count: z.number(),
          total: z.number(),
          /** The first of them by name. */
          some: z.array(named),
        }),
      ),
    }),
  },
  /**
   * Decides a stopped removal. `remove` asks the service for each record once more and moves those
   * that it answers to be gone into the trash; `keep` leaves all of them and does not ask again.
   */
  'removals.decide': {
    does: 'write',
    input: z.strictObject({ entity, decision: z.enum(['remove', 'keep']) }),
    output: z.object({ removed: z.number(), stayed: z.number() }),
  },
  /** What went, latest first; it lies there for 30 days, or as long as the policy says. */
  'removals.trash': {
    does: 'read',
    input: z.strictObject({
      /** Records of this kind alone. */
      entity: z.optional(entity),
      offset: z.optional(z.int().check(z.gte(0))),
      limit: z.int().check(z.gte(1), z.lte(500)),
    }),
    output: z.object({
      /** How long it lies there. */
      days: z.number(),
      total: z.number(),
      rows: z.array(
        z.object({
          /** Names this entry; a record may have gone more than once. */
          key: z.number(),
          entity,
          ...named.shape,
          json: jsonText,
          deletedAt: epochMs,
          reason: z.string(),
        }),
      ),
    }),
  },
  /** Puts a record from the trash back into its list, where it stands as no longer listed. */
  'removals.putBack': {
    does: 'write',
    input: z.strictObject({ key: z.int() }),
    output: none,
  },
} as const satisfies Calls;

import * as z from 'zod/mini';
import { answerSource } from './answers.ts';
import type { Calls } from './call.ts';
import { wantedRegion } from './ground.ts';
import { appError, epochMs, givenId, none } from './shapes.ts';

/** Field packs: what a person takes along to a place without a network. */

/** Lists that a pack takes along whole. */
export const PACK_LISTS = ['form', 'vehicle', 'area'] as const;

/** More answers nobody takes along. */
export const MOST_PACK_ANSWERS = 20_000;

/** What a pack is to hold. */
export const packWish = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  answers: z
    .array(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.maxLength(MOST_PACK_ANSWERS)),
  /** The service's own PDFs of the answers. */
  withPdf: z.boolean(),
  lists: z.array(z.enum(PACK_LISTS)).check(z.maxLength(PACK_LISTS.length)),
  /** Trips and stops of vehicles, day by day. */
  routes: z.nullable(
    z.strictObject({
      vehicles: z
        .array(z.string().check(z.minLength(1), z.maxLength(200)))
        .check(z.minLength(1), z.maxLength(200)),
      /** Midnights, the first and the one after each day: n days have n + 1. */
      midnights: z.array(epochMs).check(z.minLength(2), z.maxLength(32)),
    }),
  ),
  regions: z.array(wantedRegion).check(z.maxLength(5)),
});
export type PackWish = z.output<typeof packWish>;

/** One kind of thing that a pack holds. */
const packPart = z.object({
  is: z.enum(['answers', 'pdfs', ...PACK_LISTS, 'routes', 'region']),
  /** How many it is to hold; null for a list whose length is not known before it is read. */
  all: z.nullable(z.number()),
  here: z.number(),
  /** Those that could not be had. */
  failed: z.number(),
  /** What is here; in an estimate what all of it takes, about. */
  bytes: z.number(),
  /** When the oldest of it was read; null where nothing is here. */
  oldestAt: z.nullable(epochMs),
  /** Why it is not whole, where that is known. */
  problem: z.nullable(appError),
});
export type PackPart = z.output<typeof packPart>;

export const PACK_STATES = ['running', 'waiting', 'paused', 'done'] as const;

const pack = z.object({
  id: z.string(),
  name: z.string(),
  madeAt: epochMs,
  /** `waiting`: for a network or a sign-in; `done`: nothing more is asked for. */
  state: z.enum(PACK_STATES),
  parts: z.array(packPart),
});
export type Pack = z.output<typeof pack>;

const wished = z.strictObject({
  wish: packWish,
  /** Answers beside those of the wish: pasted ids, a range, what records name, a file. */
  source: z.optional(answerSource),
});

const ofPack = z.strictObject({ id: z.string().check(z.maxLength(100)) });

export const packs = {
  /** How large a pack will be, before anything is asked for. */
  'packs.estimate': {
    does: 'read',
    input: wished,
    output: z.object({ parts: z.array(packPart), bytes: z.number() }),
  },
  /** Keeps what a pack is to hold and fetches it in the background, also after a restart. */
  'packs.make': {
    does: 'write',
    input: wished,
    output: z.object({ id: givenId }),
  },
  /** The packs of the account, newest first; the event `packs` tells that one went on. */
  'packs.list': { does: 'read', input: none, output: z.object({ packs: z.array(pack) }) },
  'packs.pause': { does: 'write', input: ofPack, output: none },
  /** Goes on with what is missing. */
  'packs.resume': { does: 'write', input: ofPack, output: none },
  /** Reads all of it anew; what is here stays until it was read. */
  'packs.refresh': { does: 'write', input: ofPack, output: none },
  /** Takes it off the list; its regions may make room for others then, what was read stays. */
  'packs.remove': { does: 'write', input: ofPack, output: none },
} as const satisfies Calls;

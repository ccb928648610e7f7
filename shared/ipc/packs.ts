import * as z from 'zod/mini';
import { answerSource } from './answers.ts';
import type { Calls } from './call.ts';
import { wantedRegion } from './ground.ts';
import { appError, epochMs, givenId, none, saved } from './shapes.ts';

/** Field packs: what a person takes along to a place without a network. */

/** Lists that a pack takes along whole. */
export const PACK_LISTS = ['form', 'vehicle', 'area'] as const;

/** Records of one list that are chosen one by one; more are the list. */
export const MOST_CHOSEN = 200;

/** More answers nobody takes along. */
export const MOST_PACK_ANSWERS = 20_000;

/** As early and as late as there are dates: what is beyond has no name to be asked by. */
export const midnight = epochMs.check(z.minimum(-8.64e15), z.maximum(8.64e15));

/** The largest file that a pack is kept as, and that is opened. */
export const MOST_PACK_FILE_BYTES = 400 * 1024 * 1024;
/** Bytes of it that travel at once. */
const FILE_PART_BYTES = 4 * 1024 * 1024;

/** What a pack is to hold. */
export const packWish = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  answers: z
    .array(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.maxLength(MOST_PACK_ANSWERS)),
  /** The service's own PDFs of the answers. */
  withPdf: z.boolean(),
  /** Pictures and documents that lie beside the answers at the same service. */
  withFiles: z._default(z.boolean(), false),
  lists: z.array(z.enum(PACK_LISTS)).check(z.maxLength(PACK_LISTS.length)),
  /** Single records, where the whole list is not wished. */
  chosen: z._default(
    z
      .array(
        z.strictObject({
          entity: z.enum(PACK_LISTS),
          ids: z
            .array(z.string().check(z.minLength(1), z.maxLength(200)))
            .check(z.minLength(1), z.maxLength(MOST_CHOSEN)),
        }),
      )
      .check(z.maxLength(PACK_LISTS.length)),
    [],
  ),
  /** Trips and stops of vehicles, day by day. */
  routes: z.nullable(
    z.strictObject({
      vehicles: z
        .array(z.string().check(z.minLength(1), z.maxLength(200)))
        .check(z.minLength(1), z.maxLength(200)),
      /** Midnights, the first and the one after each day: n days have n + 1. */
      midnights: z.array(midnight).check(z.minLength(2), z.maxLength(32)),
    }),
  ),
  regions: z.array(wantedRegion).check(z.maxLength(5)),
});
export type PackWish = z.output<typeof packWish>;

const partKind = z.enum(['answers', 'pdfs', 'files', ...PACK_LISTS, 'routes', 'region']);

/** One kind of thing that a pack holds. */
const packPart = z.object({
  is: partKind,
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
  /** When the file was made that it came in, ms since 1970; null for one that was made here. */
  fileMadeAt: z.nullable(epochMs),
  /** Why its file could not be taken as a whole. */
  problem: z.nullable(appError),
  /** How far a file is made of it, in readings; null while none is. */
  keeping: z.nullable(z.object({ done: z.number(), all: z.number() })),
});
export type Pack = z.output<typeof pack>;

/** What the file of a pack holds. */
const packFileContent = z.object({
  name: z.string(),
  madeAt: epochMs,
  sizeBytes: z.number(),
  parts: z.array(
    z.object({
      is: partKind,
      count: z.number(),
      bytes: z.number(),
      /** When the oldest and the newest of it were read. */
      oldestAt: epochMs,
      newestAt: epochMs,
    }),
  ),
});
export type PackFileContent = z.output<typeof packFileContent>;

/** A file that the system handed over: its copy, and what it holds. */
const handedPack = z.object({ copy: z.string(), content: packFileContent });
export type HandedPack = z.output<typeof handedPack>;

const wished = z.strictObject({
  wish: packWish,
  /** Answers beside those of the wish: pasted ids, a range, what records name, a file. */
  source: z.optional(answerSource),
});

const ofPack = z.strictObject({ id: z.string().check(z.maxLength(100)) });
const ofCopy = z.strictObject({ copy: z.string().check(z.regex(/^[\w-]{1,64}$/)) });

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
  /** Hands the person a file with what is here of a pack; `left` counts what was too large for it. */
  'packs.saveFile': {
    does: 'read',
    input: ofPack,
    output: z.object({ saved, left: z.number() }),
  },
  /** Ends the making of a file; whoever asked for it hears that it was cancelled. */
  'packs.stopFile': { does: 'write', input: ofPack, output: none },
  /** Begins to copy the file of a pack into the data folder. */
  'packs.beginFile': {
    does: 'write',
    input: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(300)),
      sizeBytes: z.int().check(z.gte(1)),
    }),
    output: z.object({ copy: z.string() }),
  },
  'packs.filePart': {
    does: 'write',
    input: z.extend(ofCopy, {
      bytes: z
        .instanceof(Uint8Array)
        .check(z.refine((part) => part.byteLength > 0 && part.byteLength <= FILE_PART_BYTES)),
    }),
    output: z.object({ copiedBytes: z.number() }),
  },
  /** All parts were given: looks through all of it and says what it holds. Nothing is taken. */
  'packs.examineFile': { does: 'write', input: ofCopy, output: packFileContent },
  /**
   * Copies the file that the system handed over to be opened, and says what it holds, once; null where
   * none waits. The page learns no path. Nothing is taken.
   */
  'packs.openHanded': {
    does: 'write',
    input: none,
    output: z.object({ file: z.nullable(handedPack) }),
  },
  /** Takes a file that was looked through; goes on after a restart. */
  'packs.takeFile': { does: 'write', input: ofCopy, output: z.object({ id: givenId }) },
  /** Gives a file up. */
  'packs.dropFile': { does: 'write', input: ofCopy, output: none },
} as const satisfies Calls;

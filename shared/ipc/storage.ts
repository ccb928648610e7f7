import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { entity, epochMs, none } from './shapes.ts';

/** What Waybill keeps on this computer, account by account and kind by kind, and letting go of some. */

/** What a person may let go of: it can be read again, and nobody is waiting for it. */
export const CLEARABLE = ['readings', 'pdfs', 'files', 'tiles'] as const;
export type Clearable = (typeof CLEARABLE)[number];

/** Kinds beside the records, which are told by their own kinds. */
export const STORED = [
  ...CLEARABLE,
  'answers',
  'regions',
  'maps',
  'settings',
  'writes',
  'reviews',
  'removed',
  'free',
] as const;

const amount = z.object({
  /** How many; null where they are not counted one by one. */
  count: z.nullable(z.number()),
  bytes: z.number(),
});

const kind = z.object({
  ...amount.shape,
  is: z.enum(STORED),
  /** When the oldest of it was read; null where that says nothing. */
  oldestAt: z.nullable(epochMs),
  /** What a clean-up takes of it: no more than can be read again and belongs to no pack. */
  clears: z.nullable(amount),
});
export type StoredKind = z.output<typeof kind>;

export const storage = {
  'storage.usage': {
    does: 'read',
    input: none,
    output: z.object({
      /** The folder of each account, with everything in it. */
      accounts: z.array(z.object({ id: z.string(), bytes: z.number() })),
      /** Of the account that is open: its records by kind. Empty while none is. */
      records: z.array(
        z.object({
          ...amount.shape,
          entity,
          oldestAt: z.nullable(epochMs),
          listedAt: z.nullable(epochMs),
        }),
      ),
      /** Of the account that is open: everything else. Empty while none is. */
      kinds: z.array(kind),
    }),
  },
  /**
   * Lets go of one kind, of so much as takes no time: `left` tells how many may still go, and it is
   * called until there are none. Never of writes, reviews, answers, records, or what a pack
   * is to have.
   */
  'storage.clear': {
    does: 'write',
    input: z.strictObject({ kind: z.enum(CLEARABLE) }),
    output: z.object({ bytes: z.number(), left: z.number() }),
  },
} as const satisfies Calls;

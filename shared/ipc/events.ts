import * as z from 'zod/mini';
import { collecting } from './answers.ts';
import { exportJob } from './exports.ts';
import { ground } from './ground.ts';
import { connection, entity, notice } from './shapes.ts';
import { records } from './records.ts';
import { session } from './session.ts';
import { commandName, selection, updates } from './shell.ts';

/** What the core tells the desk without being asked. Payloads are complete: no diffing needed. */
export const events = {
  /**
   * Records changed; `ids` is null when more than a few did, and empty when a complete scan only
   * made the list fresher. Coalesced to about ten a second.
   */
  changed: z.object({
    entity,
    revision: z.number(),
    ids: z.nullable(z.array(z.string())),
  }),
  /** A document read by `records.read` changed. */
  documentChanged: z.object({ endpoint: z.string() }),
  connection,
  /** What the account may do was learned anew; the same shape as `session.availability`. */
  availability: session['session.availability'].output,
  /** Something in the outbox changed. */
  outbox: z.object({ waiting: z.number(), needsYou: z.number() }),
  /** Vehicles that moved since the revision before; the same columns as `records.positions`. */
  positions: records['records.positions'].output,
  /** The active account changed, or its sign-in did. */
  account: z.object({ accountId: z.nullable(z.string()), signedIn: z.boolean() }),
  /** Removals that wait for a person, or the trash, changed. */
  removals: z.object({}),
  /** How the fetching of answers stands. */
  answers: collecting,
  /** Reviews of these answers changed; null for many, or for what all of them show. */
  reviews: z.object({ answerIds: z.nullable(z.array(z.string())) }),
  /** An export began, went on or ended: it as it stands now. */
  exports: exportJob,
  /** The maps of the account, or the one that is drawn, changed. */
  ground: ground['ground.maps'].output,
  /** A field pack went on, or the list of them changed. */
  packs: z.object({}),
  /** The system handed a file over to be opened; told to the window in front alone. */
  handed: z.object({}),
  /** A command was chosen in the menu of the app; told to the window in front alone. */
  command: z.object({ name: commandName }),
  /** A draft was kept, or given up, in some window; other kinds of remembered state tell nothing. */
  draftSaved: z.object({ key: z.string() }),
  /** A record was picked in some window. */
  selection,
  /** Updates of the app went on; the same as `shell.updates`. */
  updates,
  /** A notice that concerns nothing on screen: a lost database was rebuilt, a keychain is locked. */
  notice,
} as const;

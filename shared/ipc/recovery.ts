import * as z from 'zod/mini';
import { epochMs } from './shapes.ts';

/** What was found when the database of an account was opened, and what became of it. */
export const recovery = z.object({
  /** When it was found; names the entry. */
  at: epochMs,
  /**
   * `damaged`: the database was damaged and set aside. `lost`: there was none beside a journal.
   * `older`: it was older than its journal, as after a restored backup. `journal`: the database
   * was whole, its journal was not. `copied`: both are copies, out of a backup or from elsewhere.
   */
  found: z.enum(['damaged', 'lost', 'older', 'journal', 'copied']),
  /** The journal beside it. Only a whole one proves what became of a write. */
  journal: z.enum(['whole', 'damaged', 'missing', 'copied']),
  /** Open writes that came back, and how many of them have to be verified before anything is sent. */
  writes: z.number(),
  toVerify: z.number(),
  /** Settled writes of the ledger that came back. */
  settled: z.number(),
  /** Things that the desk remembered: views, drafts, notes, reviews, preferences. */
  desk: z.number(),
  trash: z.number(),
  /** Rows of all these that were read out of the damaged file itself. */
  salvaged: z.number(),
  /** Names of the files that were set aside, in the folder of the account. */
  setAside: z.array(z.string()),
});
export type Recovery = z.output<typeof recovery>;

/** Begins the keys of the desk's memory that are the core's own: no page can name one. */
export const OF_THE_CORE = 'core/';
/** Where a database keeps whose it is; the journal knows it, too. */
export const OWNER_KEY = `${OF_THE_CORE}owner`;
/** Key under which the desk's memory keeps what nobody has read yet, newest first. */
export const RECOVERIES_KEY = `${OF_THE_CORE}recoveries`;
export const recoveries = z.array(recovery);

/** What this version can read of what was kept; nothing where it is not understood. */
export function recoveriesIn(text: string | null): Recovery[] {
  if (text === null) return [];
  try {
    const parsed = z.safeParse(recoveries, JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

import type { Database as Connection } from 'better-sqlite3';
import type { Recovery } from '../../../shared/ipc/recovery.ts';
import type { Handle, StatementTables } from './handles.ts';

/** What happened before the database could be opened. */
export interface Circumstances {
  /** ms since 1970. */
  nowMs: number;
  /** Set where a damaged database was set aside just now. */
  damage: { journal: Recovery['journal']; salvaged: number; setAside: string[] } | null;
  /** Sets a damaged journal aside; gives the name that it has then. */
  setJournalAside: () => string[];
}

/**
 * What the rooms above bring to the database, which knows none of them. `electron/core/database.ts`
 * puts it together, once for the thread that asks and once for the threads that answer.
 */
export interface DatabaseParts extends StatementTables {
  /** Reads that take seconds: each runs in a thread of its own, so that no list waits for it. */
  readonly slowReads: ReadonlySet<string>;
  /** Whether a write is small and somebody waits for it: such writes may share a commit. */
  sharesCommit(write: string): boolean;
  /** Registers what queries and triggers call; every connection needs it before it uses a table. */
  addFunctions(connection: Connection): void;
  /** Makes anew what was worked out by functions that mean something else since. */
  refreshDerived(handle: Handle): void;
  readonly recovery: {
    /** Opens the journal and brings database and journal to the same state. */
    attachJournal(handle: Handle, file: string, circumstances: Circumstances): Recovery | null;
    setAsideDamaged(file: string, nowMs: number): Circumstances['damage'];
    unfinishedRecovery(file: string): Circumstances['damage'];
    recoveryEnded(file: string): void;
    copyAside(file: string, nowMs: number): string[];
    dropOldest(file: string, young: readonly string[]): void;
  };
}

import type { Database } from 'better-sqlite3';

/** One step of the database's form. Released steps are never changed, only followed by others. */
export interface Migration {
  /** Counts without gaps from the first; kept in `PRAGMA user_version`. */
  version: number;
  name: string;
  /** Runs inside the transaction that also sets the version. */
  up(db: Database): void;
}

import type { Recovery } from '../../../shared/ipc/recovery.ts';
import type { Result } from '../../../shared/result.ts';
import type { RecordChange } from './runner.ts';

export type { RecordChange };

type InputOf<F> = F extends (db: never, input: infer I) => unknown ? I : never;
type OutputOf<F> = F extends (db: never, input: never) => infer O ? O : never;

/**
 * The database of one identity, asked by named queries, never by SQL. Behind it are one writer
 * and one reader worker, or (for model tests) the same code in this thread.
 */
export interface StoreOf<Reads, Writes> {
  read<N extends keyof Reads & string>(
    name: N,
    input: InputOf<Reads[N]>,
  ): Promise<OutputOf<Reads[N]>>;
  /** One transaction. Fails with kind `local` when the disk is full or refuses: nothing changed. */
  write<N extends keyof Writes & string>(
    name: N,
    input: InputOf<Writes[N]>,
  ): Promise<Result<OutputOf<Writes[N]>>>;
  /**
   * Tells of records that a write has changed, after its commit, whoever wrote. The listener must
   * not throw. Returns the function that stops it.
   */
  onChange(listener: (changes: readonly RecordChange[]) => void): () => void;
  /**
   * Tells, once, that a query met a broken page. Everything on disk stays as it is; the database is
   * to be closed and opened again as damaged. Returns the function that stops it.
   */
  onDamage(listener: () => void): () => void;
  /**
   * Tells, once, that a thread of the database ended by itself: every call is refused from then on
   * (`db.thread`), and the database is to be closed and opened again. Told before calls that were
   * under way fail. Returns the function that stops it.
   */
  onDeath(listener: () => void): () => void;
  /** What was found and brought back when it was opened; null where all was well. */
  readonly recovery: Recovery | null;
  close(): Promise<void>;
}

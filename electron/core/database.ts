import type { Result } from '../../shared/result.ts';
import { parts } from './databaseParts.ts';
import type { ReadQueries, WriteQueries } from './databaseParts.ts';
import type { Handle } from './db/handles.ts';
import * as engine from './db/open.ts';
import type { OpenWriterOptions } from './db/open.ts';
import * as stores from './db/store.ts';
import type { OpenOptions } from './db/store.ts';
import type { StoreOf } from './db/types.ts';

/** The database of one identity, with the statements of mirror and outbox. */
export type Store = StoreOf<ReadQueries, WriteQueries>;

/** Opens the database of an identity in threads, or in this one; see `db/store.ts`. */
export function openStore(options: OpenOptions): Promise<Result<Store>> {
  const thread = new URL('./databaseThread.ts', import.meta.url);
  return stores.openStore<ReadQueries, WriteQueries>(options, { parts, thread });
}

/** One writing connection, in this thread; see `db/open.ts`. */
export function openWriter(file: string, options?: OpenWriterOptions): Result<Handle> {
  return engine.openWriter(file, parts, options);
}

import type { Handle, JournaledRow } from '../../electron/core/db/handles.ts';
import type { Migration } from '../../electron/core/db/migrations/migration.ts';
import type { MoveInput } from '../../electron/core/outbox/store/transitions.ts';
import type { WriteRequest } from '../../electron/core/db/runner.ts';
import type { OpenOptions } from '../../electron/core/db/store.ts';
import type { Store } from '../../electron/core/database.ts';
import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { around, pass } from './boundary.ts';

/**
 * Wrappers around the database's own functions; `hooks.ts` puts them in place. A thread runs one
 * transaction at a time, so the names of the running queries can be kept here.
 */

let running: readonly string[] = [];

function named<A extends unknown[], R>(
  inner: (...args: A) => R,
  names: (...args: A) => readonly string[],
): (...args: A) => R {
  return (...args) => {
    const asked = names(...args);
    running = asked;
    const result = inner(...args);
    running = [];
    // Null: nothing was committed, each is run alone.
    if (result !== null) for (const name of asked) pass(`${name}: committed`);
    return result;
  };
}

/** A query by its name; a move of an op also by where it leads. */
function nameOf(name: string, input: unknown): string {
  return name === 'outbox.move' ? `${name} to ${(input as MoveInput).to}` : name;
}

/** `runWrite`: one query is one commit. */
export function oneWrite<R>(
  inner: (handle: Handle, name: string, input: unknown) => R,
): (handle: Handle, name: string, input: unknown) => R {
  return named(inner, (_handle, name, input) => [nameOf(name, input)]);
}

/** `runTogether`: several queries share a commit. */
export function sharedWrite<R>(
  inner: (handle: Handle, requests: readonly WriteRequest[]) => R,
): (handle: Handle, requests: readonly WriteRequest[]) => R {
  return named(inner, (_handle, requests) =>
    requests.map(({ name, input }) => nameOf(name, input)),
  );
}

/** `journalWritten`: the transaction's last step before it commits. */
export function journaling(
  inner: (handle: Handle, written: readonly JournaledRow[]) => void,
): (handle: Handle, written: readonly JournaledRow[]) => void {
  return around(
    inner,
    (_handle, written) =>
      written.length === 0 ? [] : running.map((name) => `${name}: not in the journal yet`),
    () => running.map((name) => `${name}: not committed yet`),
  );
}

/** `migrate`: each step is a transaction. */
export function migrating<D>(
  inner: (db: D, steps?: readonly Migration[]) => void,
  all: readonly Migration[],
): (db: D, steps?: readonly Migration[]) => void {
  return (db, steps = all) => {
    const watched = steps.map((step) => ({
      ...step,
      up(raw: Parameters<Migration['up']>[0]) {
        pass(`migration ${step.version}: begun`);
        step.up(raw);
        pass(`migration ${step.version}: not committed yet`);
      },
    }));
    inner(db, watched);
    pass('migrations: done');
  };
}

/** A function of no interest but that it begins and ends. */
export function step<A extends unknown[], R>(
  inner: (...args: A) => R,
  name: string,
): (...args: A) => R {
  return around(
    inner,
    () => [`${name}: before`],
    () => [`${name}: after`],
  );
}

let asked = 0;

/** Whether a query is under way, as far as this thread knows. */
export function isDatabaseBusy(): boolean {
  return asked > 0;
}

/** `openStore`: counts what is asked of the database. */
export function counted(
  inner: (options: OpenOptions) => Promise<Result<Store>>,
): (options: OpenOptions) => Promise<Result<Store>> {
  const ask = <R>(run: () => Promise<R>): Promise<R> => {
    asked += 1;
    return run().finally(() => (asked -= 1));
  };
  return async (options) => {
    const opened = await inner(options);
    if (!opened.ok) return opened;
    const store = opened.value;
    return ok({
      ...store,
      read: (name, input) => ask(() => store.read(name, input)),
      write: (name, input) => ask(() => store.write(name, input)),
    });
  };
}

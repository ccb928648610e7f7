import { ENTITIES } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { Refusal } from './refusal.ts';
import type { Handle, JournaledRow, Step } from './handles.ts';
import type { DatabaseParts } from './parts.ts';
import { journalWritten } from './journaling.ts';
import { failedBy } from './failure.ts';
import * as t from './schema.ts';
import { into, names, select, statement } from './statement.ts';

/** What a write changed of an entity's records: `ids` is null when there are too many to name. */
export interface RecordChange {
  entity: Entity;
  revision: number;
  ids: string[] | null;
}

export interface Written {
  value: unknown;
  changes: RecordChange[];
}

type AnyQuery = (db: Handle, input: unknown) => unknown;

function queryOf(table: object, name: string): AnyQuery {
  if (!Object.hasOwn(table, name)) throw new Error(`Unknown query: ${name}`);
  return (table as Record<string, AnyQuery>)[name] as AnyQuery;
}

/** Runs a named read in one snapshot. Throws for bugs and for a disk that fails to read. */
export function runRead(handle: Handle, name: string, input: unknown): unknown {
  const query = queryOf(handle.tables.reads, name);
  return handle.snapshot(() => query(handle, input));
}

function countChanges(handle: Handle): RecordChange[] {
  const changes: RecordChange[] = [];
  for (const [entity, ids] of handle.takeChanges()) {
    handle.run(
      statement`INSERT INTO ${into(t.revision, 'entity', 'n')}
        VALUES (?, 1) ON CONFLICT (${names(t.revision.entity)}) DO UPDATE
        SET ${names(t.revision.n)} = ${t.revision.n} + 1`,
      [entity],
    );
    const row = handle.one(
      select({ n: t.revision.n })`FROM ${t.revision} WHERE ${t.revision.entity} = ?`,
      [entity],
    );
    changes.push({ entity, revision: row?.n ?? 0, ids: ids === null ? null : [...ids] });
  }
  return changes.sort((a, b) => ENTITIES.indexOf(a.entity) - ENTITIES.indexOf(b.entity));
}

/**
 * Runs a named write as one transaction. Failures of the computer and refusals of the query are
 * data, and leave everything as it was; anything else is a bug and is thrown.
 */
export function runWrite(handle: Handle, name: string, input: unknown): Result<Written> {
  const query = queryOf(handle.tables.writes, name);
  handle.takeChanges();
  const place = handle.journal?.place();
  try {
    const written = handle.transaction((): Written => {
      const value = query(handle, input);
      handle.tables.completeDerived(handle);
      const changes = countChanges(handle);
      journalWritten(handle, handle.takeChanged());
      return { value, changes };
    });
    return ok(written);
  } catch (error) {
    handle.takeChanges();
    handle.takeChanged();
    if (place !== undefined) handle.journal?.backTo(place);
    if (error instanceof Refusal) return fail(error.error);
    return failedBy(error);
  }
}

/** Looks for the next step of what is built after the rows; fails where the computer does. */
export function nextStep(handle: Handle, parts: DatabaseParts): Result<Step | null> {
  return unlessItFails(() => parts.nextStep(handle));
}

/** Takes a step as one transaction; fails where the computer does, and the next start goes on. */
export function runStep(handle: Handle, step: Step): Result<void> {
  return unlessItFails(() => handle.transaction(() => step.run()));
}

function unlessItFails<T>(act: () => T): Result<T> {
  try {
    return ok(act());
  } catch (error) {
    return failedBy(error);
  }
}

/** A named write as it is asked for. */
export interface WriteRequest {
  name: string;
  input: unknown;
}

/** What followed from all writes together is told with the last that was done. */
function withChanges(
  results: Result<Written>[],
  changes: readonly RecordChange[],
): Result<Written>[] {
  const last = results.findLastIndex(({ ok: isDone }) => isDone);
  return results.map((result, index) =>
    result.ok && index === last
      ? ok({ ...result.value, changes: [...result.value.changes, ...changes] })
      : result,
  );
}

/**
 * Runs several named writes, in their order, in one transaction: each sees what those before it
 * did, a refused one leaves nothing behind, and all are on disk when this returns. One wait for
 * the disk then serves them all.
 *
 * Null when any failed otherwise: then nothing was changed, and each is to be run alone, so that
 * it alone answers for its failure.
 */
export function runTogether(
  handle: Handle,
  requests: readonly WriteRequest[],
): Result<Written>[] | null {
  const journaled: JournaledRow[] = [];
  const one = ({ name, input }: WriteRequest): Result<Written> => {
    const query = queryOf(handle.tables.writes, name);
    try {
      // A transaction inside of one is a savepoint.
      const written = handle.transaction((): Written => {
        const value = query(handle, input);
        return { value, changes: countChanges(handle) };
      });
      journaled.push(...handle.takeChanged());
      return ok(written);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      handle.takeChanges();
      handle.takeChanged();
      return fail(error.error);
    }
  };
  handle.takeChanges();
  const place = handle.journal?.place();
  try {
    return handle.transaction(() => {
      const results = requests.map(one);
      handle.tables.completeDerived(handle);
      journaled.push(...handle.takeChanged());
      journalWritten(handle, journaled);
      return withChanges(results, countChanges(handle));
    });
  } catch {
    handle.takeChanges();
    handle.takeChanged();
    if (place !== undefined) handle.journal?.backTo(place);
    return null;
  }
}

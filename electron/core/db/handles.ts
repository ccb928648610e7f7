import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { isEntity } from '../../../shared/model/entity.ts';
import type { Database, Statement as PreparedStatement, Transaction } from 'better-sqlite3';
import type { Entity } from '../../../shared/model/entity.ts';
import type { Recovery } from '../../../shared/ipc/recovery.ts';
import type { Journal } from './journal.ts';
import type { JournaledTable } from './journaledTables.ts';
import * as schema from './schema.ts';
import type { Statement } from './statement.ts';

declare const readable: unique symbol;
declare const writable: unique symbol;

/** What SQLite stores in a column. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

type Orm = BetterSQLite3Database<typeof schema>;

/**
 * A connection that a query may only read from. `one` and `all` take a statement (`statement.ts`)
 * that is prepared once; `orm` is drizzle over the tables of `schema.ts`.
 */
export interface ReadableDb {
  readonly [readable]: true;
  readonly orm: Pick<Orm, 'select' | 'selectDistinct' | '$count' | '$with' | 'with'>;
  /** The first row as an object by column name, or `undefined`. */
  one<T>(statement: Statement<T>, params?: SqlParams): T | undefined;
  all<T>(statement: Statement<T>, params?: SqlParams): T[];
}

/** The one connection that writes. Every write query runs inside a transaction of its own. */
export interface WritableDb extends Omit<ReadableDb, 'orm'> {
  readonly [writable]: true;
  readonly orm: Orm;
  /** Runs one statement; gives the number of changed rows. */
  run(statement: Statement<never>, params?: SqlParams): number;
  /** Changes of records made in `act` are not told to the desk: telemetry never wakes a table. */
  quietly<T>(act: () => T): T;
}

/** Which records a transaction changed: by entity, `null` when more than can be named. */
export type ChangedRecords = Map<Entity, Set<string> | null>;

/** A row that can't be fetched again, by its key. */
export interface JournaledRow {
  table: JournaledTable;
  key: string;
}

/** More ids than this are told as "many". */
export const NAMED_CHANGES = 200;

/** Bounds the cache of prepared statements: lists with unusual filters each have their own text. */
const CACHED_STATEMENTS = 400;

/** A named statement: a function over a connection and an input that crosses threads. */
export type Statements = Readonly<Record<string, (db: never, input: never) => unknown>>;

/** Statements by name, of the reading and of the writing connection. */
export interface StatementTables {
  readonly reads: Statements;
  readonly writes: Statements;
  /** Works out what follows from the records that a transaction changed, before it commits. */
  completeDerived(db: WritableDb): void;
  /** The next step of what is built after the rows; null where nothing is missing. */
  nextStep(db: WritableDb): Step | null;
}

/** A transaction of its own that builds something which only makes questions quicker. */
export interface Step {
  /** A long one waits until nobody writes. */
  is: 'short' | 'long';
  run(): void;
}

/**
 * The same statement, which SQLite compiles once only. One that joins tables and compares a column
 * with a bare parameter it compiles anew whenever the parameter gets a value (as of 3.54), in case
 * another plan would serve that value better: ten times the time of most statements here. So it does
 * with a bare LIMIT. A plus sign, which changes no value, says that any plan does.
 */
export function compiledOnce(sql: string): string {
  return sql
    .replace(/(=|<|>|\bIS|\bIS NOT|\bLIKE|\bGLOB|\bLIMIT|\bOFFSET)(\s*)(\?|:[a-z]\w*)/gi, '$1$2+$3')
    .replace(/\bIN \(\?(?:, ?\?)*\)/g, (list) => list.replaceAll('?', '+?'));
}

/** A connection with its statement cache; queries see it through the branded interfaces only. */
export class Handle implements ReadableDb, WritableDb {
  declare readonly [readable]: true;
  declare readonly [writable]: true;
  readonly orm: Orm;
  readonly raw: Database;
  #statements = new Map<string, PreparedStatement>();
  /** Made once: it takes longer to make than to run. */
  readonly #transaction: Transaction<(act: () => unknown) => unknown>;
  #changed: ChangedRecords = new Map();
  #quiet = false;
  #journaled = new Map<string, JournaledRow>();
  /** Where irreplaceable rows are kept a second time; null for databases in memory. */
  journal: Journal | null = null;
  /** What was found and done when it was opened; null where all was well. */
  recovery: Recovery | null = null;

  /** What a query of the store may name. */
  readonly tables: StatementTables;

  constructor(raw: Database, tables: StatementTables) {
    this.raw = raw;
    this.tables = tables;
    this.orm = drizzle(raw, { schema });
    this.#transaction = raw.transaction((act) => act());
  }

  #prepared({ text: sql }: Statement<unknown>): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) {
      // Put back at the end: the map's order is the order of last use.
      this.#statements.delete(sql);
      this.#statements.set(sql, cached);
      return cached;
    }
    const statement = this.raw.prepare(compiledOnce(sql));
    this.#statements.set(sql, statement);
    if (this.#statements.size > CACHED_STATEMENTS) {
      const oldest = this.#statements.keys().next();
      if (oldest.done !== true) this.#statements.delete(oldest.value);
    }
    return statement;
  }

  /** Runs what only reads, in one snapshot. */
  snapshot<T>(act: () => T): T {
    return this.#transaction.deferred(act) as T;
  }

  /** Runs what writes, as one transaction; inside of one, as a savepoint of it. */
  transaction<T>(act: () => T): T {
    return this.#transaction.immediate(act) as T;
  }

  one<T>(statement: Statement<T>, params: SqlParams = []): T | undefined {
    return this.#prepared(statement).get(params) as T | undefined;
  }

  all<T>(statement: Statement<T>, params: SqlParams = []): T[] {
    return this.#prepared(statement).all(params) as T[];
  }

  run(statement: Statement<never>, params: SqlParams = []): number {
    return this.#prepared(statement).run(params).changes;
  }

  quietly<T>(act: () => T): T {
    const before = this.#quiet;
    this.#quiet = true;
    try {
      return act();
    } finally {
      this.#quiet = before;
    }
  }

  /** Called by the triggers of the writing connection. */
  noteChange(entity: Entity, id: string): void {
    if (this.#quiet) return;
    const ids = this.#changed.get(entity);
    if (ids === null) return;
    if (ids === undefined) this.#changed.set(entity, new Set([id]));
    else if (ids.size < NAMED_CHANGES) ids.add(id);
    else if (!ids.has(id)) this.#changed.set(entity, null);
  }

  /** Called by triggers: a row was written that can't be fetched again. */
  noteChanged(row: JournaledRow): void {
    if (this.journal !== null) this.#journaled.set(`${row.table} ${row.key}`, row);
  }

  /** Irreplaceable rows that were written since the last call, in their order. */
  takeChanged(): JournaledRow[] {
    const rows = [...this.#journaled.values()];
    this.#journaled.clear();
    return rows;
  }

  /** What changed since the last call; empty afterwards. */
  takeChanges(): ChangedRecords {
    const changed = this.#changed;
    this.#changed = new Map();
    return changed;
  }
}

/** The entity of a text that comes out of the database. */
export function entityOf(text: unknown): Entity {
  if (!isEntity(text)) throw new Error(`Unknown entity in the database: ${String(text)}`);
  return text;
}

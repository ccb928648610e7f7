import Database from 'better-sqlite3';
import { prepareDatabase } from './schema.ts';
import { SEARCHED, searchText } from './searchText.ts';
import type { Stored } from './searchText.ts';

export const ACTIVE = 0;
export const ARCHIVED = 1;
export const DELETED = 2;
export type State = typeof ACTIVE | typeof ARCHIVED | typeof DELETED;

export interface Row {
  readonly seq: number;
  readonly entity: Stored;
  readonly id: string;
  readonly client: string | null;
  readonly reseller: string | null;
  readonly state: State;
  readonly kind: string | null;
  readonly natural: string | null;
  readonly link: string | null;
  readonly sim: number | null;
  readonly at: number | null;
  readonly updated: number;
  readonly doc: string;
}

export type NewRow = Pick<Row, 'entity' | 'id' | 'doc' | 'updated'> & Partial<Omit<Row, 'seq'>>;

/** What an account may see: everything, one reseller's clients, or one client. */
export type Scope =
  | { readonly of: 'platform' }
  | { readonly of: 'reseller'; readonly reseller: string }
  | { readonly of: 'client'; readonly client: string };

export type Bind = string | number | null;

/** The service's database: prepared statements, records as text. */
export interface Store {
  readonly db: Database.Database;
  /** Rows of the record table (`SELECT * FROM record …`). */
  rows(sql: string, ...bind: Bind[]): Row[];
  row(sql: string, ...bind: Bind[]): Row | undefined;
  /** Any other rows, columns by name. */
  list(sql: string, ...bind: Bind[]): Record<string, Bind>[];
  /** The first column of the first row. */
  scalar(sql: string, ...bind: Bind[]): Bind | undefined;
  run(sql: string, ...bind: Bind[]): void;
  /** A setting of the data folder; the value is kept as text. */
  meta(key: string): string | undefined;
  setMeta(key: string, value: string): void;
  /** A record in any state that the scope may see. */
  find(entity: Stored, id: string, scope: Scope): Row | undefined;
  insert(row: NewRow): void;
  /** Changes columns of a record; `search` follows the text. */
  change(
    row: Row,
    changes: Partial<Pick<Row, 'doc' | 'state' | 'link' | 'kind' | 'natural'>>,
    updated: number,
  ): void;
  remove(row: Row): void;
  /** The next number of a sequence, starting after the seeded ones. */
  next(sequence: string): number;
  transaction<T>(work: () => T): T;
  close(): void;
}

/** SQL condition and its values for what a scope may see. */
export function scopeSql(scope: Scope): { sql: string; bind: Bind[] } {
  switch (scope.of) {
    case 'platform':
      return { sql: '1', bind: [] };
    case 'reseller':
      return { sql: 'reseller = ?', bind: [scope.reseller] };
    case 'client':
      return { sql: 'client = ?', bind: [scope.client] };
  }
}

type Statements = Pick<Store, 'rows' | 'row' | 'list' | 'scalar' | 'run'>;

/** Statements by their text, each prepared once. */
function statementsOf(db: Database.Database): Statements {
  const statements = new Map<string, Database.Statement<Bind[]>>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = db.prepare<Bind[]>(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    // better-sqlite3 answers rows as `unknown`; the columns are those of schema.ts.
    rows: (sql, ...bind) => prepare(sql).all(...bind) as Row[],
    row: (sql, ...bind) => prepare(sql).get(...bind) as Row | undefined,
    list: (sql, ...bind) => prepare(sql).all(...bind) as Record<string, Bind>[],
    scalar(sql, ...bind) {
      const first = prepare(sql).get(...bind) as Record<string, Bind> | undefined;
      return first === undefined ? undefined : Object.values(first)[0];
    },
    run: (sql, ...bind) => void prepare(sql).run(...bind),
  };
}

/** Settings of the data folder and its numbers. */
function settingsOf({ run, scalar }: Statements): Pick<Store, 'meta' | 'setMeta' | 'next'> {
  return {
    meta(key) {
      const value = scalar('SELECT value FROM meta WHERE key = ?', key);
      return typeof value === 'string' ? value : undefined;
    },
    setMeta: (key, value) =>
      run(
        'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        key,
        value,
      ),
    next(sequence) {
      const key = `next.${sequence}`;
      run('INSERT INTO meta VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1', key);
      return Number(scalar('SELECT value FROM meta WHERE key = ?', key));
    },
  };
}

/** Records one by one; what they are searched by follows their text. */
function recordsOf({ run, row }: Statements): Pick<Store, 'find' | 'insert' | 'change' | 'remove'> {
  return {
    find(entity, id, scope) {
      const { sql, bind } = scopeSql(scope);
      return row(
        `SELECT * FROM record WHERE entity = ? AND id = ? AND ${sql}`,
        entity,
        id,
        ...bind,
      );
    },
    insert(row) {
      run(
        `INSERT INTO record (entity, id, client, reseller, state, kind, natural, link, sim, at, search, updated, doc)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        row.entity,
        row.id,
        row.client ?? null,
        row.reseller ?? null,
        row.state ?? ACTIVE,
        row.kind ?? null,
        row.natural ?? null,
        row.link ?? null,
        row.sim ?? null,
        row.at ?? null,
        searchText(row.entity, row.doc),
        row.updated,
        row.doc,
      );
    },
    change(row, changes, updated) {
      const next = { ...row, ...changes };
      run(
        'UPDATE record SET doc = ?, state = ?, link = ?, kind = ?, natural = ?, search = ?, updated = ? WHERE seq = ?',
        next.doc,
        next.state,
        next.link,
        next.kind,
        next.natural,
        searchText(row.entity, next.doc),
        updated,
        row.seq,
      );
    },
    remove: (row) => run('DELETE FROM record WHERE seq = ?', row.seq),
  };
}

const AT_ONCE = 1000;

/** Records that were written when other fields were searched are found by those of now, too. */
function searchAnew({ rows, run }: Statements, { meta, setMeta }: Pick<Store, 'meta' | 'setMeta'>) {
  if (meta('searched') === SEARCHED) return;
  let after = 0;
  for (;;) {
    const some = rows('SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT ?', after, AT_ONCE);
    for (const { seq, entity, doc } of some) {
      run('UPDATE record SET search = ? WHERE seq = ?', searchText(entity, doc), seq);
      after = seq;
    }
    if (some.length < AT_ONCE) break;
  }
  setMeta('searched', SEARCHED);
}

/** Opens (or creates) the database at `file`; `:memory:` keeps nothing. */
export function openStore(file: string): Store {
  const db = new Database(file);
  try {
    prepareDatabase(db);
    const statements = statementsOf(db);
    const settings = settingsOf(statements);
    db.transaction(() => searchAnew(statements, settings))();
    return {
      db,
      ...statements,
      ...settings,
      ...recordsOf(statements),
      transaction: (work) => db.transaction(work)(),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

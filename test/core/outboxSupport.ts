import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { endpoint } from '../../shared/api/catalogue.ts';
import type { ReadName, WriteName } from '../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../shared/api/endpoint.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import type { Connection, Op, OpState } from '../../shared/ipc/shapes.ts';
import type { Entity } from '../../shared/model/entity.ts';
import type { AppError, Result } from '../../shared/result.ts';
import { fail, ok } from '../../shared/result.ts';
import {
  jsonMember,
  jsonMembers,
  jsonObject,
  setJsonMembers,
} from '../../shared/rules/jsonText.ts';
import type { ConnectionMonitor } from '../../electron/core/account.ts';
import type {
  ApiClient,
  ApiReply,
  MutationOutcome,
  Params,
} from '../../electron/core/api/types.ts';
import { openStore } from '../../electron/core/database.ts';
import type { Store } from '../../electron/core/database.ts';
import { addFunctions } from '../../electron/core/mirror/functions.ts';
import { createOutbox } from '../../electron/core/outbox/queue/createOutbox.ts';
import { byHand } from '../support/byHand.ts';
import type { ByHand } from '../support/byHand.ts';
import { readAsOf } from '../../electron/core/outbox/model/touched.ts';
import type { Ports } from '../../electron/core/ports.ts';
import { virtualClock } from '../support/virtualClock.ts';
import type { VirtualClock } from '../support/virtualClock.ts';

/**
 * How the next mutation fails. `late` applies it after that many virtual milliseconds;
 * `answeredWith` applies it and answers with that record.
 */
export type Fault =
  | 'replyLost'
  | 'requestLost'
  | 'notSent'
  | 'signIn'
  | 'rateLimited'
  | 'crash'
  | { late: number }
  | { answeredWith: string }
  | { status: number };

/** A mutation as it arrived: what was on the wire, and whether it changed anything. */
export interface Arrival {
  endpoint: WriteName;
  params: Params;
  body: string | undefined;
  applied: boolean;
}

/** A fleet service without sockets: records as JSON texts, and a log of what arrived. */
export class FakeService {
  readonly tables = new Map<Entity, Map<string, string>>();
  readonly arrivals: Arrival[] = [];
  /** Faults of the next mutations, in their order; afterwards all is well. */
  faults: Fault[] = [];
  /** Error that every read gives; null when reads work. */
  readError: AppError | null = null;
  /** Error that the identity canary gives; null when it answers. */
  meError: AppError | null = null;
  /** Error that lists of archived records give; null when they can be read. */
  archivedError: AppError | null = null;
  /** Whether lists promise one record more than they have, so that none proves itself. */
  miscounts = false;
  /** What `/me` answers. */
  me = '{"id":7}';
  reads = 0;
  /** The lists that were read, page by page. */
  readonly pages: string[] = [];
  /** Called before each of them is answered. */
  onPage: () => void = () => undefined;
  #nextId = 900;
  readonly clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  table(entity: Entity): Map<string, string> {
    const known = this.tables.get(entity) ?? new Map<string, string>();
    this.tables.set(entity, known);
    return known;
  }

  apply(name: WriteName, params: Params, body: string | undefined): string {
    const rule = endpoint(name).write;
    if (rule === undefined) throw new Error(`${name} does not write`);
    const table = this.table(rule.target.entity);
    const id =
      rule.target.param === undefined ? String((this.#nextId += 1)) : params[rule.target.param];
    if (id === undefined) throw new Error('a path without its id');
    const renamed = [...jsonMembers(body ?? '{}')].map(
      ([field, value]) => [readAsOf(rule, field) ?? field, value] as const,
    );
    const record = table.get(id) ?? jsonObject([['id', id]]);
    const set = (changes: readonly (readonly [string, string | null])[]): string => {
      const text = setJsonMembers(record, new Map(changes));
      table.set(id, text);
      return text;
    };
    switch (rule.does) {
      case 'create':
      case 'update':
      case 'append':
        return set(renamed);
      case 'archive':
        return set([['status', '"archived"']]);
      case 'restore':
        return set([['status', '"active"']]);
      case 'delete':
        table.delete(id);
        return '{}';
      case 'assign': {
        const other =
          rule.also?.param === undefined
            ? jsonMember(body ?? '{}', rule.also?.body ?? '')
            : params[rule.also.param];
        return set([
          [rule.link?.object ?? 'none', jsonObject([['id', other ?? 'null']])],
          ...(rule.link?.id === undefined ? [] : [[rule.link.id, other ?? 'null'] as const]),
        ]);
      }
      case 'unassign':
        return set([
          [rule.link?.object ?? 'none', 'null'],
          ...(rule.link?.id === undefined ? [] : [[rule.link.id, 'null'] as const]),
        ]);
    }
  }

  mutate(name: WriteName, params: Params, body: string | undefined): MutationOutcome | 'crash' {
    const arrival: Arrival = { endpoint: name, params, body, applied: false };
    const fault = this.faults.shift();
    if (fault === 'notSent') return { is: 'notSent', detail: 'connection refused' };
    this.arrivals.push(arrival);
    const rule = endpoint(name).write;
    const target = rule?.target.param === undefined ? undefined : params[rule.target.param];
    const uncertain: MutationOutcome = { is: 'uncertain', status: null, detail: 'reset', body: '' };
    const now = (): string => {
      arrival.applied = true;
      return this.apply(name, params, body);
    };
    switch (fault) {
      case 'replyLost':
        now();
        return uncertain;
      case 'requestLost':
        return uncertain;
      case 'crash':
        now();
        return 'crash';
      case 'signIn':
        return { is: 'signIn' };
      case 'rateLimited':
        return { is: 'rateLimited', waitMs: 40_000, status: 429 };
      case undefined: {
        if (
          target !== undefined &&
          rule !== undefined &&
          !this.table(rule.target.entity).has(target)
        ) {
          return refused(404);
        }
        return { is: 'applied', reply: replyOf(now()) };
      }
      default:
        if ('answeredWith' in fault) {
          now();
          return { is: 'applied', reply: replyOf(fault.answeredWith) };
        }
        if ('late' in fault) {
          this.clock.after(fault.late, () => now());
          return uncertain;
        }
        return fault.status >= 500 ? { ...uncertain, status: fault.status } : refused(fault.status);
    }
  }

  read(name: ReadName, params: Params): Result<ApiReply> {
    this.reads += 1;
    if (this.readError !== null) return { ok: false, error: this.readError };
    if (name === 'getMe') {
      return this.meError === null ? ok(replyOf(this.me)) : { ok: false, error: this.meError };
    }
    if (name === 'getPlanPermissions') return ok(replyOf('{"data":[]}'));
    const { mirror } = endpoint(name);
    const entity: Entity = mirror.as === 'record' ? mirror.entity : 'vehicle';
    const key = mirror.as === 'record' ? mirror.id : 'vehicleId';
    const text = this.table(entity).get(params[key] ?? '');
    return text === undefined ? { ok: false, error: errorOf(404) } : ok(replyOf(text));
  }
}

function replyOf(text: string): ApiReply {
  return { status: 200, headers: {}, text, path: '$' };
}

export function errorOf(status: number): AppError {
  return {
    kind: status === 403 ? 'denied' : status === 404 ? 'missing' : 'invalid',
    code: `http.${status}`,
    message: `The service answered ${status}.`,
    next: 'none',
    status,
  };
}

export const OFFLINE: AppError = {
  kind: 'offline',
  code: 'http.notSent',
  message: 'The service can not be reached.',
  next: 'waitForNetwork',
};

const DISK_FULL: AppError = {
  kind: 'local',
  code: 'disk.full',
  message: 'The disk is full.',
  next: 'freeSpace',
};

function refused(status: number): MutationOutcome {
  return { is: 'rejected', status, error: errorOf(status), body: '{"message":"no"}' };
}

function apiOver(service: FakeService, onCrash: () => Promise<never>): ApiClient {
  return {
    read: async (name, options) => service.read(name, options?.params ?? {}),
    page: () => Promise.reject(new Error('The outbox reads pages in parts')),
    pageBody: async (name, _page, options) => {
      service.reads += 1;
      if (service.readError !== null) return { ok: false, error: service.readError };
      const wantsArchived = options?.query?.['status'] === 'archived';
      service.pages.push(wantsArchived ? `${name} archived` : name);
      service.onPage();
      if (wantsArchived && service.archivedError !== null) {
        return { ok: false, error: service.archivedError };
      }
      const { mirror } = endpoint(name);
      if (mirror.as !== 'scan') throw new Error(`${name} is no list`);
      const rows = [...service.table(mirror.entity)].filter(
        ([, text]) => (jsonMember(text, 'status') === '"archived"') === wantsArchived,
      );
      const text = `[${rows.map(([, row]) => row).join(',')}]`;
      const total = rows.length + (service.miscounts ? 1 : 0);
      const page = { ...replyOf(text), ids: rows.map(([id]) => id), total, last: true };
      const { status, headers } = page;
      return ok({
        ...{ status, headers, bytes: Buffer.from(text), places: [''], lists: new Map() },
        ...{ conclude: () => ok(page), read: async () => ok(page), readRows: async () => ok(page) },
      });
    },
    body: async () => {
      throw new Error('the outbox reads nothing large');
    },
    download: async () => {
      throw new Error('the outbox downloads nothing');
    },
    mutate: async (name, { params = {}, bodyText }) => {
      for (const value of [...Object.values(params), bodyText ?? '']) {
        if (value.includes('~new-')) throw new Error('a temporary id on the wire');
      }
      if (paramNamesOf(endpoint(name)).some((param) => params[param] === undefined)) {
        throw new Error('a path without its parameter');
      }
      const outcome = service.mutate(name, params, bodyText);
      return outcome === 'crash' ? onCrash() : outcome;
    },
  };
}

export interface Bench {
  clock: VirtualClock;
  service: FakeService;
  store: Store;
  outbox: ByHand;
  events: AnyEvent[];
  /** Switches of the connection; `told` wakes nobody: only the timer does. */
  connection: { signedIn: boolean; maySend: boolean };
  /** A full disk refuses every write to the database. */
  disk: { full: boolean };
  /** Gives the mirror a record, as a scan does, and the service too. */
  give(entity: Entity, text: string): Promise<void>;
  op(id: string): Promise<Op & { state: OpState }>;
  shown(entity: Entity, id: string): Promise<string | null>;
  write(
    endpoint: WriteName,
    params: Params,
    body?: Record<string, unknown>,
    extra?: string,
  ): Promise<Op>;
  /** Lets virtual time pass in steps until it is so; fails after `limitMs`. */
  until(what: () => Promise<boolean> | boolean, limitMs?: number): Promise<void>;
  settled(opId: string, state: OpState, limitMs?: number): Promise<void>;
  /** Writes into a column behind the core's back, as a damaged or a newer file would. */
  corrupt(opId: string, column: 'payload_version' | 'patch', value: string | number): Promise<void>;
  /** The database itself, behind the core's back. */
  inFile(act: (db: Database.Database) => void): void;
  /** Kills the core (nothing more is written or sent by it) and opens the same files again. */
  restart(options?: { loseDatabase?: boolean; harm?: (journal: string) => void }): Promise<void>;
  close(): Promise<void>;
}

/** Everything that is ready has run once the event loop comes round. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The real outbox over the real database in this thread, a service without sockets, virtual time. */
export async function bench(options: { start?: boolean } = {}): Promise<Bench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-outbox-'));
  const file = path.join(folder, 'mirror.db');
  const clock = virtualClock();
  const service = new FakeService(clock);
  const events: AnyEvent[] = [];
  const connection = { signedIn: true, maySend: true };
  const disk = { full: false };
  let numbered = 0;
  /** Mistakes that the core logged: none is ever expected. */
  const problems: string[] = [];
  let opened = await open();

  /** A store and an outbox of their own; `dead` cuts both off as a kill does. */
  async function open(): Promise<{ store: Store; outbox: ByHand; kill(): void }> {
    const result = await openStore({ file, mode: 'inline', now: () => clock.now() });
    if (!result.ok) throw new Error(result.error.message);
    const store = result.value;
    let dead = false;
    const never = new Promise<never>(() => undefined);
    const mortal: Store = {
      ...store,
      read: (name, input) => (dead ? never : store.read(name, input)),
      write: (name, input) => {
        if (dead) return never;
        return disk.full ? Promise.resolve(fail(DISK_FULL)) : store.write(name, input);
      },
    };
    const api = apiOver(service, () => never);
    const ports = {
      clock: {
        now: () => clock.now(),
        after: (ms: number, run: () => void) =>
          clock.after(ms, () => {
            if (!dead) run();
          }),
      },
      random: {
        uuid: () => {
          numbered += 1;
          return `00000000-0000-4000-8000-${String(numbered).padStart(12, '0')}`;
        },
        fraction: () => 0.5,
      },
      log: {
        write: (level: string, event: string, detail?: object) => {
          if (level === 'error') problems.push(`${event} ${JSON.stringify(detail)}`);
        },
      },
    } as unknown as Ports;
    const outbox = createOutbox({
      ports,
      store: mortal,
      api,
      connection: monitor(connection),
      emit: (event) => events.push(event),
    });
    if (options.start !== false) outbox.start();
    return {
      store,
      outbox: byHand(outbox),
      kill: () => {
        dead = true;
      },
    };
  }

  const until: Bench['until'] = async (what, limitMs = 20 * 60_000) => {
    for (let passed = 0; ; passed += 500) {
      await quiet();
      if (problems.length > 0) throw new Error(problems.join('\n'));
      if (await what()) return;
      if (passed >= limitMs) throw new Error(`Not so within ${limitMs} virtual ms`);
      clock.advance(500);
    }
  };
  const op: Bench['op'] = async (id) => {
    const listed = await opened.store.read('outbox.get', { id });
    if (listed === null) throw new Error(`no op ${id}`);
    const { toOp } = await import('../../electron/core/outbox/queue/ledger.ts');
    return toOp(listed, null);
  };

  const self: Bench = {
    clock,
    service,
    get store() {
      return opened.store;
    },
    get outbox() {
      return opened.outbox;
    },
    events,
    connection,
    disk,
    async give(entity, text) {
      const id = (jsonMember(text, 'id') ?? '').replaceAll('"', '');
      service.table(entity).set(id, text);
      const put = await opened.store.write('records.put', {
        entity,
        id,
        text,
        path: '$',
        readAt: clock.now(),
      });
      if (!put.ok) throw new Error(put.error.message);
    },
    op,
    async shown(entity, id) {
      const found = await opened.store.read('records.get', { entity, id });
      return found?.row.json ?? null;
    },
    async write(name, params, body = {}, extra) {
      const written = await opened.outbox.write({
        endpoint: name,
        params,
        body,
        extra: extra ?? null,
      });
      if (!written.ok) throw new Error(`${written.error.code}: ${written.error.message}`);
      return written.value;
    },
    until,
    settled: (id, state, limitMs) => until(async () => (await op(id)).state === state, limitMs),
    async corrupt(opId, column, value) {
      self.inFile((db) => db.prepare(`UPDATE op SET ${column} = ? WHERE id = ?`).run(value, opId));
    },
    inFile(act) {
      const raw = new Database(file);
      addFunctions(raw);
      act(raw);
      raw.close();
    },
    async restart({ loseDatabase = false, harm } = {}) {
      opened.kill();
      await opened.store.close();
      if (loseDatabase) {
        for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
      }
      harm?.(`${file}.journal`);
      opened = await open();
    },
    async close() {
      opened.kill();
      await opened.store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return self;
}

function monitor(state: { signedIn: boolean; maySend: boolean }): ConnectionMonitor {
  const current = (): Connection => ({
    state: !state.signedIn ? 'signedOut' : state.maySend ? 'online' : 'workOffline',
    since: 0,
    address: '',
    syncing: null,
    waiting: 0,
    needsYou: 0,
    lastContactAt: null,
    tokenExpiresAt: null,
    error: null,
  });
  return {
    maySend: () => state.maySend && state.signedIn,
    signedIn: () => state.signedIn,
    current,
    report: () => undefined,
    setSyncing: () => undefined,
    setCounts: () => undefined,
    onChange: () => () => undefined,
  };
}

import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { ConnectionMonitor } from '../../../electron/core/account.ts';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import type {
  ApiBody,
  ApiClient,
  ApiPage,
  ApiPageBody,
  ReadOptions,
  ApiReply,
  MutationOutcome,
  Query,
} from '../../../electron/core/api/types.ts';
import { createAttachments } from '../../../electron/core/attachments/attachments.ts';
import { createElsewhere } from '../../../electron/core/attachments/elsewhere.ts';
import type { Store } from '../../../electron/core/database.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import { createSync } from '../../../electron/core/sync/createSync.ts';
import { readsById } from '../../../electron/core/sync/plan.ts';
import type { Sync } from '../../../electron/core/sync/sync.ts';
import { endpoint } from '../../../shared/api/catalogue.ts';
import type { ReadName } from '../../../shared/api/catalogue.ts';
import type { AnyEvent, EventName, EventOf } from '../../../shared/ipc/contract.ts';
import type { Connection } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { VirtualClock } from '../../support/virtualClock.ts';
import { freshFolder, freshStore } from '../db/support.ts';

export function errorOf(kind: AppError['kind'], status?: number): AppError {
  return fail({
    ...{ kind, code: `test.${kind}`, message: 'The test says no.' },
    ...(status === undefined ? {} : { status }),
  }).error;
}

function idOf(text: string): string {
  const { id } = JSON.parse(text) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** A service made of lists of JSON texts, whose every answer a test can bend. */
export class FakeService implements ApiClient {
  /** Living and archived rows by entity. */
  living = new Map<Entity, string[]>();
  archived = new Map<Entity, string[]>();
  documents = new Map<ReadName, string>();
  me: object | null = { id: 7, team: { id: 1, clientId: 11 } };
  pageSize = 100;
  /** What is said to be there in all; `null` says nothing. */
  total: (rows: number) => number | null = (rows) => rows;
  ignoresArchivedFilter = false;
  readonly failing = new Map<ReadName, AppError>();
  readonly failingIds = new Map<string, AppError>();
  /** Called before each answer. */
  before: (request: { name: ReadName; page: number; query: Query }) => void = () => undefined;
  /** Changes the text of a page on its way out. */
  bend: (text: string, name: ReadName) => string = (text) => text;
  readonly requests: string[] = [];

  async read(name: ReadName, options: ReadOptions = {}): Promise<Result<ApiReply>> {
    if (options.signal?.aborted === true) return { ok: false, error: errorOf('offline') };
    this.requests.push(`${name} ${Object.values(options.params ?? {}).join(' ')}`.trim());
    this.before({ name, page: 0, query: options.query ?? {} });
    const failure = this.failing.get(name);
    if (failure !== undefined) return { ok: false, error: failure };
    const answer = (text: string): Result<ApiReply> =>
      ok({ status: 200, headers: {}, text, path: '$' });
    if (name === 'getMe') {
      if (this.me === null) return { ok: false, error: errorOf('missing', 404) };
      return answer(JSON.stringify(this.me));
    }
    const { mirror } = endpoint(name);
    if (mirror.as === 'record') {
      const id = options.params?.[mirror.id] ?? '';
      const refused = this.failingIds.get(id);
      if (refused !== undefined) return { ok: false, error: refused };
      const all = [
        ...(this.living.get(mirror.entity) ?? []),
        ...(this.archived.get(mirror.entity) ?? []),
      ];
      const row = all.find((text) => idOf(text) === id);
      return row === undefined ? { ok: false, error: errorOf('missing', 404) } : answer(row);
    }
    const document = this.documents.get(name);
    return document === undefined
      ? { ok: false, error: errorOf('missing', 404) }
      : answer(document);
  }

  async page(
    name: ReadName,
    page: number,
    options: ReadOptions & { limit?: number } = {},
  ): Promise<Result<ApiPage>> {
    if (options.signal?.aborted === true) return { ok: false, error: errorOf('offline') };
    const query = options.query ?? {};
    this.requests.push(`${name} p${page}${query['status'] === undefined ? '' : ' archived'}`);
    this.before({ name, page, query });
    const failure = this.failing.get(name);
    if (failure !== undefined) return { ok: false, error: failure };
    const { mirror, reply } = endpoint(name);
    const document = this.documents.get(name);
    let rows: string[] = document === undefined ? [] : (JSON.parse(document) as string[]);
    if (mirror.as === 'scan') {
      const filtered = query['status'] === 'archived' && !this.ignoresArchivedFilter;
      rows = (filtered ? this.archived : this.living).get(mirror.entity) ?? [];
    }
    const size = Math.min(options.limit ?? this.pageSize, this.pageSize);
    const shown = reply === 'page' ? rows.slice((page - 1) * size, page * size) : rows;
    return ok({
      ...{ status: 200, headers: {}, path: '$.data' },
      text: this.bend(`{"data":[${shown.join(',')}]}`, name),
      ids: shown.map(idOf),
      total: reply === 'page' ? this.total(rows.length) : null,
      last: reply !== 'page' || page * size >= rows.length || shown.length === 0,
    });
  }

  async pageBody(
    name: ReadName,
    page: number,
    options: ReadOptions & { limit?: number } = {},
  ): Promise<Result<ApiPageBody>> {
    const reply = await this.page(name, page, options);
    if (!reply.ok) return reply;
    const { status, headers, text, total, last } = reply.value;
    return ok({
      ...{ status, headers, bytes: Buffer.from(text), places: ['data'] },
      lists: new Map(),
      conclude: () => ok({ total, last }),
      read: async () => reply,
      readRows: async () => reply,
    });
  }

  async body(
    name: ReadName,
    options: { params?: Record<string, string>; query?: Query } = {},
  ): Promise<Result<ApiBody>> {
    const reply = await this.read(name, options);
    if (!reply.ok) return reply;
    const { status, headers, text } = reply.value;
    return ok({ status, headers, bytes: Buffer.from(text), places: [''] });
  }

  async download(): Promise<Result<Uint8Array>> {
    return { ok: false, error: errorOf('missing', 404) };
  }

  /** Files that answers name, by their addresses. */
  readonly files = new Map<string, Uint8Array>();

  async file(at: string): Promise<Result<Uint8Array>> {
    this.requests.push(`file ${at}`);
    const bytes = this.files.get(at);
    return bytes === undefined
      ? { ok: false, error: errorOf('missing', 404) }
      : ok(Uint8Array.from(bytes));
  }

  async mutate(): Promise<MutationOutcome> {
    return { is: 'notSent', detail: 'The fake service only reads.', wasRefused: false };
  }

  /** Entities whose single records can be asked for. */
  static canRead(entity: Entity): boolean {
    return readsById(entity).length > 0;
  }
}

export interface SyncUnderTest {
  sync: Sync;
  service: FakeService;
  store: Store;
  clock: VirtualClock;
  events: AnyEvent[];
  syncing: Connection['syncing'][];
  /** What was said last of each list: why it could not be read, or null. */
  failed: Map<Entity, AppError | null>;
  context: Omit<AccountContext, 'outbox' | 'collector' | 'exporter' | 'ground' | 'packs'>;
  /** Whether requests may leave; tells the listeners when it changes. */
  allow(can: boolean): void;
  /** The next event of a name that is emitted after this call and fits. */
  next<N extends EventName>(name: N, fits?: (payload: EventOf<N>) => boolean): Promise<EventOf<N>>;
}

function monitor(
  syncing: Connection['syncing'][],
  failed: Map<Entity, AppError | null>,
): {
  connection: ConnectionMonitor;
  allow(can: boolean): void;
} {
  let may = true;
  const listeners = new Set<() => void>();
  return {
    connection: {
      maySend: () => may,
      signedIn: () => true,
      current: () => ({
        ...{ state: may ? 'online' : 'workOffline', since: 0, address: 'https://fleet.example' },
        ...{ syncing: null, waiting: 0, needsYou: 0, lastContactAt: null },
        ...{ tokenExpiresAt: null, error: null, failed: {} },
      }),
      report: () => undefined,
      setSyncing: (step) => syncing.push(step),
      setFailed: (entity, error) => void failed.set(entity, error),
      setCounts: () => undefined,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    allow(can) {
      may = can;
      for (const listener of [...listeners]) listener();
    },
  };
}

export function testPorts(clock: VirtualClock): Ports {
  const no = async () => fail({ kind: 'local', code: 'test.none', message: 'Not in this test.' });
  return {
    clock,
    random: { uuid: () => crypto.randomUUID(), fraction: () => 0.5 },
    http: {
      send: async () => ({ ok: false, failure: { why: 'notSent', detail: 'no network' } }),
      close: () => undefined,
    },
    secrets: {
      state: () => 'session-only',
      backend: () => 'memory',
      get: async () => null,
      set: async () => undefined,
      remove: async () => undefined,
      onBack: () => () => undefined,
    },
    log: { write: () => undefined },
    paths: { data: 'data' },
    connectivity: {
      online: () => true,
      onHint: () => () => undefined,
      onSleep: () => () => undefined,
    },
    typesetter: {
      look: async () => ({ why: 'damaged' }),
      make: no,
      merge: no,
      pictures: no,
      renewFonts: async () => undefined,
      close: async () => undefined,
    },
    files: { save: no, folder: no },
    localService: {
      start: no,
      onChange: () => () => undefined,
      remove: no,
      close: async () => undefined,
    },
    database: 'inline',
    host: 'headless',
    version: 'test',
  };
}

/** The sync over a real store and a fake service, with time in the test's hands. */
export async function syncUnderTest(
  options: { store?: Store; service?: FakeService } = {},
): Promise<SyncUnderTest> {
  const clock = virtualClock();
  const service = options.service ?? new FakeService();
  const store = options.store ?? (await freshStore());
  const events: AnyEvent[] = [];
  const syncing: Connection['syncing'][] = [];
  const waiting = new Set<(event: AnyEvent) => void>();
  const failed = new Map<Entity, AppError | null>();
  const { connection, allow } = monitor(syncing, failed);
  const base = {
    identity: {
      ...{ id: 'test', workspace: 'remote' as const, service: 'https://fleet.example' },
      ...{ tenant: '1', user: '7' },
    },
    ports: testPorts(clock),
    ...{ store, api: service, connection },
    emit(event: AnyEvent) {
      events.push(event);
      for (const listener of [...waiting]) listener(event);
    },
  };
  const sync = createSync(base);
  onTestFinished(() => sync.close());
  const elsewhere = createElsewhere({ ports: base.ports, mayAsk: () => true });
  return {
    ...{ sync, service, store, clock, events, syncing, failed, allow },
    context: { ...base, sync, attachments: createAttachments(base, freshFolder(), elsewhere) },
    next(name, fits = () => true) {
      return new Promise((resolve) => {
        const listener = (event: AnyEvent): void => {
          if (event.name !== name) return;
          const payload = event.payload as EventOf<typeof name>;
          if (!fits(payload)) return;
          waiting.delete(listener);
          resolve(payload);
        };
        waiting.add(listener);
      });
    },
  };
}

/**
 * Lets virtual time pass in steps, with everything that is under way done in between, until the
 * promise is settled. Fails after `steps`, so that a timer that never comes is seen.
 */
export async function passTime<T>(
  clock: VirtualClock,
  promise: Promise<T>,
  stepMs: number,
  steps = 200,
): Promise<T> {
  const pending = Symbol('pending');
  for (let step = 0; step < steps; step += 1) {
    clock.advance(stepMs);
    await turn();
    const settled = await Promise.race([promise, Promise.resolve(pending)]);
    if (settled !== pending) return settled;
  }
  throw new Error(`Nothing happened within ${steps * stepMs} ms of virtual time`);
}

/** Ids of an entity's living records in the mirror. */
export async function mirrored(store: Store, entity: Entity): Promise<string[]> {
  const { ids } = await store.read('records.ids', { view: { entity, sort: { field: 'id' } } });
  return ids;
}

export function rows(from: number, to: number, more: object = {}): string[] {
  return Array.from({ length: to - from }, (_, index) =>
    JSON.stringify({ id: from + index, name: `row ${from + index}`, ...more }),
  );
}

import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  endpoint,
  endpointNames,
  writeNames,
  type EndpointName,
} from '../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../shared/api/endpoint.ts';
import { session } from '../../shared/api/session.ts';
import { appError } from '../../shared/ipc/shapes.ts';
import { ENTITIES, type Entity } from '../../shared/model/entity.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { ConnectionMonitor } from '../../electron/core/account.ts';
import { createExchange } from '../../electron/core/api/exchange.ts';
import { foldDeep } from '../../electron/core/api/foldDeep.ts';
import { defaultProfile } from '../../electron/core/api/profile.ts';
import { createRedactor } from '../../electron/core/api/redactor.ts';
import type { MutationOutcome, Params } from '../../electron/core/api/types.ts';
import type { HttpReply } from '../../electron/core/ports.ts';
import { openStore } from '../../electron/core/database.ts';
import type { Store } from '../../electron/core/database.ts';
import { createSessionCalls } from '../../electron/core/session/calls.ts';
import type { SyncContext } from '../../electron/core/sync/context.ts';
import { isReadName, listsOf, readsById } from '../../electron/core/sync/plan.ts';
import { createPositionFeed } from '../../electron/core/sync/positions.ts';
import { scanEntity } from '../../electron/core/sync/scan.ts';
import { readById, readDocument } from '../../electron/core/sync/single.ts';
import { clientFor } from '../core/api/support.ts';
import { testPorts } from '../core/sync/support.ts';
import { bodyOf, hostileReplies, type HostileReply } from './hostileReplies.ts';
import specified from './specification-rows.json' with { type: 'json' };

/**
 * Every row of the catalogue against every hostile reply: never an exception, never a changed
 * prototype, and either the text that was sent or an error that a person can act on.
 */

const SERVICE = 'https://fleet.example';
let answered: HttpReply = { status: 204, headers: {}, body: Buffer.of() };

/**
 * Whatever is asked is answered so, without a socket: what breaks on its way is the business of
 * test/core/api/wire.test.ts.
 */
const client = clientFor(SERVICE, {
  http: {
    send: async () => ({ ok: true, reply: { ...answered, body: Buffer.from(answered.body) } }),
    close: () => undefined,
  },
});

/** Answers everything with this reply from now on; gives the text that may be accepted. */
function serve(reply: HostileReply): string {
  const body = bodyOf(reply);
  const status = reply.status ?? 200;
  answered = {
    status,
    headers: { 'content-type': reply.type ?? 'application/json' },
    body: status === 204 ? Buffer.of() : body,
  };
  // The one thing that is not text: a byte order mark says how the text is encoded.
  return new TextDecoder().decode(body);
}

function paramsOf(name: EndpointName): Params {
  return Object.fromEntries(paramNamesOf(endpoint(name)).map((param) => [param, '7']));
}

/** An error as the desk shows it: what failed, what is safe, what to do next. */
function expectError(error: unknown): void {
  expect(z.safeParse(appError, error).error?.issues).toBeUndefined();
  const { message, safe } = z.parse(appError, error);
  for (const words of [message, safe ?? '']) expect(words).toMatch(/\S/);
}

function expectWhole(result: Result<{ text: string }>, sent: string): void {
  if (result.ok) expect(result.value.text).toBe(sent);
  else expectError(result.error);
}

function expectJudged(outcome: MutationOutcome, sent: string): void {
  switch (outcome.is) {
    case 'applied':
      expect(outcome.reply.text).toBe(sent.trim() === '' ? '' : sent);
      return;
    case 'rejected':
      expectError(outcome.error);
      return;
    case 'uncertain':
      expect(outcome.detail).toMatch(/\S/);
      return;
    case 'notSent':
    case 'signIn':
    case 'renewed':
    case 'rateLimited':
      throw new Error(`A reply was judged ${outcome.is}`);
  }
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const before = PROTOTYPES.map((of) => Reflect.ownKeys(of));
function expectUnpolluted(): void {
  expect('polluted' in {}).toBe(false);
  expect(PROTOTYPES.map((of) => Reflect.ownKeys(of))).toEqual(before);
}

const reads = endpointNames.filter(isReadName);
const asked = new Set<EndpointName>();

describe('every row against', () => {
  test.each(hostileReplies)('$what', async (reply) => {
    const sent = serve(reply);
    // An answer to a form keeps what lies too deep as text (test/core/api/reads.test.ts).
    const folded = new TextDecoder().decode((await foldDeep(bodyOf(reply))) ?? bodyOf(reply));
    const { api } = client;
    for (const name of reads) {
      const options = { params: paramsOf(name) };
      asked.add(name);
      if (endpoint(name).reply === 'pdf') {
        const download = await api.download(name, options);
        expectError(download.ok ? null : download.error);
      } else if (endpoint(name).reply === 'page') {
        expectWhole(await api.page(name, 1, options), sent);
      } else {
        expectWhole(await api.read(name, options), name === 'getAnswer' ? folded : sent);
      }
    }
    for (const name of writeNames) {
      asked.add(name);
      expectJudged(await api.mutate(name, { params: paramsOf(name), bodyText: '{}' }), sent);
    }
    expectUnpolluted();
  });

  test.each(hostileReplies)('$what, while signing in', async (reply) => {
    serve(reply);
    const redactor = createRedactor();
    const calls = createSessionCalls(
      createExchange({
        http: client.http,
        clock: client.clock,
        baseUrl: () => SERVICE,
        profile: () => defaultProfile,
        version: 'test',
        redactor,
      }),
      () => defaultProfile,
      redactor.scope(),
    );
    const login = await calls.login({ email: 'a@waybill.example', password: 'x' });
    const code = await calls.otp({ email: 'a@waybill.example', code: '1' });
    for (const result of [login, code]) expectError(result.ok ? null : result.error);
    const renewed = await calls.refresh({ token: 'a.b.c', refreshToken: 'r' });
    expect(renewed.ok).toBe(false);
    await calls.logout('a.b.c');
    for (const name of ['login', 'loginOtp', 'refreshToken', 'logout'] as const) asked.add(name);
    expectUnpolluted();
  });

  test('is every row of the specification, and log-in', () => {
    expect(specified).toHaveLength(95);
    expect(asked.size).toBe(95 + Object.keys(session).length);
  });
});

describe('the mirror stays whole after', () => {
  const KEPT = '{"id":"kept","name":"K","contractNo":9007199254740993,"price":1.10}';
  const online: ConnectionMonitor = {
    maySend: () => true,
    signedIn: () => true,
    current: () => ({
      ...{ state: 'online', since: 0, address: '', syncing: null, waiting: 0, needsYou: 0 },
      ...{ lastContactAt: null, tokenExpiresAt: null, error: null, failed: {} },
    }),
    report: () => undefined,
    setSyncing: () => undefined,
    setFailed: () => undefined,
    setCounts: () => undefined,
    onChange: () => () => undefined,
  };
  let store: Store;
  let context: SyncContext;

  beforeAll(async () => {
    const opened = await openStore({ file: ':memory:', mode: 'inline' });
    if (!opened.ok) throw new Error(opened.error.message);
    store = opened.value;
    for (const entity of ENTITIES) {
      const put = { entity, text: `[${KEPT}]`, path: '$', readAt: 1000 };
      expect((await store.write('records.ingest', put)).ok).toBe(true);
    }
    context = {
      ...{ store, api: client.api, ports: testPorts(client.clock), connection: online },
      identity: { id: 'i', workspace: 'remote', service: SERVICE, tenant: '1', user: '7' },
      emit: () => undefined,
      tell: () => undefined,
      signal: new AbortController().signal,
    };
  });
  afterAll(() => store.close());

  const documents = reads.filter((name) => endpoint(name).mirror.as === 'document');

  const synced = async (entity: Entity): Promise<void> => {
    const who = { id: '7', names: [], canary: 'me', clientId: '7', serviceMs: null };
    if (listsOf(entity).length > 0) {
      const again = async () => ok(who);
      const scanned = await scanEntity(context, entity, ok(who), again, () => undefined);
      if (!scanned.ok) expectError(scanned.error);
    }
    if (readsById(entity).length === 0) return;
    const read = await readById(context, entity, 'h-1', who);
    if (!read.ok) expectError(read.error);
  };

  test.each(hostileReplies)('$what', async (reply) => {
    serve(reply);
    for (const entity of ENTITIES) await synced(entity);
    for (const name of documents) {
      const read: Result<unknown> = await readDocument(context, name, paramsOf(name), {});
      if (!read.ok) expectError(read.error);
    }
    const moved = await createPositionFeed(context).refresh();
    if (!moved.ok) expectError(moved.error);

    for (const entity of ENTITIES) {
      const record = await store.read('records.get', { entity, id: 'kept' });
      expect(record).toMatchObject({ base: KEPT, row: { json: KEPT, archived: false } });
      const list = await store.read('records.window', {
        view: { entity, archived: 'all' },
        offset: 0,
        limit: 500,
      });
      expect(list.rows.length).toBe(list.total);
      for (const { json } of list.rows) expect(typeof JSON.parse(json)).toBe('object');
    }
    expectUnpolluted();
  });
});

import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import { ownParamOf } from '../../electron/core/api/whichRecord.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import type { Http, HttpReply, HttpRequest } from '../../electron/core/ports.ts';
import { endpoint, endpointNames, isWriteName } from '../../shared/api/catalogue.ts';
import type { ReadName } from '../../shared/api/catalogue.ts';
import { methodOf, paramNamesOf } from '../../shared/api/endpoint.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import type { Op } from '../../shared/ipc/shapes.ts';
import { fewLists } from '../support/fewLists.ts';
import { json, startHostileServer, type HostileServer } from '../support/hostileServer.ts';
import { leapingClock, type LeapingClock } from '../support/leapingClock.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { clientFor, type ClientUnderTest } from './api/support.ts';
import { isState, temporaryFolder } from './session/support.ts';

/** Which record answered: mixed-up caches and proxies, for every endpoint and over the whole core. */

const isRead = (name: string): name is ReadName =>
  endpointNames.some((known) => known === name && methodOf(endpoint(known)) === 'GET');
const paramsOf = (name: (typeof endpointNames)[number], value: string): Record<string, string> =>
  Object.fromEntries(paramNamesOf(endpoint(name)).map((param) => [param, value]));

describe('an answer that names another record than its path', () => {
  let server: HostileServer;
  let client: ClientUnderTest;
  beforeEach(async () => {
    server = await startHostileServer();
    client = clientFor(server.origin);
  });
  afterEach(async () => {
    client.http.close();
    await server.close();
  });

  const named = endpointNames.filter((name) => ownParamOf(endpoint(name)) !== null);
  const readsById = named.filter(isRead).filter((name) => endpoint(name).reply !== 'pdf');
  const writesById = named.filter(isWriteName);

  it.each(readsById)('of %s is refused', async (name) => {
    const read = (id: string): ReturnType<typeof client.api.read> =>
      client.api.read(name, { params: paramsOf(name, id) });
    server.answer(json('{"id":8}'));
    expect(await read('7')).toMatchObject({
      ok: false,
      error: { kind: 'server', code: 'http.otherRecord', next: 'retry' },
    });
    server.answer(json('{"id":7}'));
    expect(await read('7')).toMatchObject({ ok: true });
    // The interface shows areas in an envelope of their own.
    const envelope = name === 'getArea' ? 'result' : 'data';
    server.answer(json(`{"${envelope}":{"id":"7"}}`));
    expect(await read('7')).toMatchObject({ ok: true });
    // As numbers these two are one.
    server.answer(json('{"id":9007199254740993}'));
    expect(await read('9007199254740993')).toMatchObject({ ok: true });
    expect(await read('9007199254740992')).toMatchObject({ ok: false });
  });

  it.each(writesById)('of %s proves no success', async (name) => {
    const write = (): ReturnType<typeof client.api.mutate> =>
      client.api.mutate(name, { params: paramsOf(name, '7') });
    server.answer(json('{"id":8}'));
    expect(await write()).toMatchObject({ is: 'uncertain', status: 200 });
    server.answer(json('{"id":"7"}'));
    expect(await write()).toMatchObject({ is: 'applied' });
  });

  it('is refused where its rows or its members name another one that it belongs to', async () => {
    const { api } = client;
    const params = { vehicleId: '7' };
    server.answer(json('{"odometer":5,"vehicleId":"8"}'));
    expect(await api.read('getOdometer', { params })).toMatchObject({ ok: false });
    server.answer(json('{"odometer":5,"vehicleId":7}'));
    expect(await api.read('getOdometer', { params })).toMatchObject({ ok: true });
    server.answer(json('[{"id":1},{"id":2,"deviceId":8}]'));
    const cameras = { params: { deviceId: '7' } };
    expect(await api.read('listDeviceCameras', cameras)).toMatchObject({ ok: false });
    server.answer(json('[{"id":1},{"id":2,"deviceId":"7"},{"id":3,"deviceId":null}]'));
    expect(await api.read('listDeviceCameras', cameras)).toMatchObject({ ok: true });
    server.answer(json('{"deviceId":8,"vehicleId":7}'));
    expect(await api.mutate('installDevice', cameras)).toMatchObject({ is: 'uncertain' });
  });

  it('can be told for every endpoint with a path parameter, but for those that are named here', () => {
    const untold = endpointNames.filter((name) => {
      const row = endpoint(name);
      return (
        paramNamesOf(row).length > 0 && ownParamOf(row) === null && row.belongsTo === undefined
      );
    });
    expect(untold.sort()).toEqual([
      // Users and drivers name no client.
      'createClientUser',
      // A PDF names nobody.
      'getAnswerPdf',
      // A sensor's answer names its hardware under the same name.
      'installSensor',
      'listClientDrivers',
      'listClientUsers',
      // A million points; the interface shows no name of a device in them.
      'listDeviceCoordinates',
      // What left a device or a vehicle may name where it is now.
      'listDeviceHistory',
      'listDeviceSensorHistory',
    ]);
  });
});

describe('over the whole core', () => {
  let service: TestService;
  let folder: ReturnType<typeof temporaryFolder>;
  let core: Core;
  let clock: LeapingClock;
  /** Changes answers on their way, as a mixed-up cache does; null leaves one as it is. */
  let mixUp: (request: HttpRequest, reply: HttpReply) => string | null;
  let areas: string[];

  const next = (fits: (event: AnyEvent) => boolean): Promise<AnyEvent> =>
    new Promise((resolve) => {
      const stop = core.on((event) => {
        if (!fits(event)) return;
        stop();
        resolve(event);
      });
    });
  const opOf = async (id: string): Promise<Op> => {
    const listed = await core.call('outbox.get', { opId: id });
    if (!listed.ok) throw new Error(listed.error.message);
    return listed.value.op;
  };
  const historyOf = async (id: string): Promise<{ to: string; reason: string | null }[]> => {
    const got = await core.call('outbox.get', { opId: id });
    return got.ok ? got.value.history : [];
  };
  /** Waits for events of the outbox until the write is so. */
  const until = async (id: string, fits: (op: Op) => boolean): Promise<Op> => {
    for (;;) {
      const changed = next(({ name }) => name === 'outbox');
      const op = await opOf(id);
      if (fits(op)) return op;
      await changed;
    }
  };
  const write = async (
    name: 'archiveArea' | 'updateArea' | 'createAreaGroup',
    params: Record<string, string>,
    body: Record<string, unknown> = {},
  ): Promise<string> => {
    const written = await core.call('outbox.write', { endpoint: name, params, body });
    if (!written.ok) throw new Error(written.error.message);
    return written.value.op.id;
  };
  const shown = async (id: string): Promise<string> => {
    const got = await core.call('records.get', { entity: 'area', id });
    return got.ok ? (got.value?.row.json ?? '') : '';
  };
  const isAreaRead = (request: HttpRequest, id: string): boolean =>
    request.method === 'GET' && new URL(request.url).pathname.endsWith(`/areas/${id}`);

  beforeAll(async () => {
    service = await startTestService({ dataDir: ':memory:', vehicles: 10 });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    mixUp = () => null;
    folder = temporaryFolder();
    const plain = nodeHttp({});
    const http: Http = {
      close: () => plain.close(),
      async send(request) {
        const sent = await plain.send(request);
        const body = sent.ok ? mixUp(request, sent.reply) : null;
        if (!sent.ok || body === null) return sent;
        const headers = { 'content-type': 'application/json' };
        return { ok: true, reply: { status: 200, headers, body: Buffer.from(body) } };
      },
    };
    clock = leapingClock();
    const started = await createCore({
      ...createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' }),
      http: clock.watch(fewLists(http, ['area', 'areaGroup'])),
      localService: service,
      secrets: memorySecrets(),
      clock,
      random: { uuid: () => crypto.randomUUID(), fraction: () => 0 },
      database: 'inline',
      version: 'test',
    });
    if (!started.ok) throw new Error(started.error.message);
    core = started.value;
    const online = next(isState('online'));
    await core.call('session.openLocal', {});
    await online;
    expect((await core.call('records.refresh', { entity: 'area' })).ok).toBe(true);
    const ids = await core.call('records.ids', { view: { entity: 'area' } });
    areas = ids.ok ? ids.value.ids.slice(0, 2) : [];
  });
  afterEach(async () => {
    await core.close();
    clock.close();
    folder.remove();
  });

  it('failure 36: another record answers: refused; nothing confirmed, nothing kept', async () => {
    const [asked = '', other = ''] = areas;
    const [mine, theirs] = [await shown(asked), await shown(other)];
    const archived = JSON.stringify({ ...(JSON.parse(theirs) as object), status: 'archived' });
    let mixing = true;
    mixUp = (request) => (mixing && isAreaRead(request, asked) ? archived : null);
    const from = service.running().log().length;
    expect(await core.call('records.refresh', { entity: 'area', id: asked })).toMatchObject({
      ok: false,
      error: { code: 'http.otherRecord' },
    });
    expect(await shown(asked)).toBe(mine);

    const id = await write('archiveArea', { areaId: asked });
    const waits = await until(id, ({ hold }) => hold === 'retry');
    expect(waits.state).toBe('QUEUED');
    expect((await historyOf(id)).at(-1)?.reason).toContain(`instead of ${asked}`);
    expect(service.running().log().slice(from)).toEqual([]);

    mixing = false;
    const done = await until(id, ({ state }) => state === 'CONFIRMED');
    expect(done.attempts).toBe(1);
    expect(service.running().log().slice(from)).toHaveLength(1);
    expect(JSON.parse(await shown(asked))).toMatchObject({ status: 'archived' });
    expect(await shown(other)).toBe(theirs);
  });

  it('asks the person where the service keeps mixing up its answers', async () => {
    const [asked = '', other = ''] = areas;
    const theirs = await shown(other);
    mixUp = (request) => (isAreaRead(request, asked) ? theirs : null);
    const from = service.running().log().length;
    const id = await write('updateArea', { areaId: asked }, { name: 'North gate' });
    const asks = await until(id, ({ state }) => state === 'NEEDS_USER');
    expect(asks.error).toMatchObject({ code: 'http.otherRecord' });
    expect(asks.remedies).toContain('retry');
    expect(service.running().log().slice(from)).toEqual([]);
    mixUp = () => null;
    expect((await core.call('outbox.decide', { opId: id, decision: { remedy: 'retry' } })).ok).toBe(
      true,
    );
    await until(id, ({ state }) => state === 'CONFIRMED');
    expect(service.running().log().slice(from)).toHaveLength(1);
  });

  it('a write that is answered with another record is looked for, not believed and not repeated', async () => {
    const [asked = '', other = ''] = areas;
    const theirs = await shown(other);
    mixUp = (request) => (request.method === 'PATCH' ? theirs : null);
    const from = service.running().log().length;
    const id = await write('updateArea', { areaId: asked }, { name: 'South gate' });
    const done = await until(id, ({ state }) => state === 'CONFIRMED');
    expect(done.attempts).toBe(1);
    expect((await historyOf(id)).map(({ to }) => to)).toContain('UNCERTAIN');
    expect(service.running().log().slice(from)).toHaveLength(1);
    expect(JSON.parse(await shown(asked))).toMatchObject({ name: 'South gate' });
    expect(await shown(other)).toBe(theirs);
  });

  it('a create that is answered with a record from before is looked for, and made once', async () => {
    const from = service.running().log().length;
    const first = await write('createAreaGroup', {}, { name: 'Two of a name' });
    await until(first, ({ state }) => state === 'CONFIRMED');
    const before = (await opOf(first)).targetId;
    let replies = 0;
    mixUp = (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/area-groups')) return null;
      replies += 1;
      return `{"id":${JSON.stringify(before)},"name":"Two of a name"}`;
    };
    const second = await write('createAreaGroup', {}, { name: 'Two of a name' });
    const settled = ['CONFIRMED', 'NEEDS_USER'];
    const done = await until(second, ({ state }) => settled.includes(state));
    expect(replies).toBe(1);
    expect(done.targetId).not.toBe(before);
    expect(done.candidates ?? []).not.toContain(before);
    // The group has neither registration nor creator: a person may have to say that it is theirs.
    expect(done.error?.code ?? 'outbox.unverifiable').toBe('outbox.unverifiable');
    expect(service.running().log().slice(from)).toHaveLength(2);
    expect((await historyOf(second)).map(({ to }) => to)).toContain('UNCERTAIN');
  });
});

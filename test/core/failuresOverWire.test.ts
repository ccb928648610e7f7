import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import type { Http, Ports } from '../../electron/core/ports.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import { fewLists } from '../support/fewLists.ts';
import { leapingClock, type LeapingClock } from '../support/leapingClock.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { isState, temporaryFolder, nextEvent } from './session/support.ts';

/**
 * Failures of the wire and of the computer that need the whole core: real sockets, the real
 * service with its faults, a real database. Time leaps over the pauses of the core.
 */

let service: TestService;
let folder: ReturnType<typeof temporaryFolder>;
let core: Core;
let vehicleId: string;
const open: { core: Core; clock: LeapingClock }[] = [];

const portsFor = (clock: LeapingClock, replaced: Partial<Ports>): Ports => ({
  ...createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' }),
  localService: service,
  secrets: memorySecrets(),
  clock,
  random: { uuid: () => crypto.randomUUID(), fraction: () => 0 },
  database: 'inline',
  version: 'test',
  ...replaced,
});

async function start(replaced: Partial<Ports> = {}): Promise<Core> {
  const clock = leapingClock();
  const ports = portsFor(clock, replaced);
  const started = await createCore({ ...ports, http: clock.watch(fewLists(ports.http)) });
  if (!started.ok) throw new Error(started.error.message);
  open.push({ core: started.value, clock });
  return started.value;
}

async function closeAll(): Promise<void> {
  for (const one of open.splice(0)) {
    await one.core.close();
    one.clock.close();
  }
}

const settled = (): Promise<AnyEvent> =>
  nextEvent(core, (event) => event.name === 'outbox' && event.payload.waiting === 0);

async function rename(label: string): Promise<string> {
  const written = await core.call('outbox.write', {
    endpoint: 'updateVehicle',
    params: { vehicleId },
    body: { defaultLabel: label },
  });
  if (!written.ok) throw new Error(written.error.message);
  return written.value.op.id;
}

async function total(entity: 'vehicle' | 'area'): Promise<number> {
  const ids = await core.call('records.ids', { view: { entity, archived: 'all' } });
  return ids.ok ? ids.value.ids.length : -1;
}

/** Mutations that the service applied since `from`. */
const applied = (from: number) => service.running().log().slice(from);

beforeAll(async () => {
  service = await startTestService({ dataDir: ':memory:', vehicles: 30 });
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = temporaryFolder();
  core = await start();
  const online = nextEvent(core, isState('online'));
  await core.call('session.openLocal', {});
  await online;
  for (const entity of ['vehicle', 'area'] as const) {
    expect((await core.call('records.refresh', { entity })).ok).toBe(true);
  }
  const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
  vehicleId = ids.ok ? (ids.value.ids[0] ?? '') : '';
});
afterEach(async () => {
  service.running().faults.set([]);
  await closeAll();
  folder.remove();
});

describe('the wire', () => {
  it('failure 02: transport resends by itself: one attempt is one request on the wire', async () => {
    const from = service.running().log().length;
    // Sockets that reads have left open die before a mutation has its answer.
    service.running().faults.set([{ kind: 'dropAfter', method: 'POST', times: 1 }]);
    const done = settled();
    const id = await rename('Once only');
    await done;
    expect(applied(from)).toHaveLength(1);
    const listed = await core.call('outbox.list', { offset: 0, limit: 1 });
    expect(listed).toMatchObject({ value: { ops: [{ id, state: 'CONFIRMED', attempts: 1 }] } });
  });

  it('an entry of a running meter whose reply is lost is found, and made once', async () => {
    const from = service.running().log().length;
    service.running().faults.set([{ kind: 'dropAfter', method: 'POST', times: 1 }]);
    const done = settled();
    const written = await core.call('outbox.write', {
      endpoint: 'calibrateOdometer',
      params: { vehicleId },
      body: { odometer: 123_456, occurredAt: new Date(Date.now() - 60_000).toISOString() },
    });
    expect(written.ok).toBe(true);
    await done;
    expect(applied(from)).toHaveLength(1);
    const listed = await core.call('outbox.list', { offset: 0, limit: 1 });
    expect(listed).toMatchObject({ value: { ops: [{ state: 'CONFIRMED', attempts: 1 }] } });
  });

  it('failure 26: captive portal answers 200 with HTML: only same-origin valid JSON counts', async () => {
    const before = await total('vehicle');
    const from = service.running().log().length;
    service.running().faults.set([{ kind: 'html', method: 'POST', times: 2 }]);
    const done = settled();
    const id = await rename('Behind a portal');
    await done;
    expect(applied(from)).toHaveLength(1);
    const listed = await core.call('outbox.list', { offset: 0, limit: 1 });
    expect(listed).toMatchObject({ value: { ops: [{ id, state: 'CONFIRMED' }] } });
    // Lists behind a portal change nothing either.
    service.running().faults.set([{ kind: 'html', method: 'GET' }]);
    const refreshed = await core.call('records.refresh', { entity: 'vehicle' });
    expect(refreshed.ok).toBe(false);
    expect(await total('vehicle')).toBe(before);
  });

  it('failure 27: huge or dripping body: size and time caps, and the mirror stays', async () => {
    const tight: Http = nodeHttp({});
    await closeAll();
    core = await start({
      http: {
        close: () => tight.close(),
        send: (request) =>
          tight.send({ ...request, maxBytes: 400_000, idleTimeoutMs: 200, totalTimeoutMs: 400 }),
      },
    });
    const online = nextEvent(core, isState('online'));
    await core.call('session.openLocal', {});
    await online;
    const before = await total('area');
    for (const fault of [
      { kind: 'hugeBody', bytes: 2_000_000 },
      { kind: 'drip', delayMs: 60 },
      { kind: 'truncate' },
    ] as const) {
      service.running().faults.set([{ ...fault, endpoint: 'listAreas' }]);
      const refreshed = await core.call('records.refresh', { entity: 'area' });
      expect(refreshed, fault.kind).toMatchObject({ ok: false });
      expect(await total('area'), fault.kind).toBe(before);
    }
    const from = service.running().log().length;
    service
      .running()
      .faults.set([{ kind: 'hugeBody', bytes: 2_000_000, method: 'POST', times: 1 }]);
    const done = settled();
    await rename('Said at great length');
    await done;
    // Applied, but its answer was none: found by reading, not sent again.
    expect(applied(from)).toHaveLength(1);
  });
});

describe('scans', () => {
  it('failure 14: pages shift while scanning: rescan, add-only', async () => {
    const before = await total('vehicle');
    service
      .running()
      .faults.set([{ kind: 'shiftPages', endpoint: 'listVehicles', rows: 3, after: 1 }]);
    for (let round = 0; round < 3; round += 1) {
      await core.call('records.refresh', { entity: 'vehicle' });
      expect(await total('vehicle')).toBe(before);
    }
    service.running().faults.set([]);
    expect((await core.call('records.refresh', { entity: 'vehicle' })).ok).toBe(true);
    expect(await total('vehicle')).toBe(before);
  });

  it('failure 16: empty or foreign list: breaker, canary, trash', async () => {
    const before = await total('vehicle');
    const plain: Http = nodeHttp({});
    let bend: (url: string) => string | null = () => null;
    await closeAll();
    core = await start({
      http: {
        close: () => plain.close(),
        async send(request) {
          const body = request.method === 'GET' ? bend(new URL(request.url).pathname) : null;
          if (body === null) return plain.send(request);
          const headers = { 'content-type': 'application/json' };
          return { ok: true, reply: { status: 200, headers, body: Buffer.from(body) } };
        },
      },
    });
    const notices: string[] = [];
    core.on((event) => {
      if (event.name === 'notice') notices.push(event.payload.code);
    });
    const online = nextEvent(core, isState('online'));
    await core.call('session.openLocal', {});
    await online;
    const lies: [string, (path: string) => string | null][] = [
      [
        'an empty list',
        (url) => (url.endsWith('/vehicles/fields/json') ? '{"data":[],"total":0}' : null),
      ],
      ['an empty bare array', (url) => (url.endsWith('/vehicles/fields/json') ? '[]' : null)],
      [
        'a list of somebody else',
        (url) =>
          url.endsWith('/vehicles/fields/json')
            ? '{"data":[{"id":990001,"regNo":"OTHER"}],"total":1}'
            : url.endsWith('/me')
              ? '{"id":"somebody else","team":{"id":"other"}}'
              : null,
      ],
    ];
    for (const [what, lie] of lies) {
      bend = lie;
      for (let round = 0; round < 3; round += 1) {
        await core.call('records.refresh', { entity: 'vehicle' });
      }
      const ids = await core.call('records.ids', { view: { entity: 'vehicle', archived: 'all' } });
      const known = ids.ok ? ids.value.ids.filter((id) => id !== '990001') : [];
      expect(known, what).toHaveLength(before);
    }
    expect(notices).toContain('sync.stopped');
  });
});

describe('this computer', () => {
  it('failure 17: two instances: the lock comes first', async () => {
    const id = await rename('First come');
    const clock = leapingClock();
    const second = await createCore(portsFor(clock, {}));
    clock.close();
    expect(second).toMatchObject({ ok: false, error: { kind: 'local', code: 'db.locked' } });
    const listed = await core.call('outbox.list', { offset: 0, limit: 1 });
    expect(listed).toMatchObject({ value: { ops: [{ id }] } });
  });

  it.each([
    ['is empty', () => Promise.resolve(null)],
    ['was changed and refuses', () => Promise.reject(new Error('the keychain was changed'))],
  ])(
    'failure 30: keychain %s: the database opens, asks for sign-in, nothing secret on disk',
    async (how, get) => {
      const { baseUrl, email, password } = service.running();
      const secrets = memorySecrets();
      await closeAll();
      core = await start({ secrets });
      const online = nextEvent(core, isState('online'));
      const signedIn = await core.call('session.signInWithPassword', { baseUrl, email, password });
      await online;
      const accountId = signedIn.ok ? (signedIn.value.account?.id ?? '') : '';
      const token = (await secrets.get(accountId))?.token ?? '';
      expect(token).not.toBe('');
      await core.call('records.refresh', { entity: 'vehicle' });
      const before = await total('vehicle');
      await core.call('session.workOffline', { on: true });
      const id = await rename(`Waits for a keychain that ${how}`);
      const from = service.running().log().length;
      await closeAll();

      core = await start({ secrets: { ...memorySecrets(), get } });
      expect(await total('vehicle')).toBe(before);
      expect(await core.call('session.workOffline', { on: false })).toMatchObject({
        value: { state: 'signedOut' },
      });
      const waits = await core.call('outbox.list', { states: ['QUEUED'], offset: 0, limit: 1 });
      expect(waits).toMatchObject({ value: { ops: [{ id, hold: 'signIn' }] } });
      expect(applied(from)).toEqual([]);
      for (const secret of [token, password]) {
        expect(everything(folder.folder).includes(secret)).toBe(false);
      }
      const done = settled();
      await core.call('session.signInWithPassword', { baseUrl, email, password });
      await done;
      expect(applied(from)).toHaveLength(1);
    },
  );
});

/** All bytes of all files under a folder, as Latin text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

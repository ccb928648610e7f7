import path from 'node:path';
import type * as Threads from 'node:worker_threads';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import type { Op } from '../../shared/ipc/shapes.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { isState, temporaryFolder, nextEvent } from './session/support.ts';

/** Every thread that the code under test has started, in order. */
const threads = vi.hoisted(() => [] as Worker[]);

/** Whether a reader ends as soon as it has opened, before it reads anything. */
const doomed = vi.hoisted(() => ({ readers: false }));

/** The same script with a way to make it die from within, of memory or of a mistake of its own. */
const mortal = vi.hoisted(
  () => (script: string) =>
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { BroadcastChannel, workerData } from 'node:worker_threads';
        const channel = new BroadcastChannel('waybill-test-death');
        channel.onmessage = ({ data }) => {
          if (data.role !== workerData.role) return;
          if (data.of === 'an uncaught exception') throw new Error('Made to fail');
          for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length + 0.5));
        };
        channel.unref();
        await import(${JSON.stringify(script)});
      `)}`,
    ),
);

vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof Threads>();
  class Watched extends real.Worker {
    constructor(script: URL | string, options?: Threads.WorkerOptions) {
      super(mortal(String(script)), {
        ...options,
        resourceLimits: { maxOldGenerationSizeMb: 128 },
      });
      threads.push(this);
      const { role } = options?.workerData as { role: string };
      if (doomed.readers && role === 'reader') this.once('message', () => void this.terminate());
    }
  }
  return { ...real, Worker: Watched };
});

let folder: ReturnType<typeof temporaryFolder>;
let local: TestService;
let core: Core;
let events: AnyEvent[] = [];
let now = Date.UTC(2026, 2, 1);

beforeAll(async () => {
  local = await startTestService({ dataDir: ':memory:', vehicles: 4 });
  folder = temporaryFolder();
  const base = createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' });
  const clock = { ...base.clock, now: () => now };
  const started = await createCore({
    ...{ ...base, clock, localService: local, secrets: memorySecrets(), version: 'test' },
    log: { write: () => undefined },
  });
  if (!started.ok) throw new Error(started.error.message);
  core = started.value;
  core.on((event) => events.push(event));
  const online = nextEvent(core, isState('online'));
  await core.call('session.openLocal', {});
  await online;
  await core.call('records.refresh', { entity: 'vehicle' });
});
afterAll(async () => {
  await core.close();
  folder.remove();
  await local.close();
});
beforeEach(() => {
  // One desk outlives them all: what ended before is long ago.
  now += 120_000;
  events = [];
  doomed.readers = false;
});

const isNotice = (code: string) => (event: AnyEvent) =>
  event.name === 'notice' && event.payload.code === code;

/** The writer and the reader that were started last. */
function latest(role: 'writer' | 'reader'): Worker {
  const [writer, reader] = threads.slice(-2);
  const thread = role === 'writer' ? writer : reader;
  if (thread === undefined) throw new Error('There is no thread');
  return thread;
}

const hasGivenUp = (): boolean => events.some(isNotice('db.threadLoop'));

/** Ends a thread, and waits until whatever follows from it has been done. */
async function kill(role: 'writer' | 'reader'): Promise<void> {
  const before = threads.length;
  const settled = nextEvent(
    core,
    ({ name }) => name === 'account' && (threads.length >= before + 2 || hasGivenUp()),
  );
  await latest(role).terminate();
  await settled;
}

/** Makes a thread end from within, and waits until it was started anew. */
async function die(role: 'writer' | 'reader', of: string): Promise<void> {
  const told = nextEvent(core, isNotice('db.threadRestarted'));
  const channel = new BroadcastChannel('waybill-test-death');
  channel.postMessage({ role, of });
  await told;
  channel.close();
}

/** Some vehicle. */
async function vehicle(): Promise<string> {
  const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
  return ids.ok ? (ids.value.ids[0] ?? '') : '';
}

const rename = (vehicleId: string, defaultLabel: string) =>
  core.call('outbox.write', {
    endpoint: 'updateVehicle',
    params: { vehicleId },
    body: { defaultLabel },
  });

type Written = Awaited<ReturnType<typeof rename>>;
const idOf = (written: Written): string => (written.ok ? written.value.op.id : '');

/** Waits until a write has come through. */
async function confirmed(written: Written): Promise<void> {
  for (;;) {
    const news = nextEvent(core, (event) => event.name === 'outbox');
    const asked = await core.call('outbox.get', { opId: idOf(written) });
    if (asked.ok && asked.value.op.state === 'CONFIRMED') return;
    await news;
  }
}

/** Everything that was ever written, and is still known. */
async function ops(): Promise<Op[]> {
  const all = await core.call('outbox.list', { offset: 0, limit: 50 });
  if (!all.ok) throw new Error(all.error.message);
  return all.value.ops;
}

describe('a thread of the database that ends', () => {
  it.each(['writer', 'reader'] as const)(
    'is started anew, the queue goes on, and it is told once: the %s',
    async (role) => {
      const vehicleId = await vehicle();
      await kill(role);
      const renamed = await rename(vehicleId, `After the ${role}`);
      expect(renamed).toMatchObject({ ok: true });
      await confirmed(renamed);
      expect(events.filter(isNotice('db.threadRestarted'))).toHaveLength(1);
      expect(await core.call('session.connection', {})).toMatchObject({ value: { error: null } });
    },
  );

  it.each([
    ['memory', 'writer'],
    ['memory', 'reader'],
    ['an uncaught exception', 'writer'],
    ['an uncaught exception', 'reader'],
  ] as const)('is started anew after it died of %s: the %s', async (of, role) => {
    const vehicleId = await vehicle();
    const before = (await ops()).length;
    await die(role, of);
    const renamed = await rename(vehicleId, `After ${of} of the ${role}`);
    expect(renamed.ok ? null : renamed.error).toBeNull();
    expect(events.filter(isNotice('db.threadRestarted'))).toHaveLength(1);
    await confirmed(renamed);
    expect(await ops()).toHaveLength(before + 1);
  });

  it('leaves every write that was under way queued exactly once, or refused', async () => {
    const vehicleId = await vehicle();
    const before = new Set((await ops()).map(({ id }) => id));
    await core.call('session.workOffline', { on: true });
    for (const [index, role] of (['writer', 'reader'] as const).entries()) {
      now += 120_000;
      const told = nextEvent(core, isNotice('db.threadRestarted'));
      const writing = rename(vehicleId, `Number ${index}`);
      const making = core.call('outbox.write', {
        endpoint: 'createVehicle',
        body: { regNo: `CUT ${index}`, defaultLabel: 'Made while it ended' },
      });
      const dying = latest(role).terminate();
      const answers = await Promise.all([writing, making]);
      await dying;
      await told;
      const [renamed, made] = answers;
      expect(made, JSON.stringify(made)).toMatchObject({ ok: true });
      // Folded into the first, which waits: whether that was on disk already is all that may differ.
      if (!renamed.ok) expect(renamed.error.code).toBe('outbox.noChange');
    }
    const queued = (await ops()).filter(({ id }) => !before.has(id));
    const change = queued.find(({ endpoint }) => endpoint === 'updateVehicle');
    expect(JSON.stringify(change)).toContain('Number 1');
    expect(queued.map(({ endpoint }) => endpoint).sort()).toEqual([
      'createVehicle',
      'createVehicle',
      'updateVehicle',
    ]);
    for (const { id } of queued) {
      await core.call('outbox.decide', { opId: id, decision: { remedy: 'cancel' } });
    }
    await core.call('session.workOffline', { on: false });
  });

  it('answers calls that were under way with an error that says whether to try again', async () => {
    const told = nextEvent(core, isNotice('db.threadRestarted'));
    const reading = core.call('records.window', {
      view: { entity: 'vehicle' },
      offset: 0,
      limit: 5,
    });
    void latest('reader').terminate();
    const answer = await reading;
    if (!answer.ok) expect(answer.error).toMatchObject({ code: 'db.thread', next: 'retry' });
    await told;
    expect(
      await core.call('records.window', { view: { entity: 'vehicle' }, offset: 0, limit: 5 }),
    ).toMatchObject({ ok: true, value: { total: 4 } });
  });

  it('three times within a minute is not started again, and the account says why', async () => {
    for (let n = 0; n < 3; n += 1) {
      await kill('writer');
      now += 10_000;
    }
    expect(events.filter(isNotice('db.threadLoop'))).toHaveLength(1);
    expect(events.filter(isNotice('db.threadRestarted'))).toHaveLength(1);
    const started = threads.length;
    expect(await core.call('session.connection', {})).toMatchObject({
      value: {
        error: { code: 'db.threadLoop', safe: expect.stringContaining('on disk') as string },
      },
    });
    expect(await core.call('records.ids', { view: { entity: 'vehicle' } })).toMatchObject({
      ok: false,
      error: { kind: 'auth' },
    });
    expect(threads).toHaveLength(started);
    // A person may open it again.
    const online = nextEvent(core, isState('online'));
    expect(await core.call('session.openLocal', {})).toMatchObject({ ok: true });
    await online;
    expect(await core.call('session.connection', {})).toMatchObject({ value: { error: null } });
  });

  it('while its account is opened counts as well, and leaves no lock behind', async () => {
    const told = nextEvent(core, isNotice('db.threadLoop'));
    doomed.readers = true;
    await latest('reader').terminate();
    await told;
    expect(await core.call('session.accounts', {})).toMatchObject({
      value: { accounts: [{ active: false }] },
    });
    doomed.readers = false;
    expect(await core.call('session.openLocal', {})).toMatchObject({ ok: true });
    expect(await vehicle()).not.toBe('');
  });

  it('now and then is started each time', async () => {
    for (let n = 0; n < 4; n += 1) {
      await kill('writer');
      now += 61_000;
    }
    expect(events.filter(isNotice('db.threadRestarted'))).toHaveLength(4);
    expect(await vehicle()).not.toBe('');
  });
});

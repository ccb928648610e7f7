import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import type { Core } from '../../../electron/core/core.ts';
import { createCore } from '../../../electron/core/createCore.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { fewLists } from '../../support/fewLists.ts';
import { startTestService, type TestService } from '../../support/localService.ts';
import { isState, noLocalService, temporaryFolder, nextEvent } from './support.ts';

/** A session that is gone takes nothing along: the mirror is read, and writes wait. */

let service: TestService;
let folder: ReturnType<typeof temporaryFolder>;
let cores: Core[] = [];

beforeAll(async () => {
  service = await startTestService({ dataDir: ':memory:', vehicles: 4 });
});
afterAll(() => service.close());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const core of cores) await core.close();
  cores = [];
  folder.remove();
});

/** A core over the same data folder each time; its keychain is empty unless one is given. */
async function start(replaced: Partial<Ports> = {}): Promise<Core> {
  const base = createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' });
  const started = await createCore({
    ...base,
    http: fewLists(base.http, ['vehicle']),
    localService: noLocalService,
    secrets: memorySecrets(),
    database: 'inline',
    version: 'test',
    ...replaced,
  });
  if (!started.ok) throw new Error(started.error.message);
  cores.push(started.value);
  return started.value;
}

async function stop(core: Core): Promise<void> {
  cores = cores.filter((other) => other !== core);
  await core.close();
}

const drained = (core: Core): Promise<AnyEvent> =>
  nextEvent(core, ({ name, payload }) => name === 'outbox' && payload.waiting === 0);

async function signIn(core: Core): Promise<void> {
  const { baseUrl, email, password } = service.running();
  const online = nextEvent(core, isState('online'));
  const done = await core.call('session.signInWithPassword', { baseUrl, email, password });
  expect(done).toMatchObject({ ok: true, value: { outcome: 'signedIn' } });
  await online;
}

/** Waits for a state that the connection may have reached already. */
async function reaches(core: Core, state: string): Promise<void> {
  const coming = nextEvent(core, isState(state));
  const now = await core.call('session.connection', {});
  if (!(now.ok && now.value.state === state)) await coming;
}

async function vehicleIds(core: Core): Promise<readonly string[]> {
  const read = await core.call('records.ids', { view: { entity: 'vehicle' } });
  return read.ok ? read.value.ids : [];
}

async function rename(core: Core, vehicleId: string, defaultLabel: string): Promise<Op> {
  const written = await core.call('outbox.write', {
    endpoint: 'updateVehicle',
    params: { vehicleId },
    body: { defaultLabel },
  });
  if (!written.ok) throw new Error(written.error.message);
  return written.value.op;
}

async function opOf(core: Core, id: string): Promise<Op | undefined> {
  const list = await core.call('outbox.list', { offset: 0, limit: 50 });
  return list.ok ? list.value.ops.find((op) => op.id === id) : undefined;
}

const labelsSent = (): number =>
  service
    .running()
    .log()
    .filter(({ endpoint }) => endpoint === 'updateVehicle').length;

describe('after a restart without a keychain', () => {
  it('the mirror opens, writes are queued for sign-in, and leave after it, once', async () => {
    const first = await start();
    await signIn(first);
    await first.call('records.refresh', { entity: 'vehicle' });
    await stop(first);

    const second = await start();
    await reaches(second, 'signedOut');
    const [vehicleId = ''] = await vehicleIds(second);
    expect(vehicleId).not.toBe('');
    const before = labelsSent();
    const op = await rename(second, vehicleId, 'Queued while signed out');
    const shown = await second.call('records.get', { entity: 'vehicle', id: vehicleId });
    expect(shown).toMatchObject({ ok: true, value: { row: { mark: 'waiting' } } });
    await expect.poll(() => opOf(second, op.id)).toMatchObject({ state: 'QUEUED', hold: 'signIn' });
    expect(labelsSent()).toBe(before);

    const settled = drained(second);
    await signIn(second);
    await settled;
    expect(await opOf(second, op.id)).toMatchObject({ state: 'CONFIRMED', error: null });
    expect(labelsSent()).toBe(before + 1);
  });

  it('the local workspace signs in by itself and sends what waited', async () => {
    const first = await start({ localService: service });
    const online = nextEvent(first, isState('online'));
    await first.call('session.openLocal', {});
    await online;
    await first.call('records.refresh', { entity: 'vehicle' });
    await first.call('session.workOffline', { on: true });
    const [vehicleId = ''] = await vehicleIds(first);
    await rename(first, vehicleId, 'Queued before the restart');
    await stop(first);

    const before = labelsSent();
    const second = await start({ localService: service });
    const settled = drained(second);
    await second.call('session.workOffline', { on: false });
    await settled;
    expect(labelsSent()).toBe(before + 1);
  });
});

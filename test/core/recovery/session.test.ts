import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import type { Core } from '../../../electron/core/core.ts';
import { createCore } from '../../../electron/core/createCore.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import type { OpenAccount } from '../../../electron/core/session/openAccount.ts';
import { createReopening } from '../../../electron/core/session/reopen.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Connection } from '../../../shared/ipc/shapes.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { fewLists } from '../../support/fewLists.ts';
import { startTestService, type TestService } from '../../support/localService.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { breakPages } from './support.ts';
import { isState, temporaryFolder, nextEvent } from '../session/support.ts';

let local: TestService;
let folder: ReturnType<typeof temporaryFolder>;
/** The one in use, and all that are to be closed; closing twice does no harm. */
let core: Core;
const cores: Core[] = [];
let events: AnyEvent[];
const log: string[] = [];
let labels = 0;

beforeAll(async () => {
  local = await startTestService({ dataDir: ':memory:', vehicles: 40 });
});
afterAll(() => local.close());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const one of cores.splice(0)) await one.close();
  folder.remove();
});

const secrets = memorySecrets();

async function start(): Promise<void> {
  const base = createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' });
  const ports: Ports = {
    ...{ ...base, localService: local, secrets, version: 'test' },
    http: fewLists(base.http, ['vehicle']),
    log: { write: (level, event, detail) => log.push(JSON.stringify({ level, event, detail })) },
  };
  const made = await createCore(ports);
  if (!made.ok) throw new Error(made.error.message);
  core = made.value;
  cores.push(core);
  events = [];
  core.on((event) => events.push(event));
}

async function value<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.value;
}

const vehicleIds = async (): Promise<string[]> =>
  (await value(core.call('records.ids', { view: { entity: 'vehicle' } }))).ids;

/** An account that has read the fleet and holds one waiting write; gives its database's file. */
async function workedOffline(): Promise<{ file: string; vehicleId: string }> {
  await start();
  const online = nextEvent(core, isState('online'));
  const { account } = await value(core.call('session.openLocal', {}));
  await online;
  await value(core.call('records.refresh', { entity: 'vehicle' }));
  const [vehicleId = ''] = await vehicleIds();
  await core.call('session.workOffline', { on: true });
  await value(core.call('desk.remember', { key: 'views', value: '["mine"]' }));
  labels += 1;
  const body = { defaultLabel: `Night shift ${labels}` };
  await value(
    core.call('outbox.write', { endpoint: 'updateVehicle', params: { vehicleId }, body }),
  );
  await core.close();
  const desk = path.join(folder.folder, 'desk');
  return { file: path.join(desk, 'accounts', account?.id ?? '', 'mirror.db'), vehicleId };
}

describe('an account whose database is damaged', () => {
  it('opens, tells what came back until it is dismissed, and sends each write once', async () => {
    const { file, vehicleId } = await workedOffline();
    writeFileSync(file, 'this is no database, and long enough to be read as one'.repeat(100));
    log.length = 0;
    await start();
    // The log has counts and the names of files, and nothing of what they hold.
    const lines = log.filter((line) => line.includes('db.recovered'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"writes":1,.*"files":"mirror\.db\.damaged-\d{8}T\d{9}Z"/);
    expect(lines[0]).not.toMatch(/Night shift|mine|accounts/);
    const { recoveries } = await value(core.call('desk.recoveries', {}));
    expect(recoveries).toMatchObject([{ found: 'damaged', journal: 'whole', writes: 1, desk: 1 }]);
    expect(await value(core.call('desk.recall', { key: 'views' }))).toEqual({ value: '["mine"]' });
    const before = local.running().log().length;
    const sent = nextEvent(core, ({ name, payload }) => name === 'outbox' && payload.waiting === 0);
    await core.call('session.workOffline', { on: false });
    await sent;
    expect(local.running().log()).toHaveLength(before + 1);
    await value(core.call('records.refresh', { entity: 'vehicle' }));
    expect(await vehicleIds()).toContain(vehicleId);
    await value(core.call('desk.dismissRecoveries', {}));
    expect(await value(core.call('desk.recoveries', {}))).toEqual({ recoveries: [] });
  });

  it('that is met while lists are made ready for a search is opened again, too', async () => {
    const { file } = await workedOffline();
    breakPages(file, 'search');
    await start();
    await value(core.call('desk.remember', { key: 'seen', value: '1' }));
    await expect
      .poll(() => value(core.call('desk.recoveries', {})))
      .toMatchObject({ recoveries: [{ found: 'damaged', journal: 'whole', writes: 1 }] });
  });

  it('that is met while it runs is opened again without a restart', async () => {
    const { file, vehicleId } = await workedOffline();
    breakPages(file, 'record');
    await start();
    expect(await value(core.call('desk.recoveries', {}))).toEqual({ recoveries: [] });
    const again = nextEvent(
      core,
      ({ name, payload }) => name === 'account' && payload.accountId !== null,
    );
    const met = await core.call('records.window', {
      ...{ view: { entity: 'vehicle' }, offset: 0, limit: 50 },
    });
    expect(met).toMatchObject({ ok: false, error: { kind: 'local', code: 'db.damaged' } });
    await again;
    expect(await value(core.call('desk.recoveries', {}))).toMatchObject({
      recoveries: [{ found: 'damaged', journal: 'whole', writes: 1, desk: 1 }],
    });
    expect(await vehicleIds()).toEqual([]);
    // The desk is told to read again what it shows; the mirror fills, and the write leaves once.
    expect(events.some(({ name }) => name === 'changed')).toBe(true);
    const before = local.running().log().length;
    const sent = nextEvent(core, ({ name, payload }) => name === 'outbox' && payload.waiting === 0);
    const online = nextEvent(core, isState('online'));
    await core.call('session.workOffline', { on: false });
    await online;
    await sent;
    await value(core.call('records.refresh', { entity: 'vehicle' }));
    expect(await vehicleIds()).toContain(vehicleId);
    expect(local.running().log()).toHaveLength(before + 1);
  });
});

describe('opening an account again', () => {
  /** A session of one account whose openings go as told. */
  function reopening(opens: () => Promise<Result<OpenAccount>>) {
    const clock = virtualClock();
    const told: AnyEvent[] = [];
    let closed = 0;
    const account = (): OpenAccount =>
      ({
        identity: { id: 'a' },
        monitor: { signedIn: () => true, current: () => ({ state: 'online' }) },
        start: () => Promise.resolve(),
        close: () => {
          closed += 1;
          return Promise.reject(new Error('its database is damaged'));
        },
      }) as unknown as OpenAccount;
    let current: OpenAccount | null = account();
    const { damaged: reopen } = createReopening({
      ports: { clock, log: { write: () => undefined } } as unknown as Ports,
      emit: (event) => told.push(event),
      inTurn: (run) => run(),
      connection: () => ({ state: 'signedOut' }) as Connection,
      current: () => current,
      setCurrent: (next) => {
        current = next;
      },
      open: async () => {
        const opened = await opens();
        return opened.ok ? ok(account()) : opened;
      },
    });
    return { clock, told, reopen, current: () => current, closed: () => closed };
  }
  const works = (): Promise<Result<OpenAccount>> => Promise.resolve(ok({} as OpenAccount));

  it('is made anew each time where the clock was put back in between', async () => {
    const session = reopening(works);
    await session.reopen('a');
    session.clock.advance(-3_600_000);
    await session.reopen('a');
    expect(session.current()).not.toBeNull();
  });

  it('gives up when it is damaged again within a minute: the disk may be failing', async () => {
    const session = reopening(works);
    await session.reopen('a');
    expect(session.current()).not.toBeNull();
    session.clock.advance(30_000);
    await session.reopen('a');
    expect(session.current()).toBeNull();
    expect(session.closed()).toBe(2);
    expect(session.told.at(-3)).toMatchObject({
      ...{ name: 'notice', payload: { level: 'warning', code: 'db.damagedAgain' } },
    });
  });

  it('works as often as needed with time in between', async () => {
    const session = reopening(works);
    for (let n = 0; n < 3; n += 1) {
      await session.reopen('a');
      session.clock.advance(3_600_000);
    }
    expect(session.current()).not.toBeNull();
    expect(session.told.filter(({ name }) => name === 'notice')).toEqual([]);
  });

  it('says why it can not be opened, and leaves the others usable', async () => {
    const full = fail({
      ...{ kind: 'local', code: 'disk.full', message: 'The disk is full.', safe: 'All is kept.' },
    });
    const session = reopening(() => Promise.resolve(full));
    await session.reopen('a');
    expect(session.current()).toBeNull();
    expect(session.told.map(({ name, payload }) => [name, payload])).toEqual([
      [
        'notice',
        { level: 'warning', code: 'disk.full', message: 'The disk is full. All is kept.' },
      ],
      ['account', { accountId: null, signedIn: false }],
      ['connection', { state: 'signedOut' }],
    ]);
  });

  it('leaves an account alone that is no longer in use', async () => {
    const session = reopening(works);
    await session.reopen('b');
    expect(session.closed()).toBe(0);
  });
});

it('a data folder that can not be made is an error, not a crash', async () => {
  await start();
  const file = path.join(folder.folder, 'file');
  writeFileSync(file, '');
  const ports = createNodePorts({ dataDir: path.join(file, 'desk'), logLevel: 'error' });
  const refused = await createCore({ ...ports, localService: local, secrets, version: 'test' });
  expect(refused).toMatchObject({ ok: false, error: { kind: 'local', code: 'db.readonly' } });
});

describe('an account whose database is gone, and its journal too', () => {
  it('says so, also where nothing waited, and is no loss at the first start of all', async () => {
    const { file } = await workedOffline();
    for (const gone of [[path.dirname(file)], [file, `${file}.journal`]]) {
      for (const one of gone) rmSync(one, { recursive: true });
      await start();
      const { recoveries } = await value(core.call('desk.recoveries', {}));
      expect(recoveries).toMatchObject([{ found: 'lost', journal: 'missing', writes: 0 }]);
      await value(core.call('desk.dismissRecoveries', {}));
      await core.close();
      await start();
      expect(await value(core.call('desk.recoveries', {}))).toEqual({ recoveries: [] });
      await core.close();
    }
  });
});

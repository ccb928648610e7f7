import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import type { Core } from '../../../electron/core/core.ts';
import { createCore } from '../../../electron/core/createCore.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import { fewLists } from '../../support/fewLists.ts';
import { startTestService, type TestService } from '../../support/localService.ts';
import { isState, noLocalService, temporaryFolder, nextEvent } from './support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let cores: Core[] = [];
let local: TestService;

beforeAll(async () => {
  local = await startTestService({ dataDir: ':memory:', vehicles: 4 });
});
afterAll(() => local.close());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const core of cores) await core.close();
  cores = [];
  folder.remove();
});

/** Over a database in this thread: a thread of its own takes a second, and is met in two tests. */
function portsFor(replaced: Partial<Ports> = {}): Ports {
  const base = createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' });
  return {
    ...base,
    http: fewLists(base.http, ['vehicle']),
    localService: local,
    secrets: memorySecrets(),
    database: 'inline',
    version: 'test',
    ...replaced,
  };
}

async function start(replaced: Partial<Ports> = {}): Promise<Core> {
  const started = await createCore(portsFor(replaced));
  if (!started.ok) throw new Error(started.error.message);
  cores.push(started.value);
  return started.value;
}

describe('the core', () => {
  it('opens, answers from the mirror before any network, and closes', async () => {
    const first = await start({ database: 'thread' });
    expect(await first.call('session.accounts', {})).toEqual({ ok: true, value: { accounts: [] } });
    expect(await first.call('session.connection', {})).toMatchObject({
      value: { state: 'signedOut', address: '' },
    });
    const online = nextEvent(first, isState('online'));
    expect((await first.call('session.openLocal', {})).ok).toBe(true);
    await online;
    expect((await first.call('records.refresh', { entity: 'vehicle' })).ok).toBe(true);
    await first.close();
    cores = [];

    const second = await start({ localService: noLocalService, database: 'thread' });
    const view = { entity: 'vehicle' as const };
    const rows = await second.call('records.window', { view, offset: 0, limit: 10 });
    expect(rows.ok && rows.value.total).toBe(4);
    const shown = await second.call('session.connection', {});
    expect(shown).toMatchObject({ value: { state: 'offline' } });
  });

  it('queues a write while it works offline and sends it once when it is online again', async () => {
    const core = await start();
    const online = nextEvent(core, isState('online'));
    await core.call('session.openLocal', {});
    await online;
    await core.call('records.refresh', { entity: 'vehicle' });
    const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
    const vehicleId = ids.ok ? (ids.value.ids[0] ?? '') : '';
    await core.call('session.workOffline', { on: true });
    const written = await core.call('outbox.write', {
      endpoint: 'updateVehicle',
      params: { vehicleId },
      body: { defaultLabel: 'Night shift' },
    });
    expect(written.ok).toBe(true);
    const before = local.running().log().length;
    const settled = nextEvent(
      core,
      (event) => event.name === 'outbox' && event.payload.waiting === 0,
    );
    await core.call('session.workOffline', { on: false });
    await settled;
    expect(local.running().log()).toHaveLength(before + 1);
    const counts = await core.call('outbox.counts', {});
    expect(counts).toMatchObject({ value: { byState: { CONFIRMED: 1 } } });
  });

  it('is refused while another one has the data folder', async () => {
    await start();
    const second = await createCore(portsFor());
    expect(second).toMatchObject({ ok: false, error: { kind: 'local', code: 'db.locked' } });
  });

  it('refuses data of a newer Waybill, unchanged, and lets go of the folder', async () => {
    const first = await start();
    const opened = await first.call('session.openLocal', {});
    const id = opened.ok ? (opened.value.account?.id ?? '') : '';
    const claim = { key: 'core/owner', value: '"another"' };
    expect(await first.call('desk.remember', claim)).toMatchObject({ ok: false });
    await first.close();
    cores = [];
    const file = path.join(folder.folder, 'desk', 'accounts', id, 'mirror.db');
    const db = new Database(file);
    const version = Number(db.pragma('user_version', { simple: true }));
    db.pragma('user_version = 999');
    db.close();
    const refused = await createCore(portsFor());
    expect(refused).toMatchObject({ ok: false, error: { code: 'db.newer' } });
    const again = new Database(file);
    expect(again.pragma('user_version', { simple: true })).toBe(999);
    again.pragma(`user_version = ${version}`);
    again.close();
    const back = await start();
    expect(await back.call('session.accounts', {})).toMatchObject({
      value: { accounts: [{ id }] },
    });
  });

  it('refuses the files of another account in the folder of this one, and sends nothing of them', async () => {
    const first = await start();
    const opened = await first.call('session.openLocal', {});
    const id = opened.ok ? (opened.value.account?.id ?? '') : '';
    await first.close();
    cores = [];
    const file = path.join(folder.folder, 'desk', 'accounts', id, 'mirror.db');
    const own = (owner: string): void => {
      const db = new Database(file);
      db.prepare("UPDATE desk SET value = ? WHERE key = 'core/owner'").run(JSON.stringify(owner));
      db.close();
    };
    own('0123456789abcdef0123456789abcdef');
    const before = local.running().log().length;
    const without = await start({ database: 'thread' });
    const told = await nextEvent(without, ({ name }) => name === 'notice');
    expect(told.payload).toMatchObject({ code: 'db.otherAccount' });
    expect(await without.call('session.connection', {})).toMatchObject({
      value: { state: 'signedOut', error: { code: 'db.otherAccount' } },
    });
    const chosen = await without.call('session.use', { accountId: id });
    expect(chosen).toMatchObject({ ok: false, error: { code: 'db.otherAccount' } });
    expect(local.running().log()).toHaveLength(before);
    own(id);
    expect(await without.call('session.use', { accountId: id })).toMatchObject({
      value: { account: { id, active: true } },
    });
    expect(await without.call('session.connection', {})).toMatchObject({ value: { error: null } });
  });

  it.each(['mirror.db', 'mirror.db-wal', 'mirror.db-shm', 'mirror.db.journal'])(
    'starts without an account that has a folder where %s belongs, and opens it once that is gone',
    async (name) => {
      const first = await start();
      const opened = await first.call('session.openLocal', {});
      const id = opened.ok ? (opened.value.account?.id ?? '') : '';
      await first.close();
      cores = [];
      const file = path.join(folder.folder, 'desk', 'accounts', id, name);
      const had = existsSync(file);
      if (had) renameSync(file, `${file}.kept`);
      mkdirSync(file);
      const without = await start();
      const told = await nextEvent(without, ({ name: event }) => event === 'notice');
      expect(told.payload).toMatchObject({ code: 'db.notAFile' });
      expect(await without.call('session.accounts', {})).toMatchObject({
        value: { accounts: [{ id, active: false }] },
      });
      const chosen = await without.call('session.use', { accountId: id });
      expect(chosen).toMatchObject({ ok: false, error: { code: 'db.notAFile' } });
      renameSync(file, `${file}.elsewhere`);
      if (had) renameSync(`${file}.kept`, file);
      expect((await without.call('session.use', { accountId: id })).ok).toBe(true);
      expect(existsSync(`${file}.elsewhere`), 'it is left alone').toBe(true);
    },
  );

  it.each([
    ['damaged list of accounts', (file: string) => writeFileSync(file, '{')],
    ['list of accounts that is a folder', (file: string) => mkdirSync(file)],
  ])('starts without a %s, and says so', async (_what, make) => {
    const desk = path.join(folder.folder, 'desk');
    mkdirSync(desk, { recursive: true });
    make(path.join(desk, 'accounts.json'));
    const left = path.join(desk, 'accounts.json.0.tmp');
    writeFileSync(left, '{');
    const third = await start();
    const other = await nextEvent(third, ({ name }) => name === 'notice');
    expect(other.payload).toMatchObject({ code: 'accounts.damaged' });
    expect(existsSync(left), 'what a kill left of a list').toBe(false);
  });

  it('holds what its start has to say until a page asks, whoever heard it before', async () => {
    const desk = path.join(folder.folder, 'desk');
    mkdirSync(desk, { recursive: true });
    writeFileSync(path.join(desk, 'accounts.json'), '{');
    const core = await start();
    await nextEvent(core, ({ name }) => name === 'notice');
    expect(await core.call('desk.notices', {})).toMatchObject({
      value: { notices: [{ level: 'warning', code: 'accounts.damaged' }] },
    });
    expect(await core.call('desk.notices', {})).toEqual({ ok: true, value: { notices: [] } });
  });

  it('starts without an account in whose place is something that it can not write to', async () => {
    const first = await start();
    const opened = await first.call('session.openLocal', {});
    const id = opened.ok ? (opened.value.account?.id ?? '') : '';
    await first.close();
    cores = [];
    const accounts = path.join(folder.folder, 'desk', 'accounts');
    renameSync(path.join(accounts, id), path.join(accounts, 'kept'));
    writeFileSync(path.join(accounts, id), '');
    const without = await start();
    const told = await nextEvent(without, ({ name: event }) => event === 'notice');
    expect(told.payload).toMatchObject({ code: 'db.readonly' });
    rmSync(path.join(accounts, id));
    renameSync(path.join(accounts, 'kept'), path.join(accounts, id));
    expect((await without.call('session.use', { accountId: id })).ok).toBe(true);
  });

  it('forgets its listeners when they leave', async () => {
    const core = await start();
    let told = 0;
    const stop = core.on(() => {
      told += 1;
    });
    stop();
    await core.call('session.openLocal', {});
    expect(told).toBe(0);
  });
});

import { readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import { createCore } from '../../../electron/core/createCore.ts';
import { createService, type RunningService } from '../../../electron/service/createService.ts';
import type { Result } from '../../../shared/result.ts';
import { valueOf } from '../db/support.ts';
import { fewLists } from '../../support/fewLists.ts';
import { isState, noLocalService, openDesk, temporaryFolder } from './support.ts';
import { demoTown } from '../../support/localService.ts';

const DAY_MS = 24 * 3_600_000;

async function town(): Promise<RunningService> {
  const service = await createService({
    ...{ dataDir: ':memory:', port: 0, seed: 'demo', vehicles: 3 },
    clock: () => Date.now(),
    town: demoTown(),
  });
  onTestFinished(() => service.close());
  return service;
}

function loginOf(service: RunningService, role: 'dispatcher' | 'reseller') {
  const { email, password } = service.account(role);
  return { baseUrl: service.baseUrl, email, password };
}

it('failure 18: account switch with pending ops: a database each; old ops ask before they leave', async () => {
  const service = await town();
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const desk = await openDesk(folder.folder);
  onTestFinished(() => desk.close());
  const { session } = desk;
  const signIn = async (role: 'dispatcher' | 'reseller'): Promise<string> =>
    valueOf(await session.signInWithPassword(loginOf(service, role))).account?.id ?? '';
  const statesOf = async (): Promise<Record<string, number>> =>
    (await session.context()?.store.read('outbox.counts', null)) ?? {};
  const sent = () => service.log().filter(({ endpoint }) => endpoint === 'updateVehicle');

  const one = await signIn('dispatcher');
  await session.context()?.sync.scan('vehicle');
  valueOf(await session.workOffline(true));
  const view = { view: { entity: 'vehicle' } } as const;
  const { ids = [] } = (await session.context()?.store.read('records.ids', view)) ?? {};
  for (const vehicleId of ids.slice(0, 2)) {
    const intent = { endpoint: 'updateVehicle', params: { vehicleId }, extra: null } as const;
    await session.context()?.outbox.write({ ...intent, body: { defaultLabel: 'later' } });
  }
  expect(await statesOf()).toEqual({ QUEUED: 2 });

  // Somebody else works here for a while, online: nothing of the first leaves with their sign-in.
  const two = await signIn('reseller');
  desk.forget();
  valueOf(await session.workOffline(false));
  await desk.until('the second online', isState('online'));
  await session.context()?.sync.scan('vehicle');
  expect(await statesOf()).toEqual({});
  expect(sent()).toEqual([]);
  expect(readdirSync(path.join(folder.folder, 'accounts')).sort()).toEqual([one, two].sort());

  // Meanwhile one of the two writes has grown old.
  const file = path.join(folder.folder, 'accounts', one, 'mirror.db');
  const db = new Database(file);
  db.prepare('UPDATE op SET created_at = created_at - ? WHERE seq = 2').run(8 * DAY_MS);
  db.close();
  desk.forget();
  valueOf(await session.use(one));
  await desk.until('the young one sent', ({ name, payload }) => {
    return name === 'outbox' && payload.waiting === 0 && payload.needsYou === 1;
  });
  expect(await statesOf()).toEqual({ CONFIRMED: 1, NEEDS_USER: 1 });
  const asks = { states: ['NEEDS_USER' as const], offset: 0, limit: 9 };
  const old = await session.context()?.store.read('outbox.list', asks);
  expect(old?.rows.map(({ target_id, error }) => [target_id, error])).toEqual([
    [ids[1], expect.stringContaining('outbox.old')],
  ]);
  expect(sent().map(({ params, userId }) => [params['vehicleId'], userId])).toEqual([
    [ids[0], session.context()?.identity.user],
  ]);
});

it('what a window saves for its account while another one is opened is in neither of them', async () => {
  const service = await town();
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const base = createNodePorts({ dataDir: folder.folder, logLevel: 'error' });
  const core = valueOf(
    await createCore({
      ...base,
      http: fewLists(base.http, ['vehicle']),
      ...{ secrets: memorySecrets(), localService: noLocalService, database: 'inline' },
      version: 'test',
    }),
  );
  onTestFinished(() => core.close());
  const signIn = async (role: 'dispatcher' | 'reseller'): Promise<string> => {
    const login = loginOf(service, role);
    return valueOf(await core.call('session.signInWithPassword', login)).account?.id ?? '';
  };
  const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);
  const save = async (account: string): Promise<string> => {
    const input = { endpoint: 'createAreaGroup', body: { name: 'North' }, account };
    return codeOf(await core.call('outbox.write', input));
  };
  const waiting = async () => valueOf(await core.call('outbox.counts', {})).waiting;
  const one = await signIn('dispatcher');
  const two = await signIn('reseller');
  valueOf(await core.call('session.workOffline', { on: true }));

  // Windows hear of the other account once the one before is closed: until then they show that one.
  expect([await save(one), await waiting()]).toEqual(['account.other', 0]);
  expect([await save(two), await waiting()]).toEqual(['ok', 1]);
  // What waits for its turn behind the opening is refused, too.
  const overrides = '{"pageSize":50}';
  const [, late] = await Promise.all([
    core.call('session.use', { accountId: one }),
    core.call('session.setProfile', { overrides, account: two }),
  ]);
  expect(valueOf(late).error?.code).toBe('account.other');
  expect(valueOf(await core.call('session.profile', {})).overrides).toBe('');
});

import fc from 'fast-check';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import { openLocalWhenEmpty } from '../../electron/core/openLocal.ts';
import type { Http } from '../../electron/core/ports.ts';
import { fewLists } from '../support/fewLists.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { runs, RUNS_LIMIT_MS } from '../support/runs.ts';
import { hostileCall, type Known } from './ipcHostile.ts';
import { isState, temporaryFolder } from './session/support.ts';

let service: TestService;
let folder: ReturnType<typeof temporaryFolder>;
let core: Core;
const bugs: string[] = [];

/** Requests reach the service of this test and nothing else. */
function onlyTo(http: Http, baseUrl: () => string): Http {
  return {
    send: (request) =>
      request.url.startsWith(baseUrl())
        ? http.send(request)
        : Promise.resolve({ ok: false, failure: { why: 'notSent', detail: 'not in this test' } }),
    close: () => http.close(),
  };
}

beforeAll(async () => {
  service = await startTestService({ dataDir: ':memory:', vehicles: 6 });
  folder = temporaryFolder();
  const base = createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' });
  const started = await createCore({
    ...base,
    http: fewLists(
      onlyTo(base.http, () => service.running().baseUrl),
      ['vehicle', 'area', 'user'],
    ),
    localService: service,
    secrets: memorySecrets(),
    database: 'inline',
    log: {
      write: (level, event, detail) => {
        if (level === 'error') bugs.push(JSON.stringify({ event, detail }));
      },
    },
    version: 'test',
  });
  if (!started.ok) throw new Error(started.error.message);
  core = started.value;
});
afterAll(async () => {
  await core.close();
  await service.close();
  folder.remove();
});

async function prepared(): Promise<Known> {
  const online = new Promise<void>((resolve) => {
    core.on((event) => isState('online')(event) && resolve());
  });
  await openLocalWhenEmpty(core);
  await online;
  await core.call('session.workOffline', { on: false });
  for (const entity of ['vehicle', 'area', 'user'] as const) {
    await core.call('records.refresh', { entity });
  }
  await core.call('session.workOffline', { on: true });
  const recordIds: string[] = [];
  for (const entity of ['vehicle', 'area', 'user'] as const) {
    const found = await core.call('records.ids', { view: { entity } });
    if (found.ok) recordIds.push(...found.value.ids.slice(0, 3));
  }
  const opIds: string[] = [];
  for (const vehicleId of recordIds.slice(0, 3)) {
    const params = { vehicleId };
    const body = { regNo: `F ${vehicleId}` };
    const made = await core.call('outbox.write', { endpoint: 'updateVehicle', params, body });
    if (made.ok) opIds.push(made.value.op.id);
  }
  const listed = await core.call('session.accounts', {});
  const accountIds = listed.ok ? listed.value.accounts.map(({ id }) => id) : [];
  expect([recordIds.length > 5, opIds.length, accountIds.length]).toEqual([true, 3, 1]);
  return { recordIds, opIds, accountIds };
}

it(
  'answers whatever a page may send with a result or an error that names what is wrong',
  async () => {
    const known = await prepared();
    const codes = new Map<string, number>();
    /** The first input of each kind of failure, cut: some are megabytes. */
    const failures = new Map<string, string>();
    const property = fc.asyncProperty(hostileCall(known), async ({ name, input }) => {
      bugs.length = 0;
      const answer = await core.call(name, input);
      const code = answer.ok ? 'ok' : answer.error.code;
      codes.set(code, (codes.get(code) ?? 0) + 1);
      const unnamed =
        !answer.ok && code === 'ipc.invalidInput' && answer.error.fields === undefined;
      if (unnamed || (!answer.ok && answer.error.kind === 'bug')) {
        const what = [name, code, ...bugs].join(' ');
        if (!failures.has(what)) failures.set(what, inspect(input, { depth: 6 }).slice(0, 400));
      }
      // Removed or left by a call that was right by chance: the next ones want an account again.
      if (name === 'session.remove' || name === 'session.use') await openLocalWhenEmpty(core);
      if (name === 'session.workOffline') await core.call(name, { on: true });
    });
    await fc.assert(property, runs(1_500, 100_000));
    expect(Object.fromEntries(failures)).toEqual({});
    // Neither all refused at the door nor all let through.
    expect(codes.get('ok')).toBeGreaterThan(100);
    expect(codes.get('ipc.invalidInput')).toBeGreaterThan(100);
    expect(codes.size).toBeGreaterThan(10);
    expect(Object.keys(Object.prototype)).toEqual([]);
    await openLocalWhenEmpty(core);
    const view = { entity: 'vehicle' as const };
    const rows = await core.call('records.window', { view, offset: 0, limit: 10 });
    expect(rows).toMatchObject({ ok: true });
  },
  RUNS_LIMIT_MS,
);

it.each([
  ['records.facets', { view: { entity: 'vehicle' }, field: 'a b' }, 'field'],
  ['records.facets', { view: { entity: 'vehicle' }, field: '' }, 'field'],
  [
    'records.window',
    {
      view: { entity: 'area', filters: new Array(2_000).fill({ field: 'id', oneOf: ['1'] }) },
      offset: 0,
      limit: 1,
    },
    'view.filters',
  ],
  [
    'records.ids',
    { view: { entity: 'area', filters: [{ field: 'id', oneOf: new Array(40_000).fill('1') }] } },
    'view.filters.0.oneOf',
  ],
] as const)('names the field of %s that can’t be answered', async (name, input, field) => {
  const answer = await core.call(name, input);
  expect(answer).toMatchObject({ error: { kind: 'invalid', code: 'ipc.invalidInput' } });
  expect(Object.keys((answer.ok ? undefined : answer.error.fields) ?? {})).toEqual([field]);
});

it.each(['\0', ' \0 ', '\0\0a', '\ud800', 'a\0b'])('searches for %j', async (text) => {
  expect(await core.call('records.search', { text, limit: 5 })).toMatchObject({ ok: true });
});

it('refuses a pack of days that no calendar has, before it is kept', async () => {
  const routes = { vehicles: ['1'], midnights: [50, 1.2e52] };
  const wish = { name: 'x', answers: [], withPdf: false, lists: [], routes, regions: [] };
  for (const name of ['packs.estimate', 'packs.make']) {
    const answer = await core.call(name, { wish, source: null });
    expect(answer).toMatchObject({ error: { code: 'ipc.invalidInput' } });
    expect(Object.keys((answer.ok ? undefined : answer.error.fields) ?? {})).toContain(
      'wish.routes.midnights.1',
    );
  }
});

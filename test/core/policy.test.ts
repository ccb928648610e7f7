import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import { createCore } from '../../electron/core/createCore.ts';
import { bundleOf } from '../../electron/core/diagnostics/bundle.ts';
import { createNotebook } from '../../electron/core/diagnostics/notebook.ts';
import { EXPORTING, noPolicy, readPolicy, underPolicy } from '../../electron/core/policy.ts';
import type { HttpRequest, Policy, Ports } from '../../electron/core/ports.ts';
import { loadPolicy, policyPath } from '../../electron/shell/policyFile.ts';
import { callNames, contract, type AnyEvent } from '../../shared/ipc/contract.ts';
import { ok } from '../../shared/result.ts';
import { noLocalService, temporaryFolder } from './session/support.ts';

const FILE = '/etc/waybill/policy.json';
const policyOf = (rules: object): Policy =>
  readPolicy(FILE, JSON.stringify({ version: 1, ...rules }));

const LOCAL = 'http://127.0.0.1:4711';

/** Ports that write down what they are asked for. */
function recording(folder: string) {
  const asked: string[] = [];
  const saved: string[] = [];
  const base = createNodePorts({ dataDir: folder, logLevel: 'error' });
  const ports: Ports = {
    ...base,
    http: {
      send: ({ url }) => {
        asked.push(url);
        return Promise.resolve({ ok: false, failure: { why: 'notSent', detail: 'no network' } });
      },
      close: () => undefined,
    },
    files: {
      save: (fileName) => {
        saved.push(fileName);
        return Promise.resolve(ok({ outcome: 'file', href: null, fileName }));
      },
      folder: () => Promise.resolve(ok('/somewhere')),
    },
    localService: {
      ...noLocalService,
      start: () =>
        Promise.resolve(
          ok({ workspaceId: 'w', baseUrl: LOCAL, email: 'e', password: 'p', basemap: '{}' }),
        ),
    },
    ...{ secrets: memorySecrets(), database: 'inline', version: 'test' },
    log: { write: () => undefined },
  };
  return { ports, asked, saved };
}

const request = (url: string): HttpRequest => ({
  ...{ method: 'GET', url, headers: {}, purpose: 'read' },
  ...{ idleTimeoutMs: 1, totalTimeoutMs: 1, maxBytes: 1 },
});

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

function folder(): string {
  const made = temporaryFolder();
  ending.push(() => made.remove());
  return made.folder;
}

async function coreUnder(policy: Policy) {
  const recorded = recording(folder());
  const started = await createCore({ ...recorded.ports, policy });
  if (!started.ok) throw new Error(started.error.message);
  const core = started.value;
  ending.push(() => core.close());
  const events: AnyEvent[] = [];
  core.on((event) => events.push(event));
  return { core, events, ...recorded };
}

describe('a policy', () => {
  it('lets allowed servers be asked, and what lies below them, and no other', async () => {
    const { ports, asked } = recording(folder());
    const policy = policyOf({
      servers: ['https://fleet.example/api', 'https://TILES.example:8443'],
    });
    const { http } = underPolicy(ports, policy);
    const allowed = [
      ...['https://fleet.example/api', 'https://fleet.example/api/vehicles?page=1'],
      ...['https://tiles.example:8443/1/2/3.png'],
    ];
    const refused = [
      ...['https://fleet.example/', 'https://fleet.example/apis', 'https://fleet.example/api/../x'],
      ...['https://fleet.example/api/%2e%2e/x', 'http://fleet.example/api', LOCAL],
      ...['https://fleet.example.evil/api', 'https://tiles.example/1', 'https://evil.example/api'],
      ...['https://fleet.example:444/api', 'no address'],
    ];
    for (const url of [...allowed, ...refused]) await http.send(request(url));
    expect(asked).toEqual(allowed);
  });

  it('lets the local workspace be asked at its own address alone, or not at all', async () => {
    const { ports, asked } = recording(folder());
    const under = underPolicy(ports, policyOf({ servers: [] }));
    await under.http.send(request(`${LOCAL}/me`));
    await under.localService.start();
    for (const url of [`${LOCAL}/me`, 'http://127.0.0.1:80/me'])
      await under.http.send(request(url));
    expect(asked).toEqual([`${LOCAL}/me`]);
    const without = underPolicy(ports, policyOf({ localWorkspace: false }));
    expect(await without.localService.start()).toMatchObject({
      error: { code: 'policy.localWorkspace' },
    });
  });

  it('refuses a sign-in elsewhere in words, before anything is sent', async () => {
    const { core, asked } = await coreUnder(policyOf({ servers: ['https://fleet.example/api'] }));
    const elsewhere = {
      baseUrl: 'https://evil.example',
      token: 'a.b.c',
      email: 'a@b.example',
      password: 'x',
    };
    const { token, email, password, baseUrl } = elsewhere;
    for (const [name, input] of [
      ['session.signInWithToken', { baseUrl, token }],
      ['session.signInWithPassword', { baseUrl, email, password }],
    ] as const) {
      expect(await core.call(name, input)).toMatchObject({
        error: { kind: 'denied', code: 'policy.server' },
      });
    }
    expect(asked).toEqual([]);
    await core.call('session.signInWithPassword', {
      baseUrl: 'fleet.example/api',
      email,
      password,
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((url) => url.startsWith('https://fleet.example/api/'))).toBe(true);
  });

  it('lets leave as a file what it names, and nothing else', async () => {
    const table = { name: 'x', format: 'csv', rows: [['a']] };
    const some = await coreUnder(policyOf({ exports: ['diagnostics'] }));
    expect(await some.core.call('desk.saveTable', table)).toMatchObject({
      error: { code: 'policy.export' },
    });
    expect(await some.core.call('diagnostics.save', {})).toMatchObject({ ok: true });
    expect(some.saved).toHaveLength(1);
    const none = underPolicy(recording(folder()).ports, policyOf({ exports: [] }));
    expect(await none.files.save('x', 'text/csv', new Uint8Array())).toMatchObject({ ok: false });
    expect(await none.files.folder()).toMatchObject({ ok: false });
  });

  it('knows every call that hands out a file', () => {
    const handing = callNames.filter((name) => {
      const { output } = contract[name];
      return 'shape' in output && 'saved' in output.shape;
    });
    expect(handing.length).toBeGreaterThan(5);
    expect(handing.filter((name) => EXPORTING[name] === undefined)).toEqual([]);
    expect(EXPORTING['exports.start']).toBe('answers');
  });

  it('is told to the desk, and in the diagnostic bundle without an address', async () => {
    const policy = policyOf({ servers: ['https://fleet.example/api'], exports: ['tables'] });
    const { core, ports } = await coreUnder(policy);
    expect(await core.call('shell.policy', {})).toEqual(
      ok({
        ...policy,
        servers: ['https://fleet.example/api'],
        exports: ['tables'],
        // Settings tell of updates by themselves.
        updates: undefined,
        trashDays: undefined,
      }),
    );
    const [about] = await bundleOf({
      ...{ ports: { ...ports, policy }, account: null, log: '' },
      notebook: createNotebook(ports.clock),
    });
    expect(about?.text).toContain(
      'Policy: in force, servers 1, exports tables, local workspace allowed',
    );
    expect(about?.text).not.toContain('fleet.example');
  });
});

describe('a policy that can’t be read', () => {
  it.each([
    ['no JSON', '{'],
    ['an empty file', ''],
    ['another version', '{"version": 2}'],
    ['a misspelt rule', '{"version": 1, "server": []}'],
    ['a rule of another kind', '{"version": 1, "servers": "https://fleet.example"}'],
    ['an address that is none', '{"version": 1, "servers": ["ftp://fleet.example"]}'],
    ['an export that nobody knows', '{"version": 1, "exports": ["everything"]}'],
    ['telemetry that Waybill has not', '{"version": 1, "telemetry": "all"}'],
  ])('(%s) allows nothing, and says where it lies', (_what, text) => {
    expect(readPolicy(FILE, text)).toMatchObject({
      ...{ state: 'broken', file: FILE, servers: [], localWorkspace: false, exports: [] },
    });
  });

  it('is said at the start; what is kept can be read, and nothing is asked or saved', async () => {
    const { core, events, asked, saved } = await coreUnder(readPolicy(FILE, '{'));
    await Promise.resolve();
    const notice = events.find(({ name }) => name === 'notice');
    expect(notice).toMatchObject({ payload: { level: 'warning', code: 'policy.broken' } });
    expect(JSON.stringify(notice)).toContain(FILE);
    expect(await core.call('session.accounts', {})).toMatchObject({ ok: true });
    expect(await core.call('session.openLocal', {})).toMatchObject({ ok: false });
    expect(await core.call('diagnostics.save', {})).toMatchObject({
      error: { code: 'policy.export' },
    });
    expect([asked, saved]).toEqual([[], []]);
  });

  it('names the feed of updates, over https alone; without it there are none', () => {
    const updates = (value: unknown) =>
      readPolicy(FILE, JSON.stringify({ version: 1, updates: value }));
    expect(readPolicy(FILE, '{"version":1}').updates).toBe('notSet');
    expect(noPolicy(FILE).updates).toBe('notSet');
    expect(updates(false).updates).toBe('forbidden');
    expect(updates({ feed: 'https://updates.example/waybill' }).updates).toEqual({
      url: 'https://updates.example/waybill',
      channel: 'latest',
    });
    expect(updates({ feed: 'https://u.example/', channel: 'pilot' }).updates).toMatchObject({
      channel: 'pilot',
    });
    for (const wrong of [
      ...[true, {}, { feed: 'http://updates.example' }, { feed: 'file:///updates' }, { feed: 'x' }],
      ...[{ feed: 'https://a:b@u.example' }, { feed: 'https://u.example', channel: '../x' }],
      { feed: 'https://u.example', chanel: 'pilot' },
    ]) {
      expect(updates(wrong)).toMatchObject({ state: 'broken', updates: 'forbidden' });
    }
  });

  it('says how many days the trash keeps, within those that the app has', () => {
    expect(noPolicy(FILE).trashDays).toBeNull();
    expect(policyOf({}).trashDays).toBeNull();
    expect(policyOf({ keep: { trashDays: 7 } })).toMatchObject({ state: 'inForce', trashDays: 7 });
    for (const wrong of [
      {},
      { trashDays: 0 },
      { trashDays: 31 },
      { trashDays: 1.5 },
      { days: 7 },
    ]) {
      expect(policyOf({ keep: wrong }).state).toBe('broken');
    }
  });

  it('is one that lies there as a folder or is far too large; none is one that does not', () => {
    const at = folder();
    const file = path.join(at, 'policy.json');
    expect(loadPolicy(file)).toEqual(noPolicy(file));
    expect(loadPolicy(path.join(at, 'nowhere', 'policy.json')).state).toBe('none');
    mkdirSync(file);
    expect(loadPolicy(file)).toMatchObject({ state: 'broken', servers: [] });
    const large = path.join(at, 'large.json');
    writeFileSync(large, `{"version": 1}${' '.repeat(2_000_000)}`);
    expect(loadPolicy(large).state).toBe('broken');
    const whole = path.join(at, 'whole.json');
    writeFileSync(whole, '\uFEFF{"version": 1, "telemetry": "none"}');
    expect(loadPolicy(whole)).toMatchObject({ state: 'inForce', servers: null, exports: null });
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(policyPath(platform)).toMatch(/^(\/|C:\\).*[Ww]aybill[/\\]policy\.json$/);
    }
  });
});

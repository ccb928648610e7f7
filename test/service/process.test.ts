import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { createService, type ServiceOptions } from '../../electron/service/createService.ts';
import { demoAccounts } from '../../electron/service/credentials.ts';
import { inFolder } from '../../electron/service/dataFolder.ts';
import type { WorkerInput, WorkerNews, WorkerOrder } from '../../electron/service/worker.ts';
import { NOON_MS } from './support.ts';
import { demoTown } from '../support/localService.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waybill-service-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DATA_FOLDER = new URL('../../electron/service/dataFolder.ts', import.meta.url).href;

const start = (dataDir: string, more: Partial<ServiceOptions> = {}) =>
  createService({
    dataDir,
    port: 0,
    seed: 'demo',
    vehicles: 3,
    clock: () => NOON_MS,
    town: demoTown(),
    ...more,
  });

async function login(baseUrl: string, email: string, password: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(reply.status).toBe(200);
  const { token } = (await reply.json()) as { token: string };
  return token;
}

async function vehicle(baseUrl: string, token: string, label?: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/vehicles/100001`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(label === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify({ defaultLabel: label }) }),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { defaultLabel: string }).defaultLabel;
}

test('a restart on another port keeps data, credentials, workspace and tokens', async () => {
  const dataDir = path.join(folder, 'restart');
  const first = await start(dataDir);
  expect(await vehicle(first.baseUrl, first.token, 'Kept')).toBe('Kept');
  const { baseUrl, workspaceId, email, password, token } = first;
  expect(statSync(path.join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
  expect(demoAccounts(dataDir).map(({ name }) => name)).toContain('neighbour');

  await first.close();
  // Its port is somebody else's by now.
  const { port } = new URL(baseUrl);
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(Number(port), '127.0.0.1', resolve));
  const copy = await start(dataDir);
  expect(copy.baseUrl).not.toBe(baseUrl);
  holder.close();
  expect(copy.workspaceId).toBe(workspaceId);
  expect([copy.email, copy.password]).toEqual([email, password]);
  expect(await vehicle(copy.baseUrl, await login(copy.baseUrl, email, password))).toBe('Kept');
  expect(await vehicle(copy.baseUrl, token)).toBe('Kept');
  await copy.close();
});

test('a start gives the workspace its way in back where its user was archived', async () => {
  const dataDir = path.join(folder, 'archived');
  const first = await start(dataDir);
  const reseller = await first.tokenFor('reseller');
  const me = await first.handle({
    ...{ method: 'GET', path: '/api/me' },
    headers: { authorization: `Bearer ${first.token}` },
  });
  const { id } = JSON.parse(me.body.toString()) as { id: number };
  const archived = await first.handle({
    ...{ method: 'PATCH', path: `/api/users/${String(id)}/archive` },
    headers: { authorization: `Bearer ${reseller}` },
  });
  expect(archived.status).toBe(204);
  await first.close();
  const next = await start(dataDir);
  expect(await vehicle(next.baseUrl, next.token)).toBeDefined();
  await next.close();
});

test('what an unfinished first start left in place of credentials counts as none', async () => {
  const dataDir = path.join(folder, 'no-room');
  mkdirSync(dataDir, { mode: 0o700 });
  const file = path.join(dataDir, 'credentials.json');
  for (const left of ['', '{"workspaceId":"w","tokenSe', '{}', '[]', '{"accounts":[]}']) {
    writeFileSync(file, left);
    const service = await start(dataDir, { seed: 'empty' });
    await login(service.baseUrl, service.email, service.password);
    await service.close();
  }
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'credentials that can not be written whole are not written at all',
  async () => {
    const dataDir = path.join(folder, 'limited');
    mkdirSync(dataDir, { mode: 0o700 });
    const script = `
      import { replaceWhole } from ${JSON.stringify(DATA_FOLDER)};
      try { replaceWhole(process.argv[1], 'x'.repeat(100000)); } catch (error) { console.log(error.code); }
    `;
    const file = path.join(dataDir, 'credentials.json');
    writeFileSync(file, 'as it was');
    // The limit stands for a full disk: a part fits, the whole does not.
    const child = spawn(
      'sh',
      [
        '-c',
        'ulimit -f 8 && exec "$@"',
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
        file,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    await once(child, 'close');
    expect(out.trim()).toBe('EFBIG');
    expect(readdirSync(dataDir)).toEqual(['credentials.json']);
    expect(readFileSync(file, 'utf8')).toBe('as it was');
  },
);

test('lost or damaged credentials are made anew for the same workspace, and sign in', async () => {
  const dataDir = path.join(folder, 'lost');
  const file = path.join(dataDir, 'credentials.json');
  const first = await start(dataDir);
  const { workspaceId, token } = first;
  expect(await vehicle(first.baseUrl, token, 'Stays')).toBe('Stays');
  await first.close();
  for (const spoil of [() => rmSync(file), () => writeFileSync(file, '{"workspaceId":')]) {
    spoil();
    const next = await start(dataDir);
    expect(next.workspaceId).toBe(workspaceId);
    for (const name of ['dispatcher', 'neighbour', 'platform'] as const) {
      await login(next.baseUrl, next.account(name).email, next.account(name).password);
    }
    const own = await login(next.baseUrl, next.email, next.password);
    expect(await vehicle(next.baseUrl, own)).toBe('Stays');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ workspaceId });
    await next.close();
  }
});

test('a damaged database is named, and what to do about it', async () => {
  const dataDir = path.join(folder, 'garbage');
  mkdirSync(dataDir);
  const file = path.join(dataDir, 'service.sqlite');
  writeFileSync(file, 'This is no database at all. '.repeat(300));
  const refused = await start(dataDir, { listen: false }).catch((error: unknown) => error);
  const message = refused instanceof Error ? refused.message : '';
  expect(message).toContain(file);
  expect(message).toContain(`Delete the folder ${dataDir} to get a new demo`);
});

test('a folder without room says so, and what to do about it', () => {
  const dataDir = path.join(folder, 'full');
  const fill = () => {
    const db = new Database(':memory:');
    db.pragma('max_page_count = 1');
    db.exec('CREATE TABLE one (a)');
  };
  expect(() => inFolder(dataDir, fill)).toThrow(
    `There is no room for the demo in ${dataDir} (database or disk is full). ` +
      'What is there is safe: make room, and start again.',
  );
  // A quota that is used up, and a file beside the database that can't be laid out.
  for (const code of ['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE']) {
    const failing = () => {
      throw new Database.SqliteError('disk I/O error', code);
    };
    expect(() => inFolder(dataDir, failing)).toThrow('There is no room for the demo');
  }
});

test('a start that finds no room at its last step leaves folder, socket and lock to the next one', async () => {
  const dataDir = path.join(folder, 'late');
  await (await start(dataDir, { seed: 'empty' })).close();
  const db = new Database(path.join(dataDir, 'service.sqlite'));
  db.exec(
    "CREATE TRIGGER no_room BEFORE INSERT ON session BEGIN SELECT RAISE(FAIL, 'no room'); END",
  );
  await expect(start(dataDir, { seed: 'empty' })).rejects.toThrow('no room');
  db.exec('DROP TRIGGER no_room');
  db.close();
  const next = await start(dataDir, { seed: 'empty' });
  await next.close();
});

test('a second service on one folder does not start and says why; one that was killed is in nobody’s way', async () => {
  const dataDir = path.join(folder, 'shared');
  const options = ['--json', '--seed', 'empty', '--data', dataDir];
  const { child } = run(...options);
  await once(child.stdout, 'data');
  const refused = await start(dataDir, { seed: 'empty' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ reason: 'inUse' });
  expect(refused instanceof Error ? refused.message : '').toContain(
    `Another fleet service runs on the folder ${dataDir}`,
  );
  const second = run(...options);
  const [code] = (await once(second.child, 'close')) as [number];
  expect([code, second.output()]).toEqual([2, '']);
  expect(second.errors()).toContain('End that one first');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const next = await start(dataDir, { seed: 'empty' });
  // Within one process, too.
  await expect(start(dataDir, { seed: 'empty' })).rejects.toMatchObject({ reason: 'inUse' });
  await next.close();
  // A lock file that is none holds nobody up.
  writeFileSync(path.join(dataDir, 'service.lock'), 'This is no database at all. '.repeat(99));
  await (await start(dataDir, { seed: 'empty' })).close();
});

test('every data folder has passwords and a workspace of its own', async () => {
  const [one, two] = [
    await start(':memory:', { seed: 'empty' }),
    await start(':memory:', { seed: 'empty' }),
  ];
  expect(one.workspaceId).not.toBe(two.workspaceId);
  const passwords = [...one.accounts, ...two.accounts].map(({ password }) => password);
  expect(new Set(passwords).size).toBe(passwords.length);
  expect(demoAccounts(':memory:')).toEqual([]);
  await one.close();
  await two.close();
});

test('files of a data folder are their owner’s alone, also in a folder that others may read', async () => {
  const dataDir = path.join(folder, 'open-to-all');
  mkdirSync(dataDir, { mode: 0o755 });
  const service = await start(dataDir, { seed: 'empty', listen: false });
  const modes = readdirSync(dataDir).map((file) => [
    file,
    statSync(path.join(dataDir, file)).mode & 0o077,
  ]);
  await service.close();
  expect(modes.map(([file]) => file)).toContain('service.sqlite');
  expect(modes.filter(([, others]) => others !== 0)).toEqual([]);
});

test('the same seed text gives the same fleet, another one another', async () => {
  const regNos = async (seedText: string) => {
    // What a text makes of the town is looked at in world.test.ts.
    const town = { ...demoTown(), seed: seedText };
    const service = await start(':memory:', { seedText, town, listen: false });
    const reply = await service.handle({
      method: 'GET',
      path: '/api/vehicles/fields/json',
      headers: { authorization: `Bearer ${service.token}` },
    });
    await service.close();
    return reply.body.toString();
  };
  const one = await regNos('one');
  expect(await regNos('one')).toBe(one);
  expect(await regNos('two')).not.toBe(one);
});

test('an empty workspace has accounts and settings, and no records', async () => {
  const service = await start(':memory:', { seed: 'empty' });
  const ask = async (address: string) => {
    const headers = { authorization: `Bearer ${service.token}` };
    const reply = await service.handle({ method: 'GET', path: `/api${address}`, headers });
    expect(reply.status).toBe(200);
    return reply.body.toString();
  };
  expect(await ask('/vehicles/count')).toBe('{"count":0}');
  expect(await ask('/areas')).toContain('"total":0');
  expect(await ask('/digital-form/form')).toBe('[]');
  expect(await ask('/roles')).toContain('Dispatcher');
  expect(await ask('/settings/ecoSpeed')).toContain('"enabled":true');
  await service.close();
});

const CLI = path.resolve('electron/service/cli.ts');

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    // It is started half a dozen times: what was made of its sources once is enough.
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return { child, output: () => out, errors: () => err };
}

test('the command prints one line of JSON and ends when asked to', async () => {
  const faults = path.join(folder, 'faults.json');
  writeFileSync(faults, '[{"kind":"status","status":503,"endpoint":"countVehicles"}]');
  const dataDir = path.join(folder, 'cli');
  const options = ['--json', '--seed', 'demo', '--vehicles', '4', '--data', dataDir];
  const { child, output } = run('--port', '0', ...options, '--faults', faults);
  await once(child.stdout, 'data');
  const line = JSON.parse(output()) as Record<string, string>;
  expect(Object.keys(line)).toEqual(['baseUrl', 'email', 'password', 'token']);
  expect(output().trim().split('\n')).toHaveLength(1);
  const { baseUrl = '', email = '', password = '', token = '' } = line;
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  await login(baseUrl, email, password);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${baseUrl}/vehicles/count`, { headers })).status).toBe(503);
  const list = await fetch(`${baseUrl}/vehicles/fields/json?limit=1`, { headers });
  expect(await list.json()).toMatchObject({ total: 4 });
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(output().trim().split('\n')).toHaveLength(1);
});

test('the command refuses what it does not understand', async () => {
  for (const args of [['--seed', 'full'], ['--port', 'x'], ['--vehicles', '100001'], ['--what']]) {
    const { child, output, errors } = run(...args);
    const [code] = (await once(child, 'close')) as [number];
    expect([args, code, output()]).toEqual([args, 2, '']);
    expect(errors()).toContain('Usage:');
  }
});

const WORKER = new URL('../../electron/service/worker.ts', import.meta.url);

async function startWorker(dataDir: string) {
  const workerData: WorkerInput = { dataDir, port: 0, seed: 'demo', vehicles: 3 };
  const worker = new Worker(WORKER, { workerData });
  const [news] = (await once(worker, 'message')) as [WorkerNews];
  if (news.is !== 'ready') throw new Error(`The worker said ${news.is}`);
  const order = (message: WorkerOrder) => worker.postMessage(message);
  return { worker, news, order };
}

test('a worker that is terminated comes back with the same workspace and data', async () => {
  const dataDir = path.join(folder, 'worker');
  const first = await startWorker(dataDir);
  expect(first.news.basemap).toContain('FeatureCollection');
  await vehicle(first.news.baseUrl, first.news.token, 'Survives');
  await first.worker.terminate();
  await expect(fetch(`${first.news.baseUrl}/vehicles/count`)).rejects.toThrow();

  const second = await startWorker(dataDir);
  expect(second.news.workspaceId).toBe(first.news.workspaceId);
  expect(second.news.password).toBe(first.news.password);
  expect(await vehicle(second.news.baseUrl, second.news.token)).toBe('Survives');

  second.order({ do: 'faults', rules: [{ kind: 'status', status: 502 }] });
  second.order({ do: 'report', id: 1 });
  const [report] = (await once(second.worker, 'message')) as [WorkerNews];
  expect(report).toMatchObject({ is: 'report', id: 1, log: [] });
  const headers = { authorization: `Bearer ${second.news.token}` };
  expect((await fetch(`${second.news.baseUrl}/vehicles/count`, { headers })).status).toBe(502);
  const ended = once(second.worker, 'exit');
  second.order({ do: 'stop' });
  const [stopped] = (await once(second.worker, 'message')) as [WorkerNews];
  expect(stopped.is).toBe('stopped');
  await ended;
});

test('a worker that can not start says why', async () => {
  const file = path.join(folder, 'a-file');
  writeFileSync(file, '');
  const workerData: WorkerInput = { dataDir: file, port: 0, seed: 'empty' };
  const worker = new Worker(WORKER, { workerData });
  const [news] = (await once(worker, 'message')) as [WorkerNews];
  expect(news.is).toBe('failed');
  await worker.terminate();
});

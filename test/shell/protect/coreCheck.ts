import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type * as HttpAdapter from '../../../electron/core/adapters/http.ts';
import type * as ExchangeModule from '../../../electron/core/api/exchange.ts';
import { defaultProfile } from '../../../electron/core/api/profile.ts';
import { createRedactor, REDACTED } from '../../../electron/core/api/redactor.ts';
import { identityOf } from '../../../electron/core/identity.ts';
import type * as Transfer from '../../../electron/core/outbox/model/transfer.ts';
import type * as GroundModule from '../../../electron/core/ground/createGround.ts';
import type * as OwnServers from '../../../electron/core/ownServers.ts';
import type { Http, HttpReply } from '../../../electron/core/ports.ts';
import type * as CutOff from '../../../electron/core/session/cutOffRemovals.ts';
import type * as Removal from '../../../electron/core/session/removeAccount.ts';
import type * as Reopen from '../../../electron/core/session/reopen.ts';
import type * as Workbook from '../../../electron/core/workbook.ts';
import type * as ServiceModule from '../../../electron/service/createService.ts';
import { createTown } from '../../../electron/service/world/index.ts';
import type * as Csv from '../../../shared/rules/csv.ts';
import { ok } from '../../../shared/result.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { Load } from './load.ts';

/** Checks of what the core keeps to: secrets, the network, files, accounts and threads. */

const SECRET = 'made.up.token-0123456789abcdef';
const MOST_ASKED = 20;
const SERVICE = 'https://fleet.example/api';

/** An exchange with a service that answers what the test says, and what it was asked. */
async function exchangeWith(load: Load, reply: (url: string) => HttpReply) {
  const { createExchange } = await load<typeof ExchangeModule>('electron/core/api/exchange.ts');
  const redactor = createRedactor();
  redactor.scope().issued(SECRET);
  const asked: string[] = [];
  const exchange = createExchange({
    http: {
      send: ({ url }) => {
        // One that is followed in circles would never let anything else run.
        if (asked.push(url) > MOST_ASKED) throw new Error('it is asked for ever');
        return Promise.resolve({ ok: true, reply: reply(url) });
      },
      close: () => undefined,
    },
    clock: virtualClock(),
    baseUrl: () => SERVICE,
    profile: () => defaultProfile,
    version: '0',
    redactor,
  });
  return { exchange, asked };
}

/** Whatever the service repeats of the session's secrets is taken out before anybody sees it. */
export async function echoes(load: Load): Promise<void> {
  for (const [name, status] of [
    ['getMe', 200],
    ['getMe', 422],
    ['getMe', 302],
    ['getAnswerPdf', 200],
  ] as const) {
    const { exchange } = await exchangeWith(load, () => ({
      status,
      headers: { 'x-echo': `Bearer ${SECRET}`, location: `https://${SECRET}.example/` },
      body: Buffer.from(JSON.stringify({ message: `Bearer ${SECRET}` })),
    }));
    const params = name === 'getMe' ? {} : { answerId: '1' };
    const told = await exchange.send(name, { params, token: SECRET });
    assert.ok(told.is === 'answer' || told.is === 'redirect', told.is);
    const { headers, body } = told.reply;
    const all = JSON.stringify([{ ...told, reply: headers }, Buffer.from(body).toString()]);
    assert.equal(all.includes(SECRET), false, all);
    assert.equal(all.includes(REDACTED), true, all);
  }
}

/** No redirect and no address of an answer takes the session to another origin; no write goes on. */
export async function redirects(load: Load): Promise<void> {
  const body = Buffer.from('{}');
  for (const to of [
    'https://evil.example/api/me',
    'http://fleet.example/api/me',
    '//evil.example',
  ]) {
    const { exchange, asked } = await exchangeWith(load, () => ({
      ...{ status: 307, headers: { location: to }, body },
    }));
    assert.equal((await exchange.send('getMe', { token: SECRET })).is, 'redirect', to);
    assert.deepEqual(asked, [`${SERVICE}/me`]);
  }
  const { exchange, asked } = await exchangeWith(load, () => ({
    ...{ status: 307, headers: { location: '/api/elsewhere' }, body },
  }));
  const write = { params: { vehicleId: '1' }, body: '{}', token: SECRET };
  assert.equal((await exchange.send('updateVehicle', write)).is, 'redirect');
  assert.equal(asked.length, 1);
  const at = 'https://evil.example/photo.jpg';
  const file = await exchange.send('getMe', { at, token: SECRET });
  assert.equal(file.is, 'refused');
  assert.equal(asked.length, 1);
  // A service that sends in circles is left.
  assert.equal((await exchange.send('getMe', { token: SECRET })).is, 'redirect');
}

/** What leaves this computer goes by the proxy that the environment names, or else the system. */
export async function proxies(load: Load): Promise<void> {
  const { nodeHttp } = await load<typeof HttpAdapter>('electron/core/adapters/http.ts');
  const { connect } = net.Socket.prototype;
  let dialled = '';
  net.Socket.prototype.connect = function (this: net.Socket, ...to: unknown[]) {
    dialled += JSON.stringify(to);
    process.nextTick(() => this.destroy(new Error('no network in this check')));
    return this;
  };
  const origins: string[] = [];
  const named = nodeHttp({ HTTPS_PROXY: 'http://203.0.113.9:3128' });
  const asking = nodeHttp(
    {},
    {
      wayTo: (origin) => {
        origins.push(origin);
        return Promise.resolve('http://203.0.113.9:3128');
      },
      failed: () => undefined,
    },
  );
  const send = (http: ReturnType<typeof nodeHttp>, host: string) =>
    http.send({
      ...{ method: 'GET', purpose: 'read', headers: {}, maxBytes: 1 },
      ...{ url: `https://${host}/api`, idleTimeoutMs: 1_000, totalTimeoutMs: 1_000 },
    });
  try {
    for (const http of [named, asking]) {
      dialled = '';
      await send(http, '203.0.113.1');
      assert.equal(dialled.includes('203.0.113.9'), true, dialled);
      dialled = '';
      await send(http, '127.0.0.1');
      assert.equal(dialled.includes('203.0.113.9'), false, dialled);
      http.close();
    }
  } finally {
    net.Socket.prototype.connect = connect;
  }
  assert.deepEqual(origins, ['https://203.0.113.1']);
}

/** An account asks its own servers alone; one that its service names for maps once it is chosen. */
export async function servers(load: Load): Promise<void> {
  const { askingOnly } = await load<typeof OwnServers>('electron/core/ownServers.ts');
  const { createGround } = await load<typeof GroundModule>('electron/core/ground/createGround.ts');
  const asked: string[] = [];
  const reply = { status: 404, headers: {}, body: new Uint8Array() };
  const http: Http = {
    send: ({ url }) => (asked.push(url), Promise.resolve({ ok: true, reply })),
    close: () => undefined,
  };
  const mine = askingOnly(http, () => [SERVICE]);
  const get = (url: string) =>
    mine.send({
      ...{ method: 'GET', purpose: 'read', headers: {}, url },
      ...{ idleTimeoutMs: 1_000, totalTimeoutMs: 1_000, maxBytes: 1 },
    });
  for (const url of [
    'https://evil.example/',
    'http://fleet.example/',
    'https://x@fleet.example/',
  ]) {
    assert.equal((await get(url)).ok, false, url);
  }
  await get(`${SERVICE}/me`);
  assert.deepEqual(asked, [`${SERVICE}/me`]);

  asked.length = 0;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-protect-'));
  const random = { uuid: () => 'made-up', fraction: () => 0.5 };
  const ground = createGround(
    {
      ports: { http, clock: virtualClock(), random, log: { write: () => undefined }, version: '0' },
      emit: () => undefined,
      tenantOptions: () =>
        Promise.resolve('{"value":{"url":"https://tiles.example/{z}/{x}/{y}.png"}}'),
      serviceIsLocal: () => false,
      mayAsk: () => true,
    },
    folder,
  );
  try {
    const [map] = (await ground.maps()).maps;
    await ground.tile(map?.id ?? '', 0, 0, 0);
    assert.deepEqual(asked, []);
    await ground.choose(map?.id ?? null);
    assert.equal((await ground.maps()).chosen, map?.id);
  } finally {
    await ground.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** No cell that leaves is a formula. */
export async function formulas(load: Load): Promise<void> {
  const { csvText } = await load<typeof Csv>('shared/rules/csv.ts');
  for (const cell of ['=1+1', '+A1', '-A1', '@SUM(A1)', '\tx', '\rx', '\uff1d1', ' =1']) {
    const [line = ''] = csvText([[cell]])
      .slice(1)
      .split('\r\n');
    assert.equal(line.replace(/^"/, '').startsWith("'"), true, JSON.stringify(line));
  }
  assert.equal(csvText([['-1.5']]), '\ufeff-1.5\r\n');
  const { workbookOf } = await load<typeof Workbook>('electron/core/workbook.ts');
  const { default: readWorkbook } = await import('read-excel-file/universal');
  const made = await workbookOf([{ rows: [['Head'], ['=1+1']] }]);
  const [sheet] = await readWorkbook(Uint8Array.from(made).buffer);
  assert.deepEqual(sheet?.data, [['Head'], ['=1+1']]);
}

/** Laying one out takes long; no check looks at it. */
const TOWN = { seedText: 'protect', town: createTown('protect') };
const MINE = identityOf('remote', SERVICE, { tenant: '7', user: '9' });

/** A file of writes comes in for its own account alone, and says truly whose it is. */
export async function imports(load: Load): Promise<void> {
  const { readTransfer, transferText } = await load<typeof Transfer>(
    'electron/core/outbox/model/transfer.ts',
  );
  const text = (identity: typeof MINE, kind: 'copy' = 'copy'): string =>
    transferText({ kind, exportedAt: 0, identity, items: [], idMap: [] });
  assert.equal(readTransfer(text(MINE), MINE).ok, true);
  const codeOf = (identity: typeof MINE): string => {
    const read = readTransfer(text(identity), MINE);
    return read.ok ? 'taken in' : read.error.code;
  };
  for (const other of [
    identityOf('remote', 'https://evil.example/api', MINE),
    identityOf('remote', SERVICE, { tenant: '8', user: '9' }),
    identityOf('remote', SERVICE, { tenant: '7', user: '10' }),
  ]) {
    assert.equal(codeOf(other), 'transfer.otherIdentity');
    // The id of this account beside the names of another one.
    assert.equal(codeOf({ ...other, id: MINE.id }), 'transfer.damaged');
  }
}

/** The embedded service answers this computer by its own names, with credentials of its own. */
export async function service(load: Load): Promise<void> {
  const { createService } = await load<typeof ServiceModule>('electron/service/createService.ts');
  const hosts: unknown[] = [];
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (this: net.Server, ...all: unknown[]) {
    const [options, ...rest] = all as [{ host?: unknown }];
    hosts.push(options.host);
    // Whatever it asked for, nothing is opened to others by a test.
    return Reflect.apply(listen, this, [{ ...options, host: '127.0.0.1' }, ...rest]);
  } as typeof listen;
  const options = { dataDir: ':memory:', port: 0, seed: 'empty', clock: () => 0, ...TOWN } as const;
  const first = await createService(options).finally(() => (net.Server.prototype.listen = listen));
  const second = await createService({ ...options, listen: false });
  try {
    assert.deepEqual(hosts, ['127.0.0.1']);
    const ask = (host: string) =>
      first.handle({
        method: 'GET',
        path: '/api/me',
        headers: { host, origin: 'https://x.example' },
      });
    const own = await ask('127.0.0.1');
    assert.equal(own.status, 401);
    assert.equal(
      Object.keys(own.headers).some((name) => name.startsWith('access-control')),
      false,
    );
    for (const host of ['evil.example', '127.0.0.1.evil.example', '10.0.0.1']) {
      assert.equal((await ask(host)).status, 421, host);
    }
    assert.equal(first.password.length >= 20, true);
    assert.notEqual(first.password, second.password);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
}

const ACCOUNT = {
  ...{ id: MINE.id, workspace: 'local', service: 'x', tenant: '7', user: '9', profile: '' },
  ...{ tenantName: 'Made up', userName: 'Made up', waiting: 0 },
} as const;

/** A removed account leaves no file, no token and, where it was the last, no service. */
export async function removal(load: Load): Promise<void> {
  const { removeAccount } = await load<typeof Removal>('electron/core/session/removeAccount.ts');
  const data = mkdtempSync(path.join(os.tmpdir(), 'waybill-protect-'));
  try {
    const folder = path.join(data, 'accounts', ACCOUNT.id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'mirror.db'), 'rows');
    const did: string[] = [];
    let waiting = 1;
    const session = {
      ports: {
        paths: { data },
        clock: { now: () => 0 },
        secrets: { remove: (id: string) => (did.push(`token ${id}`), Promise.resolve()) },
        localService: { remove: () => (did.push('service'), Promise.resolve(ok({}))) },
      },
      accounts: {
        all: () => [ACCOUNT],
        find: () => ACCOUNT,
        active: () => null,
        change: (to: object) => (did.push(JSON.stringify(to)), Promise.resolve(ok({}))),
      },
      inUse: {
        ifCurrent: () => null,
        look: (_saved: unknown, look: (account: unknown) => unknown) =>
          look({
            waiting: () => Promise.resolve(waiting),
            context: { store: { read: () => Promise.resolve([]) } },
          }),
      },
      // A renewal that is under way would bring its tokens back.
      renewals: { left: (id: string) => void did.push(`renewal ${id}`) },
    };
    const asked = await removeAccount(session as never, ACCOUNT.id, 0);
    assert.equal(asked.ok, false);
    assert.deepEqual([did, existsSync(folder)], [[], true]);
    waiting = 0;
    assert.equal((await removeAccount(session as never, ACCOUNT.id, 0)).ok, true);
    const rest = JSON.stringify({ active: null, accounts: [] });
    assert.deepEqual(did, [rest, 'service', `renewal ${ACCOUNT.id}`, `token ${ACCOUNT.id}`]);
    assert.deepEqual(readdirSync(path.dirname(folder)), []);
    const cutOff = await load<typeof CutOff>('electron/core/session/cutOffRemovals.ts');
    mkdirSync(`${folder} 0`);
    assert.equal(await cutOff.finishRemovals(session.ports as never, []), true);
    assert.deepEqual(readdirSync(path.dirname(folder)), []);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** A dead thread is started anew, the person is told once, and a loop ends. */
export async function revival(load: Load): Promise<void> {
  const { createReopening } = await load<typeof Reopen>('electron/core/session/reopen.ts');
  const opened: boolean[] = [];
  const told: string[] = [];
  let current: object | null = null;
  const account = {
    identity: MINE,
    close: () => Promise.resolve(),
    start: () => Promise.resolve(),
    monitor: { signedIn: () => true },
  };
  const clock = virtualClock();
  const made = createReopening({
    ports: { clock, log: { write: () => undefined } } as never,
    emit: (event) => {
      if (event.name === 'notice') told.push(event.payload.code);
    },
    inTurn: (run) => run(),
    current: () => current as never,
    setCurrent: (to) => (current = to),
    connection: () => ({}) as never,
    open: (_id, damaged) => (opened.push(damaged), Promise.resolve(ok(account as never))),
  });
  current = account;
  await made.died('another');
  assert.deepEqual(opened, []);
  await made.died(MINE.id);
  assert.deepEqual([opened, told, current], [[false], ['db.threadRestarted'], account]);
  await made.died(MINE.id);
  assert.deepEqual([opened.length, told.length], [2, 1], 'told once');
  await made.died(MINE.id);
  assert.deepEqual([opened.length, current], [2, null], 'a loop ends');
  assert.equal(told.at(-1), 'db.threadLoop');
  // One now and then is no loop.
  current = account;
  for (let day = 0; day < 4; day += 1) {
    clock.advance(24 * 3_600_000);
    await made.died(MINE.id);
  }
  assert.deepEqual([opened.length, current], [6, account]);
}

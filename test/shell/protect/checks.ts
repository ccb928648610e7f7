import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import type Electron from 'electron';
import type * as CreateCore from '../../../electron/core/createCore.ts';
import type * as HttpAdapter from '../../../electron/core/adapters/http.ts';
import type * as Notebook from '../../../electron/core/diagnostics/notebook.ts';
import type * as Arguments from '../../../electron/shell/arguments.ts';
import type * as Bind from '../../../electron/shell/bind.ts';
import type * as DeepLinks from '../../../electron/shell/deepLinks.ts';
import type * as Navigation from '../../../electron/shell/navigation.ts';
import type * as Protocol from '../../../electron/shell/protocol.ts';
import type * as Window from '../../../electron/shell/window.ts';
import type * as Trusted from '../../../renderer/trusted/rules.ts';
import type * as Fuses from '../../../build/fuses.mjs';
import { CALL_CHANNEL } from '../../../shared/ipc/channels.ts';
import { ok } from '../../../shared/result.ts';
import { FakeContents, FakeFrame, FakeSession } from '../../support/electron.ts';
import { DESK_PREFERENCES, HEADERS, POLICY } from '../../support/safeValues.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { assertDenied } from './denied.ts';
import {
  echoes,
  formulas,
  imports,
  proxies,
  redirects,
  removal,
  revival,
  servers,
  service,
} from './coreCheck.ts';
import { calls, scripts, sizes, updates } from './doorCheck.ts';
import { packFiles, tables, tiles, unpacked } from './fileCheck.ts';
import { elsewhere } from './elsewhereCheck.ts';
import { headless } from './headlessCheck.ts';
import { lives } from './lifeCheck.ts';
import { READ, withoutNetwork } from './noNetwork.ts';
import { mainStarts, startFails, unconfined } from './mainCheck.ts';
import { policies } from './policyCheck.ts';
import { preload } from './preloadCheck.ts';
import { quits } from './quitCheck.ts';
import { secrets } from './secretsCheck.ts';
import { attention, desks, handed } from './windowsCheck.ts';
import type { Load } from './load.ts';

/** Checks of one protection each, over sources that may have been changed; they throw. */

async function window(load: Load): Promise<void> {
  const { windowOptions } = await load<typeof Window>('electron/shell/window.ts');
  assert.deepEqual(windowOptions('/app/preload.cjs', true).webPreferences, DESK_PREFERENCES);
}

const page = { bytes: new TextEncoder().encode('page'), type: 'text/html; charset=utf-8' };
const files = new Map([
  ['/index.html', page],
  ['/assets/a b.js', page],
]);

async function answers(load: Load) {
  const { respond, CONTENT_SECURITY_POLICY } = await load<typeof Protocol>(
    'electron/shell/protocol.ts',
  );
  const ask = (url: string, method = 'GET'): Response =>
    respond(new Request(url, { method }), (name) => files.get(name), {
      protocol: 'app:',
      host: 'waybill',
    });
  return { ask, CONTENT_SECURITY_POLICY };
}

async function policy(load: Load): Promise<void> {
  const { ask, CONTENT_SECURITY_POLICY } = await answers(load);
  assert.equal(CONTENT_SECURITY_POLICY, POLICY);
  for (const reply of [ask('app://waybill/'), ask('app://waybill/none'), ask('app://evil/')]) {
    const sent = Object.fromEntries(reply.headers);
    for (const [name, value] of Object.entries(HEADERS)) assert.equal(sent[name], value);
  }
}

async function trusted(load: Load): Promise<void> {
  const { defaultRules } = await load<typeof Trusted>('renderer/trusted/rules.ts');
  const rules = defaultRules(['/assets/map-1.js', '/assets/areas-2.js']);
  // Where a rule is missing the browser refuses.
  assert.deepEqual(Object.keys(rules), ['createScriptURL']);
  const made = (address: string): string | null => rules.createScriptURL?.(address) ?? null;
  assert.equal(made('/assets/map-1.js'), '/assets/map-1.js');
  for (const url of [
    ...['', '/assets/map-1.js?', '/assets/map-1.js/../x.js', 'blob:app://waybill/1'],
    ...[
      '/assets/areas-2.js#1',
      'https://evil.example/assets/map-1.js',
      'data:text/javascript,1',
      '/assets/x.js',
    ],
  ]) {
    assert.equal(made(url), null, url);
  }
}

async function served(load: Load): Promise<void> {
  const { ask } = await answers(load);
  assert.equal(ask('app://waybill/').status, 200);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    assert.equal(ask('app://waybill/', method).status, 405);
  }
  for (const url of ['app://evil/', 'http://waybill/']) assert.equal(ask(url).status, 403);
  // A request refuses credentials by itself; the door does not count on it.
  const { respond } = await load<typeof Protocol>('electron/shell/protocol.ts');
  const forged = { method: 'GET', url: 'app://evil@waybill/' } as Request;
  const origin = { protocol: 'app:', host: 'waybill' };
  assert.equal(respond(forged, (name) => files.get(name), origin).status, 403);
  for (const name of ['/assets/a%20b.js', '/..%2findex.html', '/%69ndex.html', '//index.html']) {
    assert.equal(ask(`app://waybill${name}`).status, 404);
  }
}

const FOREIGN = [
  ...['https://evil.example/', 'app://waybill.evil/', 'app://evil@waybill/', 'app://:x@waybill/'],
  ...['app://waybill:80/', 'http://waybill/', 'file:///etc/passwd', 'javascript:1', 'about:blank'],
];

async function address(load: Load): Promise<void> {
  const { isOwnAddress } = await load<typeof Navigation>('electron/shell/navigation.ts');
  assert.equal(isOwnAddress('app://waybill/#/areas'), true);
  for (const url of FOREIGN) assert.equal(isOwnAddress(url), false, url);
}

async function deepLinks(load: Load): Promise<void> {
  const { readLink } = await load<typeof DeepLinks>('electron/shell/deepLinks.ts');
  assert.equal(readLink('waybill://open/vehicles/101'), '#/vehicles/101');
  for (const link of [
    ...['x waybill://open/areas', 'waybill://open/areas x', 'waybill://open/areas/..'],
    ...['waybill://open/areas?a=1', 'waybill://evil/areas', 'waybill://open/nowhere'],
    ...['waybill://open/welcome', 'https://open/areas'],
  ]) {
    assert.equal(readLink(link), null, link);
  }
}

async function navigation(load: Load): Promise<void> {
  const { confineNavigation } = await load<typeof Navigation>('electron/shell/navigation.ts');
  const contents = new FakeContents();
  confineNavigation({
    on: (_name: string, listener: (event: unknown, made: FakeContents) => void) =>
      listener({}, contents),
  } as unknown as Electron.App);
  const prevented = (name: string): boolean => {
    let stopped = false;
    contents.emit(name, { url: 'https://evil.example/', preventDefault: () => (stopped = true) });
    return stopped;
  };
  for (const name of [
    'will-navigate',
    'will-redirect',
    'will-frame-navigate',
    'will-attach-webview',
  ]) {
    assert.equal(prevented(name), true, name);
  }
  assert.deepEqual(contents.openHandler?.({} as Electron.HandlerDetails), { action: 'deny' });
}

async function permissions(load: Load): Promise<void> {
  const { denyPermissions } = await load<typeof Navigation>('electron/shell/navigation.ts');
  const session = new FakeSession();
  denyPermissions(session as unknown as Electron.Session);
  assertDenied(session);
}

async function downloads(load: Load): Promise<void> {
  const { confineDownloads } = await load<typeof Navigation>('electron/shell/navigation.ts');
  const session = new FakeSession();
  confineDownloads(session as unknown as Electron.Session);
  assert.equal(session.downloads('https://evil.example/trouble.txt'), false);
  assert.equal(session.downloads('app://waybill/trouble.txt'), true);
}

async function sender(load: Load): Promise<void> {
  const { isTrustedSender } = await load<typeof Bind>('electron/shell/bind.ts');
  const own = new FakeContents();
  const windows = new Set([own as unknown as Electron.WebContents]);
  const trusted = (from: FakeContents, frame: unknown, known = windows): boolean =>
    isTrustedSender({ sender: from, senderFrame: frame } as never, known);
  assert.equal(trusted(own, own.mainFrame), true);
  assert.equal(trusted(own, null), false);
  assert.equal(trusted(own, new FakeFrame('app://waybill/')), false);
  const stranger = new FakeContents();
  assert.equal(trusted(stranger, stranger.mainFrame), false);
  for (const url of FOREIGN) {
    const led = new FakeContents();
    led.mainFrame.url = url;
    const known = new Set([led as unknown as Electron.WebContents]);
    assert.equal(trusted(led, led.mainFrame, known), false, url);
  }
  own.mainFrame.detached = true;
  assert.equal(trusted(own, own.mainFrame), false);
}

async function bound(load: Load): Promise<void> {
  const { bindCore } = await load<typeof Bind>('electron/shell/bind.ts');
  const asked: string[] = [];
  let answer = (): Promise<unknown> => Promise.resolve(ok(null));
  const own = new FakeContents();
  const handlers = new Map<string, (...args: unknown[]) => unknown>();
  const send = bindCore(
    { handle: (name, handler) => void handlers.set(name, handler as never) },
    { call: (name: string) => (asked.push(name), answer()) as never },
    new Set([own as unknown as Electron.WebContents]),
  );
  const call = handlers.get(CALL_CHANNEL);
  const stranger = new FakeContents();
  await call?.({ sender: stranger, senderFrame: stranger.mainFrame }, 'session.accounts', {});
  await call?.({ sender: own, senderFrame: own.mainFrame }, 7, {});
  assert.deepEqual(asked, []);
  // One that asks on and on is told that Waybill is busy.
  answer = () => new Promise(() => undefined);
  const mine = { sender: own, senderFrame: own.mainFrame };
  for (let count = 0; count < 100; count += 1) void call?.(mine, 'session.accounts', {});
  assert.equal(asked.length, 64);
  own.destroy();
  send({ name: 'removals', payload: {} });
}

async function dataFolder(load: Load): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-protect-'));
  const before = process.umask(0);
  try {
    const { useDataFolder } = await load<typeof Arguments>('electron/shell/arguments.ts');
    const named = path.join(folder, 'named');
    useDataFolder({ setPath: () => undefined }, named);
    assert.equal(statSync(named).mode & 0o777, 0o700);
    const { createCore } = await load<typeof CreateCore>('electron/core/createCore.ts');
    const own = path.join(folder, 'own');
    const wide = path.join(folder, 'wide');
    mkdirSync(wide);
    chmodSync(wide, 0o755);
    for (const data of [own, wide]) {
      // What it needs beyond its folder is not there: the modes are all that is looked at.
      createCore({ paths: { data }, clock: virtualClock() } as never).catch(() => undefined);
      let mode = 0;
      for (let look = 0; look < 200 && mode !== 0o700; look += 1) {
        mode = await stat(data).then(
          (found) => found.mode & 0o777,
          () => 0,
        );
      }
      assert.equal(mode, 0o700);
    }
  } finally {
    process.umask(before);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function notebook(load: Load): Promise<void> {
  const { cleaned } = await load<typeof Notebook>('electron/core/diagnostics/notebook.ts');
  const wrong = { message: 'Zoë', name: 'WB-014', error: 'a@b.example', lat: 52, ms: 0.5 };
  assert.deepEqual(cleaned(wrong), {});
  assert.deepEqual(cleaned({ code: 'db.closed', ms: 7 }), { code: 'db.closed', ms: 7 });
}

async function certificates(load: Load): Promise<void> {
  const { nodeHttp } = await load<typeof HttpAdapter>('electron/core/adapters/http.ts');
  const { getCACertificates, createSecureContext, setDefaultCACertificates } = tls;
  let known: unknown;
  let defaults: unknown;
  tls.setDefaultCACertificates = (all) => void (defaults = all);
  tls.getCACertificates = (kind) => [`made up: ${kind ?? ''}`];
  tls.createSecureContext = (options) => {
    known ??= options?.ca;
    return createSecureContext();
  };
  try {
    await withoutNetwork(async () => {
      const http = nodeHttp({ HTTPS_PROXY: 'https://203.0.113.9' });
      await http.send({ ...READ, url: 'https://203.0.113.1/' });
      http.close();
    });
  } finally {
    tls.getCACertificates = getCACertificates;
    tls.createSecureContext = createSecureContext;
    tls.setDefaultCACertificates = setDefaultCACertificates;
  }
  assert.deepEqual(known, ['made up: default', 'made up: system']);
  // Proxies behind https are judged by them.
  assert.deepEqual(defaults, known);
}

async function https(load: Load): Promise<void> {
  const { nodeHttp } = await load<typeof HttpAdapter>('electron/core/adapters/http.ts');
  const dialled = await withoutNetwork(async () => {
    const http = nodeHttp({});
    assert.equal((await http.send({ ...READ, url: 'http://203.0.113.1/' })).ok, false);
    http.close();
  });
  assert.equal(dialled, 0);
}

async function fuses(load: Load): Promise<void> {
  const { fuses: held } = await load<typeof Fuses>('build/fuses.mjs');
  for (const platform of ['linux', 'darwin', 'win32']) {
    assert.deepEqual(
      { ...held(platform), resetAdHocDarwinSignature: undefined },
      {
        version: '1',
        strictlyRequireAllFuses: true,
        resetAdHocDarwinSignature: undefined,
        ...Object.fromEntries(
          [false, true, false, false, platform !== 'linux', true, false, false, true].entries(),
        ),
      },
    );
  }
}

export const checks = {
  ...{
    window,
    policy,
    trusted,
    served,
    address,
    deepLinks,
    navigation,
    permissions,
    downloads,
  },
  ...{ sender, bound, preload, main: mainStarts, unconfined, startFails, dataFolder },
  ...{ life: lives, quit: quits, secrets, certificates, https, headless, fuses, notebook },
  ...{ policies, desks, attention, handed },
  ...{ calls, sizes, scripts, updates, tiles, tables, unpacked, packFiles, elsewhere },
  ...{ echoes, redirects, proxies, servers, formulas, imports, service, removal, revival },
} satisfies Record<string, (load: Load) => Promise<void>>;

export type CheckName = keyof typeof checks;

import assert from 'node:assert/strict';
import type * as Dispatch from '../../../electron/core/dispatch.ts';
import type * as InputSize from '../../../electron/core/inputSize.ts';
import type * as SystemProxy from '../../../electron/shell/systemProxy.ts';
import type * as Updater from '../../../electron/shell/updater.ts';
import type * as UpdatesModule from '../../../electron/shell/updates.ts';
import { contract } from '../../../shared/ipc/contract.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { Load } from './load.ts';
import { comes } from './stage.ts';

/** Checks of the core's door, of what a proxy script may say, and of updates. */

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

/** Calls of the contract alone are heard, with inputs of it and of a size; failures are data. */
export async function calls(load: Load): Promise<void> {
  const { createDispatch } = await load<typeof Dispatch>('electron/core/dispatch.ts');
  let heard = 0;
  let answer = (): unknown => ok([]);
  const handler = (): unknown => ((heard += 1), answer());
  const handlers = Object.fromEntries(Object.keys(contract).map((name) => [name, handler]));
  const call = createDispatch(handlers as never, { write: () => undefined }, () => 'open');
  for (const name of ['constructor', 'toString', '__proto__', 'session.nothing']) {
    assert.equal(codeOf(await call(name, {})), 'ipc.unknownCall', name);
  }
  assert.equal(codeOf(await call('session.accounts', { a: 1 })), 'ipc.invalidInput');
  const large = { file: new Uint8Array(18 * 1024 * 1024) };
  assert.equal(codeOf(await call('session.accounts', large)), 'ipc.inputTooLarge');
  assert.equal(
    codeOf(await call('outbox.holdAll', { opIds: [], account: 'other' })),
    'account.other',
  );
  assert.equal(heard, 0);
  answer = () => ok('no answer of this call');
  assert.equal(codeOf(await call('session.accounts', {})), 'ipc.bug');
  answer = () => {
    throw new TypeError('made up');
  };
  assert.equal(codeOf(await call('session.accounts', {})), 'ipc.bug');
  assert.equal(heard, 2);
}

/** Texts, bytes, lists and what a value holds deep inside are all counted, and no further. */
export async function sizes(load: Load): Promise<void> {
  const { isLargerThan } = await load<typeof InputSize>('electron/core/inputSize.ts');
  const long = 'x'.repeat(1_000);
  const itself: Record<string, unknown> = {};
  itself['again'] = [itself];
  for (const value of [
    ...[long, new Uint8Array(1_000), new ArrayBuffer(1_000), new DataView(new ArrayBuffer(1_000))],
    ...[new Array(1_000), itself],
    ...[[[long]], { a: { b: long } }, { [long]: 1 }],
  ]) {
    assert.equal(isLargerThan(value, 900), true);
  }
  assert.equal(isLargerThan({ a: ['x', 1, null] }, 900), false);
}

/** A proxy script names proxies of known kinds by host and port, and nothing else. */
export async function scripts(load: Load): Promise<void> {
  const { waysOf } = await load<typeof SystemProxy>('electron/shell/systemProxy.ts');
  for (const answer of [
    ...['PROXY a:b@evil.example:1', 'PROXY evil.example/path', 'PROXY evil.example?x'],
    ...['SOCKS5 evil.example:1', 'FILE evil.example', 'PROXY'],
  ]) {
    assert.deepEqual(waysOf(answer), [null], answer);
  }
  assert.deepEqual(waysOf('PROXY proxy.example:3128'), ['http://proxy.example:3128']);
}

/** Updates go forwards, say who asks to nobody, and never while a write is on its way. */
export async function updates(load: Load): Promise<void> {
  const { confine } = await load<typeof Updater>('electron/shell/updater.ts');
  const set: Record<string, unknown> = {};
  confine(set as never);
  for (const name of ['autoInstallOnAppQuit', 'allowPrerelease']) assert.equal(set[name], false);
  assert.equal(set['disableWebInstaller'], true);
  assert.equal(typeof set['verifyUpdateCodeSignature'], 'function');
  assert.match(JSON.stringify(set['requestHeaders']), /"0{8}-0{4}-4000-8000-0{12}"/);

  const { createUpdates } = await load<typeof UpdatesModule>('electron/shell/updates.ts');
  const did: string[] = [];
  let version = '1.2.0';
  let inFlight = 1;
  const clock = virtualClock();
  const made = createUpdates({
    ...{ off: null, version: '1.2.0', clock, tell: () => undefined },
    log: { write: () => undefined },
    load: () =>
      Promise.resolve({
        look: () => Promise.resolve({ version, notes: '' }),
        fetch: () => Promise.resolve(),
        install: () => void did.push('install'),
      }),
    inFlight: () => Promise.resolve(inFlight),
    closeWindows: () => undefined,
    hold: (held) => did.push(held ? 'hold' : 'let go'),
    quit: () => did.push('quit'),
    startAgain: () => undefined,
    attempt: {
      attemptedUpdate: () => null,
      setAttemptedUpdate: () => Promise.resolve({ ok: true, value: {} }),
    },
  });
  const end = (): void => void did.push('end');
  const comesTo = async (state: string): Promise<void> => {
    assert.equal(await comes(() => made.state().state === state), true, state);
  };
  for (version of ['1.1.9', '1.2.0', '1.3.0-evil', 'evil']) {
    made.look();
    await comesTo('idle');
  }
  version = '1.3.0';
  made.look();
  await comesTo('available');
  made.fetch();
  await comesTo('ready');
  // Nobody asked for the restart.
  made.leave(end);
  assert.deepEqual(did.splice(0), ['end']);
  made.install();
  assert.equal(await comes(() => clock.waiting() > 0), true);
  assert.deepEqual(did, ['hold']);
  inFlight = 0;
  clock.advance(60_000);
  assert.equal(await comes(() => did.includes('quit')), true);
  made.leave(end);
  assert.equal(await comes(() => did.includes('install')), true);
  assert.deepEqual(did, ['hold', 'quit', 'install']);
}

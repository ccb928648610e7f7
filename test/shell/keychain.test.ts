import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyringProblem } from '../../build/tools/keyring.mjs';
import { Keyring } from '../support/keyring.ts';

/**
 * The keychain for real: keytar's own native code, D-Bus and a keyring of Linux, each in a process of
 * its own. `npm test` installs them as root on Debian; elsewhere these are skipped by their names.
 */

const TOKEN = 'eyJ-made-up.CANARY-of-the-token.signature';
const RENEWED = 'eyJ-made-up.CANARY-renewed.signature';
/** More than fits into one entry. */
const LONG = `${TOKEN}${'x'.repeat(6_000)}`;
const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

const problem = keyringProblem();

describe.skipIf(problem !== undefined)('the keychain of Linux, for real', () => {
  let keyring: Keyring;

  beforeEach(async () => {
    keyring = new Keyring();
    await keyring.startBus();
  });
  afterEach(async () => {
    // Whatever happened: nobody printed a token, and none lies on the disk as it is.
    const traces = keyring.traces();
    await keyring.end();
    expect(traces).not.toContain('CANARY');
  });

  it('keeps a token, gives it to the next start, also after its own restart, and forgets it', async () => {
    await keyring.start('open');
    const first = keyring.app();
    expect(await first.ask('set', 'one', TOKEN)).toMatchObject({ state: 'secure' });
    await first.ask('set', 'long', LONG);
    await first.end();
    expect(keyring.holdsFile()).toBe(true);
    await keyring.kill();
    await keyring.start('open');
    const second = keyring.app();
    expect(await second.ask('get', 'one')).toEqual({
      ...{ state: 'secure', backend: 'keychain', token: hash(TOKEN) },
    });
    expect(await second.ask('get', 'long')).toMatchObject({ token: hash(LONG) });
    await second.ask('remove', 'long');
    await second.ask('remove', 'one');
    await second.end();
    const third = keyring.app();
    expect(await third.ask('get', 'one')).toMatchObject({ state: 'secure', token: null });
    expect(await third.ask('get', 'long')).toMatchObject({ state: 'secure', token: null });
    expect([...first.logged(), ...second.logged(), ...third.logged()]).toEqual([]);
    await third.end();
  });

  it('is none where no daemon answers: tokens stay in memory, and the desk says so', async () => {
    const app = keyring.app();
    await app.ask('set', 'one', TOKEN);
    expect(await app.ask('get', 'one')).toEqual({
      ...{ state: 'session-only', backend: 'memory', token: hash(TOKEN) },
    });
    expect(app.logged()).toEqual(['keychain.unavailable']);
    await app.end();
    expect(keyring.holdsFile()).toBe(false);
  });

  it('that is locked gives and takes nothing; what it missed it is told when it is open', async () => {
    await keyring.start('open');
    const before = keyring.app();
    await before.ask('set', 'kept', TOKEN);
    await before.ask('set', 'left', TOKEN);
    await before.end();
    await keyring.kill();
    await keyring.start('locked');

    const app = keyring.app();
    expect(await app.ask('get', 'kept')).toMatchObject({ token: null });
    await app.ask('set', 'kept', RENEWED);
    expect(await app.ask('get', 'kept')).toMatchObject({ state: 'locked', token: hash(RENEWED) });
    // It says that there is no such entry, and keeps it: a sign-out has to outlive that.
    await app.ask('remove', 'left');
    expect(await app.ask('get', 'left')).toMatchObject({ state: 'locked', token: null });

    await keyring.unlock();
    expect(await app.ask('get', 'left')).toMatchObject({ state: 'secure', token: null });
    await app.end();
    const after = keyring.app();
    expect(await after.ask('get', 'left')).toMatchObject({ token: null });
    expect(await after.ask('get', 'kept')).toMatchObject({ token: hash(RENEWED) });
    await after.end();
  });

  it('whose daemon dies loses nothing of this session, and is there again at the next start', async () => {
    await keyring.start('open');
    const app = keyring.app();
    await app.ask('set', 'one', TOKEN);
    await keyring.kill();
    await app.ask('set', 'one', RENEWED);
    expect(await app.ask('get', 'one')).toMatchObject({ state: 'locked', token: hash(RENEWED) });
    expect(app.logged()).toContain('keychain.locked');
    await keyring.start('open');
    // libsecret holds on to the daemon that it met first, for as long as the process lives.
    expect(await app.ask('get', 'one')).toMatchObject({ state: 'locked', token: hash(RENEWED) });
    await app.end();
    const next = keyring.app();
    expect(await next.ask('get', 'one')).toMatchObject({ state: 'secure', token: hash(TOKEN) });
    await next.ask('set', 'one', RENEWED);
    expect(await next.ask('get', 'one')).toMatchObject({ state: 'secure', token: hash(RENEWED) });
    await next.end();
  });

  it('whose daemon is gone or locked at a sign-out gives nobody in at a later start', async () => {
    await keyring.start('open');
    const app = keyring.app();
    await app.ask('set', 'dead', TOKEN);
    await app.ask('set', 'locked', LONG);
    await keyring.kill();
    await app.ask('remove', 'dead');
    await app.end();
    await keyring.start('locked');
    const locked = keyring.app();
    await locked.ask('remove', 'locked');
    await locked.end();
    await keyring.unlock();
    const next = keyring.app();
    for (const account of ['dead', 'locked']) {
      expect(await next.ask('get', account)).toMatchObject({ state: 'secure', token: null });
    }
    await next.end();
  });

  it('whose daemon hangs keeps nobody waiting, and is told when it goes on', async () => {
    await keyring.start('open');
    const app = keyring.app();
    await app.ask('set', 'one', TOKEN);
    keyring.pause();
    await app.ask('set', 'one', RENEWED);
    expect(await app.ask('get', 'one')).toMatchObject({
      ...{ state: 'session-only', token: hash(RENEWED) },
    });
    expect(app.logged()).toEqual(['keychain.silent', 'keychain.silent']);
    keyring.goOn();
    await app.back();
    expect(await app.ask('get', 'one')).toMatchObject({ state: 'secure' });
    await app.end();
    const next = keyring.app();
    expect(await next.ask('get', 'one')).toMatchObject({ token: hash(RENEWED) });
    await next.end();
  });
});

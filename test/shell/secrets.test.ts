import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../electron/core/adapters/random.ts';
import type { Keychain } from '../../electron/shell/keychainEntries.ts';
import { createSecrets } from '../../electron/shell/secrets.ts';
import { signOutsFile } from '../../electron/shell/signOuts.ts';
import { freshFolder } from '../core/db/support.ts';
import { eventually } from '../support/eventually.ts';
import { signOutsInMemory } from '../support/signOuts.ts';
import { virtualClock } from '../support/virtualClock.ts';

const log = { write: () => undefined };
const ports = () => ({ log, clock: virtualClock() });
const secret = { token: 'a.b.c', refreshToken: 'r' };

function keychain() {
  const kept = new Map<string, string>();
  const state = { refuses: false };
  const guard = <T>(value: T): Promise<T> =>
    state.refuses ? Promise.reject(new Error('locked')) : Promise.resolve(value);
  return {
    kept,
    state,
    load: () =>
      Promise.resolve({
        getPassword: (_service: string, account: string) => guard(kept.get(account) ?? null),
        setPassword: async (_service: string, account: string, password: string) => {
          await guard(null);
          kept.set(account, password);
        },
        deletePassword: async (_service: string, account: string) => {
          await guard(null);
          return kept.delete(account);
        },
      }),
  };
}

it('keeps tokens in the keychain and finds them after a restart', async () => {
  const { load } = keychain();
  const first = createSecrets(ports(), signOutsInMemory(), load);
  await first.set('account', secret);
  expect(first.backend()).toBe('keychain');
  const second = createSecrets(ports(), signOutsInMemory(), load);
  expect(await second.get('account')).toEqual(secret);
  expect(second.state()).toBe('secure');
  await second.remove('account');
  expect(await second.get('account')).toBeNull();
});

it('keeps tokens in memory only where there is no keychain, and says so', async () => {
  const none = () => Promise.reject(new Error('libsecret is missing'));
  const first = createSecrets(ports(), signOutsInMemory(), none);
  await first.set('account', secret);
  expect(first.state()).toBe('session-only');
  expect(await first.get('account')).toEqual(secret);
  expect(await createSecrets(ports(), signOutsInMemory(), none).get('account')).toBeNull();
});

it('says when the keychain refuses, and loses nothing in this session', async () => {
  const { load, state } = keychain();
  const secrets = createSecrets(ports(), signOutsInMemory(), load);
  await secrets.get('account');
  state.refuses = true;
  await secrets.set('account', secret);
  expect(secrets.state()).toBe('locked');
  expect(await secrets.get('account')).toEqual(secret);
});

it('tells the keychain what it missed while it was locked', async () => {
  const { load, state, kept } = keychain();
  const secrets = createSecrets(ports(), signOutsInMemory(), load);
  await secrets.set('kept', secret);
  await secrets.set('left', secret);
  state.refuses = true;
  const renewed = { token: 'd.e.f', refreshToken: 's' };
  await secrets.set('kept', renewed);
  await secrets.remove('left');
  // Signed out is signed out, whatever the keychain still holds.
  expect(await secrets.get('left')).toBeNull();
  state.refuses = false;
  expect(await secrets.get('left')).toBeNull();
  expect(secrets.state()).toBe('secure');
  expect([...kept]).toEqual([['kept', JSON.stringify(renewed)]]);
});

it('does not believe a locked keyring that says there is no such entry: a sign-out is owed', async () => {
  const { load, state, kept } = keychain();
  const secrets = createSecrets(ports(), signOutsInMemory(), async () => {
    const real = await load();
    return {
      ...real,
      deletePassword: (service: string, account: string) =>
        state.refuses ? Promise.resolve(false) : real.deletePassword(service, account),
    };
  });
  await secrets.set('left', secret);
  state.refuses = true;
  await secrets.remove('left');
  expect(secrets.state()).toBe('locked');
  state.refuses = false;
  expect(await secrets.get('left')).toBeNull();
  expect(secrets.state()).toBe('secure');
  expect([...kept]).toEqual([]);
});

describe('a sign-out that the keychain was not told', () => {
  const absent = () => Promise.reject(new Error('no daemon'));

  /** Starts of one app, each over the same folder. */
  async function starts() {
    const data = freshFolder();
    /** What else may keep the list from being replaced: here a name that is too long. */
    const disk = { refuses: false };
    const uuid = (): string => (disk.refuses ? 'x'.repeat(300) : systemRandom().uuid());
    const all = { ...ports(), paths: { data }, random: { ...systemRandom(), uuid } };
    const list = path.join(data, 'signed-out.json');
    return {
      ...{ list, disk },
      start: (load: () => Promise<Keychain>) => createSecrets(all, signOutsFile(all), load),
    };
  }

  it.each(['refuses', 'is not there'])(
    'because it %s is one at the next start, and is told then',
    async (why) => {
      const { start, list } = await starts();
      const { load, state, kept } = keychain();
      await start(load).set('left', secret);
      state.refuses = why === 'refuses';
      await start(state.refuses ? load : absent).remove('left');
      expect(kept.size).toBe(1);
      const still = start(absent);
      expect(await still.get('left')).toBeNull();
      state.refuses = false;
      const open = start(load);
      expect(await open.get('left')).toBeNull();
      expect(kept.size).toBe(0);
      await eventually(() => expect(readFileSync(list, 'utf8')).not.toContain('left'));
      await open.set('left', secret);
      expect(await start(load).get('left')).toEqual(secret);
    },
  );

  it('is told at the next start also where nobody asks for that account any more', async () => {
    const { start } = await starts();
    const { load, state, kept } = keychain();
    const first = start(load);
    await first.set('removed', secret);
    state.refuses = true;
    await first.remove('removed');
    state.refuses = false;
    start(load);
    await eventually(() => expect(kept.size).toBe(0));
  });

  it('is none any more once somebody has signed in again', async () => {
    const { start } = await starts();
    const { load, state } = keychain();
    const first = start(load);
    await first.set('account', secret);
    state.refuses = true;
    await first.remove('account');
    state.refuses = false;
    await first.set('account', { token: 'd.e.f', refreshToken: null });
    expect(await start(load).get('account')).toEqual({ token: 'd.e.f', refreshToken: null });
  });

  it('is told, and all that comes after it, also while the list of them can not be replaced', async () => {
    const { start, disk } = await starts();
    const { load, state, kept } = keychain();
    const secrets = start(load);
    await secrets.set('account', secret);
    state.refuses = true;
    await secrets.remove('account');
    state.refuses = false;
    disk.refuses = true;
    const anew = { token: 'd.e.f', refreshToken: null };
    await secrets.set('account', anew);
    expect(await secrets.get('other')).toBeNull();
    expect(kept.get('account')).toBe(JSON.stringify(anew));
    await secrets.remove('account');
    expect([...kept]).toEqual([]);
  });

  it('and what went wrong with one stops no later one', async () => {
    const { load, kept } = keychain();
    let fails = true;
    const signOuts = {
      ...signOutsInMemory(),
      drop: () => (fails ? Promise.reject(new Error('own')) : Promise.resolve()),
    };
    const secrets = createSecrets(ports(), signOuts, load);
    await expect(secrets.set('account', secret)).rejects.toThrow('own');
    fails = false;
    await secrets.set('other', secret);
    expect([...kept.keys()]).toEqual(['account', 'other']);
  });

  it('gives no token of any account while the list of them can not be read, and leaves it as it is', async () => {
    const { start, list } = await starts();
    const { load } = keychain();
    await start(load).set('account', secret);
    mkdirSync(list);
    const second = start(load);
    expect(await second.get('account')).toBeNull();
    await second.remove('other');
    expect(await second.get('account')).toBeNull();
    rmdirSync(list);
    expect(await second.get('account')).toEqual(secret);
  });
});

describe('a keychain that does not answer', () => {
  const MS = 3_000;

  /** Calls hang until `answer` lets them through, one after the other. */
  function hanging() {
    const { kept, load } = keychain();
    const open: (() => void)[] = [];
    const state = { hangs: true, most: 0 };
    const hold = async <T>(run: () => Promise<T>): Promise<T> => {
      if (state.hangs) {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        open.push(() => resolve(undefined));
        state.most = Math.max(state.most, open.length);
        await promise;
      }
      return run();
    };
    const called = (): Promise<void> => eventually(() => expect(open).not.toEqual([]));
    return {
      kept,
      state,
      called,
      answer: () => open.shift()?.(),
      load: async () => {
        const real = await load();
        return {
          getPassword: (service: string, account: string) =>
            hold(() => real.getPassword(service, account)),
          setPassword: (service: string, account: string, text: string) =>
            hold(() => real.setPassword(service, account, text)),
          deletePassword: (service: string, account: string) =>
            hold(() => real.deletePassword(service, account)),
        };
      },
    };
  }

  it('counts as none after three seconds, and no second call is made to it', async () => {
    const { load, called, state, kept } = hanging();
    const clock = virtualClock();
    const secrets = createSecrets({ log, clock }, signOutsInMemory(), load);
    kept.set('account', JSON.stringify(secret));
    const asked = [secrets.get('account'), secrets.get('other')];
    await called();
    clock.advance(MS);
    expect(await Promise.all(asked)).toEqual([null, null]);
    await secrets.set('account', { token: 'd.e.f', refreshToken: null });
    expect(await secrets.get('account')).toEqual({ token: 'd.e.f', refreshToken: null });
    await secrets.remove('account');
    expect(await secrets.get('account')).toBeNull();
    expect([secrets.state(), secrets.backend()]).toEqual(['session-only', 'memory']);
    expect([state.most, clock.waiting()]).toEqual([1, 0]);
  });

  it('is waited for by nobody when it stops in the middle, and told what it missed when it is back', async () => {
    const { load, called, state, kept, answer } = hanging();
    const clock = virtualClock();
    const secrets = createSecrets({ log, clock }, signOutsInMemory(), load);
    state.hangs = false;
    await secrets.set('account', secret);
    await secrets.set('left', secret);
    expect(secrets.state()).toBe('secure');
    state.hangs = true;
    const renewed = { token: 'd.e.f', refreshToken: 's' };
    const telling = secrets.set('account', renewed);
    await called();
    clock.advance(MS);
    await telling;
    await secrets.remove('left');
    expect(secrets.state()).toBe('session-only');
    state.hangs = false;
    answer();
    await eventually(() => expect([...kept.keys()]).toEqual(['account']));
    expect(kept.get('account')).toBe(JSON.stringify(renewed));
    expect(secrets.state()).toBe('secure');
  });

  it('gives no token that comes late to anybody', async () => {
    const { load, called, state, kept, answer } = hanging();
    const clock = virtualClock();
    const secrets = createSecrets({ log, clock }, signOutsInMemory(), load);
    state.hangs = false;
    await secrets.set('probe', secret);
    kept.set('account', JSON.stringify(secret));
    state.hangs = true;
    const asked = secrets.get('account');
    await called();
    clock.advance(MS);
    expect(await asked).toBeNull();
    await secrets.remove('account');
    state.hangs = false;
    answer();
    await eventually(() => expect(kept.has('account')).toBe(false));
    expect(await secrets.get('account')).toBeNull();
  });

  it('tells that it is back, and gives then what it held all the time', async () => {
    const { load, called, kept, state, answer } = hanging();
    const clock = virtualClock();
    const secrets = createSecrets({ log, clock }, signOutsInMemory(), load);
    kept.set('account', JSON.stringify(secret));
    const back = new Promise<void>((resolve) => secrets.onBack(resolve));
    const asked = secrets.get('account');
    await called();
    clock.advance(MS);
    expect(await asked).toBeNull();
    state.hangs = false;
    answer();
    await back;
    expect(await secrets.get('account')).toEqual(secret);
    expect(secrets.state()).toBe('secure');
  });
});

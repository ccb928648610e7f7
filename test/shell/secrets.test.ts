import { expect, it } from 'vitest';
import { createSecrets } from '../../electron/shell/secrets.ts';

const log = { write: () => undefined };
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
  const first = await createSecrets(log, load);
  await first.set('account', secret);
  const second = await createSecrets(log, load);
  expect(second.state()).toBe('secure');
  expect(await second.get('account')).toEqual(secret);
  await second.remove('account');
  expect(await second.get('account')).toBeNull();
});

it('keeps tokens in memory only where there is no keychain, and says so', async () => {
  const none = () => Promise.reject(new Error('libsecret is missing'));
  const first = await createSecrets(log, none);
  await first.set('account', secret);
  expect(first.state()).toBe('session-only');
  expect(await first.get('account')).toEqual(secret);
  expect(await (await createSecrets(log, none)).get('account')).toBeNull();
});

it('says when the keychain refuses, and loses nothing in this session', async () => {
  const { load, state } = keychain();
  const secrets = await createSecrets(log, load);
  state.refuses = true;
  await secrets.set('account', secret);
  expect(secrets.state()).toBe('locked');
  expect(await secrets.get('account')).toEqual(secret);
});

it('tells the keychain what it missed while it was locked', async () => {
  const { load, state, kept } = keychain();
  const secrets = await createSecrets(log, load);
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

import assert from 'node:assert/strict';
import type * as Secrets from '../../../electron/shell/secrets.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { Load } from './load.ts';

/** A keychain in memory that can be told to refuse. */
function keychain() {
  const entries = new Map<string, string>();
  const state = { refuses: false };
  const guard = (): void => {
    if (state.refuses) throw new Error('locked');
  };
  const api = {
    getPassword: async (_service: string, account: string) => (
      guard(),
      entries.get(account) ?? null
    ),
    setPassword: async (_service: string, account: string, text: string) => (
      guard(),
      void entries.set(account, text)
    ),
    deletePassword: async (_service: string, account: string) => (guard(), entries.delete(account)),
  };
  return { entries, state, load: () => Promise.resolve(api) };
}

/** Signed out is signed out, whatever the keychain says of it. */
export async function secrets(load: Load): Promise<void> {
  const { createSecrets } = await load<typeof Secrets>('electron/shell/secrets.ts');
  const quiet = { log: { write: () => undefined }, clock: virtualClock() };
  const { entries, state, load: open } = keychain();
  const made = createSecrets(quiet, open);
  const secret = { token: 'made.up.token', refreshToken: null };
  await made.set('gone', secret);
  assert.equal(entries.size, 1);
  await made.remove('gone');
  assert.equal(entries.size, 0);
  await made.set('left', secret);
  state.refuses = true;
  await made.remove('left');
  assert.equal(made.state(), 'locked');
  assert.equal(await made.get('left'), null);
  // It opens between telling it and asking it: what was signed out stays so all the same.
  const stubborn = keychain();
  const late = createSecrets(quiet, async () => ({
    ...(await stubborn.load()),
    deletePassword: () => Promise.reject(new Error('locked')),
  }));
  await late.set('left', secret);
  await late.remove('left');
  assert.equal(await late.get('left'), null);
  await liar(createSecrets);
}

/** A locked keyring of Linux says that an entry is not there, and keeps it. */
async function liar(createSecrets: typeof Secrets.createSecrets): Promise<void> {
  const { entries, state, load } = keychain();
  const real = await load();
  const made = createSecrets({ log: { write: () => undefined }, clock: virtualClock() }, () =>
    Promise.resolve({
      ...real,
      deletePassword: (service, account) =>
        state.refuses ? Promise.resolve(false) : real.deletePassword(service, account),
    }),
  );
  await made.set('left', { token: 'made.up.token', refreshToken: null });
  state.refuses = true;
  await made.remove('left');
  assert.equal(made.state(), 'locked');
  state.refuses = false;
  assert.equal(await made.get('left'), null);
  assert.equal(entries.size, 0);
}

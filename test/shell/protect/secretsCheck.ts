import assert from 'node:assert/strict';
import type * as Secrets from '../../../electron/shell/secrets.ts';
import { signOutsInMemory } from '../../support/signOuts.ts';
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
  const signOuts = signOutsInMemory();
  const made = createSecrets(quiet, signOuts, open);
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
  state.refuses = false;
  assert.equal(await createSecrets(quiet, signOuts, open).get('left'), null);
  assert.equal(entries.size, 0);
  // It opens between telling it and asking it: what was signed out stays so all the same.
  const stubborn = keychain();
  const real = await stubborn.load();
  let shut = false;
  const late = createSecrets(quiet, signOutsInMemory(), () =>
    Promise.resolve({
      ...real,
      deletePassword: (service, account) =>
        shut ? Promise.reject(new Error('locked')) : real.deletePassword(service, account),
    }),
  );
  await late.set('left', secret);
  shut = true;
  await late.remove('left');
  assert.equal(await late.get('left'), null);
  await liar(createSecrets);
  await long(createSecrets);
}

/** Tokens that no single entry holds are whole or none, and go whole. */
async function long(createSecrets: typeof Secrets.createSecrets): Promise<void> {
  const { entries, load } = keychain();
  const next = () =>
    createSecrets(
      { log: { write: () => undefined }, clock: virtualClock() },
      signOutsInMemory(),
      load,
    );
  const tokens = (mark: string) => ({ token: mark.repeat(6_000), refreshToken: null });
  await next().set('long', tokens('a'));
  const first = new Map(entries);
  await next().set('long', tokens('b'));
  for (const name of first.keys()) {
    if (name === 'long') continue;
    const last = entries.get(name) ?? '';
    entries.set(name, first.get(name) ?? '');
    assert.equal(await next().get('long'), null);
    entries.set(name, last);
  }
  await next().remove('long');
  assert.equal(entries.size, 0);
  await full(createSecrets);
}

/** One that takes short entries alone: what it refuses is not in it, and what that superseded neither. */
async function full(createSecrets: typeof Secrets.createSecrets): Promise<void> {
  const { entries, load } = keychain();
  const real = await load();
  const made = createSecrets(
    { log: { write: () => undefined }, clock: virtualClock() },
    signOutsInMemory(),
    () =>
      Promise.resolve({
        ...real,
        setPassword: (service, account, text) =>
          text.length > 100
            ? Promise.reject(new Error('full'))
            : real.setPassword(service, account, text),
      }),
  );
  await made.set('renewed', { token: 'superseded', refreshToken: null });
  await made.set('renewed', { token: 'x'.repeat(200), refreshToken: null });
  assert.equal(made.state(), 'refused');
  assert.equal(entries.size, 0);
}

/** A locked keyring of Linux says that an entry is not there, and keeps it. */
async function liar(createSecrets: typeof Secrets.createSecrets): Promise<void> {
  const { entries, state, load } = keychain();
  const real = await load();
  const made = createSecrets(
    { log: { write: () => undefined }, clock: virtualClock() },
    signOutsInMemory(),
    () =>
      Promise.resolve({
        ...real,
        getPassword: (service, account) =>
          state.refuses ? Promise.resolve(null) : real.getPassword(service, account),
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

import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../electron/shell/secrets.ts';
import { signOutsInMemory } from '../support/signOuts.ts';
import { virtualClock } from '../support/virtualClock.ts';

/** As much as the Credential Manager of Windows takes in one entry. */
const MOST_OF_WINDOWS = 5 * 512;

const long = (mark: string) => ({
  token: mark.repeat(1_500),
  refreshToken: `${mark}${mark}`.repeat(750),
});
const short = (mark: string) => ({ token: mark, refreshToken: `${mark}-renews` });

/**
 * A keychain of Windows: UTF-8, an entry of no more than its size. It stops for good after as many
 * changes as it is given, as a computer does whose power fails.
 */
function keychain(entries = new Map<string, string>(), changes = Infinity, most = MOST_OF_WINDOWS) {
  let left = changes;
  const change = async <T>(run: () => T): Promise<T> => {
    if (left <= 0) return new Promise(() => undefined);
    left -= 1;
    return Promise.resolve().then(run);
  };
  const api = {
    getPassword: (_service: string, account: string) =>
      Promise.resolve(entries.get(account) ?? null),
    setPassword: (_service: string, account: string, text: string) =>
      change(() => {
        if (Buffer.byteLength(text) > most) throw new Error('The stub received bad data.');
        entries.set(account, text);
      }),
    deletePassword: (_service: string, account: string) => change(() => entries.delete(account)),
  };
  const logged: string[] = [];
  const clock = virtualClock();
  const log = { write: (_level: string, event: string) => void logged.push(event) };
  const secrets = createSecrets({ clock, log }, signOutsInMemory(), () => Promise.resolve(api));
  return { entries, logged, clock, secrets, left: () => left };
}

const afterwards = (entries: Map<string, string>) => keychain(entries).secrets.get('account');

it('keeps tokens that are longer than an entry of Windows, over a restart, and takes them out whole', async () => {
  const { secrets, entries, logged } = keychain();
  await secrets.set('account', long('a'));
  await secrets.set('other', { token: 'ü"€'.repeat(2_000), refreshToken: null });
  expect(secrets.state()).toBe('secure');
  expect(await afterwards(entries)).toEqual(long('a'));
  expect(await keychain(entries).secrets.get('other')).toEqual({
    ...{ token: 'ü"€'.repeat(2_000), refreshToken: null },
  });
  await keychain(entries).secrets.remove('account');
  expect([...entries.keys()].filter((name) => !name.startsWith('other'))).toEqual([]);
  await secrets.remove('other');
  expect([...entries.keys()]).toEqual([]);
  expect(logged).toEqual([]);
});

it('gives no tokens whose parts do not belong together', async () => {
  const { secrets, entries } = keychain();
  await secrets.set('account', long('a'));
  const first = new Map(entries);
  await secrets.set('account', long('b'));
  const parts = [...entries.keys()].filter((name) => name !== 'account');
  expect(parts.length).toBeGreaterThan(1);
  for (const name of parts) {
    const mixed = new Map(entries).set(name, first.get(name) ?? '');
    expect(await afterwards(mixed)).toBeNull();
    mixed.delete(name);
    expect(await afterwards(mixed)).toBeNull();
  }
});

describe('a change that ends in the middle', () => {
  it.each([
    ['long to long', long('a'), long('b')],
    ['long to short', long('a'), short('b')],
    ['short to long', short('a'), long('b')],
    ['short to short', short('a'), short('b')],
    ['longest to long', { token: 'a'.repeat(20_000), refreshToken: null }, long('b')],
    ['long to longest', long('a'), { token: 'b'.repeat(20_000), refreshToken: null }],
    ['nothing to long', null, long('b')],
    ['long to nothing', long('a'), null],
    ['short to nothing', short('a'), null],
  ])('from %s leaves the old tokens, the new ones or none', async (_name, old, next) => {
    const begun = keychain();
    if (old !== null) await begun.secrets.set('account', old);
    const whole = JSON.stringify([old, next, null]);
    for (let changes = 0; ; changes += 1) {
      const cut = keychain(new Map(begun.entries), changes);
      const change =
        next === null ? cut.secrets.remove('account') : cut.secrets.set('account', next);
      const ended = await Promise.race([
        change.then(() => true),
        new Promise<boolean>((resolve) => {
          setImmediate(() => resolve(false));
        }),
      ]);
      const found = await afterwards(cut.entries);
      expect(whole).toContain(JSON.stringify(found));
      // Once anything of it has changed, those that were superseded are gone.
      if (changes > 0 && old !== null) expect(found).not.toEqual(old);
      if (ended) {
        expect(found).toEqual(next);
        break;
      }
      // Nothing of it is left behind by a removal that follows.
      const { secrets, entries } = keychain(cut.entries);
      await secrets.remove('account');
      expect([...entries.keys()]).toEqual([]);
    }
  });
});

it('says that the keychain took no token where it is open, and leaves no superseded one there', async () => {
  const { entries } = keychain();
  await keychain(entries).secrets.set('account', short('a'));
  const { secrets, logged } = keychain(entries, Infinity, 100);
  await secrets.set('other', short('o'));
  await secrets.set('account', { token: 'b'.repeat(200), refreshToken: null });
  expect(secrets.state()).toBe('refused');
  expect(logged).toEqual(['keychain.refused']);
  expect(await secrets.get('account')).toEqual({ token: 'b'.repeat(200), refreshToken: null });
  // That other tokens can be read changes nothing of it.
  expect(await secrets.get('other')).toEqual(short('o'));
  expect(secrets.state()).toBe('refused');
  expect([...entries.keys()]).toEqual(['other']);
  await secrets.set('account', short('c'));
  expect(secrets.state()).toBe('secure');
  expect(await afterwards(entries)).toEqual(short('c'));
});

import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import type { Secrets, StoredSecret } from '../../../electron/core/ports.ts';
import { createSecrets } from '../../../electron/shell/secrets.ts';
import { signOutsFile } from '../../../electron/shell/signOuts.ts';
import { everything, filesUnder, isState } from './support.ts';
import { useDesks } from './desks.ts';

const here = useDesks();
const { desk } = here;

describe('secrets', () => {
  it('are in the keychain and nowhere else', async () => {
    const secrets = memorySecrets();
    const { session, until, events, log, ports } = await desk(here.folder, {
      secrets,
      database: 'thread',
    });
    const { baseUrl, email, password } = here.service;
    const signedIn = await session.signInWithPassword({ baseUrl, email, password });
    await until('online', isState('online'));
    await session.context()?.sync.scan('driver');
    const id = session.current()?.identity.id ?? '';
    const kept = await secrets.get(id);
    expect(kept?.token).toMatch(/^eyJ/);
    expect(kept?.refreshToken).toBeTruthy();
    const traces = [
      everything(ports.paths.data),
      JSON.stringify([signedIn, events, log, await session.accounts(), session.connection()]),
    ].join('\n');
    for (const secret of [kept?.token, kept?.refreshToken, password]) {
      expect(secret).toBeTruthy();
      expect(traces.includes(String(secret))).toBe(false);
    }
    expect(traces).toContain(email);
  });

  it('leave files and folders to their owner only', async () => {
    const { session } = await desk(here.folder);
    await session.signInWithToken({ baseUrl: here.service.baseUrl, token: here.service.token });
    for (const file of filesUnder(here.folder)) {
      expect(`${path.basename(file)} ${(statSync(file).mode & 0o077).toString(8)}`).toBe(
        `${path.basename(file)} 0`,
      );
    }
  });

  it('bring the session back after a restart, without being asked', async () => {
    const secrets = memorySecrets();
    const first = await desk(here.folder, { secrets });
    await first.session.signInWithToken({
      baseUrl: here.service.baseUrl,
      token: here.service.token,
    });
    await first.close();
    const second = await desk(here.folder, { secrets });
    await second.until('online', isState('online'));
    expect(second.session.context()?.connection.signedIn()).toBe(true);
  });

  it('that are gone after a restart leave the mirror readable and the account signed out', async () => {
    const first = await desk(here.folder);
    await first.session.signInWithToken({
      baseUrl: here.service.baseUrl,
      token: here.service.token,
    });
    await first.session.context()?.sync.scan('driver');
    await first.close();
    const second = await desk(here.folder, { secrets: memorySecrets() });
    await second.until('signed out', isState('signedOut'));
    const context = second.session.context();
    expect(context?.connection.maySend()).toBe(false);
    const kept = await context?.store.read('records.ids', { view: { entity: 'driver' } });
    expect(kept?.ids.length).toBeGreaterThan(0);
    const outcome = await context?.api.mutate('archiveVehicle', { params: { vehicleId: '1' } });
    expect(outcome).toEqual({ is: 'signIn', wasRefused: false });
  });

  it('that the keychain refuses stay in memory, and the session goes on', async () => {
    const refusing: Secrets = {
      ...memorySecrets(),
      state: () => 'locked',
      set: () => Promise.reject(new Error('locked')),
    };
    const { session, until } = await desk(here.folder, { secrets: refusing });
    await session.signInWithToken({ baseUrl: here.service.baseUrl, token: here.service.token });
    await until('online', isState('online'));
    expect(everything(here.folder).includes(here.service.token)).toBe(false);
  });

  it('of a keychain that is unlocked after the start sign in by themselves', async () => {
    const token = { token: here.service.token, refreshToken: null };
    const before = await desk(here.folder);
    await before.session.signInWithToken({
      baseUrl: here.service.baseUrl,
      token: here.service.token,
    });
    await before.close();
    const backListeners = new Set<() => void>();
    let unlocked = false;
    const late: Secrets = {
      ...memorySecrets(),
      get: () => Promise.resolve(unlocked ? token : null),
      remove: async () => void (unlocked = false),
      onBack(listener) {
        backListeners.add(listener);
        return () => backListeners.delete(listener);
      },
    };
    const { session, until } = await desk(here.folder, { secrets: late });
    await until('signed out', isState('signedOut'));
    unlocked = true;
    for (const listener of backListeners) listener();
    await until('online', isState('online'));
    await session.signOut(session.current()?.identity.id ?? '');
    for (const listener of backListeners) listener();
    await session.whenOpened();
    expect(session.connection().state).toBe('signedOut');
  });

  it('that a locked keychain still has sign nobody in at the next start who has signed out', async () => {
    const entries = new Map<string, string>();
    const keychain = { isLocked: false };
    const once = <T>(act: () => T): Promise<T> =>
      keychain.isLocked ? Promise.reject(new Error('locked')) : Promise.resolve().then(act);
    const secrets = (): Secrets => {
      const ports = createNodePorts({ dataDir: here.folder, logLevel: 'error' });
      return createSecrets(ports, signOutsFile(ports), () =>
        Promise.resolve({
          getPassword: (_service, account) => once(() => entries.get(account) ?? null),
          setPassword: (_service, account, text) => once(() => void entries.set(account, text)),
          deletePassword: (_service, account) => once(() => entries.delete(account)),
        }),
      );
    };
    const first = await desk(here.folder, { secrets: secrets() });
    const { baseUrl, email, password } = here.service;
    await first.session.signInWithPassword({ baseUrl, email, password });
    expect(entries.size).toBe(1);
    keychain.isLocked = true;
    await first.session.signOut(first.session.current()?.identity.id ?? '');
    await first.close();
    keychain.isLocked = false;
    const second = await desk(here.folder, { secrets: secrets() });
    await second.until('signed out', isState('signedOut'));
    expect(await second.session.accounts()).toMatchObject([{ signedIn: false }]);
    expect([...entries]).toEqual([]);
  });

  it('that the keychain was still asked for sign nobody in who has signed out meanwhile', async () => {
    const { baseUrl, email, password } = here.service;
    const before = await desk(here.folder);
    await before.session.signInWithPassword({ baseUrl, email, password });
    const token = await before.ports.secrets.get(before.session.current()?.identity.id ?? '');
    expect(token).not.toBeNull();
    await before.close();
    const asked = Promise.withResolvers<StoredSecret | null>();
    const slow: Secrets = { ...memorySecrets(), get: () => asked.promise };
    const { session } = await desk(here.folder, { secrets: slow });
    await session.whenOpened();
    await session.signOut(session.current()?.identity.id ?? '');
    asked.resolve(token);
    await session.whenOpened();
    expect(session.connection().state).toBe('signedOut');
    expect(session.context()?.connection.signedIn()).toBe(false);
  });
});

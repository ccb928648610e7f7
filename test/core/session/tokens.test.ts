import { describe, expect, it } from 'vitest';
import { lineLog } from '../../../electron/core/adapters/log.ts';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import { defaultProfile } from '../../../electron/core/api/profile.ts';
import { createRedactor } from '../../../electron/core/api/redactor.ts';
import { createTokens, type Renewed } from '../../../electron/core/api/refresh.ts';
import type { StoredSecret } from '../../../electron/core/ports.ts';
import { createAccountSignIn } from '../../../electron/core/session/accountSignIn.ts';
import { createSessionCalls, type LoggedIn } from '../../../electron/core/session/calls.ts';
import { createConnectionMonitor } from '../../../electron/core/session/connection.ts';
import { createRenewalsUnderWay } from '../../../electron/core/session/renewalsUnderWay.ts';
import { createLocalSession } from '../../../electron/core/session/localSession.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { createAccountsFile, noAccounts } from '../../../electron/core/session/accountsFile.ts';
import { savedAccounts } from '../../../electron/core/session/savedAccounts.ts';
import { normaliseAddress } from '../../../electron/core/address.ts';
import { personOfClaims } from '../../../electron/core/identity.ts';
import { claimsOf, readPastedToken } from '../../../electron/core/token.ts';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { virtualClock } from '../../support/virtualClock.ts';
import { noLocalService, temporaryFolder } from './support.ts';

const old = { token: 'old', refreshToken: 'r1' };
const fresh = { token: 'new', refreshToken: 'r2' };

describe('renewing tokens', () => {
  function waiting() {
    let answer: (renewed: Renewed) => void = () => undefined;
    let asked = 0;
    const tokens = createTokens(() => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    });
    tokens.replace(old);
    return { tokens, answer: (renewed: Renewed) => answer(renewed), asked: () => asked };
  }

  it('is shared by everybody whose token was refused', async () => {
    const { tokens, answer, asked } = waiting();
    const all = [tokens.renew('old'), tokens.renew('old'), tokens.renew('old')];
    answer({ ok: true, secret: fresh });
    expect(await Promise.all(all)).toEqual(['renewed', 'renewed', 'renewed']);
    expect(await tokens.renew('old')).toBe('renewed');
    expect(asked()).toBe(1);
    expect(tokens.current()).toEqual(fresh);
  });

  it('never brings a session back that was ended meanwhile', async () => {
    const { tokens, answer } = waiting();
    const renewal = tokens.renew('old');
    tokens.replace(null);
    answer({ ok: true, secret: fresh });
    expect(await renewal).toBe('refused');
    expect(tokens.current()).toBeNull();
  });

  it('never replaces a sign-in that came meanwhile', async () => {
    const { tokens, answer } = waiting();
    const renewal = tokens.renew('old');
    const mine = { token: 'mine', refreshToken: null };
    tokens.replace(mine);
    answer({ ok: false, why: 'refused' });
    expect(await renewal).toBe('renewed');
    expect(tokens.current()).toEqual(mine);
  });

  it('asks again after a failure', async () => {
    const { tokens, answer, asked } = waiting();
    const first = tokens.renew('old');
    answer({ ok: false, why: 'unreachable' });
    expect(await first).toBe('unreachable');
    const second = tokens.renew('old');
    answer({ ok: true, secret: fresh });
    expect(await second).toBe('renewed');
    expect(asked()).toBe(2);
  });
});

describe('the sign-in of an account', () => {
  /** One that asks no service; `renewed` has each refresh token that was offered. */
  function signInOf() {
    const clock = virtualClock();
    const ports = createNodePorts({ dataDir: 'nowhere', logLevel: 'error' });
    const monitor = createConnectionMonitor({
      ...{ clock, random: ports.random, emit: () => undefined, probe: async () => undefined },
      ...{ workOffline: false, address: '' },
    });
    const hidden = createRedactor().scope();
    const exchange = { send: () => Promise.reject(new Error('unused')) };
    const account = { workspace: 'remote', service: 'https://fleet.example' } as const;
    const renewed: (string | null)[] = [];
    const signIn = createAccountSignIn({
      ...{ ports: { ...ports, clock, secrets: memorySecrets() }, monitor, hidden },
      identity: { ...account, id: 'a', tenant: '1', user: '2' },
      saved: { userName: 'desk@fleet.example', me: { tenant: '1', user: '2' } },
      calls: {
        ...createSessionCalls(exchange, () => defaultProfile, hidden),
        logout: async () => undefined,
        async refresh({ refreshToken }) {
          renewed.push(refreshToken);
          return { ok: false, why: 'unreachable' };
        },
      },
      renewals: createRenewalsUnderWay({ secrets: memorySecrets(), log: ports.log }),
      local: () => null,
      ...{ emit: () => undefined, learned: () => undefined },
    });
    const close = (): void => [signIn, monitor].forEach((one) => one.close());
    return { clock, monitor, signIn, renewed, close };
  }

  it('stays ended where a request that was under way is refused after a sign-out', async () => {
    const { monitor, signIn, close } = signInOf();
    signIn.enter(old, null);
    await signIn.leave();
    signIn.expire();
    expect(monitor.current().state).toBe('signedOut');
    signIn.enter(fresh, null);
    signIn.expire();
    expect(monitor.current().state).toBe('expired');
    close();
  });

  it('renews nothing of the session that was somebody else’s once a person has signed in anew', () => {
    const { clock, monitor, signIn, renewed, close } = signInOf();
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = clock.now() / 1000 + 600;
    const mixedUp = { token: `${part({})}.${part({ exp })}.x`, refreshToken: 'theirs' };
    signIn.enter(mixedUp, null);
    expect(signIn.whose.judge('{"id":3,"tenantId":1}')?.code).toBe('session.otherPerson');
    clock.advance(360_000);
    expect(renewed).toEqual([]);
    monitor.onChange(() => signIn.wake());
    signIn.enter(fresh, { tenant: '1', user: '2' });
    expect([renewed, signIn.tokens.current()]).toEqual([[], fresh]);
    close();
  });
});

describe('reading tokens', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = `${part({ alg: 'none' })}.${part({ sub: '1', exp: 2_000_000_000 })}.sig`;

  it.each([
    jwt,
    ` ${jwt} `,
    `Bearer ${jwt}`,
    `"${jwt}"`,
    `Authorization: Bearer ${jwt}`,
    jwt.replace('.', '.\n'),
  ])('takes what people paste: %j', (pasted) =>
    expect(readPastedToken(pasted, 0)).toEqual({ ok: true, value: jwt }),
  );

  it('reads the expiry and never fails on what is none', () => {
    expect(claimsOf(jwt)?.expiresAt).toBe(2_000_000_000_000);
    expect(claimsOf(`${part({})}.${part({ exp: 'soon' })}.x`)?.expiresAt).toBeNull();
    for (const odd of ['', 'a', 'a.b', 'a.b.c', `a.${part([1])}.c`, `a.${part(null)}.c`, 'é.é.é']) {
      expect(claimsOf(odd)).toBeNull();
    }
  });
});

describe('whose token it is', () => {
  const part = (text: string) => Buffer.from(text).toString('base64url');

  it('is read to the last digit: two long numbers are two people', () => {
    const userOf = (sub: string) =>
      personOfClaims(claimsOf(`${part('{}')}.${part(`{"sub":${sub},"tenantId":7}`)}.x`))?.user;
    expect(userOf('9007199254740992')).toBe('9007199254740992');
    expect(userOf('9007199254740993')).toBe('9007199254740993');
    expect(userOf('12')).toBe('12');
  });

  it.each(['1e999', '-1e999', '-1e300', '99999999999999999999'])(
    'and an end of %s is none',
    (exp) => {
      const token = `${part('{}')}.${part(`{"sub":"1","exp":${exp}}`)}.x`;
      expect(claimsOf(token)?.expiresAt).toBeNull();
      expect(readPastedToken(token, 0)).toEqual({ ok: true, value: token });
    },
  );
});

describe('base addresses', () => {
  it.each([
    ['https://Fleet.Example/API/', 'https://fleet.example/API'],
    ['fleet.example', 'https://fleet.example'],
    ['fleet.example:8443/api', 'https://fleet.example:8443/api'],
    ['https://fleet.example:443', 'https://fleet.example'],
    ['localhost:4010/api', 'http://localhost:4010/api'],
    ['127.0.0.1:4010/api/', 'http://127.0.0.1:4010/api'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
    ['  https://fleet.example//  ', 'https://fleet.example'],
  ])('normalises %j to %s', (typed, whole) =>
    expect(normaliseAddress(typed)).toEqual({ ok: true, value: whole }),
  );

  it.each([
    'http://127.evil.example',
    'http://localhost.evil.example',
    'file:///etc',
    'javascript://1',
    'https://',
  ])('refuses %s', (typed) => expect(normaliseAddress(typed).ok).toBe(false));
});

describe('the file of accounts', () => {
  const random = { uuid: () => 'fixed', fraction: () => 0 };
  const account = {
    ...{ id: 'a'.repeat(32), workspace: 'remote' as const, service: 'https://fleet.example' },
    ...{ tenant: '1', user: '2', tenantName: 'North', userName: 'desk@fleet.example' },
    ...{ profile: '', waiting: 0 },
  };

  it('comes back as it was saved, and is empty where there is none', async () => {
    const { folder, remove } = temporaryFolder();
    const file = createAccountsFile(folder, random);
    expect(await file.load()).toEqual({ state: noAccounts(), found: 'whole' });
    const state = { ...noAccounts(), active: account.id, workOffline: true, accounts: [account] };
    expect((await file.save(state)).ok).toBe(true);
    expect(await file.load()).toEqual({ state, found: 'whole' });
    expect(readdirSync(folder).sort()).toEqual(['accounts.copy.json', 'accounts.json']);
    remove();
  });

  it('is set aside when it is damaged, not overwritten', async () => {
    const { folder, remove } = temporaryFolder();
    writeFileSync(path.join(folder, 'accounts.json'), '{"version":1,"accounts":[{"id":"../x"}]}');
    const file = createAccountsFile(folder, random);
    expect(await file.load()).toEqual({ state: noAccounts(), found: 'damaged' });
    const [aside] = readdirSync(folder);
    expect(readFileSync(path.join(folder, aside ?? ''), 'utf8')).toContain('../x');
    remove();
  });

  it.each(['{', null])('comes back from its copy where it is %s', async (damage) => {
    const { folder, remove } = temporaryFolder();
    const file = createAccountsFile(folder, random);
    const state = { ...noAccounts(), active: account.id, accounts: [account] };
    expect((await file.save(state)).ok).toBe(true);
    const list = path.join(folder, 'accounts.json');
    if (damage === null) rmSync(list);
    else writeFileSync(list, damage);
    expect(await file.load()).toEqual({ state, found: 'copy' });
    expect(await file.load()).toEqual({ state, found: 'whole' });
    remove();
  });

  it('works offline for as long as the next start would, where that can not be saved', async () => {
    const save = () => Promise.resolve(fail({ kind: 'local', code: 'disk.full', message: '' }));
    const accounts = savedAccounts({ save }, { ...noAccounts(), workOffline: true });
    expect((await accounts.setWorkOffline(false)).ok).toBe(false);
    expect(accounts.workOffline()).toBe(true);
    await accounts.takeBack({ active: account.id, accounts: [account] });
    expect(accounts.find(account.id)).toEqual(account);
  });

  it('stays as it was when the disk refuses', async () => {
    const { folder, remove } = temporaryFolder();
    const file = createAccountsFile(path.join(folder, 'a-file'), random);
    writeFileSync(path.join(folder, 'a-file'), 'not a folder');
    expect(await file.save(noAccounts())).toMatchObject({ ok: false, error: { kind: 'local' } });
    remove();
  });
});

describe('the log', () => {
  it('blots out what looks like a token, and leaves out what is below its level', () => {
    const lines: string[] = [];
    const log = lineLog(virtualClock(), (line) => lines.push(line), 'info');
    log.write('debug', 'hidden');
    log.write('info', 'x', { a: 'eyJhbGci.eyJzdWIi.c2ln', b: 'Bearer abc', n: 1 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/eyJ|abc/);
    expect(lines[0]).toContain('"n":1');
  });
});

describe('the sign-in of the local workspace', () => {
  it('is not made for who has signed out while the embedded service was asked', async () => {
    const asked = Promise.withResolvers<null>();
    const answer = Promise.withResolvers<Result<LoggedIn>>();
    const entered: StoredSecret[] = [];
    const info = { workspaceId: 'w', baseUrl: '', email: '', password: '', basemap: '' };
    const local = createLocalSession({
      service: { ...noLocalService, start: async () => ok(info) },
      workspaceId: 'w',
      calls: {
        ...createSessionCalls(
          { send: () => Promise.reject(new Error('unused')) },
          () => defaultProfile,
          createRedactor().scope(),
        ),
        login() {
          asked.resolve(null);
          return answer.promise;
        },
      },
      hasTokens: () => false,
      signedIn: async (secret) => void entered.push(secret),
      monitor: () =>
        createConnectionMonitor({
          ...{ clock: virtualClock(), random: { uuid: () => '', fraction: () => 0 } },
          ...{
            emit: () => undefined,
            workOffline: false,
            address: '',
            probe: async () => undefined,
          },
        }),
    });
    const connecting = local.connect();
    await asked.promise;
    local.stayOut(true);
    answer.resolve(ok({ is: 'tokens', secret: fresh }));
    await connecting;
    expect(entered).toEqual([]);
    local.stayOut(false);
    await local.connect();
    expect(entered).toEqual([fresh]);
  });
});

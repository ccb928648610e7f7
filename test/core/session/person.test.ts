import { afterEach, describe, expect, it } from 'vitest';
import type { SavedAccount } from '../../../electron/core/session/accountsFile.ts';
import { areTwoPeople, identityOf } from '../../../electron/core/identity.ts';
import { normaliseAddress, otherNamesOf } from '../../../electron/core/address.ts';
import {
  accountAfter,
  accountFor,
  isMixedUp,
  type Entry,
} from '../../../electron/core/session/recognise.ts';
import type { Desk } from './support.ts';
import { useDesks } from './desks.ts';

const here = useDesks();
const { desk } = here;

describe('one person, whatever tells who it is', () => {
  const refuseMe = (times: number) =>
    here.service.faults.set([{ kind: 'status', status: 403, endpoint: 'getMe', times }]);
  afterEach(() => here.service.faults.set([]));
  const idOf = async (one: Desk): Promise<string> => {
    const { baseUrl, email, password } = here.service;
    const done = await one.session.signInWithPassword({ baseUrl, email, password });
    if (!done.ok) throw new Error(done.error.message);
    return done.value.account?.id ?? '';
  };

  it('has one account where /me is refused for a while, and keeps its name', async () => {
    const one = await desk(here.folder);
    const known = await idOf(one);
    refuseMe(1000);
    expect(await idOf(one)).toBe(known);
    expect(await one.session.accounts()).toMatchObject([{ id: known, user: here.service.email }]);
  });

  it('has one account where /me is refused at first', async () => {
    const one = await desk(here.folder);
    refuseMe(1000);
    const known = await idOf(one);
    here.service.faults.set([]);
    expect(await idOf(one)).toBe(known);
    refuseMe(1000);
    expect(await idOf(one)).toBe(known);
    expect(await one.session.accounts()).toHaveLength(1);
  });

  it('is not guessed: claims without a tenant, or two accounts with the same, prove nothing', () => {
    const saved = (id: string, claimed?: string): SavedAccount => ({
      ...{ id, workspace: 'remote', service: 's', tenant: 't', user: id },
      ...{ tenantName: '', userName: '', profile: '', waiting: 0 },
      ...(claimed === undefined ? {} : { claimed }),
    });
    const entry = (claimed: string | null, confirmed = false): Entry => ({
      identity: identityOf('remote', 's', { tenant: '', user: 'new' }),
      person: { tenant: '', user: 'new', tenantName: '', userName: '' },
      secret: { token: 'x', refreshToken: null },
      ...{ confirmed, claimed, aliases: [] },
    });
    expect(accountFor([saved('a', 'c')], entry('c'))?.id).toBe('a');
    expect(accountFor([saved('a', 'c')], entry(null))).toBeUndefined();
    expect(accountFor([saved('a', 'c'), saved('b', 'c')], entry('c'))).toBeUndefined();
    // Told by the service: who only shares the claims is somebody else.
    expect(accountFor([saved('a', 'c')], entry('c', true))).toBeUndefined();
  });

  it('has one account where /me begins to name the tenant, or ceases to', () => {
    const named = (tenant: string, claimed: string | null = null, service = 's'): Entry => ({
      ...{ identity: identityOf('remote', service, { tenant, user: '5' }), claimed, aliases: [] },
      person: { tenant, user: '5', tenantName: tenant, userName: 'ann@waybill.example' },
      ...{ secret: { token: 'x', refreshToken: null }, confirmed: true },
    });
    for (const [before, after] of [
      ['', '7'],
      ['7', ''],
    ] as const) {
      const made = accountAfter(undefined, named(before));
      expect(accountFor([made], named(after))).toBe(made);
      // It stays the same, and its tenant is known from then on, whatever later answers leave out.
      const later = accountAfter(made, named(after));
      expect([later.id, later.me]).toEqual([made.id, { tenant: '7', user: '5' }]);
      for (const tenant of ['', '7']) expect(accountFor([later], named(tenant))).toBe(later);
      expect(accountFor([later], named('8'))).toBeUndefined();
    }
    const [bare, other] = ['', '8'].map((tenant) =>
      accountAfter(undefined, named(tenant, 'token')),
    );
    if (bare === undefined || other === undefined) throw new Error('Both were made');
    expect(accountFor([bare], named('7', 'token'))).toBe(bare);
    // An account of its own comes first; two of which it may be either, another service, and a token
    // that names somebody else prove nothing.
    expect(accountFor([bare, other], named('8', 'token'))).toBe(other);
    expect(accountFor([{ ...other, id: 'x' }, bare], named('7'))).toBe(bare);
    expect(
      accountFor([other, { ...other, id: 'x', me: { tenant: '9', user: '5' } }], named('')),
    ).toBe(undefined);
    expect(accountFor([bare], named('7', 'token', 'another'))).toBeUndefined();
    expect(accountFor([bare], named('7', 'another token'))).toBeUndefined();
    const ben = { ...bare, userName: 'ben@waybill.example' };
    // Nor somebody else whom no address tells apart, where a tenant is left out.
    const called = (userName: string, tenant: string): Entry => {
      const entry = named(tenant);
      return { ...entry, person: { ...entry.person, userName } };
    };
    const hers = accountAfter(undefined, called('Ann Smith', '7'));
    expect(accountFor([hers], called('ann smith', ''))).toBe(hers);
    expect(accountFor([hers], called('Ben Jones', ''))).toBeUndefined();
    expect(accountFor([ben], named('7', 'token'))).toBeUndefined();
  });
});

describe('the service names one person, its token another', () => {
  const saved = (user: string, claimed?: string): SavedAccount => ({
    ...identityOf('remote', 's', { tenant: 't', user }),
    ...{ tenantName: '', userName: '', profile: '', waiting: 0 },
    ...(claimed === undefined ? {} : { claimed }),
  });
  const [ann, ben] = [saved('ann', 'token of ann'), saved('ben', 'token of ben')];
  const bare = saved('cem');

  it('is told by the token of another account, and by nothing less', () => {
    const confirmed = (known: SavedAccount | undefined, claimed: string | null): boolean =>
      isMixedUp([ann, ben, bare], known, { claimed, confirmed: true });
    expect(confirmed(ann, 'token of ben')).toBe(true);
    expect(confirmed(ann, bare.id)).toBe(true);
    expect(confirmed(ann, 'token of ann')).toBe(false);
    expect(confirmed(bare, bare.id)).toBe(false);
    // Tokens that were pasted may name people otherwise than those of a log-in.
    expect(confirmed(ann, 'another token of ann')).toBe(false);
    expect(confirmed(ann, null)).toBe(false);
    expect(confirmed(undefined, 'token of ben')).toBe(false);
    expect(isMixedUp([ann, ben], ann, { claimed: 'token of ben', confirmed: false })).toBe(false);
  });

  it('is told by two addresses of two ids', () => {
    const person = (user: string, userName: string) => ({
      ...{ user, userName, tenant: '', tenantName: '' },
    });
    const one = person('1', 'ann@waybill.example');
    expect(areTwoPeople(one, person('2', 'ben@waybill.example'))).toBe(true);
    expect(areTwoPeople(one, person('1', 'new.ann@waybill.example'))).toBe(false);
    expect(areTwoPeople(one, person('one', 'Ann@waybill.example'))).toBe(false);
    expect(areTwoPeople(one, person('2', 'Ben'))).toBe(false);
    expect(areTwoPeople(null, one)).toBe(false);
    expect(areTwoPeople(one, null)).toBe(false);
  });
});

describe('one server of this computer, whatever name of it is typed', () => {
  const signedIn = async ({ session }: Desk, host: string): Promise<string> => {
    const { port } = new URL(here.service.baseUrl);
    const baseUrl = here.service.baseUrl.replace(/\/\/.*:\d+/, `//${host}:${port}`);
    const { email, password } = here.service;
    const done = await session.signInWithPassword({ baseUrl, email, password });
    if (!done.ok) throw new Error(done.error.message);
    // Requests go where somebody was seen to answer.
    expect(done.value.account?.baseUrl).toBe(baseUrl);
    expect(session.connection().address).toBe(baseUrl);
    return done.value.account?.id ?? '';
  };

  it('has one account, which is reached at the name that was typed last', async () => {
    const one = await desk(here.folder);
    const id = await signedIn(one, '127.0.0.1');
    expect(await signedIn(one, 'localhost')).toBe(id);
    expect(await one.session.accounts()).toMatchObject([{ id, active: true }]);
    await one.until('online', ({ name, payload }) =>
      name === 'connection' ? payload.state === 'online' : false,
    );
    await one.close();
    const again = await desk(here.folder);
    expect(again.session.connection().address).toContain('//localhost:');
    expect(await signedIn(again, '127.0.0.1')).toBe(id);
    expect(again.session.connection().address).toContain('//127.0.0.1:');
    expect(await again.session.accounts()).toHaveLength(1);
  });

  it('finds the account of before under each name, and its own where there are two', () => {
    const person = { tenant: 't', user: 'u', tenantName: '', userName: '' };
    const at = (service: string) => identityOf('remote', service, person);
    const saved = (service: string): SavedAccount => ({
      ...at(service),
      ...{ tenantName: '', userName: '', profile: '', waiting: 0 },
    });
    const found = (accounts: SavedAccount[], service: string) =>
      accountFor(accounts, {
        ...{ identity: at(service), claimed: null, person, confirmed: true },
        aliases: otherNamesOf(service).map((name) => ({ identity: at(name), claimed: null })),
        secret: { token: 'x', refreshToken: null },
      })?.service;
    const [names, four, six] = ['localhost', '127.0.0.1', '[::1]'].map(
      (host) => `http://${host}:4010/api`,
    ) as [string, string, string];
    for (const made of [names, four, six]) {
      for (const typed of [names, four, six]) expect(found([saved(made)], typed)).toBe(made);
    }
    expect(found([saved(names), saved(four)], four)).toBe(four);
    expect(found([saved(names), saved(four)], names)).toBe(names);
    for (const other of [
      'http://localhost:4011/api',
      'http://localhost:4010',
      'https://localhost:4010/api',
      'http://127.0.0.2:4010/api',
      'https://fleet.example/api',
    ]) {
      expect(found([saved(names), saved(four)], other)).toBeUndefined();
    }
  });

  it.each([
    ['http://LOCALHOST/', ['http://127.0.0.1', 'http://[::1]']],
    ['[::1]:4010/a/', ['http://localhost:4010/a', 'http://127.0.0.1:4010/a']],
    ['https://localhost.example', []],
  ])('%s has the other names %j', (typed, others) => {
    const address = normaliseAddress(typed);
    if (!address.ok) throw new Error(address.error.message);
    expect(otherNamesOf(address.value)).toEqual(others);
  });
});

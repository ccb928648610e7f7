import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SavedAccount } from '../../electron/core/session/accountsFile.ts';
import { identityOf } from '../../electron/core/session/identity.ts';
import { accountFor, type Entry } from '../../electron/core/session/recognise.ts';
import { createService, type RunningService } from '../../electron/service/createService.ts';
import { openDesk, temporaryFolder, type Desk } from './sessionSupport.ts';
import { demoTown } from '../support/localService.ts';

let service: RunningService;
let folder: ReturnType<typeof temporaryFolder>;
let desks: Desk[] = [];

const desk = async (...args: Parameters<typeof openDesk>): Promise<Desk> => {
  const opened = await openDesk(...args);
  desks.push(opened);
  return opened;
};

beforeAll(async () => {
  service = await createService({
    dataDir: ':memory:',
    port: 0,
    seed: 'demo',
    vehicles: 5,
    clock: () => Date.now(),
    town: demoTown(),
  });
});
afterAll(() => service.close());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const one of desks) await one.close();
  desks = [];
  folder.remove();
});

describe('one person, whatever tells who it is', () => {
  const refuseMe = (times: number) =>
    service.faults.set([{ kind: 'status', status: 403, endpoint: 'getMe', times }]);
  afterEach(() => service.faults.set([]));
  const idOf = async (one: Desk): Promise<string> => {
    const { baseUrl, email, password } = service;
    const done = await one.session.signInWithPassword({ baseUrl, email, password });
    if (!done.ok) throw new Error(done.error.message);
    return done.value.account?.id ?? '';
  };

  it('has one account where /me is refused for a while, and keeps its name', async () => {
    const one = await desk(folder.folder);
    const known = await idOf(one);
    refuseMe(1000);
    expect(await idOf(one)).toBe(known);
    expect(await one.session.accounts()).toMatchObject([{ id: known, user: service.email }]);
  });

  it('has one account where /me is refused at first', async () => {
    const one = await desk(folder.folder);
    refuseMe(1000);
    const known = await idOf(one);
    service.faults.set([]);
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
    const entry = (claimed: string | null, told = false): Entry => ({
      identity: identityOf('remote', 's', { tenant: '', user: 'new' }),
      person: { tenant: '', user: 'new', tenantName: '', userName: '' },
      secret: { token: 'x', refreshToken: null },
      ...{ told, claimed },
    });
    expect(accountFor([saved('a', 'c')], entry('c'))?.id).toBe('a');
    expect(accountFor([saved('a', 'c')], entry(null))).toBeUndefined();
    expect(accountFor([saved('a', 'c'), saved('b', 'c')], entry('c'))).toBeUndefined();
    // Told by the service: who only shares the claims is somebody else.
    expect(accountFor([saved('a', 'c')], entry('c', true))).toBeUndefined();
  });
});

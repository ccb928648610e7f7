import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => void vi.useRealTimers());

it('whoever stands above the clients is asked who will own a new record, and nobody else', async () => {
  let me: string | null = null;
  const call = async (name: string): Promise<unknown> =>
    name === 'records.read'
      ? { ok: true, value: { json: me, readAt: 1, thinned: null, error: null } }
      : { ok: true, value: { rows: [], total: 0, revision: 0, scannedAt: null } };
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  const { reference } = await import('../../renderer/state/reference.svelte.ts');
  const { needsOwner, ownerExtra } = await import('../../renderer/records/owner.ts');
  const { writeForms } = await import('../../renderer/records/writeForms.ts');
  const signIn = async (as: string | null): Promise<boolean> => {
    me = as;
    const stop = reference.start();
    await new Promise((resolve) => setImmediate(resolve));
    stop();
    return needsOwner();
  };
  expect(await signIn(null)).toBe(false);
  expect(await signIn('{"id":1,"team":{"id":501,"type":"client","clientId":501}}')).toBe(false);
  expect(await signIn('{"id":2,"team":{"id":2,"type":"reseller","clientId":null}}')).toBe(true);

  expect(ownerExtra({ id: 501, name: 'A client' })).toBe('{"clientId":501}');
  expect(ownerExtra(null)).toBeNull();
  const owned = Object.entries(writeForms).flatMap(([endpoint, form]) =>
    'owned' in form ? [[endpoint, form.owned]] : [],
  );
  expect(owned).toEqual([
    ['createVehicle', true],
    ['createDevice', true],
    // Who names no client adds somebody to their own team.
    ['createUser', 'optional'],
    ['createScheduledReport', true],
  ]);
});

it('who is signed in is asked for once where the service refuses it, and never waited for for long', async () => {
  vi.useFakeTimers();
  let answers: (() => Promise<unknown>)[] = [];
  let asked = 0;
  const call = async (): Promise<unknown> => {
    asked += 1;
    return (answers.shift() ?? (() => new Promise(() => undefined)))();
  };
  const said =
    (json: string | null, code: string | null = null) =>
    async (): Promise<unknown> => {
      const error = code === null ? null : { kind: 'offline', code, message: '', next: 'none' };
      return { ok: true, value: { json, readAt: null, thinned: null, error } };
    };
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  vi.resetModules();
  const { reference } = await import('../../renderer/state/reference.svelte.ts');
  const timesAsked = async (...given: typeof answers): Promise<number> => {
    [answers, asked] = [given, 0];
    const read = reference.readMe();
    await vi.runAllTimersAsync();
    await read;
    return asked;
  };
  const me = '{"id":2,"team":{"id":2,"type":"reseller","clientId":null}}';
  for (const code of ['http.denied', 'http.unreachable', 'connection.workOffline']) {
    expect(await timesAsked(said(null, code), said(me))).toBe(1);
  }
  expect(await timesAsked(said('{}'), said(me))).toBe(1);
  // A service that never answers holds up no save.
  expect(await timesAsked()).toBe(1);
  expect(reference.aboveClients).toBe(false);
  const starting = said(null, 'connection.starting');
  expect(await timesAsked(starting, starting, said(me))).toBe(3);
  expect(reference.aboveClients).toBe(true);
});

import { expect, it, vi } from 'vitest';

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

import { beforeEach, expect, it, vi } from 'vitest';
import { BUSY, MOST_CALLS } from '../../electron/shell/callLimit.ts';

/** A page that asks for more at once than the host takes of it. */

const MOST_ASKED = 400;
let [underWay, refused] = [0, 0];
const order: string[] = [];

/** As the host does: what is too much at once is refused. */
async function answer(_name: string, { params }: { params: { id: string } }): Promise<unknown> {
  if (underWay >= MOST_CALLS) {
    refused += 1;
    return BUSY;
  }
  underWay += 1;
  await new Promise((resolve) => setTimeout(resolve, 0));
  underWay -= 1;
  order.push(params.id);
  if (params.id === '3') throw new Error('The host went away.');
  return { ok: true, value: { json: '[]', readAt: 1, thinned: null, error: null } };
}

beforeEach(() => {
  vi.resetModules();
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal('window', { waybill: { call: answer, on: () => () => undefined }, matchMedia });
});

it('calls beyond what the host takes at once wait for their turn, and each is answered', async () => {
  const { call } = await import('../../renderer/bridge.ts');
  const ids = Array.from({ length: MOST_ASKED }, (_, i) => String(i));
  const results = await Promise.allSettled(
    ids.map((id) =>
      call('records.read', { endpoint: 'getVehicle', params: { id }, refresh: 'never' }),
    ),
  );
  const failed = results.flatMap((one, i) =>
    one.status === 'fulfilled' && one.value.ok ? [] : [i],
  );
  // One that ends badly gives its turn away, too.
  expect(failed).toEqual([3]);
  expect(refused).toBe(0);
  expect(order).toEqual(ids);
});

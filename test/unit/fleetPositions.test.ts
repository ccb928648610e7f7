import { beforeEach, expect, it, vi } from 'vitest';

/** Where all vehicles are, read once and handed to every map of the window. */

let asked = 0;
let ids: readonly string[] = [];
const listeners = new Set<(event: unknown) => void>();
const tell = (name: string, payload: unknown): void => {
  for (const listener of listeners) listener({ name, payload });
};

const columnsOf = (names: readonly string[], lat: number) => ({
  ids: names,
  status: Uint8Array.from(names, () => 2),
  coordinates: Float64Array.from(names.flatMap(() => [lat, -2])),
  heading: Float32Array.from(names, () => NaN),
  fixedAt: Float64Array.from(names, () => 5),
});

beforeEach(() => {
  asked = 0;
  ids = ['1', '2'];
  listeners.clear();
  vi.resetModules();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('window', {
    waybill: {
      async call(name: string) {
        expect(name).toBe('records.positions');
        asked += 1;
        return { ok: true, value: { revision: asked, ...columnsOf(ids, 41) } };
      },
      on(listener: (event: unknown) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
});

async function started() {
  const { fleet } = await import('../../renderer/state/fleet.svelte.ts');
  fleet.start();
  return fleet;
}

it('positions are read once for all maps of a window, and follow what is told since', async () => {
  const fleet = await started();
  expect(await fleet.columns()).toEqual(columnsOf(['1', '2'], 41));
  tell('positions', columnsOf(['2', '3'], 42));
  const now = await fleet.columns();
  expect(now?.ids).toEqual(['1', '2', '3']);
  expect([...(now?.coordinates ?? [])]).toEqual([41, -2, 42, -2, 42, -2]);
  expect(asked).toBe(1);
});

it('positions of vehicles that were archived, or of another account, are not handed on', async () => {
  const fleet = await started();
  await fleet.columns();
  ids = ['2'];
  tell('changed', { entity: 'area' });
  expect((await fleet.columns())?.ids).toEqual(['1', '2']);
  tell('changed', { entity: 'vehicle' });
  expect((await fleet.columns())?.ids).toEqual(['2']);
  ids = ['9'];
  tell('account', {});
  expect((await fleet.columns())?.ids).toEqual(['9']);
  expect(fleet.of('2')).toBeUndefined();
});

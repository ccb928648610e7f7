import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

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

it('vehicles that were archived or went are taken off a map that is open', async () => {
  const fleet = await started();
  const { followRemovals } = await import('../../renderer/map/fleet/removals.ts');
  const { FleetTrack } = await import('../../renderer/map/layers/track.ts');
  const track = new FleetTrack();
  const columns = await fleet.columns();
  if (columns !== null) track.merge(columns, 0, false);
  expect(track.ids).toEqual(['1', '2']);
  ids = ['2'];
  const went = new Promise<void>((resolve) => {
    onTestFinished(followRemovals(track, resolve));
  });
  tell('changed', { entity: 'vehicle' });
  await went;
  expect(track.ids).toEqual(['2']);
});

it('vehicles that were archived or went are inside of no area', async () => {
  await started();
  const { InsideNow } = await import('../../renderer/features/areas/inside.svelte.ts');
  const inside = new InsideNow({ type: 'circle', centre: { lat: 41, lng: -2 }, radiusM: 100 });
  onTestFinished(inside.start());
  await expect.poll(() => inside.ids).toEqual(['1', '2']);
  ids = ['2'];
  tell('changed', { entity: 'vehicle' });
  await expect.poll(() => inside.ids).toEqual(['2']);
});

it('the ground of a map that is opened before its account or its service is asked for again', async () => {
  const answers: unknown[] = [];
  const call = () =>
    Promise.resolve(answers.shift() ?? { ok: true, value: { geojson: 'a third' } });
  const on = (listener: (event: unknown) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  vi.stubGlobal('window', { waybill: { call, on } });
  const { Town } = await import('../../renderer/map/town.svelte.ts');
  const town = new Town();
  const stop = town.start();
  answers.push({ ok: true, value: { geojson: null } });
  await town.load();
  expect(town.geojson).toBeNull();

  const down = { kind: 'offline', code: 'local.down', message: 'The service is down.' };
  answers.push({ ok: false, error: { ...down, next: 'none' } });
  tell('account', { accountId: 'one', signedIn: true });
  answers.push({ ok: true, value: { geojson: 'streets' } });
  tell('connection', { state: 'online' });
  await vi.waitFor(() => expect(town.geojson).toBe('streets'));
  // What is there is not asked for again while the connection tells how far a sync is.
  tell('connection', { state: 'online' });
  tell('connection', { state: 'offline' });
  tell('connection', { state: 'online' });
  stop();
  tell('account', { accountId: 'two', signedIn: true });
  await Promise.resolve();
  expect(town.geojson).toBe('streets');
});

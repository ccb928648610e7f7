import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** What the vehicles on a map are called, as the mirror comes to know it. */

let records: Record<string, string> = {};
let asked: string[][] = [];
/** Called after the mirror was asked and before the answer is here. */
let meanwhile = (): void => undefined;
const listeners = new Set<(event: unknown) => void>();
const changed = (ids: string[] | null): void => {
  const payload = { entity: 'vehicle', revision: 1, ids };
  for (const listener of listeners) listener({ name: 'changed', payload });
};

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  [records, asked] = [{}, []];
  meanwhile = () => undefined;
  listeners.clear();
  vi.stubGlobal('window', {
    waybill: {
      call(name: string, input: { view: { filters: { oneOf: string[] }[] } }) {
        if (name !== 'records.window') return Promise.resolve({ ok: true, value: null });
        const ids = input.view.filters[0]?.oneOf ?? [];
        asked.push(ids);
        const rows = ids.flatMap((id) => {
          const regNo = records[id];
          return regNo === undefined ? [] : [{ id, json: JSON.stringify({ id, regNo }) }];
        });
        meanwhile();
        return Promise.resolve({ ok: true, value: { rows, total: rows.length } });
      },
      on(listener: (event: unknown) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
});

async function started() {
  const { VehicleNames } = await import('../../renderer/map/fleet/names.svelte.ts');
  const names = new VehicleNames(() => undefined);
  const stop = names.start();
  const look = async (id: string): Promise<string | null> => {
    names.of(id);
    await vi.advanceTimersByTimeAsync(100);
    return names.of(id)?.plate ?? null;
  };
  return { look, stop };
}

it.each([[['7']], [null]])(
  'of vehicles whose positions came first are read once there is a record: %o',
  async (ids) => {
    const { look, stop } = await started();
    expect(await look('7')).toBeNull();
    records['7'] = 'WB-007';
    changed(ids);
    expect(await look('7')).toBe('WB-007');
    records['7'] = 'WB-008';
    changed(ids);
    expect(await look('7')).toBe('WB-008');
    changed(['8']);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(3);
    stop();
  },
);

it('of a record that comes while its vehicle is asked for are read after that', async () => {
  const { look, stop } = await started();
  meanwhile = () => {
    meanwhile = () => undefined;
    records['7'] = 'WB-007';
    changed(['7']);
  };
  expect(await look('7')).toBe('WB-007');
  stop();
});

import './browserStub.ts';
import { expect, test, vi } from 'vitest';
import type { Input, Row } from '../../renderer/bridge.ts';
import { areasOf } from '../../renderer/features/areas/files/import.svelte.ts';
import { resizedText } from '../../renderer/features/areas/files/resized.ts';

const circle = (radiusM: number, lat = 41) =>
  ({ type: 'circle', centre: { lat, lng: -2 }, radiusM }) as const;

test('an area of a file that becomes larger or smaller says by how much, one that moves does not', () => {
  expect(resizedText(circle(110), circle(200))).toBe('Surface 3.80 ha, then 12.6 ha');
  expect(resizedText(circle(110), circle(110, 42))).toBeNull();
  expect(resizedText(undefined, circle(110))).toBeNull();
});

test('an area that slides past the reading of many, as another one is archived, is compared with a file too', async () => {
  const row = (id: number): Row => ({
    ...{ id: String(id), archived: false, temporary: false, readAt: null, listed: true },
    ...{ pending: 0, mark: null, changed: [], json: JSON.stringify({ id, name: `Area ${id}` }) },
  });
  let areas = Array.from({ length: 700 }, (_, at) => row(at + 1));
  const call = async (name: string, input: Input<'records.window'>) => {
    const rows = areas.slice(input.offset, input.offset + input.limit);
    const total = areas.length;
    if (name === 'records.ids') return { ok: true, value: { ids: areas.map(({ id }) => id) } };
    if (input.offset === 0) areas = areas.slice(1);
    return { ok: true, value: { rows, total } };
  };
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  const found = await areasOf({ entity: 'area' });
  const names = found?.ok === true ? found.value.map(({ name }) => name) : [];
  expect(names).toEqual(areas.map((_, at) => `Area ${at + 2}`));
});

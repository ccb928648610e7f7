import './browserStub.ts';
import { expect, test, vi } from 'vitest';
import type { Input, Row } from '../../renderer/bridge.ts';
import { areasOf } from '../../renderer/features/areas/files/import.svelte.ts';
import { AreaGroups } from '../../renderer/features/areas/groups.svelte.ts';
import { resizedText } from '../../renderer/features/areas/files/resized.ts';

const circle = (radiusM: number, lat = 41) =>
  ({ type: 'circle', centre: { lat, lng: -2 }, radiusM }) as const;

test('an area of a file that becomes larger or smaller says by how much, one that moves does not', () => {
  expect(resizedText(circle(110), circle(200))).toBe('Surface 3.80 ha, then 12.6 ha');
  expect(resizedText(circle(110), circle(110, 42))).toBeNull();
  expect(resizedText(undefined, circle(110))).toBeNull();
});

/** So many records, as a list shows them. */
const rowsOf = (kind: string, length: number): Row[] =>
  Array.from({ length }, (_, at) => ({
    ...{ id: String(at + 1), archived: false, temporary: false, readAt: null, listed: true },
    ...{ pending: 0, mark: null, changed: [] },
    json: JSON.stringify({ id: at + 1, name: `${kind} ${at + 1}` }),
  }));

test('an area that slides past the reading of many, as another one is archived, is compared with a file too', async () => {
  let areas = rowsOf('Area', 700);
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

test('each group of areas can be chosen and told by its name, however many there are', async () => {
  const rows = rowsOf('Group', 1_201);
  const call = async (name: string, { offset, limit }: Input<'records.window'>) =>
    name === 'records.ids'
      ? { ok: true, value: { ids: rows.map(({ id }) => id) } }
      : { ok: true, value: { rows: rows.slice(offset, offset + limit), total: rows.length } };
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  const groups = new AreaGroups();
  const stop = groups.start();
  await vi.waitFor(() => expect(groups.all).not.toEqual([]));
  stop();
  expect(groups.all.at(-1)).toEqual({ wireId: 1_201, id: '1201', name: 'Group 1201' });
  expect(groups.nameOf(501)).toBe('Group 501');
});

import './browserStub.ts';
import { expect, test, vi } from 'vitest';

test('names that were looked up are read again only where somebody asks, whatever changed', async () => {
  const heard: ((event: unknown) => void)[] = [];
  const gets: string[] = [];
  const windows: string[][] = [];
  let label = 'Old';
  const rowOf = (id: string) => ({ id, json: JSON.stringify({ id, imei: `${label} ${id}` }) });
  const call = async (
    name: string,
    input: { id: string; view: { filters: { oneOf: string[] }[] } },
  ): Promise<unknown> => {
    if (name === 'records.get') {
      gets.push(input.id);
      return { ok: true, value: { row: rowOf(input.id) } };
    }
    const ids = input.view.filters.flatMap(({ oneOf }) => oneOf);
    windows.push(ids);
    // A list has none by the id of a record that was new.
    const rows = ids.filter((id) => !id.startsWith('~new')).map(rowOf);
    return { ok: true, value: { rows, total: rows.length } };
  };
  const on = (listener: (event: unknown) => void) => {
    heard.push(listener);
    return () => undefined;
  };
  vi.stubGlobal('window', Object.assign({}, window, { waybill: { call, on } }));
  const { recordNames } = await import('../../renderer/records/writes/names.svelte.ts');
  const ids = Array.from({ length: 1_000 }, (_, at) => String(at));
  await recordNames.bring('device', ids);
  expect(recordNames.of('device', '7')).toBe('Old 7');
  label = 'New';
  const payload = { entity: 'device', revision: 2, ids: null };
  for (const tell of heard) tell({ name: 'changed', payload });
  await recordNames.arrived();
  expect(gets).toEqual([]);
  // What was known stands there until the new name is here.
  expect(recordNames.of('device', '7')).toBe('Old 7');
  await recordNames.arrived();
  expect(recordNames.of('device', '7')).toBe('New 7');
  expect(gets).toEqual(['7']);

  // Hundreds that are drawn at once are one question, but for the one that no list has.
  const drawn = [...Array.from({ length: 100 }, (_, at) => String(5_000 + at)), '~new-1'];
  windows.length = gets.length = 0;
  for (const id of drawn) expect(recordNames.of('device', id)).toBeNull();
  await recordNames.arrived();
  expect(windows).toEqual([drawn]);
  expect(gets).toEqual(['~new-1']);
  expect(drawn.map((id) => recordNames.of('device', id))).toEqual(drawn.map((id) => `New ${id}`));
  for (const tell of heard) tell({ name: 'changed', payload: { ...payload, ids: drawn } });
  await recordNames.arrived();
  expect(windows).toHaveLength(2);
});

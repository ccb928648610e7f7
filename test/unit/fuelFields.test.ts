import { beforeEach, describe, expect, it, vi } from 'vitest';
import { filling } from './fuelSupport.ts';

/** What fuel transactions are narrowed by; names of kinds of fuel come out of the mirror. */

const call = async (_name: string, { id }: { id: string }): Promise<unknown> => {
  const json = JSON.stringify({ id, name: 'Diesel' });
  const row = { id, json, archived: false, temporary: false, pending: 0, mark: null, changed: [] };
  return { ok: true, value: id === '1' ? { row, base: null, ops: [] } : null };
};
beforeEach(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const waybill = { call, on: () => () => undefined };
  vi.stubGlobal('window', { waybill, matchMedia, addEventListener: () => undefined });
});

describe('fields of fuel transactions', () => {
  it('are all columns but their marks, which are chips', async () => {
    const { transactionColumns, transactionFields } =
      await import('../../renderer/features/fuel/columns.ts');
    const cell = (() => undefined) as never;
    const columns = transactionColumns({ vehicle: cell, marks: cell }, () => []);
    const fields = transactionFields().map(({ key }) => key);
    expect(fields.toSorted()).toEqual(
      columns.flatMap(({ key }) => (key === 'marks' ? [] : [key])).toSorted(),
    );
  });

  it('where there is little room keep when, which vehicle, where and how much', async () => {
    const { transactionColumns } = await import('../../renderer/features/fuel/columns.ts');
    const { NO_ARRANGEMENT, fitting, shownColumns } = await import('../../renderer/ui/table.ts');
    const cell = (() => undefined) as never;
    const columns = shownColumns(
      transactionColumns({ vehicle: cell, marks: cell }, () => []),
      NO_ARRANGEMENT,
    );
    const shownIn = (room: number): string[] =>
      fitting(columns, NO_ARRANGEMENT, room, 'when').columns.map(({ key }) => key);
    // What a window of 1024 pixels has left beside the details.
    expect(shownIn(548)).toEqual(['when', 'vehicle', 'station', 'volume']);
    expect(shownIn(640)).toContain('marks');
  });

  it('narrow to a time, and to kinds of fuel that are called by their names', async () => {
    const { fuelName, transactionFields, valuesAmong } =
      await import('../../renderer/features/fuel/columns.ts');
    const { meetsAll } = await import('../../renderer/ui/conditions.ts');
    const list = ['1', '2', '1'].map((fuelTypeId, hour) =>
      filling({ fuelTypeId, atMs: hour * 3_600_000 }),
    );
    const [fields, [first, other, last]] = [transactionFields(), list];
    const ofOne = { key: 'fuelType', is: 'oneOf', values: ['1'] } as const;
    const late = { key: 'when', is: 'between', from: 3_600_000, to: null } as const;
    const meeting = list.filter((one) => meetsAll(one, fields, [ofOne, late]));
    expect(meeting).toEqual([last]);
    expect(valuesAmong([...list, filling({ fuelTypeId: null })], 'fuelType')).toEqual(['1', '2']);
    await vi.waitFor(() => expect(fuelName(first?.fuelTypeId ?? null)).toBe('Diesel'));
    expect(fuelName(other?.fuelTypeId ?? null)).toBe('');
    expect(fuelName(null)).toBe('');
  });
});

it('the fuel of a vehicle is its own, however many transactions bear its name in another one’s', async () => {
  const row = (n: number, vehicle: object) => ({
    ...{ id: String(n), json: JSON.stringify({ id: n, refueled: 1, vehicle }), archived: false },
    ...{ temporary: false, pending: 0, mark: null, changed: [], readAt: 0, listed: true },
  });
  const others = Array.from({ length: 600 }, (_none, n) => row(n, { id: 5, regNo: 'E-10' }));
  const own = Array.from({ length: 700 }, (_none, n) => row(1_000 + n, { id: 4, regNo: 'E-1' }));
  const call = (
    name: string,
    asked: { view: { text?: string }; offset: number; limit: number },
  ) => {
    const rows = asked.view.text === undefined ? own : [...others, ...own];
    if (name === 'records.ids') return { ok: true, value: { ids: rows.map(({ id }) => id) } };
    const page = rows.slice(asked.offset, asked.offset + asked.limit);
    return { ok: true, value: { rows: page, total: rows.length } };
  };
  const waybill = { call, on: () => () => undefined };
  vi.stubGlobal('window', Object.assign({}, window, { waybill }));
  const { fuelOf, mirroredFuel } = await import('../../renderer/features/vehicles/fuelOf.ts');
  const found = await mirroredFuel({ vehicleId: '4', name: 'E-1', answered: [] });
  const mirrored = found.ok ? found.value : [];
  expect(fuelOf('4', { answered: null, answeredAt: null, mirrored })).toHaveLength(700);
});

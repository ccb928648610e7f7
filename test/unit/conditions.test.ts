import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFuelViews } from '../../renderer/features/fuel/views.ts';
import { ListState } from '../../renderer/records/listState.svelte.ts';
import { chipsOf } from '../../renderer/records/chipParts.ts';
import { readViews } from '../../renderer/records/savedViews.ts';
import { NO_ARRANGEMENT } from '../../renderer/ui/table.ts';
import { meetsAll, rangeProblem } from '../../renderer/ui/conditions.ts';
import type { Condition, FilterField } from '../../renderer/ui/conditions.ts';

interface One {
  name: string;
  amount: number | null;
}
const fields: FilterField<One>[] = [
  { key: 'name', title: 'Name', kind: 'text', value: ({ name }) => name },
  { key: 'amount', title: 'Amount', kind: 'number', value: ({ amount }) => amount },
];
const meets = (one: One, ...conditions: Condition[]) => meetsAll(one, fields, conditions);

describe('a condition about a field', () => {
  it('looks for text without case and accents', () => {
    const one = { name: 'Żółta Góra', amount: null };
    expect(meets(one, { key: 'name', is: 'contains', text: 'gora' })).toBe(true);
    expect(meets(one, { key: 'name', is: 'lacks', text: 'GÓRA' })).toBe(false);
    expect(meets(one, { key: 'amount', is: 'empty' })).toBe(true);
    expect(meets(one, { key: 'name', is: 'filled' }, { key: 'amount', is: 'filled' })).toBe(false);
    // Of a field that this table no longer has.
    expect(meets(one, { key: 'gone', is: 'filled' })).toBe(true);
  });

  it('counts both ends of a range, and what has no number is in none', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), (amount, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const between = { key: 'amount', is: 'between', from, to } as const;
        expect(meets({ name: '', amount }, between)).toBe(amount >= from && amount <= to);
        expect(meets({ name: '', amount: null }, { ...between, from: null })).toBe(false);
      }),
    );
  });

  it.each([
    [null, null, 'nothing'],
    [1.5, 2.5, null],
    [null, 3, null],
    [3, 2, 'backwards'],
    [NaN, null, 'number'],
  ])('of numbers from %j to %j has the problem %s', (from, to, problem) => {
    expect(rangeProblem(from, to)).toBe(problem);
  });
});

describe('views that were kept', () => {
  it('are read as far as they are views, whatever was stored', () => {
    const sort = { field: 'regNo', descending: true };
    const conditions = [
      { key: 'vin', is: 'contains', text: 'W' },
      { key: 'year', is: 'between', from: 2019, to: 'x' },
      { key: 'depotName', is: 'oneOf', values: ['North', 7] },
      { key: 'vin', is: 'contains' },
      { key: 5, is: 'empty' },
      null,
    ];
    const stored = [
      { name: 'Mine', sort, conditions, values: ['a', 1], also: { status: ['x', 1], team: 'y' } },
      { name: '' },
      'view',
      null,
    ];
    expect(readViews(JSON.parse(JSON.stringify(stored)))).toEqual([
      {
        ...{ name: 'Mine', text: '', by: null, values: ['a'], archived: false, sort },
        also: { status: ['x'] },
        conditions: [
          { key: 'vin', is: 'contains', text: 'W' },
          { key: 'year', is: 'between', from: 2019, to: null },
          { key: 'depotName', is: 'oneOf', values: ['North'] },
        ],
        columns: NO_ARRANGEMENT,
      },
    ]);
    expect(readViews({ name: 'no list' })).toEqual([]);
    const marks = ['tank', 'no such mark'];
    const narrowed = { text: 'x', vehicleId: '7', unassigned: true, marks, conditions };
    const [fuel] = readFuelViews([{ name: 'Large', sort, narrowed, period: { days: '7', n: 1 } }]);
    expect(fuel).toMatchObject({
      narrowed: { text: 'x', vehicleId: '7', unassigned: true },
      period: { days: '7', n: '' },
    });
    expect(fuel?.narrowed.conditions).toHaveLength(3);
    expect(readFuelViews([{ name: 'No order' }, 3])).toEqual([]);
  });
});

describe('chips of several fields', () => {
  const sort = { field: 'regNo', descending: false };

  it('hold together: what was pressed stays when the chips of another field are shown', () => {
    const list = new ListState(sort);
    list.toggle('status', 'driving', 'status');
    list.groupBy('groupsList', 'status');
    list.toggle('groupsList', 'North', 'groupsList');
    expect([list.values, list.also]).toEqual([['North'], { status: ['driving'] }]);
    expect(list.sort.field).toBe('groupsList');
    // What is out of sight is pressed from elsewhere, such as the legend of the map.
    list.toggle('status', 'stopped', 'groupsList');
    expect(list.pressed('status', 'groupsList')).toEqual(['driving', 'stopped']);
    list.groupBy('status', 'groupsList');
    expect([list.values, list.also]).toEqual([['driving', 'stopped'], { groupsList: ['North'] }]);
    list.toggle('groupsList', 'North', 'status');
    expect(list.also).toEqual({});
  });

  it('are kept with a view, and go with the other filters', () => {
    const list = new ListState(sort);
    list.toggle('status', 'driving', 'status');
    list.groupBy('depotName', 'status');
    const [kept] = readViews(JSON.parse(JSON.stringify([list.savedAs('Mine', NO_ARRANGEMENT)])));
    list.clear();
    expect([list.values, list.also]).toEqual([[], {}]);
    if (kept === undefined) throw new Error('The view was not kept.');
    list.show(kept);
    expect([list.by, list.also]).toEqual(['depotName', { status: ['driving'] }]);
  });
});

describe('chips of a list', () => {
  const counts = [
    { value: 'often', count: 9 },
    { value: 'seldom', count: 1 },
    { value: null, count: 4 },
  ];
  const chips = (first: readonly string[], pressed: readonly string[]): string[] =>
    chipsOf(counts, (value) => [value], first, pressed).map(
      ({ value, count }) => `${value} ${String(count)}`,
    );

  it('stay in their places when they are pressed, and what nothing has any more comes last', () => {
    expect(chips([], [])).toEqual(['often 9', 'seldom 1']);
    expect(chips([], ['seldom'])).toEqual(['often 9', 'seldom 1']);
    expect(chips([], ['gone', 'seldom'])).toEqual(['often 9', 'seldom 1', 'gone 0']);
    expect(chips(['never', 'seldom'], ['often'])).toEqual(['never 0', 'seldom 1', 'often 9']);
  });
});

import { SvelteSet } from 'svelte/reactivity';
import { describe, expect, test } from 'vitest';
import { changeLine, changesOf } from '../../renderer/records/writes/changes.ts';
import { fuzzyMatches } from '../../renderer/features/shell/fuzzy.ts';
import { href, parseRoute } from '../../renderer/routes.ts';
import { fieldsOfText, numberAt, textAt } from '../../renderer/state/record.ts';
import { readViews } from '../../renderer/records/savedViews.ts';
import { takePicked } from '../../renderer/ui/pickedFile.ts';
import { HeldRow } from '../../renderer/ui/heldRow.ts';
import { RowChoice } from '../../renderer/ui/rowChoice.ts';
import { aboveFeet } from '../../renderer/ui/aboveFeet.ts';
import {
  NO_ARRANGEMENT,
  columnWidth,
  fitting,
  frozenAt,
  readArrangement,
  reordered,
  resized,
  shownColumns,
} from '../../renderer/ui/table.ts';
import type { Arrangement } from '../../renderer/ui/table.ts';

const words = {
  absent: 'nothing',
  yes: 'yes',
  no: 'no',
  was: (value: string) => `was ${value}`,
  instant: (atMs: number) => new Date(atMs).toUTCString(),
};
const names = (entity: string, id: string) => (id === '7' ? `the ${entity} seven` : null);

describe('what a write changes', () => {
  test('shows numbers of a write to the letter', () => {
    const op = {
      endpoint: 'updateVehicle',
      before: '{"tariff":1.10,"ref":9007199254740993}',
      patch: '{"tariff":1.20,"ref":9007199254740995}',
      link: null,
      sets: null,
    };
    expect(changesOf(op)).toEqual([
      { field: 'tariff', before: '1.10', after: '1.20' },
      { field: 'ref', before: '9007199254740993', after: '9007199254740995' },
    ]);
  });

  test('calls a field what its form calls it', () => {
    const op = {
      endpoint: 'updateVehicle',
      before: '{"defaultLabel":"North"}',
      patch: '{"defaultLabel":"South"}',
      link: null,
      sets: null,
    };
    expect(changeLine(op, words, names)).toBe('Label: North → South');
  });

  test('says what archiving does although nothing travels in its body', () => {
    const op = {
      endpoint: 'archiveVehicle',
      before: '{"archived":false}',
      patch: '{}',
      link: null,
      sets: 'true',
    };
    expect(changeLine(op, words, names)).toBe('Archived: no → yes');
  });

  test('names the record that an assignment sets, once, and the one that it replaces', () => {
    const driver = {
      endpoint: 'setDriver',
      before: '{"driver":{"id":3,"fullName":"Rinen Brandolm"}}',
      patch: '{}',
      link: { field: 'driver', entity: 'driver', id: '7', canGoBack: true },
      sets: null,
    } as const;
    expect(changeLine(driver, words, names)).toBe('Driver: Rinen Brandolm → the driver seven');
    const device = {
      endpoint: 'installDevice',
      before: '{"vehicle":null}',
      patch: '{"vehicleId":7,"odometer":120}',
      link: { field: 'vehicle', entity: 'vehicle', id: '7', canGoBack: false },
      sets: null,
    } as const;
    expect(changeLine(device, words, names)).toBe(
      'Odometer: 120; Vehicle: nothing → the vehicle seven',
    );
    // One whose name is not here is told by its id, never by a guess.
    const unknown = { ...driver, link: { ...driver.link, id: '8' } };
    expect(changeLine(unknown, words, names)).toBe('Driver: Rinen Brandolm → 8');
    const off = {
      ...driver,
      endpoint: 'unsetDriver',
      link: { ...driver.link, id: null },
      sets: 'null',
    };
    expect(changeLine(off, words, names)).toBe('Driver: Rinen Brandolm → nothing');
  });

  test('never guesses what a write does not tell', () => {
    const op = {
      endpoint: 'setDriver',
      before: '{"driver":null}',
      patch: '{}',
      link: null,
      sets: null,
    };
    expect(changeLine(op, words, names)).toBe('Driver: was nothing');
  });
});

describe('frozen columns', () => {
  test('stand one after the other, as many as leave room for the others', () => {
    expect(frozenAt([174, 130, 122, 88], 2, 1200)).toEqual([0, 174, 304]);
    // The key column stays in any case.
    expect(frozenAt([174, 130, 122, 88], 2, 300)).toEqual([0]);
    expect(frozenAt([174, 130], 9, 1200)).toEqual([0, 174]);
  });

  test('are kept with a view, and nothing else is taken for their number', () => {
    const view = { name: 'Depots', sort: { field: 'regNo' }, columns: { frozen: 2 } };
    expect(readViews([view])[0]?.columns.frozen).toBe(2);
    for (const frozen of ['2', -3, 1.5, null]) {
      expect(readArrangement({ frozen }).frozen).toBe(0);
    }
  });
});

describe('columns that a person arranges', () => {
  const column = (key: string, extra = false) => ({
    ...{ key, width: 100, title: key, extra },
    text: () => '',
  });
  const columns = [column('plate'), column('label'), column('driver'), column('vin', true)];
  const keys = (arrangement: Arrangement): string[] =>
    shownColumns(columns, arrangement).map(({ key }) => key);

  test('are chosen, ordered and drawn wider; the key column keeps its place', () => {
    expect(keys(NO_ARRANGEMENT)).toEqual(['plate', 'label', 'driver']);
    const chosen = { ...NO_ARRANGEMENT, shown: { label: false, vin: true } };
    expect(keys(chosen)).toEqual(['plate', 'driver', 'vin']);
    const others = columns.slice(1);
    const ordered = reordered(others, chosen, 'vin', 'label');
    expect(keys(ordered)).toEqual(['plate', 'vin', 'driver']);
    expect(keys(reordered(others, ordered, 'vin', 'driver'))).toEqual(['plate', 'driver', 'vin']);
    // A column that comes with another version stands where it is meant to.
    const newer = [column('plate'), column('label'), column('seen'), column('driver')];
    const shown = shownColumns(newer, { ...NO_ARRANGEMENT, order: ['driver', 'label'] });
    expect(shown.map(({ key }) => key)).toEqual(['plate', 'driver', 'label', 'seen']);
    expect(columnWidth(columns[1] ?? column(''), resized(ordered, 'label', 240.4))).toBe(240);
    expect(resized(ordered, 'label', 3).widths['label']).toBe(48);
  });
});

describe('columns of a narrow table', () => {
  const column = (key: string, width: number, align: 'start' | 'end' = 'start') => ({
    ...{ key, width, align, title: key, sort: key },
    text: () => '',
  });
  const columns = [
    column('plate', 174),
    column('label', 130),
    column('driver', 120),
    column('seen', 88),
    column('speed', 84, 'end'),
    column('depot', 120),
  ];
  const shown = (room: number, arrangement = {}, sortedBy: string | null = null) => {
    const fit = fitting(columns, { ...NO_ARRANGEMENT, ...arrangement }, room, sortedBy);
    return fit.columns.map(({ key }, at) => `${key} ${String(fit.widths[at])}`).join(', ');
  };

  test('stand narrower where they are words, then give way from the end', () => {
    const all = 'plate 174, label 130, driver 120, seen 88, speed 84, depot 120';
    expect(shown(716)).toBe(all);
    expect(shown(0)).toBe(all);
    expect(shown(650)).toBe('plate 174, label 106, driver 98, seen 88, speed 84, depot 98');
    expect(shown(600)).toBe('plate 175, label 131, driver 121, seen 88, speed 84');
    expect(shown(520)).toBe('plate 176, label 132, driver 122, seen 88');
    expect(shown(100)).toBe(all);
    // A time that is cut says nothing; names can stand narrower than they would.
    const times = [column('name', 220), { ...column('when', 150), rigid: true }];
    expect(fitting(times, NO_ARRANGEMENT, 340, null).widths).toEqual([190, 150]);
  });

  test('of times are as wide as these are in the language, and names give way to them', () => {
    const times = [column('name', 220), { ...column('when', 150), rigid: true }];
    const widths = (room: number, arrangement = NO_ARRANGEMENT) =>
      fitting(times, arrangement, room, null, { when: 180 }).widths;
    expect(widths(400)).toEqual([220, 180]);
    expect(widths(370)).toEqual([190, 180]);
    // A person's own width stands.
    expect(widths(380, { ...NO_ARRANGEMENT, widths: { when: 150 } })).toEqual([230, 150]);
  });

  test('of numbers are as wide as these are with their unit, and words give way to them', () => {
    const volumes = [column('name', 220), column('volume', 88, 'end')];
    const widths = (room: number, arrangement = NO_ARRANGEMENT) =>
      fitting(volumes, arrangement, room, null, { volume: 150 }).widths;
    expect(widths(370)).toEqual([220, 150]);
    expect(widths(340)).toEqual([190, 150]);
    // A person's own width stands.
    expect(widths(308, { ...NO_ARRANGEMENT, widths: { volume: 88 } })).toEqual([220, 88]);
  });

  test('stand wider where there is room to spare, and names are cut last', () => {
    expect(shown(800)).toBe('plate 195, label 151, driver 141, seen 88, speed 84, depot 141');
    // Up to a bound: what belongs together is read together.
    expect(shown(1600)).toBe('plate 278, label 312, driver 288, seen 88, speed 84, depot 288');
  });

  test('that are cut become whole first, then all words stand wider alike, and numbers never', () => {
    const needs = { driver: 240, plate: 190, depot: 130 };
    const widths = (room: number) => fitting(columns, NO_ARRANGEMENT, room, null, needs).widths;
    expect(widths(716)).toEqual([174, 130, 120, 88, 84, 120]);
    // Where it does not do for all of them, most are whole.
    expect(widths(746)).toEqual([184, 130, 130, 88, 84, 130]);
    expect(widths(862)).toEqual([190, 130, 240, 88, 84, 130]);
    expect(widths(892)).toEqual([197, 137, 247, 88, 84, 137]);
    expect(widths(3000)).toEqual([278, 312, 288, 88, 84, 288]);
    // A person's own width stands, and one text alone fills no screen.
    const drawn = { ...NO_ARRANGEMENT, widths: { driver: 100 } };
    expect(fitting(columns, drawn, 3000, null, needs).widths[2]).toBe(100);
    const long = { label: 2000 };
    expect(fitting(columns, NO_ARRANGEMENT, 3000, null, long).widths[1]).toBe(520);
  });

  test('stay where a person drew them, froze them or orders by them', () => {
    expect(shown(520, {}, 'speed')).toBe('plate 178, label 134, driver 124, speed 84');
    expect(shown(520, { widths: { depot: 100 } })).toBe(
      'plate 174, label 127, driver 118, depot 100',
    );
    expect(shown(500, { frozen: 3 })).toBe('plate 174, label 123, driver 114, seen 88');
  });

  test('are all there, beside each other, where a person chose them or they can’t fit', () => {
    const all = 'plate 174, label 130, driver 120, seen 88, speed 84, depot 120';
    expect(shown(520, { shown: { depot: true } })).toBe(all);
    expect(shown(650, { shown: { depot: true } })).toBe(
      'plate 174, label 106, driver 98, seen 88, speed 84, depot 98',
    );
    expect(shown(300, { frozen: 3 })).toBe(all);
  });
});

describe('addresses and records', () => {
  test('an id with slashes, spaces and percent signs survives its address', () => {
    const id = 'a/b 50%';
    expect(parseRoute(href('vehicles', id)).id).toBe(id);
    expect(parseRoute('#/vehicles/50%').id).toBe('50%');
    expect(parseRoute('#/nowhere/1').page).toBe('vehicles');
  });

  test('an own key called __proto__ is a field like any other', () => {
    const fields = fieldsOfText('{"__proto__":{"name":"kept"},"count":"12"}');
    expect(textAt(fields, '__proto__')).toBe('kept');
    expect(numberAt(fields, 'count')).toBe(12);
    expect(textAt(fields, 'constructor')).toBeNull();
  });

  test('the palette ranks a beginning before a word before letters in order', () => {
    expect(fuzzyMatches('Settings', 'set')).toBe(0);
    expect(fuzzyMatches('Go to Settings', 'set')).toBe(1);
    expect(fuzzyMatches('Go to Settings', 'gts')).toBe(3);
    expect(fuzzyMatches('Go to Settings', 'xyz')).toBeNull();
  });
});

test('notices stand above each foot that they would cover, and low where there is none', () => {
  const notices = { left: 400, right: 700, height: 80 };
  const list = { left: 60, right: 500, top: 760, bottom: 800 };
  const details = { left: 600, right: 1000, top: 690, bottom: 800 };
  expect(aboveFeet(notices, [], 800)).toBe(12);
  expect(aboveFeet(notices, [{ ...list, right: 400 }], 800)).toBe(12);
  expect(aboveFeet(notices, [list], 800)).toBe(48);
  expect(aboveFeet(notices, [details, list], 800)).toBe(118);
  // One that lies higher than they reach stays free, as one of no height does.
  expect(aboveFeet(notices, [{ ...list, top: 500, bottom: 540 }], 800)).toBe(12);
  expect(aboveFeet(notices, [{ ...list, top: 800 }], 800)).toBe(12);
  expect(aboveFeet(notices, [list, { ...details, top: 600, bottom: 700 }], 800)).toBe(208);
});

test('a choice from one row to another takes in rows that are not read yet', async () => {
  const ids = Array.from({ length: 2_000 }, (_, at) => `row ${String(at)}`);
  const selection = new SvelteSet<string>();
  const source = {
    total: ids.length,
    at: (index: number) => (index < 100 || index >= 1_900 ? ids[index] : undefined),
    show: () => undefined,
  };
  const allIds = (): Promise<readonly string[]> => Promise.resolve(ids);
  let viewKey = 'living';
  const idOf = (row: string): string => row;
  const choice = new RowChoice<string>(() => ({ source, selection, allIds, viewKey, idOf }));
  choice.anchor.hold(1_950);
  await choice.extendTo(50);
  expect([...selection].sort()).toEqual(ids.slice(50, 1_951).sort());
  // What is chosen while the rest is being read counts for more.
  const reading = choice.extendTo(1);
  choice.toggle(0);
  await reading;
  expect(selection.size).toBe(99 + 51 + 1);
  // All of them are not chosen late where the person gave that up, or looks at another view.
  for (const turn of [() => selection.clear(), () => choice.clear(), () => void (viewKey = '')]) {
    const choosing = choice.all();
    turn();
    await choosing;
    expect(selection.size).toBe(0);
  }
  await choice.all();
  expect(selection.size).toBe(2_000);
});

test('a row that a person went to is followed where others come before it, and its place where it is gone', () => {
  let rows: string[] = ['a', 'b', 'c', 'd'];
  const source = { total: 4, at: (index: number) => rows[index], show: () => undefined };
  const held = new HeldRow<string>(() => ({ source, idOf: (row) => row }));
  rows = ['new', ...rows];
  // Nobody went anywhere: the first row is the first one.
  expect(held.now()).toBe(0);
  held.hold(3);
  rows = ['newer', ...rows];
  expect(held.nowFrom(3)).toBe(4);
  // A table that went elsewhere meanwhile stays there.
  expect(held.nowFrom(1)).toBe(1);
  rows = rows.filter((row) => row !== 'c');
  expect(held.now()).toBe(4);
  rows = ['newest', ...rows];
  expect(held.now()).toBe(5);
  // Pages are read one after the other: over the border of one it is back with the next.
  held.hold(5);
  const left = rows[5] ?? '';
  rows = ['latest', ...rows.slice(0, 5), 'of before'];
  expect(held.now()).toBe(5);
  rows = [...rows.slice(0, 6), left];
  expect(held.now()).toBe(6);
  // Or back in its very place, where another one stood meanwhile.
  const before = rows;
  rows = ['last of all', ...rows.slice(0, 6)];
  expect(held.now()).toBe(6);
  rows = before;
  expect([held.now(), rows[held.now()]]).toEqual([6, left]);
  held.letGo();
  rows = ['another', 'newest'];
  expect(held.now()).toBe(0);
});

test('what is no column of a table moves none of its columns', () => {
  const columns = ['a', 'b', 'c'].map((key) => ({ key, title: key, width: 80, text: () => '' }));
  const order = (one: string, at: string) => reordered(columns, NO_ARRANGEMENT, one, at).order;
  expect([order('WB-001', 'a'), order('a', 'another')]).toEqual([[], []]);
  expect(order('c', 'a')).toEqual(['c', 'a', 'b']);
});

test('a field of files is emptied once a file is taken from it, so that it can be picked again', () => {
  const file = new File(['{}'], 'areas.geojson');
  const field = { files: [file], value: 'areas.geojson' };
  expect(takePicked(field)).toBe(file);
  expect(field.value).toBe('');
  expect(takePicked({ files: null, value: '' })).toBeUndefined();
});

import { createRawSnippet } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compareAnswers } from '../../renderer/features/review/compare.ts';
import {
  driverFields,
  driverSheet,
  driverSubject,
} from '../../renderer/features/review/driverSheet.ts';
import {
  NO_FILTERS,
  readFilters,
  statesToNarrowBy,
  viewOf,
} from '../../renderer/features/review/filters.ts';
import type { AnswerRow } from '../../shared/ipc/answers.ts';
import type { AnswerLayout, Value } from '../../shared/rules/formBlocks.ts';
import { fitting, NO_ARRANGEMENT, shownColumns } from '../../renderer/ui/table.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';

function layoutOf(answer: object): AnswerLayout {
  const layout = layoutAnswer(JSON.stringify(answer), null);
  if (layout === null) throw new Error('no layout');
  return layout;
}

describe('two answers side by side', () => {
  it('show every question of both, and mark what differs', () => {
    const a = layoutOf({
      ...{ id: 1, vehicle: { id: 3, regNo: 'WB 3' } },
      values: {
        lights: 'ok',
        tyres: 'worn',
        rows: [
          { p: 'left', mm: 2 },
          { p: 'right', mm: 4 },
        ],
      },
    });
    const b = layoutOf({
      ...{ id: 2, vehicle: { id: 3, regNo: 'WB 3' } },
      values: { lights: 'ok', tyres: 'good', rows: [{ p: 'left', mm: 3 }], more: '<b>' },
    });
    const lines = compareAnswers(a, b);
    expect(lines.filter(({ differs }) => !differs).map(({ label }) => label)).toEqual([
      'Vehicle',
      'Lights',
      'Rows 1 › P',
    ]);
    const said = (value: Value | null): unknown => (value && 'text' in value ? value.text : value);
    const differing = lines.filter(({ differs }) => differs);
    expect(differing.map(({ label, a: one, b: two }) => [label, said(one), said(two)])).toEqual([
      ['Tyres', 'worn', 'good'],
      ['Rows 1 › Mm', '2', '3'],
      ['Rows 2 › P', 'right', null],
      ['Rows 2 › Mm', '4', null],
      ['More', null, '<b>'],
    ]);
  });

  it('tell two photos and two signatures of one size apart, and show them', () => {
    const drawn = (photo: string, to: number): AnswerLayout =>
      layoutOf({
        values: {
          photo: `data:image/png;base64,${photo}`,
          signature: [
            [
              [0, 0],
              [to, 9],
            ],
          ],
        },
        same: true,
      });
    const one = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
    const lines = compareAnswers(drawn(`${one}AAAA`, 5), drawn(`${one}BBBB`, 7));
    expect(lines.map(({ label, a, b, differs }) => [label, a?.is, b?.is, differs])).toEqual([
      ['Photo', 'picture', 'picture', true],
      ['Signature', 'strokes', 'strokes', true],
      ['Same', 'yesNo', 'yesNo', false],
    ]);
  });
});

describe('the sheet for the driver', () => {
  const facts = {
    ...{ answerId: '600001', form: 'Pre-trip check', vehicle: 'WB 3', driver: 'Mira Holt' },
    ...{ created: '1 Mar 2026, 08:00', state: 'Needs follow-up', due: '2026-03-05', by: 'Ada' },
    reasons: 'Left tyre\n\n Call me ',
    findings: [
      { is: 'failing', key: 'l', parent: null, label: 'Lights', text: 'damaged' },
      { is: 'missing', key: 's', parent: null, label: 'Signature', text: '' },
    ] as const,
  };

  it('says what was judged, why, and what is to be done', () => {
    expect(driverSubject(facts)).toBe('Your answer: Pre-trip check, WB 3');
    expect(driverSheet(facts).split('\n')).toEqual([
      ...['Hello Mira Holt,', ''],
      'about your answer to “Pre-trip check” of 1 Mar 2026, 08:00:',
      ...['Vehicle: WB 3', 'Verdict: Needs follow-up'],
      ...['', 'Reasons:', '- Left tyre', '- Call me'],
      ...['', 'What was found:', '- Lights: damaged'],
      ...['', 'Not answered:', '- Signature'],
      ...['', 'To be done by 2026-03-05.', '', 'Answer 600001', 'Ada'],
    ]);
  });

  it('says the same in the fields of a document', () => {
    expect(driverFields(facts)).toEqual([
      { label: 'Verdict', values: ['Needs follow-up'] },
      { label: 'Reasons', values: ['Left tyre', 'Call me'] },
      { label: 'What was found', values: ['Lights: damaged'] },
      { label: 'Not answered', values: ['Signature'] },
      { label: 'To be done by', values: ['2026-03-05'] },
      { label: 'By', values: ['Ada'] },
    ]);
    const bare = driverFields({ ...facts, reasons: '', due: null, by: '', findings: [] });
    expect(bare.map(({ label }) => label)).toEqual(['Verdict']);
  });

  it('says how much more there is than a document takes', () => {
    const finding = facts.findings[1];
    const findings = Array.from({ length: 700 }, () => finding);
    const reasons = ['x'.repeat(15_000), 'Left tyre'].join('\n');
    const fields = driverFields({ ...facts, reasons, findings });
    const valuesOf = (name: string): string[] =>
      fields.find(({ label }) => label === name)?.values ?? [];
    expect(valuesOf('Reasons').map(({ length }) => length)).toEqual([10_000, 9]);
    expect(valuesOf('Not answered')).toHaveLength(500);
    expect(valuesOf('Not answered').at(-1)).toBe('and 201 more');
  });

  it('leaves out what nobody knows', () => {
    const bare = { ...facts, driver: '', vehicle: '', created: '', reasons: '', due: null, by: '' };
    expect(driverSheet({ ...bare, findings: [] })).toBe(
      'Hello,\n\nabout your answer to “Pre-trip check”:\nVerdict: Needs follow-up\n\nAnswer 600001',
    );
  });
});

it('the day by which something is due is written as people write it, and leaves as a day', async () => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal('window', { matchMedia });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { answerColumns } = await import('../../renderer/features/review/columns.ts');
  const cell = createRawSnippet(() => ({ render: () => '<i></i>' }));
  const cells = { answer: cell, vehicle: cell, findings: cell, match: cell };
  const { all } = answerColumns(cells, (state) => state);
  const due = all.find(({ key }) => key === 'due');
  const row = { due: '2026-03-05' } as AnswerRow;
  expect(due?.text(row)).toMatch(/Mar.*2026/);
  expect(due?.text({ ...row, due: null })).toBe('');
  expect(due?.sheet?.()?.value(row)).toBe('2026-03-05');
});

it('of two files of ids that are picked one after the other the second counts, however long the first is read', async () => {
  const { PickedTable } = await import('../../renderer/features/review/pickedTable.svelte.ts');
  const table = new PickedTable();
  const slow = Promise.withResolvers<ArrayBuffer>();
  const picked = Object.assign(new File(['1'], 'slow.csv'), { arrayBuffer: () => slow.promise });
  const first = table.choose(picked);
  await table.choose(new File(['2'], 'quick.csv'));
  slow.resolve(new ArrayBuffer(1));
  await first;
  expect(table.file?.name).toBe('quick.csv');
});

it('a file that can’t be read says so wherever it was picked, and nothing goes on waiting for it', async () => {
  const asked: string[] = [];
  const call = async (name: string) => {
    asked.push(name);
    return { ok: true, value: { copy: 'c' } };
  };
  vi.stubGlobal('window', { waybill: { call } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const torn = Object.assign(new Blob(['{}']), {
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  });
  const file = Object.assign(new File(['{}'], 'away'), {
    ...{ arrayBuffer: torn.arrayBuffer, slice: () => torn },
  });
  const { FileToImport } = await import('../../renderer/state/fileToImport.svelte.ts');
  const { PackFile } = await import('../../renderer/features/review/packFile.svelte.ts');
  const { PickedTable } = await import('../../renderer/features/review/pickedTable.svelte.ts');
  const [toImport, pack, table] = [
    new FileToImport(async () => ({ ok: true, value: null }) as const),
    ...([new PackFile(), new PickedTable()] as const),
  ];
  for (const one of [toImport, pack, table]) {
    await one.choose(file);
    expect(one.error?.message).toContain('can’t be read');
  }
  expect([toImport.busy, pack.busy, table.file]).toEqual([false, false, null]);
  // What was begun of it is dropped.
  expect(asked).toEqual(['packs.beginFile', 'packs.dropFile']);
});

it('findings stay in the list where there is room for their mark alone', async () => {
  await import('./browserStub.ts');
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { answerColumns } = await import('../../renderer/features/review/columns.ts');
  const cell = createRawSnippet(() => ({ render: () => '<i></i>' }));
  const cells = { answer: cell, vehicle: cell, findings: cell, match: cell };
  const { all } = answerColumns(cells, (state) => state);
  const shown = (room: number, needs = {}): string[] => {
    const wanted = shownColumns(all, NO_ARRANGEMENT);
    const fit = fitting(wanted, NO_ARRANGEMENT, room, 'createdAt', needs);
    return fit.columns.map(({ key }) => key);
  };
  expect(shown(600)).toEqual(['answer', 'vehicle', 'findings', 'created', 'driver']);
  // The list beside an answer, without a scroll bar and with one; and with longer times, as in Arabic.
  expect(shown(460)).toEqual(['answer', 'vehicle', 'findings', 'created']);
  expect(shown(445)).toEqual(['answer', 'vehicle', 'findings', 'created']);
  expect(shown(445, { created: 170 })).toEqual(['answer', 'vehicle', 'findings', 'created']);
  expect(shown(300)).toEqual(['answer', 'findings', 'created']);
});

describe('filters of the list', () => {
  it('by a state that was removed can be taken off', () => {
    const filters = { ...NO_FILTERS, states: ['own-gone', 'todo'] };
    const known = [{ id: 'todo' }, { id: 'approved' }];
    expect(statesToNarrowBy(known, filters)).toEqual(['todo', 'approved', 'own-gone']);
    expect(statesToNarrowBy(known, NO_FILTERS)).toEqual(['todo', 'approved']);
    expect(statesToNarrowBy([], filters)).toEqual([]);
  });

  it('narrow by what is set, and come back from whatever was remembered', () => {
    expect(viewOf(NO_FILTERS, '2026-03-01')).toEqual({});
    const set = { ...NO_FILTERS, text: ' tyre ', states: ['todo'], form: '7', due: true };
    expect(viewOf(set, '2026-03-01')).toEqual({
      ...{ text: 'tyre', states: ['todo'], forms: ['7'], dueBy: '2026-03-01' },
    });
    expect(readFilters(JSON.parse(JSON.stringify(set)))).toEqual({ ...set, text: '' });
    const made = {
      ...NO_FILTERS,
      driver: '5',
      from: '2026-03-28',
      to: '2026-03-29',
      among: ' 4; 5 ',
    };
    // The clocks go forward in the night before the second of the two days has ended.
    expect(viewOf(made, '2026-03-30', 'Europe/Berlin')).toEqual({
      ...{ drivers: ['5'], among: '4; 5' },
      ...{ from: Date.UTC(2026, 2, 27, 23), to: Date.UTC(2026, 2, 29, 22) - 1 },
    });
    expect(readFilters(JSON.parse(JSON.stringify(made)))).toEqual({ ...made, among: '' });
    for (const odd of [
      null,
      7,
      [],
      { states: [1], findings: 'x', form: {}, due: 'yes', from: 'now', to: 7 },
    ]) {
      expect(readFilters(odd)).toEqual(NO_FILTERS);
    }
  });
});

it('ids of the list that was shown before are never those of the list that is shown', async () => {
  const held: ((ids: readonly string[] | null) => void)[] = [];
  const refusal = { ok: false, error: { kind: 'local', code: 'db.closed', message: 'Closed.' } };
  const call = (name: string): Promise<unknown> =>
    name === 'answers.ids'
      ? new Promise((resolve) => {
          held.push((ids) => resolve(ids === null ? refusal : { ok: true, value: { ids } }));
        })
      : Promise.resolve(refusal);
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { ReviewQueue } = await import('../../renderer/features/review/queue.svelte.ts');
  const queue = new ReviewQueue();
  queue.look({ states: ['todo'] });
  held[0]?.(['1', '2']);
  await expect.poll(() => queue.ids).toEqual(['1', '2']);
  queue.look({ states: ['rejected'] });
  expect(queue.ids).toEqual([]);
  // All of them are asked for anew; where that fails there are none.
  const refused = queue.allIds();
  held[2]?.(null);
  expect(await refused).toEqual([]);
  const late = queue.allIds();
  queue.look({ states: ['approved'] });
  held[3]?.(['7']);
  expect(await late).toEqual([]);
  const all = queue.allIds();
  held[5]?.(['8', '9']);
  expect(await all).toEqual(['8', '9']);
  expect(queue.ids).toEqual(['8', '9']);
});

it('all that waits for the name of the person is done once they told it, and nothing where they did not', async () => {
  const asked: unknown[] = [];
  const call = (name: string, input: object): Promise<unknown> => {
    asked.push([name, input]);
    const setup = { person: name === 'review.saveSetup' ? 'Ada' : null, states: [] };
    return Promise.resolve({
      ...{ ok: true, value: name === 'review.judge' ? { change: '1', count: 1 } : setup },
    });
  };
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { Reviewing } = await import('../../renderer/features/review/reviewing.svelte.ts');
  const reviewing = new Reviewing();
  await reviewing.load();
  // A field is left by pressing a verdict.
  const both = (): Promise<boolean[]> =>
    Promise.all([
      reviewing.judge(['1'], { assignee: 'Bo' }, ''),
      reviewing.judge(['1'], { state: 'approved' }, ''),
    ]);
  const dropped = both();
  expect(reviewing.asksName).toBe(true);
  reviewing.notNamed();
  expect(await dropped).toEqual([false, false]);
  expect(reviewing.asksName).toBe(false);
  const done = both();
  await reviewing.named('Ada');
  expect(await done).toEqual([true, true]);
  const judged = asked.filter((one) => Array.isArray(one) && one[0] === 'review.judge');
  expect(judged).toMatchObject([
    ['review.judge', { assignee: 'Bo' }],
    ['review.judge', { state: 'approved' }],
  ]);
});

it('what is chosen leaves in the order of the list, with those that it is narrowed past', async () => {
  const { Chosen } = await import('../../renderer/features/review/chosen.svelte.ts');
  const chosen = new Chosen();
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  chosen.all(promise);
  const judged = chosen.ready().then(() => [...chosen.ids]);
  resolve(['3', '1', '2']);
  expect(await judged).toEqual(['3', '1', '2']);
  expect(chosen.inOrder(['2', '9', '3'])).toEqual(['2', '3', '1']);

  // Whoever gives it up before the list is read has nothing chosen.
  const other = new Chosen();
  const late = Promise.withResolvers<readonly string[]>();
  other.all(late.promise);
  other.giveUp();
  late.resolve(['4']);
  await other.ready();
  expect(other.ids.size).toBe(0);
});

it('a verdict right after all were chosen goes to nothing else where they could not be, or were given up', async () => {
  const { Chosen } = await import('../../renderer/features/review/chosen.svelte.ts');
  const chosen = new Chosen();
  // Nothing is being chosen: it goes to the open answer.
  expect(await chosen.ready()).toBe(true);
  const judgedAtOnce = (list: Promise<readonly string[]>): Promise<boolean> => {
    chosen.all(list);
    return chosen.ready();
  };
  const slow = Promise.withResolvers<readonly string[]>();
  const overtaken = judgedAtOnce(slow.promise);
  // As of a list that can't be read.
  expect(await judgedAtOnce(Promise.resolve([]))).toBe(false);
  slow.resolve(['3']);
  expect(await overtaken).toBe(false);
  const given = judgedAtOnce(Promise.resolve(['5']));
  chosen.giveUp();
  expect(await given).toBe(false);
  expect(chosen.ids.size).toBe(0);
  // None of them is waited for any more.
  expect(await chosen.ready()).toBe(true);
  expect(await judgedAtOnce(Promise.resolve(['4']))).toBe(true);
  expect([...chosen.ids]).toEqual(['4']);
});

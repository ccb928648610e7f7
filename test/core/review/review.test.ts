import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../electron/core/database.ts';
import { fail } from '../../../shared/result.ts';
import { collecting, done, give } from '../answers/support.ts';
import { codeOf, freshFolder, freshStore, valueOf } from '../db/support.ts';
import { breakPages } from '../recovery/support.ts';
import { of, reviewer } from './support.ts';

const FULL = fail({ kind: 'local', code: 'disk.full', message: 'The disk is full.' });

describe('a review', () => {
  it('has a state, notes, tags, a due date and a name, with who and when', async () => {
    const ada = await reviewer('Ada');
    valueOf(
      await ada.calls['review.judge']({
        ...{ answerIds: ['1'], state: 'followUp', reasons: 'Left tyre', note: 'Call the driver' },
        ...{ addTags: ['tyres'], due: '2026-03-01', assignee: 'Workshop' },
      }),
    );
    const at = ada.clock.now();
    expect(await of(ada, '1')).toMatchObject({
      ...{ state: 'followUp', tags: ['tyres'], due: '2026-03-01', assignee: 'Workshop', by: 'Ada' },
      verdicts: [{ by: 'Ada', at, state: 'followUp', reasons: 'Left tyre' }],
      notes: [{ by: 'Ada', text: 'Call the driver' }],
    });
    expect(await of(ada, '2')).toMatchObject({ state: 'todo', verdicts: [], notes: [] });
    valueOf(
      await ada.calls['review.judge']({ answerIds: ['1'], removeTags: ['tyres'], due: null }),
    );
    expect(await of(ada, '1')).toMatchObject({ tags: [], due: null, state: 'followUp' });
    expect(codeOf(await ada.calls['review.judge']({ answerIds: ['1'] }))).toBe('review.nothing');
  });

  it('tells everything that was done, the latest first', async () => {
    const ada = await reviewer('Ada');
    valueOf(await ada.calls['review.judge']({ answerIds: ['1'], state: 'approved' }));
    valueOf(await ada.calls['review.saveSetup']({ person: 'Ben' }));
    const { change } = valueOf(await ada.calls['review.judge']({ answerIds: ['1'], note: 'No.' }));
    valueOf(await ada.calls['review.undo']({ change }));
    const { history } = valueOf(await ada.calls['review.get']({ answerId: '1' }));
    expect(history.map(({ kind, by, takenBack }) => `${kind} ${by} ${String(takenBack)}`)).toEqual([
      'undo Ben false',
      'note Ben true',
      'state Ada false',
    ]);
  });

  it('of many answers is one act, and taken back by one', async () => {
    const ada = await reviewer('Ada');
    valueOf(await ada.calls['review.judge']({ answerIds: ['2'], state: 'rejected' }));
    const answerIds = Array.from({ length: 500 }, (_, index) => String(index));
    const { change, count } = valueOf(
      await ada.calls['review.judge']({ answerIds: [...answerIds, '0'], state: 'approved' }),
    );
    expect(count).toBe(500);
    expect(valueOf(await ada.calls['review.facets']({})).states).toEqual([
      { value: 'approved', count: 500 },
    ]);
    const undone = valueOf(await ada.calls['review.undo']({ change }));
    expect(undone.undone).toBe(500);
    expect([(await of(ada, '2')).state, (await of(ada, '3')).state]).toEqual(['rejected', 'todo']);
    expect(valueOf(await ada.calls['review.undo']({ change })).undone).toBe(0);
    valueOf(await ada.calls['review.undo']({ change: undone.change }));
    expect((await of(ada, '3')).state).toBe('approved');
  });

  it('counts in the order in which it was made, whatever the clock does', async () => {
    const ada = await reviewer('Ada');
    for (const state of ['approved', 'rejected', 'followUp']) {
      valueOf(await ada.calls['review.judge']({ answerIds: ['1'], state }));
    }
    expect((await of(ada, '1')).state).toBe('followUp');
  });

  it('narrows the list of answers, also of those that are not here', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 4);
    desk.collector.start();
    valueOf(await desk.calls['answers.wantIds']({ ids }));
    await desk.until(done);
    const ada = await reviewer('Ada', { store: desk.store });
    valueOf(
      await ada.calls['review.judge']({
        ...{ answerIds: ['2', 'elsewhere'], state: 'rejected', addTags: ['tyres'] },
        ...{ due: '2026-03-05', assignee: 'Ben', note: 'Look' },
      }),
    );
    const found = async (view: object) =>
      (await desk.store.read('answers.ids', { view })).ids.sort();
    expect(await found({ states: ['todo'] })).toEqual(['1', '3', '4']);
    expect(await found({ states: ['rejected'] })).toEqual(['2', 'elsewhere']);
    expect(await found({ tags: ['tyres'], assignees: ['Ben'] })).toEqual(['2', 'elsewhere']);
    expect(await found({ dueBy: '2026-03-04' })).toEqual([]);
    expect(await found({ dueBy: '2026-03-05', vehicles: ['2'] })).toEqual(['2']);
    const { rows } = await desk.store.read('answers.window', {
      ...{ view: { states: ['rejected'] }, offset: 0, limit: 9 },
    });
    expect(
      rows.map(({ id, readAt, notes, verdicts }) => [id, readAt !== null, notes, verdicts.length]),
    ) //
      .toEqual(
        expect.arrayContaining([
          ['2', true, 1, 1],
          ['elsewhere', false, 1, 1],
        ]),
      );
    expect(valueOf(await ada.calls['review.facets']({}))).toMatchObject({
      states: [
        { value: 'rejected', count: 2 },
        { value: 'todo', count: 3 },
      ],
      tags: [{ value: 'tyres', count: 2 }],
      assignees: [{ value: 'Ben', count: 2 }],
    });
  });
});

describe('a damaged database', () => {
  it('loses no review', async () => {
    const file = path.join(freshFolder(), 'mirror.db');
    const first = await reviewer('Ada', { store: await freshStore({ file }) });
    const answerIds = Array.from({ length: 60 }, (_, index) => `answer-${String(index)}`);
    valueOf(await first.calls['review.judge']({ answerIds, state: 'rejected', note: 'Worn' }));
    const { change } = valueOf(
      await first.calls['review.judge']({ answerIds: ['answer-1'], state: 'approved' }),
    );
    valueOf(await first.calls['review.undo']({ change }));
    const before = await first.store.read('review.events', { answerIds: null });
    await first.store.close();
    breakPages(file, 'review_event');
    const opened = valueOf(await openStore({ file, mode: 'inline', damaged: true }));
    onTestFinished(() => opened.close());
    const second = await reviewer('Ada', { store: opened });
    expect(await opened.read('review.events', { answerIds: null })).toEqual(before);
    expect(opened.recovery?.desk).toBeGreaterThanOrEqual(before.length);
    // What lists show follows from them.
    expect(valueOf(await second.calls['review.facets']({})).states).toEqual([
      { value: 'rejected', count: 60 },
    ]);
  });
});

describe('a file of reviews', () => {
  it('is brought together with those that are here: both verdicts show, no note is lost', async () => {
    const [ada, ben] = [await reviewer('Ada'), await reviewer('Ben')];
    valueOf(
      await ada.calls['review.judge']({ answerIds: ['1', '2'], state: 'approved', note: 'Fine' }),
    );
    ben.clock.advance(1_000);
    valueOf(await ben.calls['review.judge']({ answerIds: ['1'], state: 'rejected', note: 'Worn' }));
    const states = [{ id: 'workshop', name: 'Workshop', colour: 'blue' as const }];
    valueOf(await ben.calls['review.saveSetup']({ states }));
    valueOf(await ben.calls['review.export']({}));
    const file = ben.files[0]?.bytes ?? new Uint8Array();
    expect(ben.files[0]?.name).toMatch(/^Waybill reviews Ben .*\.json$/);
    expect(valueOf(await ada.calls['review.examine']({ file }))).toMatchObject({
      ...{ by: 'Ben', sameAccount: true, people: ['Ben'], fresh: 2, answers: 1, known: 0 },
      unreadable: 0,
    });
    expect(valueOf(await ada.calls['review.import']({ file }))).toMatchObject({ imported: 2 });
    // Once is enough.
    expect(valueOf(await ada.calls['review.import']({ file }))).toEqual({
      imported: 0,
      changes: [],
    });
    const review = await of(ada, '1');
    expect(review.verdicts.map(({ by, state }) => `${by} ${state}`)).toEqual([
      'Ben rejected',
      'Ada approved',
    ]);
    expect(review.notes.map(({ text }) => text).sort()).toEqual(['Fine', 'Worn']);
    expect(valueOf(await ada.calls['review.setup']({})).states.map(({ id }) => id)).toContain(
      'workshop',
    );
    // And back again: both have the same.
    valueOf(await ada.calls['review.export']({}));
    valueOf(await ben.calls['review.import']({ file: ada.files.at(-1)?.bytes ?? file }));
    expect(await of(ben, '1')).toEqual(review);
    expect(await of(ben, '2')).toEqual(await of(ada, '2'));
  });

  it('is taken out again act by act, also what was taken back in it, and brought in again', async () => {
    const [ada, ben] = [await reviewer('Ada'), await reviewer('Ben')];
    const judged = await ben.calls['review.judge']({ answerIds: ['1', '2'], state: 'rejected' });
    valueOf(await ben.calls['review.undo']({ change: valueOf(judged).change }));
    valueOf(await ben.calls['review.judge']({ answerIds: ['2'], addTags: ['tyres'] }));
    valueOf(await ben.calls['review.export']({}));
    const file = ben.files[0]?.bytes ?? new Uint8Array();
    const { changes } = valueOf(await ada.calls['review.import']({ file }));
    const again: string[] = [];
    for (const change of changes)
      again.unshift(valueOf(await ada.calls['review.undo']({ change })).change);
    expect(await of(ada, '2')).toMatchObject({ state: 'todo', verdicts: [], tags: [] });
    for (const change of again) valueOf(await ada.calls['review.undo']({ change }));
    expect(await of(ada, '2')).toMatchObject({ state: 'todo', verdicts: [], tags: ['tyres'] });
  });

  it('of another account is refused, unless it is wished all the same', async () => {
    const [ada, ben] = [await reviewer('Ada'), await reviewer('Ben', { tenant: '2' })];
    valueOf(await ada.calls['review.judge']({ answerIds: ['1'], state: 'approved' }));
    valueOf(await ada.calls['review.export']({}));
    const file = ada.files[0]?.bytes ?? new Uint8Array();
    expect(codeOf(await ben.calls['review.import']({ file }))).toBe('review.otherAccount');
    expect((await of(ben, '1')).state).toBe('todo');
    expect(valueOf(await ben.calls['review.import']({ file, anyway: true }))).toMatchObject({
      imported: 1,
    });
  });

  it('of the same service comes in under each name of this computer', async () => {
    const at = (host: string) => ({ service: `http://${host}:9000` });
    const [ada, ben] = [await reviewer('Ada', at('localhost')), await reviewer('Ben', at('[::1]'))];
    valueOf(await ada.calls['review.judge']({ answerIds: ['1'], state: 'approved' }));
    valueOf(await ada.calls['review.export']({}));
    const file = ada.files[0]?.bytes ?? new Uint8Array();
    expect(valueOf(await ben.calls['review.import']({ file }))).toMatchObject({ imported: 1 });
  });

  it('with the last of all times takes nothing from what is done afterwards', async () => {
    const [ada, ben] = [await reviewer('Ada'), await reviewer('Ben')];
    const last = { id: 'a', answerId: '1', at: 8.64e15, by: 'Eve', kind: 'note', value: '"x"' };
    const foreign = {
      ...{ waybill: 'reviews', version: 1, service: 'https://fleet.example', tenant: '1' },
      ...{ exportedAt: 1, by: 'Eve', states: 'none', events: [{ ...last, change: 'c' }] },
    };
    const file = new TextEncoder().encode(JSON.stringify(foreign));
    valueOf(await ada.calls['review.import']({ file }));
    for (const state of ['approved', 'rejected']) {
      valueOf(await ada.calls['review.judge']({ answerIds: ['1'], state, note: state }));
    }
    valueOf(await ada.calls['review.export']({}));
    const own = ada.files[0]?.bytes ?? new Uint8Array();
    expect(valueOf(await ben.calls['review.import']({ file: own }))).toMatchObject({ imported: 5 });
    for (const one of [ada, ben]) {
      const { state, notes } = await of(one, '1');
      expect(state).toBe('rejected');
      expect(notes.map(({ at }) => new Date(at).getTime())).not.toContain(NaN);
    }
  });

  it('that is none, or of a newer Waybill, is refused; what can’t be read in one is counted', async () => {
    const ada = await reviewer('Ada');
    const bytes = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
    for (const text of ['', '{}', '[]', 'PK', '{"waybill":"reviews"}']) {
      expect(codeOf(await ada.calls['review.import']({ file: bytes(text) }))).toBe(
        'review.notReviews',
      );
    }
    const content = (version: number, events: unknown[]) =>
      bytes(
        JSON.stringify({
          ...{ waybill: 'reviews', version, service: 'https://fleet.example', tenant: '1' },
          ...{ exportedAt: 1, by: 'Eve', states: 'none', events },
        }),
      );
    expect(codeOf(await ada.calls['review.import']({ file: content(9, []) }))).toBe('review.newer');
    const event = { answerId: '1', at: 5, by: 'Eve', kind: 'note', change: 'c' };
    const file = content(1, [
      { ...event, id: 'a', value: '"<script>alert(1)</script>\\u0000\\u202e"' },
      { ...event, id: 'b', kind: 'mood', value: '"later"' },
      { ...event, id: '', value: '"x"' },
      { ...event, id: 'c', at: 1e99, value: '"x"' },
      7,
    ]);
    expect(valueOf(await ada.calls['review.examine']({ file }))).toMatchObject({
      ...{ fresh: 2, unreadable: 3 },
    });
    valueOf(await ada.calls['review.import']({ file }));
    const { review, history } = valueOf(await ada.calls['review.get']({ answerId: '1' }));
    expect(review.notes.map(({ text }) => text)).toEqual(['<script>alert(1)</script>\u0000\u202e']);
    expect(history.map(({ kind }) => kind)).toContain('mood');
  });
});

it('an event that stands twice in a file is one, and goes with the import', async () => {
  const ada = await reviewer('Ada');
  const event = { id: 'a', answerId: '1', at: 5, by: 'Eve', kind: 'note', value: '"Look"' };
  const events = [1, 2].map(() => ({ ...event, change: 'c' }));
  const content = {
    ...{ waybill: 'reviews', version: 1, service: 'https://fleet.example', tenant: '1' },
    ...{ exportedAt: 1, by: 'Eve', states: [], events },
  };
  const file = Buffer.from(JSON.stringify(content));
  expect(valueOf(await ada.calls['review.examine']({ file }))).toMatchObject({ fresh: 1 });
  expect(valueOf(await ada.calls['review.import']({ file }))).toMatchObject({ changes: ['c'] });
});

describe('very many reviews', () => {
  const ids = Array.from({ length: 1_500 }, (_, at) => `answer ${at}`);

  it('come in some at a time; where the disk fails it is said, and the file brings in the others', async () => {
    const ada = await reviewer('Ada');
    valueOf(await ada.calls['review.judge']({ answerIds: ids, state: 'approved' }));
    valueOf(await ada.calls['review.export']({}));
    const file = ada.files[0]?.bytes ?? new Uint8Array();
    const store = await freshStore();
    const writes: string[] = [];
    let full = true;
    const ben = await reviewer('Ben', {
      store: {
        ...store,
        async write(name, input) {
          writes.push(name);
          const fails = full && writes.filter((one) => one === 'review.merge').length === 2;
          return fails ? FULL : store.write(name, input);
        },
      },
    });
    expect(codeOf(await ben.calls['review.import']({ file }))).toBe('review.partly');
    full = false;
    expect(valueOf(await ben.calls['review.import']({ file }))).toMatchObject({ imported: 500 });
    expect(writes.filter((one) => one === 'review.merge')).toHaveLength(4);
    expect((await of(ben, ids.at(-1) ?? '')).state).toBe('approved');
  });

  it('of one answer, as nobody makes them, are refused', async () => {
    const ada = await reviewer('Ada');
    const events = Array.from({ length: 2_001 }, (_, at) => ({
      ...{ id: `e${at}`, answerId: '1', at: 5, by: 'Eve', kind: 'note', value: '"x"', change: 'c' },
    }));
    const content = {
      ...{ waybill: 'reviews', version: 1, service: 'https://fleet.example', tenant: '1' },
      ...{ exportedAt: 1, by: 'Eve', states: [], events },
    };
    const file = Uint8Array.from(new TextEncoder().encode(JSON.stringify(content)));
    expect(codeOf(await ada.calls['review.import']({ file }))).toBe('review.notReviews');
    expect((await of(ada, '1')).notes).toEqual([]);
  });

  it('of one answer, of which a file takes no more, leave as none that is refused afterwards', async () => {
    const store = await freshStore();
    /** As if so many had been done to it: to do them takes seconds. */
    let count = 2_000;
    const ada = await reviewer('Ada', {
      store: {
        ...store,
        async read(name, input) {
          const found = await store.read(name, input);
          const events: unknown = name === 'review.events' ? found : [];
          if (Array.isArray(events)) while (events.length % count > 0) events.push(events[0]);
          return found;
        },
      },
    });
    valueOf(await ada.calls['review.judge']({ answerIds: ['1'], note: 'x' }));
    valueOf(await ada.calls['review.export']({}));
    count += 1;
    expect(codeOf(await ada.calls['review.export']({}))).toBe('review.tooMany');
    expect(ada.files).toHaveLength(1);
  });

  it('that no file could bring in again are refused; a part of them is exported', async () => {
    const ada = await reviewer('Ada');
    const note = 'x'.repeat(19_000);
    valueOf(await ada.calls['review.judge']({ answerIds: ids.slice(0, 900), note }));
    expect(codeOf(await ada.calls['review.export']({}))).toBe('review.tooMany');
    expect(ada.files).toEqual([]);
    valueOf(await ada.calls['review.export']({ answerIds: ids.slice(0, 9) }));
    expect(ada.files).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedVerdicts, fold } from '../../electron/core/review/model/fold.ts';
import type { ReviewEvent } from '../../electron/core/review/model/fold.ts';
import {
  MOST_STATES,
  OWN_STATES,
  mergeStates,
  statesIn,
  withChangedStates,
} from '../../shared/rules/reviewStates.ts';
import { runs } from '../support/runs.ts';

const people = ['Ada', 'Ben', 'Cleo'];

const act = fc.oneof(
  fc.record({
    kind: fc.constant('state'),
    value: fc.record({
      state: fc.constantFrom('approved', 'rejected', 'own-1'),
      reasons: fc.string(),
    }),
  }),
  fc.record({ kind: fc.constant('note'), value: fc.string() }),
  fc.record({
    kind: fc.constant('tag'),
    value: fc.record({ tag: fc.constantFrom('a', 'b'), on: fc.boolean() }),
  }),
  fc.record({ kind: fc.constant('due'), value: fc.constantFrom(null, '2026-03-01') }),
  fc.record({ kind: fc.constant('assignee'), value: fc.constantFrom(null, 'Ada') }),
  fc.record({
    kind: fc.constantFrom('undo', 'noteGone'),
    value: fc.nat(30).map((n) => `e${String(n)}`),
  }),
  // Of a later version, or broken on the way.
  fc.record({ kind: fc.constantFrom('mood', 'state', 'note'), value: fc.jsonValue() }),
);

/** What several people did to one answer, on computers whose clocks differ. */
const events: fc.Arbitrary<ReviewEvent[]> = fc
  .array(fc.tuple(act, fc.constantFrom(...people), fc.nat(20)), { maxLength: 25 })
  .map((list) =>
    list.map(([{ kind, value }, by, at], index) => ({
      ...{ id: `e${String(index)}`, answerId: '1', at, by, kind, change: `c${String(index)}` },
      value: JSON.stringify(value),
    })),
  );

const event = (id: string, at: number, by: string, kind: string, value: unknown): ReviewEvent => ({
  ...{ id, answerId: '1', at, by, kind, value: JSON.stringify(value), change: id },
});

describe('reviews of several people', () => {
  it('come to the same in whatever order and however often they are brought together', () => {
    fc.assert(
      fc.property(
        events,
        fc.array(fc.nat(24)),
        fc.infiniteStream(fc.nat(1_000)),
        (all, twice, keys: Iterator<number, number>) => {
          const again = [...all, ...twice.flatMap((index) => all[index] ?? [])];
          const shuffled = again
            .map((one) => ({ one, key: keys.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one);
          expect(fold(shuffled)).toEqual(fold(all));
        },
      ),
      runs(300, 20_000),
    );
  });

  it('keep every note that nobody took away, and the latest verdict of each person', () => {
    fc.assert(
      fc.property(events, (all) => {
        const kept = all.filter(({ kind }) => kind !== 'undo' && kind !== 'noteGone');
        const review = fold(kept);
        const notes = kept.filter(({ kind, value }) => kind === 'note' && value.startsWith('"'));
        expect(review.notes.map(({ id }) => id).sort()).toEqual(notes.map(({ id }) => id).sort());
        const judged = kept.filter(
          ({ kind, value }) => kind === 'state' && /"state":"[^"]/.test(value),
        );
        expect(review.verdicts.map(({ by }) => by).sort()).toEqual(
          [...new Set(judged.map(({ by }) => by))].sort(),
        );
      }),
      runs(300, 20_000),
    );
  });

  it('show both verdicts where two people judge, and the later one as the state', () => {
    const review = fold([
      event('b', 20, 'Ben', 'state', { state: 'rejected', reasons: 'The tyre is worn' }),
      event('a', 10, 'Ada', 'state', { state: 'approved' }),
    ]);
    expect(review.state).toBe('rejected');
    expect(review.verdicts).toEqual([
      { by: 'Ben', at: 20, state: 'rejected', reasons: 'The tyre is worn' },
      { by: 'Ada', at: 10, state: 'approved', reasons: '' },
    ]);
  });

  it('tell which of them are about an answer that was changed since', () => {
    const { verdicts } = fold([
      event('a', 10, 'Ada', 'state', { state: 'approved', of: 'then' }),
      event('b', 20, 'Ben', 'state', { state: 'approved', of: 'now' }),
      event('c', 30, 'Cleo', 'state', { state: 'approved' }),
      event('d', 40, 'Dan', 'state', { state: 'approved', of: 7 }),
    ]);
    const outdated = (digest: string | null): string[] =>
      comparedVerdicts(verdicts, digest).flatMap(({ by, isOutdated }) => (isOutdated ? [by] : []));
    expect(outdated('now')).toEqual(['Ada']);
    expect(outdated(null)).toEqual([]);
    expect(comparedVerdicts(verdicts, 'now')[0]).toEqual({
      ...{ by: 'Dan', at: 40, state: 'approved', reasons: '', isOutdated: false },
    });
  });

  it('go back to what was before when an act is taken back, and forward again', () => {
    const first = event('a', 1, 'Ada', 'state', { state: 'approved' });
    const second = event('b', 2, 'Ada', 'state', { state: 'rejected' });
    const undo = event('c', 3, 'Ada', 'undo', 'b');
    const redo = event('d', 4, 'Ada', 'undo', 'c');
    expect(fold([first, second]).state).toBe('rejected');
    expect(fold([first, second, undo]).state).toBe('approved');
    expect(fold([first, second, undo, redo]).state).toBe('rejected');
    expect(fold([undo, first]).state).toBe('approved');
  });
});

describe('the states of an account', () => {
  it('can be renamed, coloured and extended; four are always there', () => {
    expect(statesIn(null)).toEqual(OWN_STATES);
    const kept = [
      { id: 'approved', name: 'Fine', colour: 'teal' },
      { id: 'workshop', name: 'To the workshop', colour: 'blue' },
      { id: 'broken state', name: 'x', colour: 'blue' },
      { id: 'odd', name: 'Odd', colour: 'url(x)' },
    ];
    expect(statesIn(kept).map(({ id, name, colour }) => `${id} ${name} ${colour}`)).toEqual([
      'approved Fine teal',
      'workshop To the workshop blue',
      'odd Odd grey',
      'todo  grey',
      'followUp  orange',
      'rejected  red',
    ]);
    const many = Array.from({ length: 99 }, (_, n) => ({
      id: `s${String(n)}`,
      name: 'n',
      colour: 'red',
    }));
    expect(statesIn(many)).toHaveLength(MOST_STATES);
    expect(statesIn(many).slice(-4)).toEqual(OWN_STATES);
    expect(mergeStates(statesIn(kept), statesIn(many)).slice(0, 6)).toEqual(statesIn(kept));
  });

  it('that were changed in an open list stand beside those that came meanwhile', () => {
    const opened = statesIn([
      { id: 'own-1', name: 'Workshop', colour: 'blue' },
      { id: 'own-2', name: 'Gone', colour: 'red' },
    ]);
    const changed = [
      ...opened
        .filter(({ id }) => id !== 'own-2')
        .map((state) => (state.id === 'rejected' ? { ...state, name: 'Refused' } : state)),
      { id: 'own-3', name: 'Mine', colour: 'teal' } as const,
    ];
    const now = [
      ...opened.map((state) => (state.id === 'own-1' ? { ...state, name: 'Garage' } : state)),
      { id: 'own-4', name: 'Theirs', colour: 'grey' } as const,
    ];
    const left = withChangedStates(opened, changed, now).map(({ id, name }) => [id, name]);
    expect(left).toContainEqual(['rejected', 'Refused']);
    expect(left).toContainEqual(['own-1', 'Garage']);
    expect(left).toContainEqual(['own-4', 'Theirs']);
    expect(left).toContainEqual(['own-3', 'Mine']);
    expect(left.map(([id]) => id)).not.toContain('own-2');
  });
});

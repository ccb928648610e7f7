import { describe, expect, it } from 'vitest';
import { collecting, done, give } from '../answers/support.ts';
import { valueOf } from '../db/support.ts';
import { of, reviewer } from './support.ts';

describe('a verdict', () => {
  it('says so where the answer was changed after a verdict, and finds such answers', async () => {
    const desk = await collecting();
    desk.collector.start();
    const ids = give(desk.service, 1, 3);
    const collect = async (): Promise<void> => {
      valueOf(await desk.calls['answers.wantIds']({ ids, again: true }));
      await desk.until(done);
    };
    await collect();
    const ada = await reviewer('Ada', { store: desk.store });
    const answerIds = ['1', '2', 'elsewhere'];
    valueOf(await ada.calls['review.judge']({ answerIds, state: 'approved' }));
    const view = { findings: 'outdated' } as const;
    const found = async () => (await desk.store.read('answers.ids', { view })).ids;
    expect(await found()).toEqual([]);
    // Read again, and the same.
    await collect();
    expect(await found()).toEqual([]);

    const text = desk.service.answers.get('2') ?? '';
    desk.service.answers.set('2', text.replace('note of 2', 'another note'));
    await collect();
    expect(await found()).toEqual(['2']);
    const { rows } = await desk.store.read('answers.window', { view: {}, offset: 0, limit: 9 });
    expect(rows.map(({ id, verdicts }) => [id, verdicts[0]?.isOutdated])).toEqual(
      expect.arrayContaining([
        ['1', false],
        ['2', true],
        ['3', undefined],
        ['elsewhere', false],
      ]),
    );
    expect((await of(ada, '2')).verdicts[0]?.isOutdated).toBe(true);
    // The other one’s is about what is there now.
    valueOf(await ada.calls['review.saveSetup']({ person: 'Ben' }));
    valueOf(await ada.calls['review.judge']({ answerIds: ['2'], state: 'rejected' }));
    expect(await found()).toEqual([]);
    expect((await of(ada, '2')).verdicts.map(({ by, isOutdated }) => [by, isOutdated])).toEqual([
      ['Ben', false],
      ['Ada', true],
    ]);
  });
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { mergeAnswers } from '../../renderer/features/forms/knownAnswers.ts';

/** More than a window holds. */
const ROWS = 501;

it('the answers to a form that were fetched stand beside those that it names, with what is known of them', async () => {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    ...{
      id: String(at),
      createdAt: at,
      vehicleId: '3',
      vehicle: 'WB 3',
      driverId: null,
      driver: '',
    },
    // Of the first one the review is here alone.
    ...{ readAt: at === 0 ? null : 5, title: 'as the answer calls itself' },
  }));
  const asked: unknown[] = [];
  let tell: (event: unknown) => void = () => undefined;
  const call = async (
    name: string,
    { view, offset, limit }: { view: unknown; offset: number; limit: number },
  ): Promise<unknown> => {
    asked.push([name, view, offset]);
    if (name === 'answers.ids') return { ok: true, value: { ids: rows.map(({ id }) => id) } };
    return { ok: true, value: { rows: rows.slice(offset, offset + limit), total: rows.length } };
  };
  const on = (heard: typeof tell) => {
    tell = heard;
    return () => undefined;
  };
  vi.stubGlobal('window', { waybill: { call, on } });
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const { CollectedAnswers } = await import('../../renderer/features/forms/collected.svelte.ts');
  const collected = new CollectedAnswers('7');
  const stop = collected.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([
    ['answers.window', { forms: ['7'] }, 0],
    ['answers.window', { forms: ['7'] }, 500],
    ['answers.ids', { forms: ['7'] }, undefined],
  ]);
  expect(collected.answers).toHaveLength(ROWS - 1);

  const named = { id: '2', createdAt: null, vehicleId: null, vehicle: null };
  const before = [{ ...named, driverId: '5', driver: 'Mira Holt', title: 'Morning' }];
  const merged = mergeAnswers(before, collected.answers);
  expect(merged).toHaveLength(ROWS - 1);
  expect(merged.find(({ id }) => id === '2')).toEqual({
    ...{ id: '2', createdAt: 2, vehicleId: '3', vehicle: 'WB 3' },
    ...{ driverId: '5', driver: 'Mira Holt', title: 'Morning' },
  });

  expect(await collected.holding('worn')).toEqual(rows.map(({ id }) => id));
  expect(asked.pop()).toEqual(['answers.ids', { forms: ['7'], text: 'worn' }, undefined]);

  // What comes in meanwhile is listed once it is quiet.
  rows.push({ ...rows.at(-1), id: 'new', readAt: 6 } as (typeof rows)[number]);
  for (const waiting of [1, 0]) tell({ name: 'answers', payload: { waiting } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(6);
  expect(collected.answers.at(-1)?.id).toBe('new');
  stop();
});

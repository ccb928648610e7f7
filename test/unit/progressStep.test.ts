import { expect, it } from 'vitest';
import { stepOf } from '../../renderer/ui/progressStep.ts';

/** What a screen reader hears of a long job. */

it('a long job is told at every tenth, and where its words change', () => {
  const step = (
    value: number,
    line = `Exporting answers: ${value.toLocaleString('en')} of 5,000`,
  ) => stepOf(line, { value, max: 5_000 });
  expect(step(1_001)).toBe(step(1_499));
  expect(step(1_499)).not.toBe(step(1_500));
  expect(step(1_001, 'Paused · 1,001 of 5,000')).not.toBe(step(1_001));
  expect(stepOf('5,000 answers exported', null)).not.toBe(step(5_000));
  const arabic = (count: string): string =>
    stepOf(`تصدير الإجابات: ${count}`, { value: 5, max: 50 });
  expect(arabic('١٬٠٠١')).toBe(arabic('١٬٤٩٩'));
});

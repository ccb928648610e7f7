import { expect, it } from 'vitest';
import { Reasons } from '../../renderer/features/review/reasons.svelte.ts';

/** What a reviewer types while going from answer to answer. */

it('reasons stay with the answer that they were typed for, also where its verdict comes after the next is open', () => {
  const reasons = new Reasons();
  reasons.turnTo('A');
  reasons.text = 'The mirror is loose';
  reasons.turnTo('B');
  expect(reasons.text).toBe('');
  reasons.text = 'The lamp is broken';
  // The verdict of the first is on the disk only now.
  reasons.done('A');
  expect(reasons.text).toBe('The lamp is broken');
  reasons.turnTo('A');
  expect(reasons.text).toBe('');
  reasons.turnTo('B');
  expect(reasons.text).toBe('The lamp is broken');
  reasons.done('B');
  expect(reasons.text).toBe('');
});

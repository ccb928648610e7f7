import { call } from '../bridge.ts';
import { text } from '../text/en.ts';
import { formatCount } from './format.ts';
import { Job, oneByOne } from './job.svelte.ts';
import { notices } from './notices.svelte.ts';
import { toasts } from './toasts.svelte.ts';
import type { ToastAct } from './toasts.svelte.ts';

/** Acts of reviews that are taken back one after the other; the desk shows how far it is. */
export const takingReviewsBack = new Job();

/** The way back of what came out of a file of reviews; of what took it back, its way in again. */
export function takesReviewsBack(changes: readonly string[]): ToastAct | null {
  if (changes.length === 0) return null;
  return { label: text.act.undo, run: () => void takeReviewsBack(changes) };
}

/** Takes acts back in their order; stopped on the way it says how many are left as they are. */
export async function takeReviewsBack(changes: readonly string[]): Promise<void> {
  const taken = await takingReviewsBack.run((way) =>
    oneByOne(changes, (change) => call('review.undo', { change }), way),
  );
  if (taken === null) return;
  const { done, failed } = taken;
  notices.tellFailed(failed);
  if (done.length === 0) return;
  const left = changes.length - done.length;
  const said = text.review.undone;
  // The last that was taken back is brought again first.
  const back = done.map(({ change }) => change).reverse();
  toasts.say(
    left === 0 ? said : text.records.partly(said, formatCount(left)),
    takesReviewsBack(back),
    'review',
  );
}

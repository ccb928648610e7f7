import { preferences } from '../../state/preferences.svelte.ts';
import { digitOf, letterOf, unshiftedAct } from '../../state/ownKeys.ts';
import { isCovered, isTyping } from '../../ui/keyTarget.ts';

/** What keys do on the page of reviews, wherever the focus is but in a field. */
export interface ReviewActs {
  /** The verdict with this number, from 1; false where there is none. */
  verdict: (number: number) => boolean;
  step: (by: 1 | -1) => void;
  note: () => void;
  undo: () => void;
  /** Chooses all that are in the list; absent where the list is out of sight. */
  chooseAll: (() => void) | undefined;
}

/** Whether the key was one of the page's, and is done. */
function does(event: KeyboardEvent, acts: ReviewActs): boolean {
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.altKey && !event.shiftKey && letterOf(event) === 'a') {
    acts.chooseAll?.();
    return acts.chooseAll !== undefined;
  }
  if (command || event.altKey || !preferences.values.singleKeys) return false;
  const digit = digitOf(event);
  // A key that is held gives one verdict: of several, taking back would leave all but the last.
  if (digit !== null) return event.repeat || acts.verdict(digit);
  const act = unshiftedAct(event);
  if (act === 'down') acts.step(1);
  else if (act === 'up') acts.step(-1);
  else if (act === 'note') acts.note();
  else if (act === 'undo') acts.undo();
  else return false;
  return true;
}

export function reviewKey(event: KeyboardEvent, acts: ReviewActs): void {
  if (isTyping(event.target) || event.defaultPrevented) return;
  if (isCovered()) return;
  if (!does(event, acts)) return;
  event.preventDefault();
  event.stopPropagation();
}

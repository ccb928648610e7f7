import type { Op } from '../../bridge.ts';
import { formatTime } from '../../state/format.ts';
import { text } from '../../text/en.ts';

/** The state of a write in words: what holds it, where something does. */
export function stateWords({
  state,
  hold,
  holdUntil,
}: Pick<Op, 'state' | 'hold' | 'holdUntil'>): string {
  /** It went by file: that says more than that its outcome is uncertain. */
  const isOutOfHand = hold === 'handedOver' || hold === 'imported';
  const waits = state === 'QUEUED' || (state === 'UNCERTAIN' && hold === 'person');
  if (hold === null || !(waits || isOutOfHand)) return text.outbox.states[state];
  const until = holdUntil === null ? '' : text.outbox.until(formatTime(holdUntil));
  return [text.outbox.holds[hold], until].filter((part) => part !== '').join(' ');
}

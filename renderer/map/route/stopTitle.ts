import { formatCount } from '../../state/format.ts';
import { text } from '../../text/en.ts';
import type { StopMark } from './layer.ts';

/** What a mark of stops says: its first number, and of several how many more. */
export function stopTitle({ stops }: StopMark): string {
  const { history: words } = text;
  const first = String(stops[0]?.number ?? '');
  return stops.length > 1
    ? words.map.sharedStop(first, formatCount(stops.length - 1))
    : words.stopNumber(first);
}

/** The same with when that was, or with what a press does. */
export function stopTip(mark: StopMark): string {
  const { pressForList, stopAt } = text.history.map;
  const [only, ...others] = mark.stops;
  const title = stopTitle(mark);
  return others.length > 0 || only === undefined ? pressForList(title) : stopAt(title, only.detail);
}

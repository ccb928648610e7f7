type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * Which saved view a key shows, counted from 0; null where it shows none.
 *
 * @param shift whether these views have Shift in their keys
 * @param writes whether Alt and a digit write a sign where the focus is, as in a field of a Mac, where
 * many layouts have brackets there
 */
export function viewOfKey(key: Pressed, { shift, writes }: { shift: boolean; writes: boolean }) {
  if (writes || !key.altKey || key.ctrlKey || key.metaKey || key.shiftKey !== shift) return null;
  // By its place: with Alt the key itself says something else on some keyboards.
  const digit = /^Digit([1-9])$/.exec(key.code)?.[1];
  return digit === undefined ? null : Number(digit) - 1;
}

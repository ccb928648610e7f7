import { fold } from '../../../shared/rules/fold.ts';

const KEY_LENGTH = 120;
/** Most texts: they are not folded for nothing. */
const PLAIN = /^[ -~]*$/;

/**
 * The sort key of a value: numbers stay numbers; texts ignore case and accents ("Ärger" stands among
 * the A's, not behind "Zimmer"), and runs of digits in them order by value ("Van 9" before "Van 10").
 * A longer run is a greater number, so its length goes before it.
 */
export function naturalKey(value: unknown): string | number | bigint | null {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string') return null;
  const text = value.slice(0, KEY_LENGTH);
  return (PLAIN.test(text) ? text.toLowerCase() : fold(text)).replace(/\d+/g, (digits) => {
    const plain = digits.replace(/^0+(?=\d)/, '');
    return `0${String(plain.length).padStart(3, '0')}${plain}`;
  });
}

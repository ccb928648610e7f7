import { preferences } from './preferences.svelte.ts';
import { actOf, keysFrom } from './singleKeys.ts';
import type { KeyAct } from './singleKeys.ts';

/** What a press of a key tells of it. */
export type Press = Pick<KeyboardEvent, 'key' | 'code'>;

/** What stands on a key of a Latin layout, by its place. */
function latinOf({ key, code }: Press): string | undefined {
  // French keys have letters where others have digits.
  if (/^\p{Nd}$/u.test(key)) return /^Digit([0-9])$/.exec(code)?.[1];
  if (code === 'Slash') return /^\p{Script=Latin}$/u.test(key) ? undefined : '/';
  return /^Key([A-Z])$/.exec(code)?.[1];
}

/** The small letter or digit of a key: on a layout of another script that which stands there on a Latin one. */
export function letterOf(press: Press): string {
  const isOther = /^[^\0-\x7f]$/u.test(press.key);
  return ((isOther ? latinOf(press) : undefined) ?? press.key).toLowerCase();
}

/**
 * What a single key does here; null for one that does nothing, and for all where they are off. An act may
 * have a letter of another script for its own key.
 */
export function singleAct(press: Press): KeyAct | null {
  const { singleKeys, keys } = preferences.values;
  if (!singleKeys) return null;
  const own = keysFrom(keys);
  return actOf(own, press.key) ?? actOf(own, letterOf(press));
}

/** The same where a letter with Shift is another key; with Caps Lock it is the same one. */
export function unshiftedAct(press: Press & Pick<KeyboardEvent, 'shiftKey'>): KeyAct | null {
  return press.shiftKey && /^\p{L}$/u.test(press.key) ? null : singleAct(press);
}

/** The digit of a key from 1 to 9; null for another key. */
export function digitOf(press: Press): number | null {
  const letter = letterOf(press);
  return /^[1-9]$/.test(letter) ? Number(letter) : null;
}

/** The key of an act, as it is written on keys. */
export function keyOf(act: KeyAct): string {
  return keysFrom(preferences.values.keys)[act].toUpperCase();
}

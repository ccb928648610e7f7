import { preferences } from './preferences.svelte.ts';
import { actOf, keysFrom } from './singleKeys.ts';
import type { KeyAct } from './singleKeys.ts';

/** What a single key does here; null for one that does nothing, and for all where they are off. */
export function singleAct(key: string): KeyAct | null {
  const { singleKeys, keys } = preferences.values;
  return singleKeys ? actOf(keysFrom(keys), key) : null;
}

/** The same where a letter with Shift is another key. */
export function unshiftedAct(key: string): KeyAct | null {
  return key === key.toLowerCase() ? singleAct(key) : null;
}

/** The key of an act, as it is written on keys. */
export function keyOf(act: KeyAct): string {
  return keysFrom(preferences.values.keys)[act].toUpperCase();
}

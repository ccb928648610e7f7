/**
 * Acts that a single key does. Each has its key, and a person may give it another one; what is
 * kept are those alone that have another one. Digits and the letters after the one that leads to a page stay.
 */
export const SINGLE_KEYS = {
  down: 'j',
  up: 'k',
  choose: 'x',
  filter: '/',
  leader: 'g',
  note: 'n',
  undo: 'z',
} as const;
export type KeyAct = keyof typeof SINGLE_KEYS;
export type SingleKeys = Readonly<Record<KeyAct, string>>;

export const KEY_ACTS = Object.keys(SINGLE_KEYS).filter((act): act is KeyAct =>
  Object.hasOwn(SINGLE_KEYS, act),
);

/** Why a key can't be an act's; with the act that has it where that is the reason. */
export type KeyRefusal = { is: 'none' } | { is: 'digit' } | { is: 'taken'; by: KeyAct };

/** One sign that a key writes: neither a space nor what moves the focus or the row. */
const isSign = (key: string): boolean => /^\P{C}$/u.test(key) && !/^\s$/u.test(key);

/** What keeps a key from doing an act; null where nothing does. */
export function keyRefusal(keys: SingleKeys, act: KeyAct, key: string): KeyRefusal | null {
  if (!isSign(key)) return { is: 'none' };
  if (/^\p{Nd}$/u.test(key)) return { is: 'digit' };
  const by = KEY_ACTS.find((other) => other !== act && keys[other] === key.toLowerCase());
  return by === undefined ? null : { is: 'taken', by };
}

/** All keys, with those that were given in place of their own: `down:s undo:u`. */
export function keysFrom(text: string): SingleKeys {
  const given = text.split(' ').flatMap((part): [KeyAct, string][] => {
    const act = KEY_ACTS.find((one) => part.startsWith(`${one}:`));
    return act === undefined ? [] : [[act, part.slice(act.length + 1)]];
  });
  const keys = { ...SINGLE_KEYS, ...Object.fromEntries(given) };
  // Two acts may trade their keys; one that clashes all the same is nobody's choice.
  const fits = KEY_ACTS.every((act) => keyRefusal(keys, act, keys[act]) === null);
  return fits ? keys : SINGLE_KEYS;
}

/** What is kept of keys: those that are not as they were delivered. */
export function keysText(keys: SingleKeys): string {
  return KEY_ACTS.filter((act) => keys[act] !== SINGLE_KEYS[act])
    .map((act) => `${act}:${keys[act]}`)
    .join(' ');
}

/** What a key does, whether it is pressed with Shift or not. */
export function actOf(keys: SingleKeys, key: string): KeyAct | null {
  return KEY_ACTS.find((act) => keys[act] === key.toLowerCase()) ?? null;
}

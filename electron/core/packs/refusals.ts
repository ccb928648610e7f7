import { fail } from '../../../shared/result.ts';

/** Why a pack is not made, or not found. */

/** Packs that an account may keep. */
export const MOST_PACKS = 50;

export const UNKNOWN = fail({
  kind: 'missing',
  code: 'packs.unknown',
  message: 'This pack is no longer on the list.',
  safe: 'What was fetched for it is still here.',
});
export const NOTHING = fail({
  kind: 'invalid',
  code: 'packs.nothing',
  message: 'A pack has to hold something: answers, a list, routes or a region of the map.',
  safe: 'Nothing was asked for.',
  next: 'editInput',
});
export const TOO_MANY = fail({
  kind: 'invalid',
  code: 'packs.tooMany',
  message: `There are ${MOST_PACKS} packs already. Remove one first.`,
  next: 'none',
});

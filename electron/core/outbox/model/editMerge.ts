import { jsonMembers, setJsonMembers } from '../../../../shared/rules/jsonText.ts';
import { sameValue, threeWay } from '../../../../shared/rules/merge.ts';
import type { CompareOptions } from '../../../../shared/rules/merge.ts';

/** In a body, null empties a field, and its absence leaves it. */
const IN_BODY: CompareOptions = { nullIsAbsent: false, reference: false };

/**
 * What a write says after it was edited, where more was folded into it since the form was opened: what the
 * person left as it was is as the write has it now.
 *
 * @param was what the write said when the form was opened
 * @param mine what the form sends
 * @param now what the write says by now
 * @returns `disputed`: fields that were given a third value meanwhile
 */
export function mergedEdit(
  was: string,
  mine: string,
  now: string,
): { patch: string; disputed: readonly string[] } {
  const [before, wanted, current] = [jsonMembers(was), jsonMembers(mine), jsonMembers(now)];
  const changed = new Map<string, string | null>();
  const disputed: string[] = [];
  for (const field of new Set([...wanted.keys(), ...current.keys()])) {
    const base = before.get(field) ?? null;
    const own = wanted.get(field) ?? null;
    const other = current.get(field) ?? null;
    if (sameValue(own, base, IN_BODY)) changed.set(field, other);
    else if (threeWay(base, own, other, IN_BODY) === 'conflict') disputed.push(field);
  }
  return { patch: setJsonMembers(mine, changed), disputed };
}

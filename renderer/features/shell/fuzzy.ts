/** How well a title answers of which the letters alone are there, in their order. */
export const LETTERS_ALONE = 3;

/** How well a title answers what was typed: the lower the better, null for not at all. */
export function fuzzyMatches(title: string, typed: string): number | null {
  const where = title.toLowerCase();
  const what = typed.toLowerCase();
  const at = where.indexOf(what);
  if (at === 0) return 0;
  if (at > 0) return where[at - 1] === ' ' ? 1 : 2;
  let from = 0;
  for (const letter of what) {
    const found = where.indexOf(letter, from);
    if (found === -1) return null;
    from = found + 1;
  }
  return LETTERS_ALONE;
}

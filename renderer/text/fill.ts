function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Puts the words of another language over those that are there. It happens once, before any
 * component is loaded, so that `text` can be used as a constant.
 */
export function fill(target: object, words: object): void {
  const into = target as Record<string, unknown>;
  for (const [key, value] of Object.entries(words)) {
    const known = into[key];
    if (isTree(known) && isTree(value)) fill(known, value);
    else into[key] = value;
  }
}

/** Texts that stand for themselves, until another language is put over them. */
export function wordForWord<T extends string>(...texts: T[]): Record<T, string> {
  const words: [string, string][] = texts.map((one) => [one, one]);
  return Object.fromEntries(words) as Record<T, string>;
}

/** Failures after which the same is safe: what failed, by the code of each, with that sentence beside it. */
export function safely<Code extends string>(
  safe: string,
  failed: Readonly<Record<Code, string>>,
): Record<Code, { what: string; safe: string }> {
  const codes = Object.entries<string>(failed).map(([code, what]) => [code, { what, safe }]);
  return Object.fromEntries(codes) as Record<Code, { what: string; safe: string }>;
}

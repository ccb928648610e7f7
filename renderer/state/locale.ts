/** Languages by their codes (BCP 47), as the service lists them. */

/** Whether dates and numbers can be written in a language. */
export function isLanguage(code: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(code).length > 0;
  } catch {
    return false;
  }
}

/** By code: to make a locale takes longer than to write a number with it. */
const known = new Map<string | null, string>();

/**
 * The locale of a language: day before month in English, the Gregorian calendar and digits that
 * stand in columns everywhere, because tables and exports must read the same.
 */
export function localeOf(code: string | null): string {
  const before = known.get(code);
  if (before !== undefined) return before;
  const base = code === null || code === 'en' || !isLanguage(code) ? 'en-GB' : code;
  const locale = new Intl.Locale(base, { calendar: 'gregory', numberingSystem: 'latn' }).toString();
  known.set(code, locale);
  return locale;
}

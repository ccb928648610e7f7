/** Languages by their codes (BCP 47), as the service lists them. */

/** Whether dates and numbers can be written in a language. */
export function isLanguage(code: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(code).length > 0;
  } catch {
    return false;
  }
}

/**
 * The locale of a language: day before month in English, the Gregorian calendar and digits that
 * stand in columns everywhere, because tables and exports must read the same.
 */
export function localeOf(code: string | null): string {
  if (code === null || !isLanguage(code)) return localeOf('en');
  const base = code === 'en' ? 'en-GB' : code;
  return new Intl.Locale(base, { calendar: 'gregory', numberingSystem: 'latn' }).toString();
}

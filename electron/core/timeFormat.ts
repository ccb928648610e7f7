/** Formats by what they are made of: to make one costs as much as hundreds of uses. */
const made = new Map<string, Intl.DateTimeFormat>();
/** A person has one language and one zone, an export another zone at most. */
const MOST = 20;

/** Errors: throws `RangeError` for a zone or a language that this system does not know. */
export function timeFormat(
  locale: string,
  options: Readonly<Intl.DateTimeFormatOptions>,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size >= MOST) made.clear();
  const format = new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}

/** The zone that times are written in: the wished one, unless this system does not know it. */
export function zoneOf(wished: string | undefined): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (wished === undefined) return own;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wished }).resolvedOptions().timeZone;
  } catch {
    return own;
  }
}

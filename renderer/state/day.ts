/** The last midnight of this computer's zone, in milliseconds since 1970. */
export function startOfDay(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0);
}

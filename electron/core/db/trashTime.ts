/** How long the trash keeps a record, at most. */
export const TRASH_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

/** @param days fewer of them, where somebody wants that */
export function trashMs(days: number | null = null): number {
  return Math.min(days ?? TRASH_DAYS, TRASH_DAYS) * DAY_MS;
}

/**
 * How one day of a vehicle's route is asked for: always in the same words, so that whoever read a day
 * first read it for all.
 *
 * @param fromMs midnight at which it begins, ms since 1970
 * @param toMs the next midnight
 */
export function routeQuery(
  fromMs: number,
  toMs: number,
): { dateFrom: string; dateTo: string; include: string[] } {
  return {
    dateFrom: new Date(fromMs).toISOString(),
    dateTo: new Date(toMs).toISOString(),
    include: ['address', 'coordinates', 'driver'],
  };
}

import { call } from '../bridge.ts';
import type { AppError, Output } from '../bridge.ts';
import { routeQuery } from '../../shared/rules/routeWords.ts';
import { tripsOf } from './trips.ts';
import type { Trip } from './trips.ts';

/** A day of a vehicle, from midnight to midnight of its zone. */
export interface RouteDay {
  readonly vehicleId: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface RouteDayRead {
  readonly trips: readonly Trip[];
  /** Null where it was never read on this computer. */
  readonly readAt: number | null;
  readonly thinned: Output<'records.read'>['thinned'];
  readonly error: AppError | null;
}

/**
 * Trips and stops of one day, always asked for in the same words, so that whoever read a day first
 * read it for all pages.
 *
 * @param refresh `never` takes what is kept here and asks nobody
 */
export async function readRouteDay(
  { vehicleId, fromMs, toMs }: RouteDay,
  refresh: 'never' | 'ifMissing' | 'always',
  whole = false,
): Promise<RouteDayRead> {
  const result = await call('records.read', {
    endpoint: 'listRoutes',
    params: { vehicleId },
    query: routeQuery(fromMs, toMs),
    refresh,
    ...(whole ? { whole } : {}),
  });
  const { json = null, readAt = null, thinned = null } = result.ok ? result.value : {};
  const error = result.ok ? result.value.error : result.error;
  return { trips: tripsOf(json), readAt, thinned, error };
}

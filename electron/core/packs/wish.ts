import type { PackWish } from '../../../shared/ipc/packs.ts';
import { isTemporaryId } from '../../../shared/rules/temporaryId.ts';
import { routeQuery } from '../../../shared/rules/routeWords.ts';
import { documentKey } from '../sync/single.ts';
import type { SavedPack } from './packList.ts';

/** What the wish of a pack comes to: single records, and the days of routes. */

export interface RouteDay {
  key: string;
  vehicleId: string;
  /** Its midnights, ms since 1970. */
  fromMs: number;
  toMs: number;
  query: ReturnType<typeof routeQuery>;
}

/** Single records that a pack holds, those that wait to be sent and those of whole lists left out. */
export function chosenOf(wish: PackWish): PackWish['chosen'] {
  return wish.chosen.flatMap(({ entity, ids }) => {
    const known = [...new Set(ids)].filter((id) => !isTemporaryId(id));
    return known.length === 0 || wish.lists.includes(entity) ? [] : [{ entity, ids: known }];
  });
}

/** The days of routes that a pack holds. Vehicles that wait to be sent have none. */
export function routeDaysOf({ wish }: Pick<SavedPack, 'wish'>): RouteDay[] {
  if (wish.routes === null) return [];
  const { vehicles, midnights } = wish.routes;
  const known = vehicles.filter((id) => !isTemporaryId(id));
  return known.flatMap((vehicleId) =>
    midnights.slice(0, -1).map((fromMs, index) => {
      const toMs = midnights[index + 1] ?? fromMs;
      return { ...routeDay(vehicleId, fromMs, toMs), fromMs, toMs };
    }),
  );
}

/** Under which key one day of a vehicle is kept. */
export function routeDay(
  vehicleId: string,
  fromMs: number,
  toMs: number,
): Pick<RouteDay, 'key' | 'vehicleId' | 'query'> {
  const query = routeQuery(fromMs, toMs);
  return { key: documentKey('listRoutes', { vehicleId }, query), vehicleId, query };
}

import type { Map as MapLibre } from 'maplibre-gl';
import { haversineM } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { POSITION_STATUSES } from '../../../shared/rules/positions.ts';
import type { PositionStatus } from '../../../shared/rules/positions.ts';
import type { FleetTrack } from '../layers/track.ts';

/** Vehicles by state. */
export type Counts = Readonly<Record<PositionStatus, number>>;
export const NO_COUNTS: Counts = { driving: 0, idling: 0, stopped: 0, offline: 0, unknown: 0 };

/** Ids of those that are shown; null for all. */
type Shown = ReadonlySet<string> | null;

export function countShown(track: FleetTrack, shown: Shown): Counts {
  const counts = { ...NO_COUNTS };
  for (const [i, id] of track.ids.entries()) {
    if (shown !== null && !shown.has(id)) continue;
    counts[POSITION_STATUSES[track.statusIndex(i)] ?? 'unknown'] += 1;
  }
  return counts;
}

/** Shown vehicles with their distances to a position in metres, the nearest first. */
export function nearestShown(
  track: FleetTrack,
  shown: Shown,
  to: LatLng,
): { id: string; distanceM: number }[] {
  return track.ids
    .flatMap((id, i) =>
      shown !== null && !shown.has(id)
        ? []
        : [{ id, distanceM: haversineM(to, track.position(i)) }],
    )
    .sort((a, b) => a.distanceM - b.distanceM);
}

/** Ground distance of one CSS pixel in the middle of the map, in metres. */
export function metresPerPixelOf(map: MapLibre): number {
  const { lat } = map.getCenter();
  const aroundM = 40_075_016.686 * Math.cos((lat * Math.PI) / 180);
  return aroundM / (512 * 2 ** map.getZoom());
}

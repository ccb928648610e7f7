import type { Map as MapLibre } from 'maplibre-gl';
import type { Bounds } from '../../shared/rules/geo.ts';

/** What a map shows, in degrees; the whole width where it looks over the antimeridian. */
export function boundsInSight(map: MapLibre): Bounds {
  const seen = map.getBounds();
  const [south, north] = [Math.max(-90, seen.getSouth()), Math.min(90, seen.getNorth())];
  const [west, east] = [seen.getWest(), seen.getEast()];
  return west < -180 || east > 180 || west > east
    ? { south, north, west: -180, east: 180 }
    : { south, north, west, east };
}

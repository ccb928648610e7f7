import type { Component, ComponentProps } from 'svelte';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Bounds } from '../../shared/rules/geo.ts';
import type FleetMap from './FleetMap.svelte';
import type RouteMap from './RouteMap.svelte';

/** Properties of the map of the fleet; what each means stands in FleetMap.svelte. */
export type FleetMapProps = ComponentProps<typeof FleetMap>;

/**
 * The map as a chunk of its own, loaded when one is first shown. It knows no feature; what it
 * shows and what a click means come through its properties.
 */
export async function loadFleetMap(): Promise<{ default: Component<FleetMapProps> }> {
  return import('./FleetMap.svelte');
}

/** The map of routes, a chunk of its own as well. */
export async function loadRouteMap(): Promise<{
  default: Component<ComponentProps<typeof RouteMap>>;
}> {
  return import('./RouteMap.svelte');
}

/** What a map shows, in degrees; the whole width where it looks over the antimeridian. */
export function boundsInSight(map: MapLibre): Bounds {
  const seen = map.getBounds();
  const [south, north] = [Math.max(-90, seen.getSouth()), Math.min(90, seen.getNorth())];
  const [west, east] = [seen.getWest(), seen.getEast()];
  return west < -180 || east > 180 || west > east
    ? { south, north, west: -180, east: 180 }
    : { south, north, west, east };
}

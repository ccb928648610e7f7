import type { Component, ComponentProps } from 'svelte';
import { afterRows } from '../state/afterRows.ts';
import type FleetMap from './FleetMap.svelte';
import type RouteMap from './RouteMap.svelte';

export type { FleetMapActs, StatusChoice } from './acts.ts';

/** Properties of the map of the fleet; what each means stands in FleetMap.svelte. */
export type FleetMapProps = ComponentProps<typeof FleetMap>;

/**
 * The map as a chunk of its own, loaded when one is first shown. It knows no feature; what it
 * shows and what a click means come through its properties.
 */
export async function loadFleetMap(): Promise<{ default: Component<FleetMapProps> }> {
  await afterRows();
  return import('./FleetMap.svelte');
}

/** The map of routes, a chunk of its own as well. */
export async function loadRouteMap(): Promise<{
  default: Component<ComponentProps<typeof RouteMap>>;
}> {
  return import('./RouteMap.svelte');
}

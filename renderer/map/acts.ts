import type { LatLng } from '../../shared/rules/geo.ts';

/** What a page can ask of the map that it shows. */
export interface FleetMapActs {
  /** Selects a vehicle and keeps it in the middle. */
  follow(id: string): void;
  /** Lists the vehicles nearest to one. */
  nearestTo(id: string): void;
  /** Corners of the areas that it draws. */
  corners(): readonly LatLng[];
}

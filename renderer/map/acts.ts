import type { LatLng } from '../../shared/rules/geo.ts';
import type { PositionStatus } from '../../shared/rules/positions.ts';

/** The states that vehicles are narrowed to, by the list that the map shares its filter with. */
export interface StatusChoice {
  readonly chosen: readonly string[];
  toggle(status: PositionStatus): void;
}

/** What a page can ask of the map that it shows. */
export interface FleetMapActs {
  /** Selects a vehicle and keeps it in the middle. */
  follow(id: string): void;
  /** Lists the vehicles nearest to one. */
  nearestTo(id: string): void;
  /** Corners of the areas that it draws. */
  corners(): readonly LatLng[];
}

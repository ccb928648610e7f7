import type { LatLng } from '../../../shared/rules/geo.ts';
import type { Box } from '../layers/labels.ts';
import type { Hit, Pixel } from '../layers/vehicles.ts';

/** What was asked for with the mouse's second button or the menu key. */
export interface Place extends LatLng {
  /** CSS pixels from the map's top left corner. */
  readonly pixel: Pixel;
}

export interface SceneActs {
  vehicle(id: string): void;
  cluster(hit: Extract<Hit, { is: 'cluster' }>): void;
  /** Ids of the areas under the pixel, topmost first. */
  areas(ids: readonly string[]): void;
  /** The vehicle that was meant, where it was one. */
  place(place: Place, vehicleId: string | null): void;
  box(ids: string[]): void;
  /** Whether the mouse belongs to someone else for now. */
  busy(): boolean;
  /** What stands over the map. */
  covers(): readonly Box[];
}

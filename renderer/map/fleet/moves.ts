import type { Map as MapLibre } from 'maplibre-gl';
import type { Bounds, LatLng } from '../../../shared/rules/geo.ts';
import type { Camera } from '../camera.ts';

/** Room between what is shown and the edge of the map. */
export const EDGE_PX = 24;
const MOVE_MS = 450;
const CLOSE_ZOOM = 14.5;

/** Moves of the map to what somebody asks for; none while there is no map. */
export class Moves {
  /** How much of the map its legend covers at the bottom. */
  footPx = 0;
  readonly #map: () => MapLibre | undefined;
  readonly #calm: { readonly matches: boolean };

  /** @param calm whether the map jumps instead of gliding */
  constructor(map: () => MapLibre | undefined, calm: { readonly matches: boolean }) {
    this.#map = map;
    this.#calm = calm;
  }

  /** @param around what stays where it is; null for the middle of the map */
  zoomBy(steps: number, around: LatLng | null): void {
    const map = this.#map();
    map?.easeTo({
      zoom: map.getZoom() + steps,
      duration: this.#moveMs(),
      ...(around === null ? {} : { around }),
    });
  }

  toBox({ west, south, east, north }: Bounds): void {
    this.#map()?.fitBounds([west, south, east, north], {
      padding: this.#room(56),
      maxZoom: 16,
      duration: this.#moveMs(),
    });
  }

  /** Shows a box at once: the first sight of the map. */
  begin({ west, south, east, north }: Bounds): void {
    this.#map()?.fitBounds([west, south, east, north], {
      padding: this.#room(40),
      maxZoom: 15,
      animate: false,
    });
  }

  look({ lat, lng, zoom }: Camera): void {
    this.#map()?.easeTo({ center: { lat, lng }, zoom, duration: this.#moveMs() });
  }

  /** Goes to a place, from nearer by than before. */
  close({ lat, lng }: LatLng): void {
    const map = this.#map();
    if (map === undefined) return;
    const zoom = Math.max(CLOSE_ZOOM, Math.min(18, map.getZoom() + 2));
    map.easeTo({ center: { lat, lng }, zoom, duration: this.#moveMs() });
  }

  /** Brings a vehicle into the middle. */
  toVehicle(center: LatLng): void {
    const map = this.#map();
    map?.easeTo({ center, zoom: Math.max(map.getZoom(), 13), duration: this.#moveMs() });
  }

  /** Whether a box is wholly in sight, and not too small to be made out. */
  shows({ west, south, east, north }: Bounds): boolean {
    const map = this.#map();
    if (map === undefined) return true;
    const sight = map.getBounds();
    return sight.contains([west, south]) && sight.contains([east, north]) && map.getZoom() >= 12;
  }

  #room(px: number): { top: number; right: number; bottom: number; left: number } {
    return { top: px, right: px, bottom: Math.max(px, this.footPx + EDGE_PX), left: px };
  }

  #moveMs(): number {
    return this.#calm.matches ? 0 : MOVE_MS;
  }
}

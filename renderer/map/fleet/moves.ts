import type { Map as MapLibre } from 'maplibre-gl';
import type { Bounds, LatLng } from '../../../shared/rules/geo.ts';
import type { Camera } from '../camera.ts';
import type { Box } from '../layers/labels.ts';
import { isCovered, roomFor } from './room.ts';
import type { Room } from './room.ts';

/** Room between what is shown and the edge of the map. */
export const EDGE_PX = 24;
const MOVE_MS = 450;
const CLOSE_ZOOM = 14.5;

/** How large the map is, in CSS pixels. */
function sizeOf(map: MapLibre): { width: number; height: number } {
  const { clientWidth, clientHeight } = map.getContainer();
  return { width: clientWidth, height: clientHeight };
}

/** Where a map looks and how large it is: another one after any move. */
function standOf(map: MapLibre): string {
  const { lat, lng } = map.getCenter();
  return JSON.stringify([lat, lng, map.getZoom(), sizeOf(map)]);
}

/** Moves of the map to what somebody asks for; none while there is no map. */
export class Moves {
  readonly #map: () => MapLibre | undefined;
  readonly #calm: { readonly matches: boolean };
  readonly #covers: () => readonly Box[];
  /** The first sight of the map, and how the map stood with it. */
  #begun: { box: Bounds; stood: string } | null = null;

  /**
   * @param calm whether the map jumps instead of gliding
   * @param covers what stands over the map
   */
  constructor(
    map: () => MapLibre | undefined,
    calm: { readonly matches: boolean },
    covers: () => readonly Box[],
  ) {
    this.#map = map;
    this.#calm = calm;
    this.#covers = covers;
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
    const map = this.#map();
    map?.fitBounds([west, south, east, north], {
      padding: this.#room(map, 56),
      maxZoom: 16,
      duration: this.#moveMs(),
    });
  }

  /** Shows a box at once: the first sight of the map. */
  begin(box: Bounds): void {
    const map = this.#map();
    if (map === undefined) return;
    map.fitBounds([box.west, box.south, box.east, box.north], {
      padding: this.#room(map, 40),
      maxZoom: 15,
      animate: false,
    });
    this.#begun = { box, stood: standOf(map) };
  }

  /** The first sight once more, clear of what came to stand over it, unless the map was moved since. */
  beginAgain(): void {
    const map = this.#map();
    if (this.#begun === null || map === undefined) return;
    if (this.#begun.stood === standOf(map)) this.begin(this.#begun.box);
    else this.#begun = null;
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

  /** Brings a vehicle into the middle; where something stands over that, into the middle of what is free. */
  toVehicle(center: LatLng): void {
    const map = this.#map();
    if (map === undefined) return;
    const { width, height } = sizeOf(map);
    const { top, right, bottom, left } = this.#room(map, 0);
    const isFree = !isCovered({ x: width / 2, y: height / 2 }, this.#covers());
    map.easeTo({
      center,
      zoom: Math.max(map.getZoom(), 13),
      duration: this.#moveMs(),
      offset: isFree ? [0, 0] : [(left - right) / 2, (top - bottom) / 2],
    });
  }

  /** Whether a box is wholly in sight, and not too small to be made out. */
  shows({ west, south, east, north }: Bounds): boolean {
    const map = this.#map();
    if (map === undefined) return true;
    const sight = map.getBounds();
    return sight.contains([west, south]) && sight.contains([east, north]) && map.getZoom() >= 12;
  }

  #room(map: MapLibre, leastPx: number): Room {
    return roomFor(sizeOf(map), this.#covers(), leastPx);
  }

  #moveMs(): number {
    return this.#calm.matches ? 0 : MOVE_MS;
  }
}

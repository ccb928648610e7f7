import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { RulerLayer } from '../layers/ruler.ts';
import { readPalette, watchPalette } from '../palette.ts';

/** What is done on the map while the ruler is in hand. */
export interface RulerActs {
  /** A place was clicked, or Enter was pressed with it in the middle of the map. */
  add(place: LatLng): void;
  takeBack(): void;
  /** Where the mouse is; null once it left the map. */
  over(place: LatLng | null): void;
}

/** The ruler on a map. */
export interface RulerOnMap {
  draw(points: readonly LatLng[], next: LatLng | null): void;
  stop(): void;
}

/** Takes clicks and keys of the map for the ruler until `stop`. */
export function startRuler(map: MapLibre, acts: RulerActs): RulerOnMap {
  // A map that goes away takes its layers along, before the panel beside it is gone.
  let gone = false;
  map.once('remove', () => (gone = true));
  const layer = new RulerLayer(map, readPalette());
  const stopPalette = watchPalette(() => {
    if (!gone) layer.setPalette(readPalette());
  });
  const canvas = map.getCanvas();
  const zooms = map.doubleClickZoom.isEnabled();
  map.doubleClickZoom.disable();
  canvas.style.cursor = 'crosshair';

  const click = ({ lngLat }: MapMouseEvent): void => acts.add(lngLat);
  const move = ({ lngLat: { lat, lng } }: MapMouseEvent): void => acts.over({ lat, lng });
  const out = (): void => acts.over(null);
  const keydown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') acts.add(map.getCenter());
    else if (event.key === 'Backspace') acts.takeBack();
    else return;
    event.preventDefault();
  };
  map.on('click', click);
  map.on('mousemove', move);
  map.on('mouseout', out);
  canvas.addEventListener('keydown', keydown);
  return {
    draw(points, next) {
      if (!gone) layer.draw(points, next);
    },
    stop() {
      stopPalette();
      if (gone) return;
      map.off('click', click);
      map.off('mousemove', move);
      map.off('mouseout', out);
      canvas.removeEventListener('keydown', keydown);
      canvas.style.cursor = '';
      if (zooms) map.doubleClickZoom.enable();
      layer.remove();
    },
  };
}

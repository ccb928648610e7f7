import { remembered } from '../state/remembered.svelte.ts';

/** Where a map looks: the middle, latitude first, and the zoom. */
export interface Camera {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
}

function read(stored: unknown): Camera | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const fields = new Map(Object.entries(stored));
  const number = (key: string): number => {
    const value: unknown = fields.get(key);
    return typeof value === 'number' ? value : Number.NaN;
  };
  const camera = { lat: number('lat'), lng: number('lng'), zoom: number('zoom') };
  return Math.abs(camera.lat) <= 90 && Math.abs(camera.lng) <= 180 && camera.zoom >= 0
    ? camera
    : null;
}

/** One camera for all maps of an account: going to another page does not move the ground. */
export const camera = remembered<Camera | null>('map.camera', null, read);

/** Reads the camera once for each account: `loaded` tells of the one that is open. */
export async function loadCamera(): Promise<void> {
  if (!camera.loaded) await camera.load();
}

import { fieldsOf } from './record.ts';
import { remembered } from './remembered.svelte.ts';

/** A place of the map under a name: where it looks, and which groups of areas it leaves out. */
export interface MapView {
  readonly name: string;
  /** The middle of the map, latitude first. */
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
  /** Ids of the groups that are not drawn; the empty one stands for areas without a group. */
  readonly hiddenGroups: readonly string[];
}

/** Ids in JSON of whatever version. */
export function readIds(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Views that were kept, as JSON of whatever version; what is no place is left out. */
export function readMapViews(stored: unknown): readonly MapView[] {
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return list.flatMap((one): MapView[] => {
    const fields = fieldsOf(one);
    const name = fields.get('name');
    const [lat, lng, zoom] = ['lat', 'lng', 'zoom'].map((key) => fields.get(key));
    if (typeof name !== 'string' || name === '') return [];
    if (typeof lat !== 'number' || typeof lng !== 'number' || typeof zoom !== 'number') return [];
    if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && zoom >= 0)) return [];
    return [{ name, lat, lng, zoom, hiddenGroups: readIds(fields.get('hiddenGroups')) }];
  });
}

/** Views of the map that an account keeps, and the one that somebody asks the map to show. */
class MapViews {
  readonly saved = remembered<readonly MapView[]>('map.views', [], readMapViews);
  #wanted = $state.raw<MapView | null>(null);

  /** What the map is asked to show; it takes it as soon as it is there. */
  get wanted(): MapView | null {
    return this.#wanted;
  }
  show(view: MapView): void {
    this.#wanted = view;
  }
  /** The map shows what was wanted. */
  shown(): void {
    this.#wanted = null;
  }
}

export const mapViews = new MapViews();

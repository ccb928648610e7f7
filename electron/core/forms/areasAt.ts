import { placesIn } from '../../../shared/rules/answerPlaces.ts';
import { areaRing, areaShape } from '../../../shared/rules/areaShape.ts';
import { toGeoJsonPosition } from '../../../shared/rules/geo.ts';
import { own, parsedJson } from '../../../shared/rules/jsonValue.ts';
import { PlaceView, TOWN_WIDTH_M } from '../../../shared/rules/placeMap.ts';
import type { ReadingContext } from '../accountContext.ts';
import { MOST_MAPS, SMALL_MAP } from './document/ground.ts';
import type { AreaOnMap } from './document/ground.ts';

/** The areas of the mirror around the places of an answer: what its maps show beside the ground. */

/** More areas than these would hide the ground. */
const MOST_AREAS = 30;

function areaIn(json: string, id: string): AreaOnMap | null {
  const record = parsedJson(json);
  const of = (name: string): unknown => own(record, name);
  const shape = areaShape({
    ...{ type: of('type'), coordinates: of('coordinates'), radius: of('radius') },
  });
  const ring = shape === undefined ? undefined : areaRing(shape);
  if (ring === undefined) return null;
  const name = of('name');
  return {
    name: typeof name === 'string' && name !== '' ? name : id,
    ring: ring.map((corner) => toGeoJsonPosition(corner)),
  };
}

/** Those areas, each once; none where the answer names no place. */
export async function areasAt(
  { store }: Pick<ReadingContext, 'store'>,
  answerJson: string,
): Promise<AreaOnMap[]> {
  const found = new Map<string, AreaOnMap>();
  for (const { lat, lng } of placesIn(answerJson, MOST_MAPS)) {
    const { box } = new PlaceView(lat, lng, TOWN_WIDTH_M, SMALL_MAP);
    const { rows } = await store.read('records.window', {
      view: { entity: 'area', within: box },
      offset: 0,
      limit: MOST_AREAS,
    });
    for (const { id, json } of rows) {
      const area = found.has(id) ? null : areaIn(json, id);
      if (area !== null) found.set(id, area);
    }
  }
  return [...found.values()];
}

import * as z from 'zod/mini';
import { groundCache, groundMap, groundRegion } from '../../../shared/ipc/ground.ts';
import { GROUND_CACHE_AT_FIRST } from '../../../shared/rules/delivered.ts';
import { epochMs } from '../../../shared/ipc/shapes.ts';
import { jsonFile, type JsonFile } from '../jsonFile.ts';
import type { Random } from '../ports.ts';

/** The maps that an account knows, in `ground/maps.json` of its folder. */

/** What is kept of a map: all but what its file tells at the moment. */
export const savedMap = z.extend(z.omit(groundMap, { problem: true }), {
  /** Where its tiles are asked for; it may hold a key, and is told nobody. */
  template: z.optional(z.string()),
});
export type SavedMap = z.output<typeof savedMap>;

/** What is kept of a region: what it is, and how far a person wants it to go. */
export const savedRegion = z.extend(
  z.pick(groundRegion, { id: true, map: true, name: true, bounds: true, tiles: true }),
  {
    minZoom: z.number(),
    maxZoom: z.number(),
    state: z.enum(['running', 'stopped', 'done']),
    /** Tiles that were fetched before are asked for again. */
    since: epochMs,
  },
);
export type SavedRegion = z.output<typeof savedRegion>;

const listSchema = z.object({
  version: z.literal(1),
  chosen: z.nullable(z.string()),
  maps: z.array(savedMap),
  cache: z._default(groundCache, GROUND_CACHE_AT_FIRST),
  regions: z._default(z.array(savedRegion), []),
});
export type SavedMaps = z.output<typeof listSchema>;

export type MapList = JsonFile<SavedMaps>;

export const NO_MAPS: SavedMaps = z.parse(listSchema, { version: 1, chosen: null, maps: [] });

/** @param folder of the account's ground */
export function createMapList(folder: string, random: Random): MapList {
  return jsonFile({ folder, name: 'maps.json', schema: listSchema, none: NO_MAPS, random });
}

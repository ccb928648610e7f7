import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { appError, bounds, epochMs, none } from './shapes.ts';

/** The ground of the map: archives of tiles that a person brings, and what else draws under the fleet. */

const mapId = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** Bytes of a file that travel at once, where the core can't read it by its path. */
export const COPY_PART_BYTES = 4 * 1024 * 1024;
/** Zoom of the finest tiles that are asked for. */
const MOST_ZOOM = 26;

/** A map that can be chosen as ground. */
export const groundMap = z.object({
  id: z.string(),
  /**
   * `file`: an archive where it lies; `copy`: one that was copied into the data folder; `address`: a map
   * server of one's own; `tenant`: one that the tenant's map options name.
   */
  from: z.enum(['file', 'copy', 'address', 'tenant']),
  name: z.string(),
  /** Where it lies: a path, or the name of a server. */
  place: z.string(),
  tiles: z.enum(['vector', 'raster']),
  encoding: z.enum(['mvt', 'mlt', 'picture']),
  /** Width of a picture in pixels; 512 for vectors. */
  tilePx: z.number(),
  bounds: bounds,
  minZoom: z.number(),
  maxZoom: z.number(),
  /** Plain text that has to be shown with it; empty where it names none. */
  attribution: z.string(),
  /** Of the file; of a server what is kept of its tiles. */
  sizeBytes: z.number(),
  addedAt: epochMs,
  /** Changes with the content: part of the address of its tiles. */
  version: z.string(),
  /** Why it can't be drawn now. */
  problem: z.nullable(appError),
});
export type GroundMap = z.output<typeof groundMap>;

/** Tiles of servers take no more room than this, and are asked for again after so long. */
export const groundCache = z.strictObject({
  limitBytes: z.int().check(z.gte(10_000_000), z.lte(20_000_000_000)),
  ageDays: z.int().check(z.gte(1), z.lte(365)),
});
export type GroundCache = z.output<typeof groundCache>;

/** A part of a map server's map that is kept for times without a network. */
export const groundRegion = z.object({
  id: z.string(),
  map: z.string(),
  name: z.string(),
  bounds,
  maxZoom: z.number(),
  /** How many tiles it has. */
  tiles: z.number(),
  /** Of them, those that are here, and those that the server refused. */
  done: z.number(),
  failed: z.number(),
  sizeBytes: z.number(),
  /** When the oldest of its tiles was fetched; null where none is here. */
  oldestAt: z.nullable(epochMs),
  /** `waiting`: the server can't be reached; `stopped`: by a person; `failed`: it refuses. */
  state: z.enum(['running', 'waiting', 'stopped', 'done', 'failed']),
  problem: z.nullable(appError),
});
export type GroundRegion = z.output<typeof groundRegion>;

const groundMaps = z.object({
  maps: z.array(groundMap),
  /** Null for the built-in map. */
  chosen: z.nullable(z.string()),
  cache: groundCache,
  regions: z.array(groundRegion),
});
export type GroundMaps = z.output<typeof groundMaps>;

const zoom = z.int().check(z.gte(0), z.lte(24));
const addedAddress = z.strictObject({
  /** `https://tiles.example/{z}/{x}/{y}.png`, or http to this computer. */
  template: z.string().check(z.minLength(1), z.maxLength(2_000)),
  /** The server's name where empty. */
  name: z.string().check(z.maxLength(200)),
  tiles: z.enum(['vector', 'raster']),
  minZoom: zoom,
  maxZoom: zoom,
  attribution: z.string().check(z.maxLength(2_000)),
});
export type AddedAddress = z.output<typeof addedAddress>;

export const wantedRegion = z.strictObject({ map: mapId, bounds, maxZoom: zoom });
export type WantedRegion = z.output<typeof wantedRegion>;
const ofRegion = z.strictObject({ region: mapId });

const regionEstimate = z.object({
  tiles: z.number(),
  /** Of them, those that are here already. */
  here: z.number(),
  /** What all of them take, about. */
  bytes: z.number(),
  /** No region has more than this. */
  mostTiles: z.number(),
});
export type RegionEstimate = z.output<typeof regionEstimate>;

const added = z.object({ map: groundMap });

export const ground = {
  /** All maps of the account, and which is drawn. */
  'ground.maps': {
    does: 'read',
    input: none,
    output: groundMaps,
  },
  /**
   * Adds an archive by its path and draws it. Hosts that know no paths refuse with
   * `ground.noPath`: there it is copied in parts.
   */
  'ground.addFile': {
    does: 'write',
    input: z.strictObject({ path: z.string().check(z.maxLength(8_000)) }),
    output: added,
  },
  /** Begins to copy an archive into the data folder. */
  'ground.beginCopy': {
    does: 'write',
    input: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(300)),
      sizeBytes: z.int().check(z.gte(1)),
    }),
    output: z.object({ copy: z.string() }),
  },
  /** The next part of it; the first one tells whether it is an archive at all. */
  'ground.copyPart': {
    does: 'write',
    input: z.strictObject({
      copy: mapId,
      bytes: z
        .instanceof(Uint8Array)
        .check(z.refine((part) => part.byteLength > 0 && part.byteLength <= COPY_PART_BYTES)),
    }),
    output: z.object({ copiedBytes: z.number() }),
  },
  /** All parts were given: adds the archive and draws it. */
  'ground.endCopy': { does: 'write', input: z.strictObject({ copy: mapId }), output: added },
  /** Gives a copy up; what was written of it goes. */
  'ground.dropCopy': { does: 'write', input: z.strictObject({ copy: mapId }), output: none },
  /** Adds a map server and draws it; one of its tiles is asked for at once, to see what it gives. */
  'ground.addAddress': { does: 'write', input: addedAddress, output: added },
  'ground.setCache': { does: 'write', input: groundCache, output: none },
  /** How much of a map a region is, before it is fetched. */
  'ground.estimateRegion': { does: 'read', input: wantedRegion, output: regionEstimate },
  /** Fetches a region in the background and keeps it; the event `ground` tells how far it has come. */
  'ground.keepRegion': {
    does: 'write',
    input: z.extend(wantedRegion, { name: z.string().check(z.maxLength(200)) }),
    output: z.object({ region: z.string() }),
  },
  'ground.pauseRegion': { does: 'write', input: ofRegion, output: none },
  /** Goes on with what is missing. */
  'ground.resumeRegion': { does: 'write', input: ofRegion, output: none },
  /** Asks for every tile of it again. */
  'ground.refreshRegion': { does: 'write', input: ofRegion, output: none },
  /** What was fetched for it becomes ordinary: it may make room for other tiles. */
  'ground.removeRegion': { does: 'write', input: ofRegion, output: none },
  /** Forgets every tile that was fetched, but for those of regions. */
  'ground.clearCache': { does: 'write', input: none, output: none },
  /** Draws one of the maps; null for the built-in one. */
  'ground.choose': {
    does: 'write',
    input: z.strictObject({ id: z.nullable(mapId) }),
    output: none,
  },
  /** Takes a map off the list; a file of one's own stays where it is, a copy goes. */
  'ground.remove': { does: 'write', input: z.strictObject({ id: mapId }), output: none },
  /** One tile, unpacked; null where the map has none there. */
  'ground.tile': {
    does: 'read',
    input: z.strictObject({
      id: mapId,
      z: z.int().check(z.gte(0), z.lte(MOST_ZOOM)),
      x: z.int().check(z.gte(0)),
      y: z.int().check(z.gte(0)),
    }),
    output: z.object({ bytes: z.nullable(z.instanceof(Uint8Array)) }),
  },
} as const satisfies Calls;

import { createHash } from 'node:crypto';
import type { GroundMap } from '../../../shared/ipc/ground.ts';
import { own, parsedJson } from '../../../shared/rules/jsonValue.ts';
import { plainLine } from './describe.ts';
import { checkTemplate, serverOf } from './template.ts';

/**
 * Maps that a tenant's own options name (`/settings/mapApiOptions`, section 2.1 of the interface). Their
 * shape is the tenant's: any text in them that is an address of tiles counts, with what stands
 * beside it.
 */

/** Deeper, or more than this, are no options. */
const MOST_DEPTH = 6;
const MOST_VALUES = 500;
const MOST_MAPS = 10;

export type TenantMap = Omit<GroundMap, 'problem' | 'addedAt'> & { template: string };

/** The whole world as far as it is on the map. */
export const WORLD = { south: -85.051_129, west: -180, north: 85.051_129, east: 180 };

interface Found {
  template: string;
  /** The object that holds it. */
  beside: unknown;
}

function* templatesIn(top: unknown, local: boolean): Generator<Found> {
  const open: { value: unknown; beside: unknown; depth: number }[] = [
    { value: top, beside: null, depth: 0 },
  ];
  for (let count = 0; count < MOST_VALUES; count += 1) {
    const next = open.shift();
    if (next === undefined) return;
    const { value, beside, depth } = next;
    if (typeof value === 'string') {
      const template = checkTemplate(value, local);
      if (template.ok) yield { template: template.value, beside };
    } else if (typeof value === 'object' && value !== null && depth < MOST_DEPTH) {
      // A list of addresses belongs to what holds the list.
      const holder: unknown = Array.isArray(value) ? beside : value;
      const inside: unknown[] = Object.values(value).slice(0, MOST_VALUES);
      open.unshift(...inside.map((one) => ({ value: one, beside: holder, depth: depth + 1 })));
    }
  }
}

function zoomOf(beside: unknown, names: readonly string[], otherwise: number): number {
  const zoom = names.map((name) => own(beside, name)).find((value) => typeof value === 'number');
  return typeof zoom === 'number' && zoom >= 0 && zoom <= 24 ? Math.floor(zoom) : otherwise;
}

function tilesOf(template: string, beside: unknown): 'vector' | 'raster' {
  const said = own(beside, 'type') ?? own(beside, 'format');
  if (said === 'vector' || said === 'pbf' || said === 'mvt') return 'vector';
  return /\.(pbf|mvt)($|\?)/.test(template) ? 'vector' : 'raster';
}

/**
 * @param json the setting record as the service gave it; null where it was never read
 * @param local whether the service itself is on this computer
 */
export function tenantMaps(json: string | null, local: boolean): TenantMap[] {
  const value = own(parsedJson(json), 'value');
  const maps = new Map<string, TenantMap>();
  for (const { template, beside } of templatesIn(value, local)) {
    if (maps.size >= MOST_MAPS) break;
    const key = createHash('sha256').update(template).digest('hex').slice(0, 24);
    const tiles = tilesOf(template, beside);
    const minZoom = zoomOf(beside, ['minZoom', 'minzoom'], 0);
    const name = plainLine(own(beside, 'name') ?? own(beside, 'title'));
    maps.set(template, {
      ...{ id: `tenant-${key}`, from: 'tenant', template, tiles, minZoom },
      name: name === '' ? serverOf(template) : name,
      place: serverOf(template),
      encoding: tiles === 'vector' ? 'mvt' : 'picture',
      tilePx: tiles === 'vector' ? 512 : 256,
      bounds: WORLD,
      maxZoom: Math.max(
        minZoom,
        zoomOf(beside, ['maxZoom', 'maxzoom'], tiles === 'vector' ? 15 : 19),
      ),
      attribution: plainLine(own(beside, 'attribution') ?? own(beside, 'copyright')),
      sizeBytes: 0,
      version: key,
    });
  }
  return [...maps.values()];
}

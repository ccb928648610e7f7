import type { GroundMap } from '../../../shared/ipc/ground.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { own, parsedJson } from '../../../shared/rules/jsonValue.ts';
import type { Archive } from './archive/archive.ts';
import { damaged, refused } from './archive/refusals.ts';
import { tileContent } from './tileContent.ts';

/** What an archive tells of itself, as far as a map is drawn from it. */
export type Described = Pick<
  GroundMap,
  'tiles' | 'encoding' | 'tilePx' | 'bounds' | 'minZoom' | 'maxZoom' | 'attribution'
> & { title: string };

/** Layers that only the Protomaps schema names so, from version 4 on. */
const OWN_LAYERS = ['earth', 'roads', 'places', 'boundaries'];
const SHOWN_LAYERS = 6;
const MOST_CHARS = 200;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
};

function entity(whole: string, name: string): string {
  const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (code === null) return ENTITIES[name.toLowerCase()] ?? whole;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : ' ';
}

/** Text that an archive or a service wrote, often as HTML, as one plain line. */
export function plainLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 10_000)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#?\w{1,8});/g, entity)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim();
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS - 1)}…` : line;
}

/** Names of the vector layers that the metadata lists; null where it lists none. */
function listedLayers(metadata: unknown): { id: string; fields: unknown }[] | null {
  const listed = own(metadata, 'vector_layers');
  if (!Array.isArray(listed)) return null;
  return listed.flatMap((layer: unknown) => {
    const id = own(layer, 'id');
    return typeof id === 'string' ? [{ id, fields: own(layer, 'fields') }] : [];
  });
}

/** Refuses vectors that the styles of the desk would not draw. Errors: `ground.schema`. */
export function checkSchema(layers: readonly string[], isOld: boolean): Result<null> {
  if (isOld) {
    return refused(
      'ground.schema',
      'This map was made in version 3 or earlier of the Protomaps schema; Waybill draws version 4. Download or make it anew.',
    );
  }
  if (layers.some((layer) => OWN_LAYERS.includes(layer))) return ok(null);
  const some = layers.slice(0, SHOWN_LAYERS).map(plainLine).join(', ');
  return refused(
    'ground.schema',
    `This map’s layers (${some === '' ? 'none' : some}) are not those of the Protomaps schema, which Waybill draws.`,
  );
}

/**
 * Looks into an archive: its metadata and one of its tiles, so that what can't be drawn is told at
 * once. Errors: those of the archive; `ground.schema`, `ground.damaged` (`invalid`).
 */
export async function describe(archive: Archive): Promise<Result<Described>> {
  const { tileKind, bounds, minZoom, maxZoom } = archive.header;
  const text = await archive.metadata();
  if (!text.ok) return text;
  const metadata = parsedJson(text.value);
  if (text.value !== '' && metadata === undefined)
    return damaged('what it says of itself is no JSON');
  const first = await archive.anyTile();
  if (!first.ok) return first;
  const about = {
    ...{ bounds, minZoom, maxZoom },
    attribution: plainLine(own(metadata, 'attribution')),
    title: plainLine(own(metadata, 'name')),
  };
  if (tileKind === 'mvt' || tileKind === 'mlt') {
    const listed = listedLayers(metadata);
    const content =
      tileKind === 'mlt' || first.value === null ? null : tileContent(first.value, 'vector');
    if (tileKind === 'mvt' && first.value !== null && content === null) {
      return damaged('its tiles are not what they claim to be');
    }
    const inTile = content?.is === 'vector' ? content.layers : [];
    const layers = listed?.map(({ id }) => id) ?? inTile;
    const isOld = (listed ?? []).some(({ fields }) => own(fields, 'pmap:kind') !== undefined);
    const schema = checkSchema(layers, isOld);
    if (!schema.ok) return schema;
    return ok({ ...about, tiles: 'vector', encoding: tileKind, tilePx: 512 });
  }
  const picture = first.value === null ? null : tileContent(first.value, 'raster');
  if (first.value !== null && picture === null) {
    return damaged('its pictures are not what they claim to be');
  }
  const edgePx = picture?.is === 'picture' ? (picture.edgePx ?? 256) : 256;
  return ok({
    ...about,
    tiles: 'raster',
    encoding: 'picture',
    tilePx: edgePx >= 512 ? 512 : 256,
  });
}

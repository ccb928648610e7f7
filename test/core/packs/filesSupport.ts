import {
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Store } from '../../../electron/core/database.ts';
import type { Http } from '../../../electron/core/ports.ts';
import type { Pack, PackFileContent } from '../../../shared/ipc/packs.ts';
import type { Result } from '../../../shared/result.ts';
import { vectorTile } from '../../support/vectorTile.ts';
import { give } from '../answers/support.ts';
import { valueOf } from '../db/support.ts';
import { isDone, openPacks, partOf, routesOf, wishing, type PacksUnderTest } from './support.ts';

/** Files of packs for tests: made on one computer, bent, copied in on another. */

const DAY_MS = 24 * 60 * 60 * 1000;
const MIDNIGHT = Date.UTC(2026, 2, 1);
export const KEY = 'canary-key-of-a-map-server';
export const TILE = vectorTile([{ name: 'earth', features: [] }]);

const tiles: Http = {
  send: async () => ({ ok: true, reply: { status: 200, headers: {}, body: TILE } }),
  close: () => undefined,
};

/** Entries of a ZIP by their names. */
export async function unpacked(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const found = new Map<string, Uint8Array>();
  for (const entry of await zip.getEntries()) {
    if (!entry.directory) found.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  return found;
}

export async function zipped(
  entries: readonly (readonly [string, string | Uint8Array])[],
): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, content] of entries) {
    const reader =
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content);
    await zip.add(name, reader);
  }
  return zip.close();
}

/** Copies a file in, in parts of a given size. */
export async function copyIn(
  { packs }: PacksUnderTest,
  bytes: Uint8Array,
  part = 64 * 1024,
): Promise<Result<string>> {
  const begun = await packs.copies.begin('From the yard.waybill', bytes.byteLength);
  if (!begun.ok) return begun;
  const { copy } = begun.value;
  for (let at = 0; at < bytes.byteLength; at += part) {
    const added = await packs.copies.add(copy, bytes.slice(at, at + part));
    if (!added.ok) return added;
  }
  return { ok: true, value: copy };
}
export async function examined(
  under: PacksUnderTest,
  bytes: Uint8Array,
): Promise<Result<PackFileContent>> {
  const copy = await copyIn(under, bytes);
  return copy.ok ? under.packs.examineFile(copy.value) : copy;
}
export async function opened(under: PacksUnderTest, bytes: Uint8Array): Promise<Pack> {
  const copy = valueOf(await copyIn(under, bytes));
  valueOf(await under.packs.examineFile(copy));
  const { id } = valueOf(await under.packs.takeFile(copy));
  const pack = (await under.packs.list()).find((each) => each.id === id);
  if (pack === undefined) throw new Error('The pack is not on the list.');
  return pack;
}

/** A pack of everything, fetched on one computer, and its file. */
export async function made(): Promise<{ from: PacksUnderTest; ids: string[]; bytes: Uint8Array }> {
  const from = await openPacks({ http: tiles, mayAsk: true });
  routesOf(from);
  const ids = give(from.service, 1, 30);
  for (const id of ids.slice(0, 3)) from.service.pdfs.add(id);
  from.service.living.set('form', ['{"id":7,"title":"Yard check","price":1.10}']);
  from.service.living.set('vehicle', ['{"id":1,"regNo":"WB 1"}', '{"id":2,"regNo":"WB 2"}']);
  const map = valueOf(
    await from.ground.addAddress({
      ...{
        template: `https://tiles.example/{z}/{x}/{y}?key=${KEY}`,
        name: 'Town',
        tiles: 'vector',
      },
      ...{ minZoom: 0, maxZoom: 14, attribution: '© the town' },
    }),
  ).map;
  valueOf(
    await from.packs.make(
      wishing({
        ...{ answers: ids, withPdf: true, lists: ['form', 'vehicle'] },
        routes: { vehicles: ['1'], midnights: [MIDNIGHT, MIDNIGHT + DAY_MS] },
        regions: [
          { map: map.id, bounds: { south: 41, west: -2.4, north: 41.1, east: -2.2 }, maxZoom: 8 },
        ],
      }),
    ),
  );
  await from.untilPack(
    (pack) => isDone(pack) && partOf(pack, 'region')?.here === partOf(pack, 'region')?.all,
  );
  const [pack] = await from.packs.list();
  valueOf(await from.packs.saveFile(pack?.id ?? ''));
  const bytes = from.saved.at(-1)?.bytes;
  if (bytes === undefined) throw new Error('No file was handed over.');
  return { from, ids, bytes };
}

/** The file alone, made once. */
let file: Promise<{ ids: string[]; bytes: Uint8Array }> | null = null;
export const madeBefore = (): Promise<{ ids: string[]; bytes: Uint8Array }> => (file ??= made());

export const textAt = async (
  store: Store,
  entity: 'form' | 'vehicle',
  id: string,
): Promise<string | null> => (await store.read('records.get', { entity, id }))?.base ?? null;

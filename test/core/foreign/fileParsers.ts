import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { idsInTable } from '../../../electron/core/answers/queue/tableIds.ts';
import { describe } from '../../../electron/core/ground/describe.ts';
import { openArchive } from '../../../electron/core/ground/archive/archive.ts';
import { tileContent } from '../../../electron/core/ground/tileContent.ts';
import { readTransfer, understood } from '../../../electron/core/outbox/model/transfer.ts';
import { packTexts, unpackText } from '../../../electron/core/zip.ts';
import { examinePack } from '../../../electron/core/packs/file/check.ts';
import { fold } from '../../../electron/core/review/model/fold.ts';
import { unpackReviews } from '../../../electron/core/review/model/transfer.ts';
import { workbookOf } from '../../../electron/core/workbook.ts';
import { writeArchive } from '../../support/pmtiles.ts';
import { townTiles } from '../../support/townTiles.ts';
import { mutatedBytes, mutatedJson, mutatedText } from './mutated.ts';
import { parser, taken, type Parser } from './parsers.ts';
import * as samples from './samples.ts';

/** Parsers of files that people choose or open. */

const AT = Date.UTC(2026, 2, 1);
const MOST_JSON_BYTES = 64 * 1024 * 1024;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const readsTable = async (file: Uint8Array): Promise<boolean> =>
  taken(await idsInTable({ bytes: file, sheet: 0, column: null }));

function readsTransfer(json: string): boolean {
  const read = readTransfer(json, samples.IDENTITY);
  if (!read.ok) return taken(read);
  for (const item of read.value.items) understood(item);
  return true;
}

async function readsOutbox(file: Uint8Array): Promise<boolean> {
  const unpacked = await unpackText(file, 'outbox.json', MOST_JSON_BYTES);
  if (!unpacked.ok) return false;
  return readsTransfer(unpacked.text);
}

/** The texts inside a workbook, so that one of them can be changed and all be packed again. */
async function partsOf(file: Uint8Array): Promise<[string, string][]> {
  const reader = new ZipReader(new Uint8ArrayReader(file), { useWebWorkers: false });
  const parts: [string, string][] = [];
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) parts.push([entry.filename, await entry.getData(new TextWriter())]);
  }
  await reader.close();
  return parts;
}

/** A ZIP whose parts lie in it as they are: packing them would take most of the time. */
async function stored(parts: readonly (readonly [string, string])[]): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level: 0, useWebWorkers: false });
  for (const [name, text] of parts) await writer.add(name, new TextReader(text));
  return writer.close();
}

async function tables(): Promise<Parser[]> {
  const workbook = await workbookOf([
    {
      rows: [
        ['Answer id', 'Note'],
        ['600001', 'a & b'],
        [600002, null],
      ],
    },
  ]);
  const parts = await partsOf(workbook);
  const changed = fc
    .nat(parts.length - 1)
    .chain((at) => mutatedText([parts[at]?.[1] ?? '']).map((text) => ({ at, text })));
  const packed = async ({ at, text }: { at: number; text: string }): Promise<boolean> =>
    readsTable(await stored(parts.map(([name, old], index) => [name, index === at ? text : old])));
  return [
    parser('table of text (CSV)', mutatedBytes(samples.CSV_FILES.map(bytes)), readsTable),
    parser('workbook (XLSX)', mutatedBytes([workbook]), readsTable),
    parser('parts of a workbook (XLSX)', changed, packed),
  ].map((one) => ({ ...one, apart: true }));
}

async function exported(): Promise<Parser[]> {
  const packed = await packTexts(
    [
      ['writes.html', '<p>For people</p>'],
      ['outbox.json', samples.TRANSFER],
    ],
    AT,
  );
  return [
    parser('exported outbox (ZIP)', mutatedBytes([packed]), readsOutbox),
    parser('exported outbox (its content)', mutatedJson([samples.TRANSFER]), readsTransfer),
    parser(
      'file of reviews',
      fc.oneof(mutatedJson([samples.REVIEWS]).map(bytes), mutatedBytes([bytes(samples.REVIEWS)])),
      (file) => {
        const read = unpackReviews(file);
        if (!read.ok) return taken(read);
        fold(read.value.events);
        return true;
      },
    ),
  ];
}

/** @param folder for one file at a time */
async function packs(folder: string): Promise<Parser[]> {
  const file = path.join(folder, 'made up.waybill');
  const reads = async (content: Uint8Array): Promise<boolean> => {
    writeFileSync(file, content);
    return taken(await examinePack(samples.IDENTITY, file, content.byteLength));
  };
  const changed = fc
    .nat(samples.PACK_PARTS.length - 1)
    .chain((at) => mutatedText([samples.PACK_PARTS[at]?.[1] ?? '']).map((text) => ({ at, text })));
  return [
    parser('field pack (ZIP)', mutatedBytes([await packTexts(samples.PACK_PARTS, AT)]), reads),
    parser('field pack (its content)', changed, async ({ at, text }) =>
      reads(
        await stored(
          samples.PACK_PARTS.map(([name, old], index) => [name, index === at ? text : old]),
        ),
      ),
    ),
  ];
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEACAYAAABccqhmAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const WEBP = Buffer.from(
  'RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\0\0\xff\0\0'.padEnd(40, '\0'),
  'latin1',
);
const AVIF = Buffer.from(
  '\0\0\0\x1cftypavif\0\0\0\0\0\0\0\x14ispe\0\0\0\0\0\0\x01\0\0\0\x01\0',
  'latin1',
);
const JPEG = Buffer.from(
  '\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\x01\0\x01\0\x03\x01\x11\0\x02\x11\x01\x03\x11\x01\xff\xd9',
  'latin1',
);

/** @param folder for one archive at a time */
function maps(folder: string): Parser[] {
  const tiles = townTiles([-2.31, 41.06], [10, 10]).tiles.slice(0, 4);
  const file = path.join(folder, 'map.pmtiles');
  const archives = [
    writeArchive({ tiles }),
    writeArchive({ tiles, packing: 1, tilePacking: 1, leafEntries: 1, metadata: '{"name":"A"}' }),
    writeArchive({ tiles, packing: 3, tilePacking: 4 }),
  ];
  // Tiles are long, and what leads to them is short: most changes should meet the latter.
  const heads = archives.map((archive) => archive.subarray(0, 400));
  const whole = fc.oneof(
    mutatedBytes(archives),
    fc
      .tuple(fc.nat(2), mutatedBytes(heads))
      .map(([at, head]) => Buffer.concat([head, archives[at]?.subarray(400) ?? head])),
  );
  return [
    parser('map file (PMTiles)', whole, async (content) => {
      writeFileSync(file, content);
      const archive = await openArchive(file);
      if (!archive.ok) return taken(archive);
      try {
        const described = await describe(archive.value);
        taken(described);
        taken(await archive.value.metadata());
        taken(await archive.value.anyTile());
        taken(await archive.value.tile(10, 505, 380));
        return described.ok;
      } finally {
        await archive.value.close();
      }
    }),
    parser(
      'tile of a map',
      fc.record({
        bytes: mutatedBytes([...tiles.map((tile) => tile.bytes), PNG, WEBP, AVIF, JPEG]),
        as: fc.constantFrom('vector' as const, 'raster' as const),
      }),
      ({ bytes: content, as }) => tileContent(content, as) !== null,
    ),
  ];
}

/** Runs over the parsers of files with a folder of their own, which is gone afterwards. */
export async function fileParsers(): Promise<{ parsers: Parser[]; end: () => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-foreign-'));
  return {
    parsers: [
      ...(await tables()),
      ...(await exported()),
      ...(await packs(folder)),
      ...maps(folder),
    ],
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

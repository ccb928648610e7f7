import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type * as Table from '../../../electron/core/answers/queue/readTable.ts';
import type * as FetchTile from '../../../electron/core/ground/fetchTile.ts';
import type * as Template from '../../../electron/core/ground/template.ts';
import type * as Unpack from '../../../electron/core/ground/archive/unpack.ts';
import type * as Transfer from '../../../electron/core/outbox/model/transfer.ts';
import type * as Zip from '../../../electron/core/zip.ts';
import { packTexts } from '../../../electron/core/zip.ts';
import type * as Check from '../../../electron/core/packs/file/check.ts';
import type * as Read from '../../../electron/core/packs/file/read.ts';
import type { HttpReply, HttpRequest } from '../../../electron/core/ports.ts';
import type { Result } from '../../../shared/result.ts';
import type { Load } from './load.ts';

/** Checks of what is looked at before anything of a file or of a map server is believed. */

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const TILE = 'https://tiles.example/1/0/0.mvt';

/** A map server sends tiles of a size and no more, and leads to no other server. */
export async function tiles(load: Load): Promise<void> {
  const { fetchTile } = await load<typeof FetchTile>('electron/core/ground/fetchTile.ts');
  const asked: HttpRequest[] = [];
  const ask = (reply: Partial<HttpReply>) => {
    const http = {
      send: (request: HttpRequest) => {
        if (asked.push(request) > 50) throw new Error('it is asked for ever');
        const whole = { status: 200, headers: {}, body: new Uint8Array(), ...reply };
        return Promise.resolve({ ok: true as const, reply: whole });
      },
      close: () => undefined,
    };
    return fetchTile(http, { url: TILE, tiles: 'vector', etag: '', version: '0' });
  };
  assert.equal(codeOf(await ask({ body: bytesOf('<html>no tile</html>') })), 'ground.content');
  for (const location of ['https://evil.example/1.mvt', 'http://tiles.example/1.mvt']) {
    asked.length = 0;
    assert.equal(codeOf(await ask({ status: 302, headers: { location } })), 'ground.redirect');
    assert.equal(asked.length, 1, location);
  }
  assert.equal(codeOf(await ask({ status: 302, headers: { location: '/on' } })), 'ground.redirect');
  for (const { headers, maxBytes } of asked) {
    assert.deepEqual(Object.keys(headers).sort(), ['accept', 'user-agent']);
    assert.equal(maxBytes <= 16 * 1024 * 1024, true);
  }

  const { unpack } = await load<typeof Unpack>('electron/core/ground/archive/unpack.ts');
  assert.equal(await unpack(gzipSync(Buffer.alloc(2_000)), 'gzip', 1_000), null);
  assert.equal(await unpack(new Uint8Array(2_000), 'none', 1_000), null);

  const { checkTemplate } = await load<typeof Template>('electron/core/ground/template.ts');
  for (const template of [
    ...['http://tiles.example/{z}/{x}/{y}', 'https://a:b@tiles.example/{z}/{x}/{y}'],
    ...['https://{x}.example/{z}/{x}/{y}', 'https://127.0.0.1/{z}/{x}/{y}'],
  ]) {
    assert.equal(codeOf(checkTemplate(template, false)), 'ground.address', template);
  }
}

/** Where the record of a file in a ZIP's own list begins. */
function listedIn(zip: Uint8Array): number {
  const at = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength).indexOf('PK\x01\x02');
  assert.notEqual(at, -1);
  return at;
}

/** What a table may hold is counted before it is taken apart. */
export async function tables(load: Load): Promise<void> {
  const { readTable } = await load<typeof Table>('electron/core/answers/queue/readTable.ts');
  const wide = `id\n${','.repeat(20_000)}\n`;
  assert.equal(codeOf(await readTable(bytesOf(wide), 0)), 'answers.tableTooLarge');
  const many = `id\n${`${','.repeat(999)}\n`.repeat(1_002)}`;
  assert.equal(codeOf(await readTable(bytesOf(many), 0)), 'answers.tableTooLarge');
  const long = 'id\n'.repeat(200_002);
  assert.equal(codeOf(await readTable(bytesOf(long), 0)), 'answers.tableTooLarge');
  const zip = await packTexts([['xl/workbook.xml', '<workbook/>']], 0);
  new DataView(zip.buffer, zip.byteOffset).setUint32(listedIn(zip) + 24, 0x7fff_ffff, true);
  assert.equal(codeOf(await readTable(zip, 0)), 'answers.tableTooLarge');
}

/** A packed file of writes says truly what it holds; what comes in waits for a person. */
export async function unpacked(load: Load): Promise<void> {
  const { unpackText } = await load<typeof Zip>('electron/core/zip.ts');
  const whyOf = async (zip: Uint8Array, most = 1_000): Promise<string> => {
    const told = await unpackText(zip, 'outbox.json', most);
    return told.ok ? told.text : told.why;
  };
  const one = await packTexts([['outbox.json', 'made up']], 0);
  assert.equal(await whyOf(one), 'made up');
  assert.equal(await whyOf(await packTexts([['outbox.json', ' '.repeat(2_000)]], 0)), 'tooLarge');
  const crowd = Array.from({ length: 70 }, (_, at) => [`${String(at)}.txt`, ''] as const);
  assert.equal(await whyOf(await packTexts([...crowd, ['outbox.json', '']], 0)), 'tooLarge');
  // Its checksum is another one, wherever it stands.
  const at = listedIn(one) + 16;
  const sum = Buffer.from(one.slice(at, at + 4)).toString('latin1');
  const changed = Buffer.from(one).toString('latin1').replaceAll(sum, 'evil');
  assert.equal(await whyOf(Buffer.from(changed, 'latin1')), 'damaged');

  const { columnsOf } = await load<typeof Transfer>('electron/core/outbox/model/transfer.ts');
  const { hold, state } = columnsOf({ target_id: '1', history: [] } as never, 0);
  assert.deepEqual([hold, state], ['imported', 'UNCERTAIN']);
}

const MINE = { service: 'https://fleet.example/api', tenant: '7' };
const ABOUT = {
  ...{ waybill: 'pack', version: 1, ...MINE, exportedAt: 0, maps: [] },
  wish: {
    ...{ name: 'Made up', answers: [], withPdf: false, withFiles: false },
    ...{ lists: [], chosen: [], routes: null, regions: [] },
  },
  lines: { records: 0, answers: 0, routes: 0, pdfs: 0, files: 0 },
};
const LINES = Object.keys(ABOUT.lines).map((name) => `${name}.ndjson`);

/** The file of a pack is taken for its own account, holds what it says, and nothing beside it. */
export async function packFiles(load: Load): Promise<void> {
  const { examinePack } = await load<typeof Check>('electron/core/packs/file/check.ts');
  const { openPack } = await load<typeof Read>('electron/core/packs/file/read.ts');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-protect-'));
  const file = path.join(folder, 'made up.waybill');
  /** @param change of its description; @param texts in the place of its own */
  const write = async (change: object, texts: Record<string, string> = {}): Promise<void> => {
    const all: Record<string, string> = {
      ...Object.fromEntries(LINES.map((name) => [name, ''])),
      'pack.json': JSON.stringify({ ...ABOUT, ...change }),
      ...texts,
    };
    writeFileSync(file, await packTexts(Object.entries(all), 0));
  };
  const open = async (): Promise<string> => {
    const opened = await openPack(file);
    if (!opened.ok) return opened.error.code;
    let lines = 0;
    try {
      for await (const _ of opened.value.lines('records')) lines += 1;
      return `${String(lines)} lines`;
    } catch (error) {
      return error instanceof Error ? error.message : 'thrown';
    } finally {
      await opened.value.close();
    }
  };
  const examined = async (): Promise<string> => codeOf(await examinePack(MINE as never, file, 1));
  try {
    await write({});
    assert.deepEqual([await open(), await examined()], ['0 lines', 'ok']);
    for (const other of [{ service: 'https://evil.example/api' }, { tenant: '8' }]) {
      await write(other);
      assert.equal(await examined(), 'packs.otherAccount');
    }
    await write({ version: 2 });
    assert.equal(await open(), 'packs.newer');
    await write({}, { 'map-1.pmtiles': 'nobody told of it' });
    assert.equal(await open(), 'packs.damaged');
    const line = `${JSON.stringify({ readAt: 0, entity: 'vehicle', text: '[]' })}\n`;
    await write({}, { 'records.ndjson': line });
    assert.equal(await open(), 'damaged');
    const lines = { ...ABOUT.lines, records: 1 };
    await write({ lines }, { 'records.ndjson': line });
    assert.deepEqual([await open(), await examined()], ['1 lines', 'packs.damaged']);
    await write({ lines }, { 'records.ndjson': '{"readAt":1e300}\n' });
    assert.equal(await open(), 'damaged');
    // What is cut off after its last whole line was not written by a Waybill.
    await write({ lines }, { 'records.ndjson': `${line}{` });
    assert.equal(await open(), 'damaged');
    await write({}, Object.fromEntries(LINES.map((name) => [`x${name}`, ''])));
    assert.equal(await open(), 'packs.damaged');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packsHandlers } from '../../../electron/core/handlers/packs.ts';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import type { Store } from '../../../electron/core/database.ts';
import { isOfTenant } from '../../../electron/core/address.ts';
import { ABOUT, type PackAbout } from '../../../electron/core/packs/file/format.ts';
import type { AppError } from '../../../shared/result.ts';
import { done, give } from '../answers/support.ts';
import { codeOf, ingest, valueOf } from '../db/support.ts';
import {
  KEY,
  TILE,
  copyIn,
  examined,
  made,
  madeBefore,
  opened,
  textAt,
  unpacked,
  zipped,
} from './filesSupport.ts';
import { isDone, openPacks, partOf, wishing } from './support.ts';

/** Field packs as files: made on one computer, opened on another, refused where they are not what they say. */

const DAY_MS = 24 * 60 * 60 * 1000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Changes = Record<string, string | Uint8Array | null>;

function changedBy(
  files: ReadonlyMap<string, Uint8Array>,
  changes: Changes,
): (readonly [string, string | Uint8Array])[] {
  const all = new Map<string, string | Uint8Array>(files);
  for (const [name, content] of Object.entries(changes)) {
    if (content === null) all.delete(name);
    else all.set(name, content);
  }
  return [...all];
}

type Refusal = readonly [what: string, file: Uint8Array, code: AppError['code']];

/** A file in whose place something else came. */
async function refusals(bytes: Uint8Array): Promise<Refusal[]> {
  const files = await unpacked(bytes);
  const about = JSON.parse(Buffer.from(files.get(ABOUT) ?? []).toString()) as PackAbout;
  const answers = Buffer.from(files.get('answers.ndjson') ?? []).toString();
  const changed = (changes: Changes): Promise<Uint8Array> => zipped(changedBy(files, changes));
  const told = (change: object): string => JSON.stringify({ ...about, ...change });
  const firstAnswer = (text: string): string =>
    answers.replace(/^[^\n]*/, JSON.stringify({ readAt: 1, answer: '1', text }));
  const lineOf = (reading: object): string => `${JSON.stringify({ readAt: 1, ...reading })}\n`;
  const flipped = Uint8Array.from(bytes);
  const middle = Math.floor(bytes.byteLength / 3);
  flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
  const headless = Uint8Array.from(bytes);
  headless[Buffer.from(bytes).indexOf('PK\x03\x04', 4)] = 0;
  const deep = `{"id":1,"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const pdf = { readAt: 1, answer: '1', bytes: Buffer.from('<html>%PD').toString('base64') };
  return [
    ['nothing of a ZIP', Buffer.from('<html>captive portal</html>'), 'packs.notPack'],
    ['a ZIP of something else', await zipped([['word/document.xml', '<w/>']]), 'packs.notPack'],
    ['cut off', bytes.slice(0, bytes.byteLength - 200), 'packs.notPack'],
    ['another pack.json', await changed({ [ABOUT]: '{"waybill":"reviews"}' }), 'packs.notPack'],
    ['of a later version', await changed({ [ABOUT]: told({ version: 2 }) }), 'packs.newer'],
    ['a changed byte', flipped, 'packs.damaged'],
    ['a part without its head', headless, 'packs.damaged'],
    ['a part is missing', await changed({ 'routes.ndjson': null }), 'packs.damaged'],
    ['a part too many', await changed({ 'evil.sh': 'rm' }), 'packs.damaged'],
    ['a name that leads elsewhere', await changed({ '../../evil.sh': 'rm' }), 'packs.notPack'],
    [
      'fewer lines',
      await changed({ 'answers.ndjson': answers.slice(answers.indexOf('\n') + 1) }),
      'packs.damaged',
    ],
    [
      'a line that ends nowhere',
      await changed({ 'answers.ndjson': answers.slice(0, -1) }),
      'packs.damaged',
    ],
    [
      'ten thousand levels',
      await changed({ 'answers.ndjson': firstAnswer(deep) }),
      'packs.damaged',
    ],
    [
      'another answer',
      await changed({ 'answers.ndjson': firstAnswer('{"id":2}') }),
      'packs.damaged',
    ],
    ['no record', await changed({ 'records.ndjson': '[]\n[]\n[]\n' }), 'packs.damaged'],
    [
      'a day beyond all days',
      await changed({
        'routes.ndjson': lineOf({ vehicle: '1', fromMs: 1e300, toMs: 2, text: '[]' }),
      }),
      'packs.damaged',
    ],
    [
      'a reading beyond all days',
      await changed({ 'answers.ndjson': answers.replaceAll(/"readAt":\d+/g, '"readAt":1e300') }),
      'packs.damaged',
    ],
    [
      'a PDF that is HTML',
      await changed({ 'pdfs.ndjson': `${JSON.stringify(pdf)}\n`.repeat(3) }),
      'packs.damaged',
    ],
    [
      'a bomb',
      await changed({ 'answers.ndjson': Buffer.alloc(60 * 1024 * 1024, 0x20) }),
      'packs.fileTooLarge',
    ],
    [
      'many entries',
      await zipped(Array.from({ length: 40 }, (_, n) => [String(n), ''] as const)),
      'packs.notPack',
    ],
  ];
}

describe('the file of a field pack', () => {
  it('opens on another computer without a network, as old readings with their own times', async () => {
    const { from, ids, bytes } = await made();
    expect(from.saved.at(-1)?.fileName).toMatch(/^Yard \d{4}-\d\d-\d\d\.waybill$/);
    const to = await openPacks();
    to.allow(false);
    to.clock.advance(5 * DAY_MS);
    const copy = valueOf(await copyIn(to, bytes));
    const told = valueOf(await to.packs.examineFile(copy));
    expect(told).toMatchObject({ name: 'Yard', sizeBytes: bytes.byteLength });
    expect(told.parts.map(({ is, count }) => [is, count])).toEqual([
      ['form', 1],
      ['vehicle', 2],
      ['answers', 30],
      ['routes', 1],
      ['pdfs', 3],
      ['region', 9],
    ]);
    // Looking takes nothing.
    expect(await to.store.read('answers.here', { ids })).toMatchObject({ count: 0 });
    expect(await to.packs.list()).toEqual([]);
    valueOf(await to.packs.takeFile(copy));
    const [pack] = await to.packs.list();
    if (pack === undefined) throw new Error('The pack is not on the list.');
    expect(pack).toMatchObject({ state: 'done', problem: null });
    const [before] = await from.packs.list();
    for (const is of ['answers', 'pdfs', 'form', 'vehicle', 'routes', 'region'] as const) {
      const part = partOf(pack, is);
      expect([is, part?.here, part?.oldestAt]).toEqual([
        is,
        partOf(before ?? pack, is)?.here,
        is === 'form' || is === 'vehicle'
          ? expect.any(Number)
          : partOf(before ?? pack, is)?.oldestAt,
      ]);
      if (is !== 'pdfs') expect(part?.all).toBe(part?.here);
    }
    expect(await textAt(to.store, 'form', '7')).toBe('{"id":7,"title":"Yard check","price":1.10}');
    // No list counts as read, so nothing is thought complete.
    expect(await to.store.read('measure.records', { entity: 'form' })).toMatchObject({
      listedAt: null,
    });
    expect(to.service.asked).toEqual([]);
    expect(to.service.requests).toEqual([]);
    const map = (await to.ground.maps()).maps[0];
    expect(map).toMatchObject({ from: 'copy', attribution: '© the town', tiles: 'vector' });
    const drawn = valueOf(await to.ground.tile(map?.id ?? '', 0, 0, 0));
    expect(drawn === null ? null : Uint8Array.from(drawn)).toEqual(TILE);
    // The copy is no longer needed.
    expect(await readdir(path.join(to.folder, 'packs'))).toEqual([]);
  });

  it('brings what was fetched from other servers along, and nobody is asked for it anew', async () => {
    const photo = 'https://photos.example/view?id=41';
    const from = await openPacks();
    from.service.answers.set('1', JSON.stringify({ id: 1, photoUrl: photo }));
    await from.calls['answers.want']({
      source: { is: 'text', text: '1' },
      ...{ withPdf: false, withFiles: true },
    });
    await from.until(done);
    valueOf(await from.context.attachments.keepOld(photo, PNG, from.clock.now()));
    valueOf(await from.packs.make(wishing({ answers: ['1'], withFiles: true })));
    await from.untilPack(isDone);
    const [pack] = await from.packs.list();
    valueOf(await from.packs.saveFile(pack?.id ?? ''));
    const to = await openPacks();
    await opened(to, from.saved.at(-1)?.bytes ?? new Uint8Array());
    const { attachments } = to.context;
    expect((await attachments.here(photo))?.bytes).toEqual(Uint8Array.from(PNG));
    const answer = await to.store.read('old.answer', { id: '1' });
    expect(Object.keys(await attachments.picturesOf(answer?.text ?? ''))).toEqual([photo]);
    expect(to.service.requests).toEqual([]);
  });

  it('holds no secret of the account and no address of a map server', async () => {
    const { from, bytes } = await made();
    await from.store.write('meta.put', { key: 'token', value: 'canary-token-of-a-session' });
    const [pack] = await from.packs.list();
    valueOf(await from.packs.saveFile(pack?.id ?? ''));
    const files = await unpacked(from.saved.at(-1)?.bytes ?? bytes);
    expect([...files.keys()].sort()).toEqual([
      ...['answers.ndjson', 'files.ndjson', 'map-1.pmtiles', 'pack.json', 'pdfs.ndjson'],
      ...['records.ndjson', 'routes.ndjson'],
    ]);
    const kept = await readFile(path.join(from.folder, 'ground', 'maps.json'), 'utf8');
    expect(kept).toContain(KEY);
    for (const [, content] of files) {
      const text = Buffer.from(content).toString('latin1');
      expect(text).not.toContain('canary');
      expect(text).not.toContain('tiles.example');
      expect(text).not.toContain(from.folder);
    }
    // Whoever made it is not named: service and tenant alone.
    const about = Buffer.from(files.get(ABOUT) ?? []).toString();
    expect(Object.keys(JSON.parse(about) as object).sort()).toEqual([
      ...['exportedAt', 'lines', 'maps', 'service', 'tenant', 'version', 'waybill', 'wish'],
    ]);
  });

  it('takes nothing over what is newer, waits, or went since', async () => {
    const { bytes } = await madeBefore();
    const to = await openPacks();
    to.clock.advance(9 * DAY_MS);
    const now = to.clock.now();
    await ingest(to.store, 'vehicle', ['{"id":1,"regNo":"newer"}'], now);
    await ingest(to.store, 'vehicle', ['{"id":2,"regNo":"older"}'], 5);
    valueOf(
      await to.store.write('outbox.enqueue', {
        ...{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', endpoint: 'updateVehicle', now },
        ...{ params: { vehicleId: '2' }, patch: '{"defaultLabel":"Mine"}' },
        ...{ undoes: null, graceMs: null },
      }),
    );
    await ingest(to.store, 'form', ['{"id":7,"title":"went"}'], 5);
    valueOf(
      await to.store.write('records.remove', {
        ...{ entity: 'form', ids: ['7'], at: now, reason: 'gone at the service' },
      }),
    );
    give(to.service, 1, 1);
    to.service.answers.set('1', '{"id":1,"note":"newer"}');
    await to.calls['answers.want']({
      source: { is: 'text', text: '1' },
      withPdf: false,
      withFiles: false,
    });
    await to.until(done);
    await opened(to, bytes);
    expect(await textAt(to.store, 'vehicle', '1')).toBe('{"id":1,"regNo":"newer"}');
    expect(await textAt(to.store, 'vehicle', '2')).toBe('{"id":2,"regNo":"older"}');
    expect(await textAt(to.store, 'form', '7')).toBeNull();
    expect((await to.store.read('old.answer', { id: '1' }))?.text).toBe('{"id":1,"note":"newer"}');
    expect((await to.store.read('old.answer', { id: '2' }))?.text).toContain('note of 2');
  });

  it('fills what is older here, and takes a clock that goes ahead for no proof', async () => {
    const { bytes } = await madeBefore();
    const to = await openPacks();
    to.clock.advance(9 * DAY_MS);
    await ingest(to.store, 'vehicle', ['{"id":1,"regNo":"older"}'], 5);
    await opened(to, bytes);
    expect(await textAt(to.store, 'vehicle', '1')).toBe('{"id":1,"regNo":"WB 1"}');
    const files = await unpacked(bytes);
    const ahead = Buffer.from(files.get('records.ndjson') ?? [])
      .toString()
      .replaceAll(/"readAt":\d+/g, `"readAt":${String(to.clock.now() + 99 * DAY_MS)}`)
      .replaceAll('WB 1', 'from the future');
    files.set('records.ndjson', Buffer.from(ahead));
    await opened(to, await zipped([...files]));
    expect(await textAt(to.store, 'vehicle', '1')).toBe('{"id":1,"regNo":"WB 1"}');
  });

  it('goes on after a kill in the middle, and ends with all of it', async () => {
    const { ids, bytes } = await madeBefore();
    const to = await openPacks();
    let left = 10;
    const dying: Store = {
      ...to.store,
      read: to.store.read.bind(to.store),
      async write(name, input) {
        if (name === 'old.takeDocument' && (left -= 1) < 0) throw new Error('killed');
        return to.store.write(name, input);
      },
    };
    await to.restart(dying);
    const copy = valueOf(await copyIn(to, bytes));
    valueOf(await to.packs.examineFile(copy));
    await to.packs.takeFile(copy);
    expect(await to.store.read('answers.here', { ids })).toMatchObject({ count: 10 });
    await to.restart();
    await expect.poll(async () => (await to.packs.list())[0]?.state).toBe('done');
    const [pack] = await to.packs.list();
    if (pack === undefined) throw new Error('The pack is gone.');
    expect(partOf(pack, 'answers')).toMatchObject({ all: 30, here: 30 });
    expect(partOf(pack, 'region')).toMatchObject({ all: 9, here: 9 });
    expect((await to.ground.maps()).maps).toHaveLength(1);
    expect(await readdir(path.join(to.folder, 'packs'))).toEqual([]);
  });

  it('is of the same service under each name of this computer', () => {
    const at = (host: string) => ({ service: `http://${host}:9000`, tenant: '1' });
    expect(isOfTenant(at('localhost'), at('127.0.0.1'))).toBe(true);
    expect(isOfTenant(at('localhost'), at('127.0.0.2'))).toBe(false);
  });

  it('is refused where it is of another company, before anything is taken', async () => {
    const { ids, bytes } = await madeBefore();
    const to = await openPacks({ tenant: '2' });
    expect(await examined(to, bytes)).toMatchObject({
      error: { code: 'packs.otherAccount', kind: 'conflict' },
    });
    expect(await to.store.read('answers.here', { ids })).toMatchObject({ count: 0 });
    expect(await to.packs.list()).toEqual([]);
    expect(await readdir(path.join(to.folder, 'packs'))).toEqual([]);
  });

  it('is refused as a whole where it is not what it says', async () => {
    const { ids, bytes } = await madeBefore();
    const to = await openPacks();
    for (const [what, content, code] of await refusals(bytes)) {
      expect([what, codeOf(await examined(to, content))]).toEqual([what, code]);
    }
    expect(await to.store.read('answers.here', { ids })).toMatchObject({ count: 0 });
    expect(await textAt(to.store, 'form', '7')).toBeNull();
    expect(await to.packs.list()).toEqual([]);
    expect(await readdir(path.join(to.folder, 'packs'))).toEqual([]);
  });

  it('is opened by the calls of the desk, given up, and taken only once it was looked through', async () => {
    const { bytes } = await madeBefore();
    const to = await openPacks();
    const context: unknown = { ...to.context, packs: to.packs };
    const calls = packsHandlers(() => context as AccountContext);
    const tooLarge = await calls['packs.beginFile']({ name: 'x', sizeBytes: 401 * 1024 * 1024 });
    expect(codeOf(tooLarge)).toBe('packs.fileTooLarge');
    const { copy } = valueOf(
      await calls['packs.beginFile']({ name: 'x', sizeBytes: bytes.byteLength }),
    );
    expect(codeOf(await calls['packs.takeFile']({ copy }))).toBe('packs.noCopy');
    valueOf(await calls['packs.filePart']({ copy, bytes: Uint8Array.from(bytes) }));
    valueOf(await calls['packs.examineFile']({ copy }));
    valueOf(await calls['packs.dropFile']({ copy }));
    expect(codeOf(await calls['packs.takeFile']({ copy }))).toBe('packs.noCopy');
    expect(await readdir(path.join(to.folder, 'packs'))).toEqual([]);
    // Of an empty pack there is no file.
    to.service.answers.clear();
    valueOf(await calls['packs.make']({ wish: wishing({ answers: ['404'] }) }));
    const pack = await to.untilPack(isDone);
    expect(codeOf(await calls['packs.saveFile']({ id: pack.id }))).toBe('packs.nothingHere');
  });

  it('that the system handed over is copied and looked into once, and taken only by the person', async () => {
    const { bytes } = await madeBefore();
    const to = await openPacks();
    const waits: string[] = [];
    const ports = { ...to.context.ports, desktop: { takeHanded: () => waits.shift() ?? null } };
    const context: unknown = { ...to.context, ports, packs: to.packs };
    const calls = packsHandlers(() => context as AccountContext);
    const place = path.join(to.folder, 'Somebody.waybill');
    await writeFile(place, bytes);
    waits.push(place);
    const { file } = valueOf(await calls['packs.openHanded']({}));
    if (file === null) throw new Error('It was not handed over.');
    expect(file.content).toMatchObject({ name: 'Yard', sizeBytes: bytes.byteLength });
    expect(JSON.stringify(file)).not.toContain('Somebody');
    expect(await calls['packs.openHanded']({})).toEqual({ ok: true, value: { file: null } });
    expect(await to.packs.list()).toEqual([]);
    // What becomes of the file afterwards is no matter: it was copied.
    await writeFile(place, 'overwritten');
    valueOf(await calls['packs.takeFile']({ copy: file.copy }));
    expect(await to.packs.list()).toMatchObject([{ name: 'Yard' }]);
  });

  it.each([
    ['text', 'no pack', 'packs.notPack'],
    ['nothing', '', 'packs.notPack'],
    ['a folder', null, 'packs.notRead'],
    ['what is gone', undefined, 'packs.notRead'],
  ])(
    'that the system handed over and is %s is refused, and nothing of it stays',
    async (...row) => {
      const [, content, code] = row;
      const to = await openPacks();
      const place = path.join(to.folder, 'x.waybill');
      if (content === null) await mkdir(place);
      else if (content !== undefined) await writeFile(place, content);
      expect(codeOf(await to.packs.openHanded(place))).toBe(code);
      expect(await readdir(path.join(to.folder, 'packs')).catch(() => [])).toEqual([]);
    },
  );
});

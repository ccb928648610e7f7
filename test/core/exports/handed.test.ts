import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import readWorkbook from 'read-excel-file/universal';
import { expect, test, vi } from 'vitest';
import { zipFolder } from '../../../electron/core/exports/files.ts';
import { ExportJournal } from '../../../electron/core/exports/journal.ts';
import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';
import { picture } from '../../support/answers.ts';
import { answerOf, expectTrue, filesIn } from '../../support/exported.ts';
import { keep, WISH } from '../../support/exporting.ts';
import { exportingHere } from './typesetting.ts';

/** What a person was handed stays theirs, and holds what its manifest says. */

const here = exportingHere();

const exported = (ids: readonly string[], wish?: Partial<ExportWish>): Promise<ExportJob> =>
  here.desk.exported(ids, wish);

async function restart(): Promise<void> {
  await here.desk.close();
  await here.reopen();
  await here.desk.exporter.start();
}

test('two ZIPs of one day are two files, and a folder of that day is none of theirs', async () => {
  for (const id of ['7', '8', '9']) await keep(here.desk.store, id, answerOf(id, { note: id }));
  const first = await exported(['7'], { as: 'zip' });
  const bytes = readFileSync(first.path);
  const second = await exported(['8'], { as: 'zip' });
  expect(second.path).not.toBe(first.path);
  expect(readFileSync(first.path).equals(bytes)).toBe(true);
  const third = await exported(['9'], {});
  await restart();
  expect([first.path, second.path, third.path].map((at) => existsSync(at))).toEqual([
    true,
    true,
    true,
  ]);
  expect(expectTrue(third.path).files).toBe(1);
});

test('an account is left at once while tables are written, and the next start writes them', async () => {
  for (const id of ['7', '8']) await keep(here.desk.store, id, answerOf(id, {}));
  const read = here.desk.store.read.bind(here.desk.store);
  let closing: Promise<void> | undefined;
  let copies = 0;
  const reading = vi.spyOn(here.desk.store, 'read').mockImplementation((name, input) => {
    // Each answer is read once for itself, then once for the tables.
    copies += name === 'documents.get' ? 1 : 0;
    if (copies === 3) closing ??= here.desk.exporter.close();
    return read(name, input);
  });
  const wish = { ...WISH, as: 'zip', from: 'none', tables: 'csv' } as const;
  const out = path.join(here.folder, 'out');
  const { id, path: at } = await here.desk.exporter.begin(['7', '8'], wish, out);
  await expect.poll(() => closing !== undefined).toBe(true);
  await closing;
  expect(readdirSync(at)).toEqual([]);
  reading.mockRestore();
  await restart();
  expect(await here.desk.ended(id)).toMatchObject({ state: 'done', path: `${at}.zip` });
});

test('a ZIP that is no longer packed leaves nothing behind', async () => {
  const packed = path.join(here.folder, 'out', 'packed');
  mkdirSync(packed, { recursive: true });
  for (const name of ['a', 'b']) writeFileSync(path.join(packed, name), name);
  let asked = 0;
  expect(await zipFolder(packed, () => (asked += 1) > 1)).toBeNull();
  expect(readdirSync(path.dirname(packed))).toEqual(['packed']);
});

test('a ZIP that can’t be packed to its end leaves no half of it', async () => {
  const packed = path.join(here.folder, 'out', 'packed');
  mkdirSync(packed, { recursive: true });
  for (const name of ['a', 'b']) writeFileSync(path.join(packed, name), name);
  const taking = (): boolean => {
    rmSync(path.join(packed, 'b'), { force: true });
    return false;
  };
  await expect(zipFolder(packed, taking)).rejects.toThrow();
  expect(readdirSync(path.dirname(packed))).toEqual(['packed']);
});

test('what is unpacked where a ZIP lies stays at the next start', async () => {
  await keep(here.desk.store, '7', answerOf('7', {}));
  const { path: zip } = await exported(['7'], { as: 'zip' });
  const unpacked = zip.replace(/\.zip$/, '');
  expect(existsSync(unpacked)).toBe(false);
  mkdirSync(unpacked);
  writeFileSync(path.join(unpacked, 'remarks.txt'), 'mine');
  await restart();
  expect(readFileSync(path.join(unpacked, 'remarks.txt'), 'utf8')).toBe('mine');
  expect(readdirSync(path.dirname(zip)).filter((name) => name.includes('waybill-part'))).toEqual(
    [],
  );
});

test('a ZIP whose folder is held is done, and the folder goes at the next start alone', async () => {
  await keep(here.desk.store, '7', answerOf('7', {}));
  const out = path.join(here.folder, 'out');
  const { id, path: packed } = await here.desk.exporter.begin(['7'], { ...WISH, as: 'zip' }, out);
  mkdirSync(path.join(`${packed}.waybill-part`, 'open'), { recursive: true });
  const job = await here.desk.ended(id);
  expect(job).toMatchObject({ state: 'done', error: null, path: `${packed}.zip` });
  await restart();
  expect(readdirSync(out)).toEqual([path.basename(job.path)]);
  mkdirSync(packed);
  await restart();
  expect(existsSync(packed)).toBe(true);
});

test('photos of a long question are as many files as photos, of each answer its own', async () => {
  const many = (hue: number) => [1, 2, 3].map((at) => picture(4, 3, () => [at * 9, hue, 3]));
  const question = 'ประตูด้านหลังของรถบรรทุก'.repeat(9);
  for (const id of ['700034', '700035']) {
    await keep(here.desk.store, id, answerOf(id, { [question]: many(Number(id) % 250) }));
  }
  const job = await exported(['700034', '700035'], { photos: true });
  const photos = expectTrue(job.path).rows.filter(({ kind }) => kind === 'photo');
  expect(photos).toHaveLength(6);
  expect(new Set(photos.map(({ file }) => file)).size).toBe(6);
  expect(new Set(photos.map(({ sha256 }) => sha256)).size).toBe(6);
});

test('two forms of one name are two tables, and one called manifest keeps its own', async () => {
  const answer = (id: string, formId: number, formName: string, values: object) =>
    keep(here.desk.store, id, JSON.stringify({ id, formId, formName, values }));
  await answer('1', 5, 'Inspection', { a: 'first' });
  await answer('2', 6, 'Inspection', { a: 'second' });
  await answer('3', 7, 'manifest', { a: 'third' });
  const job = await exported(['1', '2', '3'], { from: 'none', tables: 'csv' });
  expect(filesIn(job.path)).toEqual(['Inspection (2).csv', 'Inspection.csv', 'manifest (2).csv']);
  const read = (name: string) => readFileSync(path.join(job.path, name), 'utf8');
  expect(read('Inspection.csv')).toContain('first');
  expect(read('Inspection.csv')).not.toContain('second');
  expect(read('Inspection (2).csv')).toContain('second');
  expect(read('manifest (2).csv')).toContain('third');
  expect(read('manifest.csv')).toContain('answer');
});

test('a sheet keeps every digit of a long number, and says of a long text that it was cut', async () => {
  const card = '4539578763621486';
  await keep(here.desk.store, '7', answerOf('7', { card, text: 'x'.repeat(40_000), km: 120 }));
  const job = await exported(['7'], { from: 'none', tables: 'xlsx' });
  const [main] = await readWorkbook(
    new Blob([readFileSync(path.join(job.path, 'Yard check.xlsx'))]),
  );
  const cell = (title: string) => main?.data[1]?.[main.data[0]?.indexOf(title) ?? -1];
  expect(cell('Card')).toBe(card);
  expect(cell('Km')).toBe(120);
  expect(String(cell('Text'))).toMatch(/^x{32000,} … \(\+\d+\)$/);
});

test('a sheet has a name that a spreadsheet takes, whatever its form is called', async () => {
  const values = { a: 'first' };
  await keep(
    here.desk.store,
    '1',
    JSON.stringify({ id: '1', formId: 5, formName: "'History'", values }),
  );
  const job = await exported(['1'], { from: 'none', tables: 'xlsx' });
  const [file = ''] = filesIn(job.path);
  const [main] = await readWorkbook(new Blob([readFileSync(path.join(job.path, file))]));
  expect(main?.sheet).toBe('History (2)');
});

test('an export that met a full disk waits for room, and goes on', async () => {
  for (const id of ['7', '8']) await keep(here.desk.store, id, answerOf(id, {}));
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const making = vi.spyOn(here.desk.ports.typesetter, 'make').mockRejectedValueOnce(full);
  const job = await here.desk.exporter.begin(['7', '8'], WISH, path.join(here.folder, 'out'));
  await expect.poll(() => here.desk.exporter.list()[0]?.state).toBe('paused');
  expect(here.desk.exporter.list()[0]?.error).toMatchObject({
    code: 'disk.full',
    next: 'freeSpace',
  });
  expect(here.desk.exporter.resume(job.id)).toBe(true);
  expect(await here.desk.ended(job.id)).toMatchObject({ state: 'done', done: 2, failed: 0 });
  expect(expectTrue(job.path).files).toBe(2);
  making.mockRestore();
});

test('an export that can’t even write down that it stopped says so', async () => {
  await keep(here.desk.store, '7', answerOf('7', {}));
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const making = vi.spyOn(here.desk.ports.typesetter, 'make').mockRejectedValueOnce(full);
  const writing = vi.spyOn(ExportJournal.prototype, 'write').mockImplementation((entry) => {
    if (entry.is === 'state') throw full;
  });
  await here.desk.exporter.begin(['7'], WISH, path.join(here.folder, 'out'));
  await expect
    .poll(() => here.desk.told.at(-1))
    .toMatchObject({ state: 'paused', error: { code: 'disk.full' } });
  writing.mockRestore();
  making.mockRestore();
});

test('the manifest of one PDF tells of each answer what is missing of it', async () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`field ${at}`, at]));
  await keep(here.desk.store, '7', answerOf('7', { note: 'whole' }));
  await keep(here.desk.store, '8', answerOf('8', { ...many, note: 'ວັນ' }));
  await keep(here.desk.store, '9', answerOf('9', { note: 'whole' }));
  const job = await exported(['7', '8', '9'], { as: 'merged' });
  const rows = expectTrue(job.path).rows;
  expect(rows.map(({ answerId, notes }) => [answerId, notes.length > 0])).toEqual([
    ['7', false],
    ['8', true],
    ['9', false],
  ]);
  expect(rows.map(({ scripts }) => scripts)).toEqual([[], ['Laoo'], []]);
});

test('an export whose journal can’t be read takes no other along', async () => {
  const exports = path.join(here.folder, 'exports');
  mkdirSync(path.join(exports, '0.jsonl'), { recursive: true });
  const journal = new ExportJournal(path.join(exports, '1.jsonl'));
  journal.write({ is: 'begun', id: 'e1', startedAt: 1, ids: ['7'], wish: WISH, folder: '/out' });
  journal.write({ is: 'state', state: 'paused', error: null, path: '/out' });
  journal.close();
  await here.desk.exporter.start();
  expect(here.desk.exporter.list()).toMatchObject([{ id: 'e1', state: 'paused' }]);
});

test('exports that were cancelled get their manifest at the next start, however many there are', async () => {
  const out = path.join(here.folder, 'out');
  mkdirSync(path.join(here.folder, 'exports'));
  mkdirSync(out);
  const folders = Array.from({ length: 21 }, (_, at) => path.join(out, String(at)));
  for (const [at, folder] of folders.entries()) {
    mkdirSync(folder);
    const journal = new ExportJournal(path.join(here.folder, 'exports', `${at}.jsonl`));
    journal.write({ is: 'begun', id: `e${at}`, startedAt: at, ids: ['7'], wish: WISH, folder });
    journal.write({ is: 'state', state: 'cancelled', error: null, path: folder });
    journal.close();
  }
  await here.desk.exporter.start();
  expect(here.desk.exporter.list()).toHaveLength(21);
  for (const folder of folders) {
    await expect.poll(() => existsSync(path.join(folder, 'manifest.json'))).toBe(true);
  }
});

test('a ZIP that was cancelled, and whose packing was cut short, is packed at the next start', async () => {
  const folder = path.join(here.folder, 'out');
  for (const each of ['exports', 'out']) mkdirSync(path.join(here.folder, each));
  writeFileSync(path.join(folder, 'manifest.json'), '{}');
  writeFileSync(`${folder}.zip.waybill-part`, 'half');
  const journal = new ExportJournal(path.join(here.folder, 'exports', '1.jsonl'));
  const wish = { ...WISH, as: 'zip' } as const;
  journal.write({ is: 'begun', id: 'e1', startedAt: 1, ids: ['7'], wish, folder });
  journal.write({ is: 'state', state: 'cancelled', error: null, path: folder });
  journal.close();
  await here.desk.exporter.start();
  await expect.poll(() => here.desk.exporter.list()[0]?.path).toBe(`${folder}.zip`);
  expect(existsSync(`${folder}.zip.waybill-part`)).toBe(false);
});

test('an export that is cancelled while its tables are written ends as that, ZIP and manifest too', async () => {
  for (const id of ['7', '8']) await keep(here.desk.store, id, answerOf(id, {}));
  const read = here.desk.store.read.bind(here.desk.store);
  let copies = 0;
  const reading = vi.spyOn(here.desk.store, 'read').mockImplementation((name, input) => {
    // Each answer is read once for itself, then once for the tables.
    copies += name === 'documents.get' ? 1 : 0;
    const [job] = here.desk.exporter.list();
    if (copies === 3 && job !== undefined) here.desk.exporter.cancel(job.id);
    return read(name, input);
  });
  const wish = { ...WISH, as: 'zip', from: 'none', tables: 'csv' } as const;
  const { path: at } = await here.desk.exporter.begin(
    ['7', '8'],
    wish,
    path.join(here.folder, 'out'),
  );
  await expect.poll(() => here.desk.exporter.list()[0]?.path).toBe(`${at}.zip`);
  reading.mockRestore();
  expect(here.desk.exporter.list()).toMatchObject([{ state: 'cancelled' }]);
  expect(readFileSync(`${at}.zip`, 'latin1')).toContain('"cancelled"');
});

test('an export that is paused while its manifest is written stays paused, and ends once it goes on', async () => {
  await keep(here.desk.store, '7', answerOf('7', {}));
  const { clock } = here.desk.ports;
  const now = clock.now.bind(clock);
  const paused = Promise.withResolvers<string>();
  const looking = vi.spyOn(clock, 'now').mockImplementation(() => {
    const [job] = here.desk.exporter.list();
    // The tables are written last before it.
    const isAtManifest = job !== undefined && existsSync(path.join(job.path, 'Yard check.csv'));
    if (isAtManifest && here.desk.exporter.pause(job.id)) paused.resolve(job.id);
    return now();
  });
  const wish = { ...WISH, from: 'none', tables: 'csv' } as const;
  await here.desk.exporter.begin(['7'], wish, path.join(here.folder, 'out'));
  const id = await paused.promise;
  looking.mockRestore();
  await restart();
  expect(here.desk.exporter.list()).toMatchObject([{ state: 'paused' }]);
  expect(here.desk.exporter.resume(id)).toBe(true);
  expect(await here.desk.ended(id)).toMatchObject({ state: 'done' });
});

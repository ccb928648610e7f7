import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BlobReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import readWorkbook from 'read-excel-file/universal';
import { describe, expect, test, vi } from 'vitest';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import { exportsHandlers } from '../../../electron/core/handlers/exports.ts';
import type { AccountPorts } from '../../../electron/core/ports.ts';
import { readPolicy } from '../../../electron/core/policy.ts';
import { nameOf, TakenNames } from '../../../electron/core/exports/names.ts';
import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';
import { fail, ok } from '../../../shared/result.ts';
import { picture } from '../../support/answers.ts';
import { answerOf, expectTrue, filesIn } from '../../support/exported.ts';
import { given, keep, WISH } from '../../support/exporting.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { isEveryday } from '../../support/runs.ts';
import { exportingHere } from './typesetting.ts';

/** Many answers as files, offline, over the real database and the real typesetter. */

const here = exportingHere();

const exported = (ids: readonly string[], wish?: Partial<ExportWish>): Promise<ExportJob> =>
  here.desk.exported(ids, wish);

describe('an export of many answers', () => {
  test('is a folder of PDFs with names of the template, none twice, and a true manifest', async () => {
    for (const id of ['7', '8', '9'])
      await keep(here.desk.store, id, answerOf(id, { note: `of ${id}` }));
    const job = await exported(['7', '8', '9'], { names: '{form} {vehicle}' });
    expect(job).toMatchObject({ state: 'done', count: 3, done: 3, failed: 0 });
    expect(filesIn(job.path)).toEqual([
      'Yard check WB 4 (2).pdf',
      'Yard check WB 4 (3).pdf',
      'Yard check WB 4.pdf',
    ]);
    const manifest = expectTrue(job.path);
    expect(manifest).toMatchObject({ state: 'done', answers: 3, files: 3, failures: 0 });
    expect(manifest.rows[1]).toMatchObject({
      ...{ answerId: '8', source: 'local', pages: 1, standard: 'ua-1' },
      readAt: '2026-03-06T08:00:00.000Z',
    });
    const bytes = readFileSync(path.join(job.path, manifest.rows[1]?.file ?? ''));
    expect((await readPdf(bytes)).dense).toContain('of8');
    expect(readFileSync(path.join(job.path, 'manifest.csv'), 'utf8')).toContain(
      '\r\n8,pdf,Yard check WB 4 (2).pdf,local,',
    );
  });

  test('tells which scripts have no font, for each answer, together and after a restart', async () => {
    const notes: Record<string, string> = { '7': 'গাড়ি', '8': 'plain', '9': 'গাড়ি ວັນ' };
    for (const [id, note] of Object.entries(notes)) {
      await keep(here.desk.store, id, answerOf(id, { note }));
    }
    for (const as of ['folder', 'merged'] as const) {
      const job = await exported(['7', '8', '9'], { as });
      expect([as, [...job.scripts].sort()]).toEqual([as, ['Beng', 'Laoo']]);
    }
    const [first] = here.desk.exporter.list().filter(({ wish }) => wish.as === 'folder');
    const rows = expectTrue(first?.path ?? '').rows.map(({ scripts }) => [...scripts].sort());
    expect(rows).toEqual([['Beng'], [], ['Beng', 'Laoo']]);
    await here.desk.close();
    await here.reopen();
    await here.desk.exporter.start();
    const after = here.desk.exporter.list().map(({ scripts }) => [...scripts].sort());
    expect(after).toEqual([1, 2].map(() => ['Beng', 'Laoo']));
  });

  test('takes the service’s own first, a local one where it can’t be had, and says which', async () => {
    for (const id of ['7', '8', '9']) await keep(here.desk.store, id, answerOf(id, {}));
    await here.desk.store.write('pdfs.put', {
      ...{ answerId: '9', bytes: new TextEncoder().encode('%PDF-saved'), readAt: 1 },
    });
    here.desk.served = new Map([['7', given('%PDF-service')]]);
    const job = await exported(['7', '8', '9'], { from: 'auto' });
    expect(expectTrue(job.path).rows.map(({ source }) => source)).toEqual([
      'service',
      'local',
      'saved',
    ]);
  });

  test('goes on past what can’t be had, and names it with the reason', async () => {
    await keep(here.desk.store, '7', answerOf('7', {}));
    const denied = fail({ kind: 'denied', code: 'http.denied', message: 'Not for you.' });
    here.desk.served = new Map([['8', denied]]);
    const job = await exported(['7', '8', 'never'], { from: 'auto' });
    expect(job).toMatchObject({ state: 'done', done: 3, failed: 2 });
    expect(here.desk.exporter.failures(job.id)).toEqual([
      { answerId: '8', why: 'Not for you.' },
      { answerId: 'never', why: 'No network.' },
    ]);
    expect(expectTrue(job.path).failures).toBe(2);
  });

  test('names what can’t be had in the words of the desk, which the journal keeps', async () => {
    const denied = fail({
      ...{ kind: 'denied', code: 'http.denied', message: 'Not for you.', status: 403 },
    });
    here.desk.served = new Map([['8', denied]]);
    const failures = { 'http.denied': 'Das erlaubt der Dienst nicht.' };
    const job = await exported(['8', 'never'], { from: 'service', language: 'de', failures });
    expect(here.desk.exporter.failures(job.id)).toEqual([
      { answerId: '8', why: 'Das erlaubt der Dienst nicht (403).' },
      { answerId: 'never', why: 'No network.' },
    ]);
    expect(readFileSync(path.join(job.path, 'manifest.csv'), 'utf8')).toContain('Das erlaubt');
    expect(job.wish).not.toHaveProperty('failures');
  });

  test('survives answers that are hostile, and reports what it could not draw', async () => {
    const hostile: Record<string, string> = {
      deep: `{"id":"deep","values":${'{"a":'.repeat(900)}1${'}'.repeat(900)}}`,
      markup: answerOf('markup', { __proto__: '#panic()', '<script>': '=1+1' }),
      picture: answerOf('picture', { photo: `data:image/png;base64,${btoa('no picture at all')}` }),
      '../../up': answerOf('../../up', { note: 'a\u0000b' }),
    };
    for (const [id, json] of Object.entries(hostile)) await keep(here.desk.store, id, json);
    const job = await exported(Object.keys(hostile), { names: '{id}', photos: true });
    const manifest = expectTrue(job.path);
    // A photo that is none, although its answer is there.
    expect(manifest).toMatchObject({ failures: 1, files: 4 });
    expect(manifest.rows.flatMap(({ notes }) => notes).join()).toContain('it is no picture');
    expect(filesIn(job.path)).toContain('up.pdf');
  });

  test('goes on past the largest answers, cycles of ids, letters that turn the line and pictures of 3.6 gigapixels', async () => {
    const huge = Buffer.from(picture(2, 2, () => [1, 2, 3]).split(',')[1] ?? '', 'base64');
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    // More than a document has room for; the largest that are read are for the long form.
    const [words, rows] = isEveryday ? [440_000, 270_000] : [4_400_000, 900_000];
    const hostile: Record<string, string> = {
      long: answerOf('long', { note: 'a long text '.repeat(words) }),
      many: `{"id":"many","values":[${'{"a":1},'.repeat(rows)}{"last":2}]}`,
      cycle: answerOf('cycle', { answerId: 'other', parent: { id: 'cycle', name: 'Itself' } }),
      other: answerOf('other', { answerId: 'cycle', children: [{ id: 'other', name: 'Itself' }] }),
      bidi: answerOf('bidi', { note: 'abc\u202edef\u2066ghi\u0000jkl', '\u202eq\u0000': 'value' }),
      gigapixels: answerOf('gigapixels', {
        photo: `data:image/png;base64,${huge.toString('base64')}`,
      }),
      good: answerOf('good', { note: 'all is well' }),
    };
    for (const [id, json] of Object.entries(hostile)) await keep(here.desk.store, id, json);
    const job = await exported(Object.keys(hostile), {
      ...{ names: '{id}', photos: true, tables: 'csv' },
    });
    const manifest = expectTrue(job.path);
    // A photo is the camera's own file, however large it says it is.
    expect(manifest).toMatchObject({ state: 'done', failures: 0, files: 8 });
    const notesOf = (id: string): string =>
      manifest.rows.flatMap((row) => (row.answerId === id ? row.notes : [])).join(' ');
    expect(notesOf('long')).toMatch(/characters are too many for a document/);
    expect(notesOf('many')).toMatch(/characters are too many for a document/);
    expect(notesOf('gigapixels')).toContain('it is too large to be drawn (60000 × 60000 pixels)');
    expect(notesOf('good')).toBe('');
    const good = await readPdf(readFileSync(path.join(job.path, 'good.pdf')));
    expect(good.dense).toContain('alliswell');
    const bidi = await readPdf(readFileSync(path.join(job.path, 'bidi.pdf')));
    for (const piece of ['abc', 'def', 'ghi', 'jkl']) expect(bidi.dense).toContain(piece);
    const table = readFileSync(path.join(job.path, 'Yard check.csv'), 'utf8');
    expect(table).toContain('all is well');
  }, 300_000);

  test('is one ZIP, which holds the same files', async () => {
    for (const id of ['7', '8']) await keep(here.desk.store, id, answerOf(id, {}));
    const job = await exported(['7', '8'], { as: 'zip' });
    expect(job.path).toMatch(/\.zip$/);
    expect(existsSync(job.path.slice(0, -4))).toBe(false);
    const reader = new ZipReader(new BlobReader(new Blob([readFileSync(job.path)])));
    const entries = (await reader.getEntries()) as FileEntry[];
    expect(entries.map(({ filename }) => filename).sort()).toEqual([
      'Yard check 2026-03-05 WB 4 7.pdf',
      'Yard check 2026-03-05 WB 4 8.pdf',
      'manifest.csv',
      'manifest.json',
    ]);
    const pdf = await entries[0]?.getData(new Uint8ArrayWriter());
    expect((await readPdf(pdf ?? new Uint8Array())).marked).toBe(true);
  });

  test('is one document with a bookmark for each answer, tagged', async () => {
    for (const id of ['7', '8', '9']) {
      await keep(
        here.desk.store,
        id,
        answerOf(id, { checks: { tyres: 'good' }, note: `of ${id}` }),
      );
    }
    const job = await exported(['7', '8', '9'], { as: 'merged' });
    expect(filesIn(job.path)).toEqual(['Answers.pdf']);
    expectTrue(job.path);
    const file = await readPdf(readFileSync(path.join(job.path, 'Answers.pdf')));
    expect(file.marked).toBe(true);
    expect(file.claims).toEqual(['ua-1']);
    expect(file.bookmarks.filter((title) => !title.startsWith(' '))).toEqual([
      'Yard check Answer 7',
      'Yard check Answer 8',
      'Yard check Answer 9',
    ]);
    expect(file.pages.map((text) => /Page \d of \d/.exec(text)?.[0])).toEqual([
      'Page 1 of 3',
      'Page 2 of 3',
      'Page 3 of 3',
    ]);
  });

  test('tells verdicts and notes at the end of local copies where that is wished, and only there', async () => {
    for (const id of ['7', '8'])
      await keep(here.desk.store, id, answerOf(id, { note: `of ${id}` }));
    const judged = await here.desk.store.write('review.judge', {
      ...{ answerIds: ['7'], by: 'Ada', now: Date.UTC(2026, 2, 6, 9), change: 'c1' },
      acts: [
        { kind: 'state', value: { state: 'followUp', reasons: 'The mirror is loose' } },
        { kind: 'note', value: 'Call #panic() <b>tomorrow</b>' },
        { kind: 'tag', value: { tag: 'mirror', on: true } },
        { kind: 'due', value: '2026-03-09' },
        { kind: 'assignee', value: 'Workshop' },
      ],
    });
    expect(judged.ok).toBe(true);
    const review = { states: { followUp: 'Needs follow-up', todo: 'To do' } };
    const wished = await exported(['7', '8'], { names: '{id}', review });
    const textIn = async (at: string): Promise<string> =>
      (await readPdf(readFileSync(at))).pages.join(' ').replaceAll(/\s+/g, ' ');
    const told = await textIn(path.join(wished.path, '7.pdf'));
    expect(told).toContain('Verdict Needs follow-up The mirror is loose Ada · 6 Mar 2026, 09:00');
    expect(told).toContain('Note Call #panic() <b>tomorrow</b> Ada');
    expect(told).toContain('Tags mirror To be done by 9 Mar 2026 By whom Workshop');
    expect(await textIn(path.join(wished.path, '8.pdf'))).not.toContain('Review');
    expect(expectTrue(wished.path).rows.map(({ review: state }) => state)).toEqual([
      'Needs follow-up',
      null,
    ]);
    const merged = await exported(['7', '8'], { as: 'merged', review });
    expect(await textIn(path.join(merged.path, 'Answers.pdf'))).toContain('The mirror is loose');
    expect(expectTrue(merged.path).rows[0]?.review).toBe('Needs follow-up');
    await keep(here.desk.store, '7', answerOf('7', { note: 'another one' }));
    const since = await exported(['7'], { names: '{id}', review });
    expect(await textIn(path.join(since.path, '7.pdf'))).toContain(
      'The mirror is loose The answer was changed after this verdict. Ada',
    );
    const plain = await exported(['7'], { names: '{id}' });
    expect(await textIn(path.join(plain.path, '7.pdf'))).not.toContain('Ada');
    expect(expectTrue(plain.path).rows[0]?.review).toBeNull();
  });

  test('brings photos as files, named by vehicle, day and question', async () => {
    const photo = picture(4, 3, () => [1, 2, 3]);
    const url = 'https://fleet.example/files/mirror.png';
    here.desk.beside = { [url]: photo };
    await keep(
      here.desk.store,
      '7',
      answerOf('7', { rearDoor: photo, damage: [{ photo, part: 'Lamp' }], mirror: url }),
    );
    const job = await exported(['7'], { photos: true });
    const manifest = expectTrue(job.path);
    expect(manifest.rows.filter(({ kind }) => kind === 'photo').map(({ file }) => file)).toEqual([
      'photos/WB 4 2026-03-05 Rear door 7 1-1.png',
      'photos/WB 4 2026-03-05 Damage 7 1-2.png',
      // It lies beside the answer, and is here.
      'photos/WB 4 2026-03-05 Mirror 7 1-3.png',
    ]);
  });

  test('brings tables with a column for each question and sheets for what repeats', async () => {
    await keep(here.desk.store, '7', answerOf('7', { mileage: 120.5, note: '=HYPERLINK("x")' }));
    await keep(
      here.desk.store,
      '8',
      answerOf('8', { mileage: 7, damage: [{ part: 'Lamp', cost: 3 }, { part: '+Door' }] }),
    );
    const job = await exported(['7', '8'], { from: 'none', tables: 'both' });
    expect(filesIn(job.path)).toEqual([
      'Yard check – Damage.csv',
      'Yard check.csv',
      'Yard check.xlsx',
    ]);
    const csv = readFileSync(path.join(job.path, 'Yard check.csv'), 'utf8');
    expect(csv).toContain('"\'=HYPERLINK(""x"")"');
    const sheets = await readWorkbook(
      new Blob([readFileSync(path.join(job.path, 'Yard check.xlsx'))]),
    );
    const [main, damage] = sheets;
    const head = main?.data[0] ?? [];
    expect(head.slice(0, 2)).toEqual(['Answer', 'Read']);
    const column = head.indexOf('Mileage');
    expect([main?.data[1]?.[column], main?.data[2]?.[column]]).toEqual([120.5, 7]);
    expect(damage?.data).toEqual([
      ['Answer', 'Row', 'Part', 'Cost'],
      [8, 1, 'Lamp', 3],
      [8, 2, '+Door', null],
    ]);
  });

  test('waits while it is paused, and ends with what there is when it is cancelled', async () => {
    const ids = Array.from({ length: 8 }, (_id, at) => String(at));
    for (const id of ids) await keep(here.desk.store, id, answerOf(id, {}));
    const { exporter } = here.desk;
    const job = await exporter.begin(ids, WISH, path.join(here.folder, 'out'));
    expect(exporter.pause(job.id)).toBe(true);
    expect(exporter.resume(job.id)).toBe(true);
    expect(await here.desk.ended(job.id)).toMatchObject({ state: 'done', done: 8 });
    const second = await exporter.begin(ids, WISH, path.join(here.folder, 'out'));
    expect(exporter.pause(second.id)).toBe(true);
    expect(exporter.cancel(second.id)).toBe(true);
    const ended = await here.desk.ended(second.id);
    expect(ended.state).toBe('cancelled');
    expect(ended.path).not.toBe(job.path);
    await exporter.close();
    expect(expectTrue(ended.path).state).toBe('cancelled');
  });

  test('is not begun where the account was closed while a person chose the folder', async () => {
    let account: AccountContext | null = { exporter: here.desk.exporter } as AccountContext;
    const choosing = () => {
      account = null;
      return Promise.resolve(ok(here.folder));
    };
    const ports = { files: { folder: choosing } } as AccountPorts;
    const calls = exportsHandlers(() => account, ports);
    expect(await calls['exports.start']({ ids: ['7'], wish: WISH })).toMatchObject({
      error: { code: 'account.other' },
    });
    expect(here.desk.exporter.list()).toEqual([]);
  });

  test('goes on where it was when Waybill starts again', async () => {
    const ids = Array.from({ length: 6 }, (_id, at) => String(at));
    for (const id of ids) await keep(here.desk.store, id, answerOf(id, {}));
    const job = await here.desk.exporter.begin(ids, WISH, path.join(here.folder, 'out'));
    await here.desk.close();
    await here.reopen();
    await here.desk.exporter.start();
    expect(await here.desk.ended(job.id)).toMatchObject({ state: 'done', done: 6, failed: 0 });
    expect(expectTrue(job.path).files).toBe(6);
  });

  test('writes nothing more where a policy forbids it at the next start, and waits for one that lets it', async () => {
    const ids = Array.from({ length: 6 }, (_id, at) => String(at));
    for (const id of ids) await keep(here.desk.store, id, answerOf(id, {}));
    const job = await here.desk.exporter.begin(ids, WISH, path.join(here.folder, 'out'));
    await here.desk.close();
    const before = readdirSync(job.path);

    await here.reopen();
    here.desk.ports.policy = readPolicy('f', JSON.stringify({ version: 1, exports: ['reviews'] }));
    await here.desk.exporter.start();
    expect(here.desk.exporter.list()).toMatchObject([
      { state: 'paused', error: { code: 'policy.export' } },
    ]);
    await here.desk.close();
    expect(readdirSync(job.path)).toEqual(before);

    await here.reopen();
    await here.desk.exporter.start();
    expect(here.desk.exporter.resume(job.id)).toBe(true);
    expect(await here.desk.ended(job.id)).toMatchObject({ state: 'done', done: 6, error: null });
  });

  test('says so where its folder is gone', async () => {
    await keep(here.desk.store, '7', answerOf('7', {}));
    const job = await here.desk.exporter.begin(['7'], WISH, path.join(here.folder, 'out'));
    expect(here.desk.exporter.pause(job.id)).toBe(true);
    await here.desk.close();
    rmSync(job.path, { recursive: true });
    await here.reopen();
    await here.desk.exporter.start();
    expect(here.desk.exporter.resume(job.id)).toBe(true);
    const ended = await here.desk.ended(job.id);
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'export.folderGone' } });
  });
});

describe('names of exported answers', () => {
  const facts = { form: 'A/B', date: '2026-01-02', vehicle: 'X:1', driver: '', id: '7' };
  test('are those of the template, safe on every system', () => {
    expect(nameOf('{date} {form} {vehicle}{driver} – {id}', facts, 'pdf')).toBe(
      '2026-01-02 A B X 1 – 7.pdf',
    );
    expect(nameOf('../{id}', facts, 'pdf')).toBe('7.pdf');
    expect(nameOf('{driver}', facts, 'pdf')).toBe('Answer.pdf');
  });

  test('are never the same, whatever a file system takes for the same', () => {
    const taken = new TakenNames();
    expect(
      ['a.pdf', 'A.pdf', 'e\u0301.pdf', '\u00e9.pdf'].map((name) => taken.freeFile(name)),
    ).toEqual(['a.pdf', 'A (2).pdf', 'e\u0301.pdf', '\u00e9 (2).pdf']);
    const trying = vi.spyOn(String.prototype, 'normalize');
    const many = Array.from({ length: 500 }, () => taken.freeFile('b.pdf'));
    expect(many.slice(-2)).toEqual(['b (499).pdf', 'b (500).pdf']);
    expect(trying.mock.calls.length).toBeLessThan(5_000);
    trying.mockRestore();
  });
});

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Manifest } from '../../../electron/core/exports/manifest.ts';
import { DocumentMaker, type DocumentWish } from '../../../electron/core/forms/document/make.ts';
import { DamagedPdf } from '../../../electron/core/forms/merge/cos.ts';
import type { Merged, PartFile } from '../../../electron/core/forms/merge/merge.ts';
import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';
import { fail, ok } from '../../../shared/result.ts';
import { keep, WISH } from '../../support/exporting.ts';
import { readPdf, textIn } from '../../support/pdfFile.ts';
import { exportingHere } from './typesetting.ts';

/** Many answers in one file, over the real database and the real typesetter. */

const here = exportingHere();

const MERGED: ExportWish = { ...WISH, as: 'merged' };
const table = [
  { part: 'Rear door', cost: 420.5 },
  { part: 'Lamp', cost: 88 },
];
const answerOf = (id: string, values: unknown): string =>
  JSON.stringify({ id, formName: 'Yard check', createdAt: '2026-03-05T16:20:00Z', values });

async function begin(ids: readonly string[], wish: Partial<ExportWish> = {}): Promise<ExportJob> {
  return here.desk.exporter.begin(ids, { ...MERGED, ...wish }, path.join(here.folder, 'out'));
}

function manifestIn(at: string): Manifest {
  return JSON.parse(readFileSync(path.join(at, 'manifest.json'), 'utf8')) as Manifest;
}

/** Parts that lie in the account's folder until they are merged. */
const partsLeft = (): string[] =>
  readdirSync(path.join(here.folder, 'exports')).filter((name) => name.endsWith('.parts'));

const allOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe('one file of many answers', () => {
  test('holds hundreds of them: pages numbered through, bookmarks and tags of all, each font a few times', async () => {
    const ids = Array.from({ length: 210 }, (_id, at) => `A-${at}`);
    for (const [at, id] of ids.entries()) {
      const arabic = { ملاحظة: `تم تسليم البضاعة بدون ضرر ${id}` };
      const values = { note: `Note of ${id}.`, damages: table };
      await keep(here.desk.store, id, answerOf(id, at % 50 === 7 ? arabic : values));
    }
    const started = await begin(ids);
    const job = await here.desk.ended(started.id);
    expect(job).toMatchObject({ state: 'done', done: 210, failed: 0 });
    expect(readdirSync(job.path).sort()).toEqual(['Answers.pdf', 'manifest.csv', 'manifest.json']);
    const bytes = readFileSync(path.join(job.path, 'Answers.pdf'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const manifest = manifestIn(job.path);
    expect(manifest).toMatchObject({ answers: 210, files: 1, failures: 0 });
    for (const row of manifest.rows) {
      expect(row).toMatchObject({ file: 'Answers.pdf', source: 'local', pages: 210, sha256 });
      expect(row.sizeBytes).toBe(bytes.byteLength);
    }
    const file = await readPdf(bytes);
    expect(file.pages.map((text) => /Page \d+ of \d+/.exec(text)?.[0])).toEqual(
      ids.map((_id, at) => `Page ${at + 1} of 210`),
    );
    for (const [at, id] of ids.entries()) expect(file.pages[at]).toContain(id);
    expect(file).toMatchObject({ title: 'Answers to forms', marked: true, claims: ['ua-1'] });
    expect(file.bookmarks.filter((title) => !title.startsWith(' '))).toEqual(
      ids.map((id) => `Yard check Answer ${id}`),
    );
    for (const page of [1, 21, 150, 210]) {
      const roles = await file.roles(page);
      expect(roles.slice(0, 3)).toEqual(['Root', 'Document', 'Part']);
      expect(roles).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'TD']));
    }
    expect(await file.roles(108)).toContain('H1');

    const text = textIn(bytes);
    // The heads that cells name are in the file once each.
    const heads = allOf(text, /\/ID \(([^)]+)\)/g);
    expect(heads.length).toBeGreaterThan(400);
    expect(new Set(heads).size).toBe(heads.length);
    const named = allOf(text, /\/Headers \[\(([^)]+)\)\]/g);
    expect(named.filter((head) => !heads.includes(head))).toEqual([]);
    // Fonts of a part are in it once, whatever it holds of answers.
    expect(allOf(text, /(\/FontFile[23] )/g).length).toBeLessThan(42 * 3);
    expect(bytes.byteLength).toBeLessThan(210 * 8_000);
    expect(partsLeft()).toEqual([]);
  }, 120_000);

  test('says of each part in which language it is, and numbers its pages on the other side', async () => {
    // More than a part holds, so that the last one is a file in Arabic of its own.
    const ids = Array.from({ length: 21 }, (_id, at) => `A-${at}`);
    for (const id of ids) await keep(here.desk.store, id, answerOf(id, { note: 'In English.' }));
    const arabic = { ملاحظات: 'تم تسليم البضاعة بدون ضرر', الموقع: 'الرصيف الشمالي' };
    await keep(
      here.desk.store,
      'A-20',
      JSON.stringify({ id: 'A-20', formName: 'فحص المركبة قبل الرحلة', values: arabic }),
    );
    const started = await begin(ids);
    const job = await here.desk.ended(started.id);
    const bytes = readFileSync(path.join(job.path, 'Answers.pdf'));
    const parts = textIn(bytes).match(/<<[^>]*\/S \/Part[^>]*>>/g) ?? [];
    expect(parts.map((part) => /\/Lang \((\w+)\)/.exec(part)?.[1])).toEqual([
      ...['en', 'en', 'en', 'en'],
      'ar',
    ]);
    const file = await readPdf(bytes);
    expect(file.pages.at(-1)).toContain('Page 21 of 21');
    expect(file.language).toBe('en');
  }, 60_000);

  test('lays answers that run the other way out as they are alone, wherever they stand among others', async () => {
    const arabic = { ملاحظات: 'تم تسليم البضاعة بدون ضرر', الموقع: 'الرصيف الشمالي' };
    const ids = ['A-1', 'A-2', 'A-3', 'A-4'];
    for (const id of ids) {
      const isArabic = id === 'A-2' || id === 'A-3';
      const about = { id, formName: isArabic ? 'فحص المركبة' : 'Yard check' };
      const values = isArabic ? arabic : { note: 'In English.' };
      await keep(here.desk.store, id, JSON.stringify({ ...about, values }));
    }
    const job = await here.desk.ended((await begin(ids)).id);
    expect(job).toMatchObject({ state: 'done', done: 4, failed: 0 });
    const bytes = readFileSync(path.join(job.path, 'Answers.pdf'));
    const parts = textIn(bytes).match(/<<[^>]*\/S \/Part[^>]*>>/g) ?? [];
    expect(parts.map((part) => /\/Lang \((\w+)\)/.exec(part)?.[1])).toEqual(['en', 'ar', 'en']);
    const file = await readPdf(bytes);
    expect(file.pages.map((text) => /A-\d/.exec(text)?.[0])).toEqual(ids);
    expect(manifestIn(job.path).rows.map(({ answerId }) => answerId)).toEqual(ids);
  }, 60_000);

  test('goes on past answers that can’t be had or read, and names them', async () => {
    await keep(here.desk.store, '1', answerOf('1', { note: 'first' }));
    await keep(here.desk.store, '3', answerOf('3', { note: 'third' }));
    const started = await begin(['1', 'never', '3']);
    const job = await here.desk.ended(started.id);
    expect(job).toMatchObject({ state: 'done', done: 3, failed: 1 });
    const rows = manifestIn(job.path).rows;
    expect(rows.map(({ answerId, file }) => [answerId, file])).toEqual([
      ['1', 'Answers.pdf'],
      ['never', null],
      ['3', 'Answers.pdf'],
    ]);
    const file = await readPdf(readFileSync(path.join(job.path, 'Answers.pdf')));
    expect(file.pages).toHaveLength(2);
    // Nothing at all can be made of this one.
    const other = await here.desk.ended((await begin(['never'])).id);
    expect(other).toMatchObject({ state: 'done', failed: 1 });
    expect(readdirSync(other.path).sort()).toEqual(['manifest.csv', 'manifest.json']);
  }, 60_000);

  test('brings whole answers along that were cut, of every part', async () => {
    const ids = Array.from({ length: 22 }, (_id, at) => `A-${at}`);
    const long = 'a long text '.repeat(30_000);
    for (const [at, id] of ids.entries()) {
      await keep(
        here.desk.store,
        id,
        answerOf(id, { note: at === 3 || at === 21 ? long : 'short' }),
      );
    }
    const job = await here.desk.ended((await begin(ids)).id);
    const file = await readPdf(readFileSync(path.join(job.path, 'Answers.pdf')));
    expect(file.attachments).toHaveLength(2);
    const notes = manifestIn(job.path).rows.flatMap((row) => row.notes);
    expect(notes.join(' ')).toMatch(/characters are too many for a document/);
  }, 120_000);

  test('brings photos as files too', async () => {
    const photo =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    for (const id of ['7', '8'])
      await keep(here.desk.store, id, answerOf(id, { rearDoor: photo, note: 'x' }));
    const job = await here.desk.ended((await begin(['7', '8'], { photos: true })).id);
    expect(readdirSync(path.join(job.path, 'photos')).sort()).toEqual([
      '2026-03-05 Rear door 7 1-1.png',
      '2026-03-05 Rear door 8 2-1.png',
    ]);
    expect(manifestIn(job.path).files).toBe(3);
  }, 60_000);

  test('leaves no file where it is cancelled, and none of its parts', async () => {
    const ids = Array.from({ length: 50 }, (_id, at) => `A-${at}`);
    for (const id of ids) await keep(here.desk.store, id, answerOf(id, {}));
    const started = await begin(ids);
    expect(here.desk.exporter.cancel(started.id)).toBe(true);
    const job = await here.desk.ended(started.id);
    expect(job.state).toBe('cancelled');
    await here.desk.exporter.close();
    expect(readdirSync(job.path).sort()).toEqual(['manifest.csv', 'manifest.json']);
    expect(manifestIn(job.path)).toMatchObject({ state: 'cancelled', files: 0, rows: [] });
    expect(partsLeft()).toEqual([]);
  }, 60_000);

  test('waits with its parts where its folder refuses the one file, or the typesetter ends', async () => {
    await keep(here.desk.store, '1', answerOf('1', { note: 'first' }));
    const { typesetter } = here.desk.ports;
    const merge = typesetter.merge.bind(typesetter);
    const ended = { kind: 'local', code: 'document.ended', message: 'It ended.' } as const;
    const merging = vi
      .spyOn(typesetter, 'merge')
      .mockImplementationOnce((wish, signal) => {
        mkdirSync(wish.out);
        return merge(wish, signal);
      })
      .mockResolvedValueOnce(fail(ended));
    const { id, path: at } = await begin(['1']);
    for (const code of ['export.notWritten', 'document.ended']) {
      await expect.poll(() => here.desk.exporter.list()[0]?.error?.code).toBe(code);
      expect(here.desk.exporter.list()).toMatchObject([{ state: 'paused', done: 1 }]);
      expect(partsLeft()).toHaveLength(1);
      for (const name of readdirSync(at)) rmSync(path.join(at, name), { recursive: true });
      expect(here.desk.exporter.resume(id)).toBe(true);
    }
    expect(await here.desk.ended(id)).toMatchObject({ state: 'done', failed: 0, error: null });
    expect(manifestIn(at).files).toBe(1);
    expect(partsLeft()).toEqual([]);
    merging.mockRestore();
  });

  test('leaves no half of it where it is cancelled while it is put together', async () => {
    await keep(here.desk.store, '1', answerOf('1', { note: 'first' }));
    const merging = vi.spyOn(here.desk.ports.typesetter, 'merge').mockImplementationOnce((wish) => {
      writeFileSync(wish.out, 'half of it');
      for (const { id } of here.desk.exporter.list()) here.desk.exporter.cancel(id);
      return Promise.resolve(ok(null));
    });
    const job = await here.desk.ended((await begin(['1'])).id);
    expect(job.state).toBe('cancelled');
    await here.desk.exporter.close();
    expect(readdirSync(job.path).sort()).toEqual(['manifest.csv', 'manifest.json']);
    merging.mockRestore();
  });

  test('goes on after a restart with the parts that are there, and makes those anew that are gone', async () => {
    const ids = Array.from({ length: 60 }, (_id, at) => `A-${at}`);
    for (const id of ids) await keep(here.desk.store, id, answerOf(id, { note: `of ${id}` }));
    const started = await begin(ids);
    await expect.poll(() => here.desk.told.some(({ done }) => done >= 20)).toBe(true);
    await here.desk.close();
    const [parts = ''] = partsLeft();
    const lists = readdirSync(path.join(here.folder, 'exports', parts)).filter((name) =>
      name.endsWith('.json'),
    );
    expect(lists.length).toBeGreaterThan(0);
    const gone = path.join(here.folder, 'exports', parts, lists[0] ?? '');
    rmSync(gone);
    await here.reopen();
    await here.desk.exporter.start();
    const job = await here.desk.ended(started.id);
    expect(job).toMatchObject({ state: 'done', done: 60, failed: 0 });
    const file = await readPdf(readFileSync(path.join(job.path, 'Answers.pdf')));
    expect(file.pages.map((text) => /of (A-\d+)/.exec(text)?.[1])).toEqual(ids);
  }, 60_000);
});

describe('pictures of many answers', () => {
  test('are in memory for those answers alone that are typeset together', async () => {
    const ids = Array.from({ length: 8 }, (_id, at) => `A-${at}`);
    for (const id of ids) await keep(here.desk.store, id, answerOf(id, { note: id }));
    const steps: string[] = [];
    const photo = 'a'.repeat(3_000_000);
    Object.defineProperty(here.desk, 'beside', {
      get: () => {
        steps.push('read');
        return { 'https://a.example/files/1.jpg': photo };
      },
    });
    const { typesetter } = here.desk.ports;
    const make = vi.spyOn(typesetter, 'make').mockImplementation(async () => {
      steps.push('made');
      return fail({ kind: 'local', code: 'document.failed', message: 'Not here.' });
    });
    const job = await here.desk.exported(ids, { as: 'merged' });
    make.mockRestore();
    expect(job.failed).toBe(8);
    // Two do not go together: the second one is read, and the first one made.
    expect(steps).toEqual([
      ...['read', 'read', 'made', 'read', 'made', 'read', 'made', 'read', 'made'],
      ...['read', 'made', 'read', 'made', 'read', 'made', 'made'],
    ]);
  });
});

describe('merging parts', () => {
  const wish: Omit<DocumentWish, 'standard'> = {
    ...{ paper: 'a4', timeZone: 'UTC', locale: 'en-GB', madeAt: 0, tenant: '', logo: null },
  };
  const maker = new DocumentMaker(null, []);

  function part(number: number, standard: 'ua-1' | 'a-2a' = 'ua-1'): PartFile {
    const source = { answerId: `A-${number}`, answerJson: answerOf(`A-${number}`, { n: 1 }) };
    const made = maker.make([{ ...source, formJson: null, readAt: 0 }], {
      ...wish,
      ...{ standard, part: number },
    });
    if (made === null) throw new Error('It was not laid out.');
    const file = path.join(here.folder, `${number}.pdf`);
    writeFileSync(file, made.pdf);
    return { file, sides: made.sides, standard: made.standard };
  }
  const out = (): string => path.join(here.folder, 'merged.pdf');
  const merge = (
    parts: PartFile[],
    standard: 'ua-1' | 'a-2a' = 'ua-1',
    stopped = false,
  ): Merged | null => maker.merge({ parts, out: out(), paper: 'a4', standard }, () => stopped);

  test('promises no more than each of them does', async () => {
    expect(merge([part(1, 'a-2a'), part(2, 'a-2a')], 'a-2a')).toMatchObject({ pages: 2 });
    expect((await readPdf(readFileSync(out()))).claims).toEqual(['a-2a']);
    const [first, second] = [part(1), part(2)];
    const said = '<pdfuaid:part>1</pdfuaid:part>';
    const bytes = readFileSync(second.file, 'latin1').replace(said, ' '.repeat(said.length));
    writeFileSync(second.file, bytes, 'latin1');
    merge([first, { ...second, standard: null }]);
    const file = await readPdf(readFileSync(out()));
    expect(file.claims).toEqual([]);
    expect(file.pages.map((text) => /Page \d of \d/.exec(text)?.[0])).toEqual([
      'Page 1 of 2',
      'Page 2 of 2',
    ]);
  });

  test('ends early where it is stopped', () => {
    expect(merge([part(1)], 'ua-1', true)).toBeNull();
  });

  test('refuses a part that is damaged or not what was made', () => {
    const good = part(1);
    expect(() => merge([{ ...good, sides: [false, false] }])).toThrow(DamagedPdf);
    const bytes = readFileSync(good.file);
    writeFileSync(good.file, bytes.subarray(0, bytes.byteLength - 40));
    expect(() => merge([good])).toThrow(DamagedPdf);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldDeep } from '../../../electron/core/api/foldDeep.ts';
import { checkPdf } from '../../../electron/core/api/reply.ts';
import { layoutAnswer } from '../../../shared/rules/formLayout.ts';
import { picture } from '../../support/answers.ts';
import { answerOf, expectTrue, filesIn } from '../../support/exported.ts';
import { type Exporting, keep, openExporting, WISH } from '../../support/exporting.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { shown } from '../../unit/formLayoutSupport.ts';
import { temporaryFolder } from '../session/support.ts';

/** Answers that mean harm, through all that Waybill does with one: mirror, reader, search, PDF, table, manifest. */

let folder: ReturnType<typeof temporaryFolder>;
let desk: Exporting;

beforeEach(async () => {
  folder = temporaryFolder();
  desk = await openExporting(folder.folder);
});
afterEach(async () => {
  await desk.close();
  folder.remove();
});

function gigapixels(): string {
  const png = Buffer.from(picture(2, 2, () => [1, 2, 3]).split(',')[1] ?? '', 'base64');
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return `data:image/png;base64,${png.toString('base64')}`;
}

const deep = (id: string, levels: number): string =>
  `{"id":"${id}","formName":"Yard check","values":${'{"a":'.repeat(levels)}"${id}"${'}'.repeat(levels)}}`;

const own = (key: string, value: string): unknown => JSON.parse(`{"${key}":"${value}"}`);

/** Each with a word of its own by which it must be found, and that must be in all that is made of it. */
const HOSTILE: Readonly<Record<string, string>> = {
  alder: deep('alder', 900),
  birch: answerOf('birch', { answerId: 'cedar', parent: { id: 'birch', name: 'birch' } }),
  cedar: answerOf('cedar', { answerId: 'birch', parent: { id: 'cedar', name: 'cedar' } }),
  elder: answerOf('elder', { note: '<script>alert(1)</script><img src=x onerror=elder>' }),
  fir: answerOf('fir', own('__proto__', 'fir')),
  hazel: answerOf('hazel', { note: '#panic("x") #read("/etc/passwd") $ hazel $ = * _ @x <y>' }),
  larch: answerOf('larch', { note: 'a\u202eb\u2066c\u0000 larch \ud800' }),
  maple: answerOf('maple', { note: 'maple', photo: `data:image/png;base64,${btoa('no picture')}` }),
  oak: answerOf('oak', { note: 'oak', photo: gigapixels() }),
  pine: answerOf('pine', { note: '=HYPERLINK("x")&pine' }),
  // The service's own PDF of it is a page.
  rowan: answerOf('rowan', { note: 'rowan' }),
  willow: answerOf('willow', { note: 'willow' }),
};

test('answers that mean harm are shown, found, typeset, tabled and told of, each of them', async () => {
  // As the service's reply is taken in: the database takes no so many levels apart.
  const folded = await foldDeep(Buffer.from(deep('yew', 10_000)));
  const all = { ...HOSTILE, yew: Buffer.from(folded ?? []).toString() };
  const ids = Object.keys(all);
  for (const [id, json] of Object.entries(all)) await keep(desk.store, id, json);
  const [status, headers] = [200, { 'content-type': 'application/pdf' }];
  const body = Buffer.from('<!doctype html><title>Sign in</title>');
  desk.served = new Map([['rowan', checkPdf('getAnswerPdf', { status, headers, body })]]);

  for (const [id, json] of Object.entries(all)) {
    const layout = layoutAnswer(json, null);
    expect(layout === null ? [] : shown(layout).texts.join(' ')).toContain(id);
    const view = { text: id };
    const { rows } = await desk.store.read('answers.window', { view, offset: 0, limit: 5 });
    // With the place of the match.
    expect([id, rows.find((row) => row.id === id)?.match?.word]).toEqual([id, id]);
  }

  const { exporter, folder: at } = desk;
  const wish = { ...WISH, names: '{id}', photos: true, from: 'auto', tables: 'csv' } as const;
  const begun = await exporter.begin(ids, wish, path.join(at, 'out'));
  const job = await desk.ended(begun.id);
  const manifest = expectTrue(job.path);
  // One photo is none, another is a file however large it says it is.
  expect(manifest).toMatchObject({ state: 'done', failures: 1, files: ids.length + 1 });
  for (const row of manifest.rows.filter(({ kind }) => kind === 'pdf')) {
    const { dense } = await readPdf(readFileSync(path.join(job.path, row.file ?? '')));
    expect([row.answerId, dense.includes(row.answerId)]).toEqual([row.answerId, true]);
    expect(row).toMatchObject({ source: 'local', standard: 'ua-1' });
  }
  const notesOf = (id: string): string =>
    manifest.rows.flatMap((row) => (row.answerId === id ? row.notes : [])).join(' ');
  expect(notesOf('maple')).toContain('it is no picture');
  expect(notesOf('oak')).toContain('it is too large to be drawn (60000 × 60000 pixels)');
  expect(notesOf('willow')).toBe('');

  // What is nested too deep to be taken apart stands in a table of its own.
  const names = filesIn(job.path).filter((name) => name.endsWith('.csv'));
  const tables = names.map((name) => readFileSync(path.join(job.path, name), 'utf8')).join('');
  expect(ids.filter((id) => !tables.includes(id))).toEqual([]);
  expect(tables).toContain('"\'=HYPERLINK(""x"")&pine"');
});

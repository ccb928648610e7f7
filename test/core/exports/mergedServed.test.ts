import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DocumentMaker } from '../../../electron/core/forms/document/make.ts';
import type { PartFile } from '../../../electron/core/forms/merge/merge.ts';
import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';
import { fail, ok } from '../../../shared/result.ts';
import { answerOf, expectTrue } from '../../support/exported.ts';
import { type Exporting, keep, openExporting, WISH } from '../../support/exporting.ts';
import { denseText, readPdf, textIn } from '../../support/pdfFile.ts';
import { plainDocument, type Written, writtenPdf } from '../../support/writtenPdf.ts';
import { temporaryFolder } from '../session/support.ts';

/** Documents that the service wrote, put together with others in one file. */

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const maker = new DocumentMaker(null, []);
const written = (text: string, how: Written['how'] = 'listed'): Uint8Array =>
  writtenPdf({ objects: plainDocument(text), how }).bytes;

/** A PDF with tags and headings, as a service may write them. */
function taggedPdf(id: string, values: unknown): Uint8Array {
  const made = maker.make(
    [{ answerId: id, answerJson: answerOf(id, values), formJson: null, readAt: 0 }],
    {
      ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', madeAt: 0 },
      ...{ tenant: '', logo: null },
    },
  );
  if (made === null) throw new Error('It was not laid out.');
  return made.pdf;
}

/** Links, layers and structure of a file, as pdf.js finds them. */
async function insideOf(bytes: Uint8Array): Promise<{
  links: unknown[][];
  hidden: string[];
  scripts: unknown;
  boxes: number[][];
}> {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, (_page, at) => document.getPage(at + 1)),
  );
  const links = await Promise.all(
    pages.map(async (page) => {
      const marks = (await page.getAnnotations()) as { url?: string; dest?: unknown }[];
      return marks.map(({ url, dest }) => url ?? (Array.isArray(dest) ? 'page' : 'nothing'));
    }),
  );
  const layers = (await document.getOptionalContentConfig()) as unknown as Iterable<
    [string, { visible: boolean; name: string }]
  >;
  const hidden: string[] = [];
  for (const [, layer] of layers) if (!layer.visible) hidden.push(layer.name);
  const scripts: unknown = await document.getJSActions();
  return { links, hidden, scripts, boxes: pages.map(({ view, rotate }) => [...view, rotate]) };
}

describe('a merged file with documents of the service', () => {
  let desk: Exporting;
  beforeEach(async () => {
    desk = await openExporting(folder.folder);
  });
  afterEach(() => desk.close());

  async function exported(
    ids: readonly string[],
    wish: Partial<ExportWish>,
  ): Promise<{ job: ExportJob; bytes: Uint8Array }> {
    const job = await desk.exported(ids, { as: 'merged', ...wish });
    return { job, bytes: readFileSync(path.join(job.path, 'Answers.pdf')) };
  }

  const encrypted = writtenPdf({
    objects: { ...plainDocument('locked'), 17: '<</Filter /Standard /V 1 /R 2>>' },
    trailer: '/Encrypt 17 0 R /ID [<00> <00>]',
  }).bytes;
  const broken = written('broken').subarray(0, 900);

  test('holds them as they are between local copies, with their tags and a bookmark for each', async () => {
    const ids = ['tagged', 'local', 'plain', 'locked', 'broken'];
    for (const id of ids) await keep(desk.store, id, answerOf(id, { note: `kept of ${id}` }));
    desk.served = new Map([
      ['tagged', ok(taggedPdf('tagged', { own: 'of the service', parts: [{ a: 1 }, { a: 2 }] }))],
      ['plain', ok(written('Plain', 'packed'))],
      ['locked', ok(encrypted)],
      ['broken', ok(broken)],
    ]);
    const { job, bytes } = await exported(ids, { from: 'auto' });
    expect(job).toMatchObject({ state: 'done', done: 5, failed: 0 });
    const { rows } = expectTrue(job.path);
    expect(
      rows.map(({ answerId, source, file, pages }) => [answerId, source, file, pages]),
    ).toEqual(
      [
        ['tagged', 'service'],
        ['local', 'local'],
        ['plain', 'service'],
        ['locked', 'local'],
        ['broken', 'local'],
      ].map((row) => [...row, 'Answers.pdf', 6]),
    );
    expect(rows[3]?.notes.join()).toContain('is encrypted');
    expect(rows[4]?.notes.join()).toContain('is damaged');
    const file = await readPdf(bytes);
    const texts = [
      'ofthe',
      'keptoflocal',
      'Plainfirst',
      'Plainsecond',
      'keptoflocked',
      'keptofbroken',
    ];
    expect(texts.map((text, at) => denseText(file.pages[at] ?? '').includes(text))).toEqual(
      texts.map(() => true),
    );
    // Local copies are numbered among all pages; the service's keep what they say.
    expect(file.pages.map((text) => /Page \d of \d/.exec(text)?.[0])).toEqual([
      ...['Page 1 of 1', 'Page 2 of 6', undefined, undefined, 'Page 5 of 6', 'Page 6 of 6'],
    ]);
    expect(file.bookmarks.filter((title) => !title.startsWith(' '))).toEqual(
      ids.map((id) => `Yard check Answer ${id}`),
    );
    expect(file.bookmarks).toContain('  Its second page');
    expect(await file.roles(1)).toEqual(expect.arrayContaining(['Part', 'H1', 'Table', 'TH']));
    expect(await file.roles(2)).toEqual(expect.arrayContaining(['Part', 'H1']));
    expect(await file.roles(3)).toEqual(['Root', 'Document', 'Part', 'P']);
    expect(file).toMatchObject({ title: 'Answers to forms', marked: true, claims: [] });
    const parts = textIn(bytes).match(/<<[^>]*\/S \/Part[^>]*>>/g) ?? [];
    expect(parts.map((part) => /\/Lang \((\w+)\)/.exec(part)?.[1])).toEqual([
      ...['en', 'en', 'nl', 'en', 'en'],
    ]);
    const heads = [...textIn(bytes).matchAll(/\/ID \(([^)]+)\)/g)].map((match) => match[1]);
    expect(new Set(heads).size).toBe(heads.length);
  }, 60_000);

  test('says on a page of its own what could not be put into it, where no local copy is wished', async () => {
    const ids = ['plain', 'locked', 'never', 'broken'];
    await keep(desk.store, 'locked', answerOf('locked', { note: 'not for this file' }));
    desk.served = new Map([
      ['plain', ok(written('Plain'))],
      ['locked', ok(encrypted)],
      ['never', fail({ kind: 'denied', code: 'http.denied', message: 'Not for you.' })],
      ['broken', ok(broken)],
    ]);
    const { job, bytes } = await exported(ids, { from: 'service' });
    expect(job).toMatchObject({ state: 'done', done: 4, failed: 3 });
    const { rows } = expectTrue(job.path);
    expect(rows.map(({ file, failure }) => [file, failure?.code])).toEqual([
      ['Answers.pdf', undefined],
      [null, 'export.encrypted'],
      [null, 'http.denied'],
      [null, 'export.damaged'],
    ]);
    const file = await readPdf(bytes);
    expect(file.pages).toHaveLength(4);
    expect(denseText(file.pages[2] ?? '')).toContain('isencryptedandcan');
    expect(denseText(file.pages[3] ?? '')).toContain('isdamagedandcan');
    expect(file.dense).not.toContain('notforthisfile');
    expect(file.bookmarks.filter((title) => !title.startsWith(' '))).toEqual([
      'Answer plain',
      'Yard check Answer locked',
      'Answer broken',
    ]);
  }, 60_000);

  test('goes on with documents of the service after a restart', async () => {
    const ids = Array.from({ length: 45 }, (_id, at) => `S-${at}`);
    desk.served = new Map(ids.map((id) => [id, ok(written(`Served ${id}.`))]));
    const { served } = desk;
    const whole = { ...WISH, as: 'merged' as const, from: 'service' as const };
    const { id } = await desk.exporter.begin(ids, whole, path.join(folder.folder, 'out'));
    await expect.poll(() => desk.told.some(({ done }) => done >= 10)).toBe(true);
    await desk.close();
    desk = await openExporting(folder.folder);
    desk.served = served;
    await desk.exporter.start();
    const job = await desk.ended(id);
    expect(job).toMatchObject({ state: 'done', done: 45, failed: 0 });
    const file = await readPdf(readFileSync(path.join(job.path, 'Answers.pdf')));
    expect(file.pages.map((text) => /Served (S-\d+)\. (\w+)/.exec(text)?.slice(1))).toEqual(
      ids.flatMap((each) => [
        [each, 'first'],
        [each, 'second'],
      ]),
    );
    expect(readdirSync(job.path).sort()).toEqual(['Answers.pdf', 'manifest.csv', 'manifest.json']);
  }, 60_000);
});

describe('a document of the service as a part', () => {
  const at = (name: string): string => path.join(folder.folder, name);

  function looked(bytes: Uint8Array): ReturnType<typeof DocumentMaker.look> {
    writeFileSync(at('looked.pdf'), bytes);
    const told = DocumentMaker.look(at('looked.pdf'));
    expect(readdirSync(folder.folder)).not.toContain('looked.pdf.look');
    return told;
  }

  function merged(...all: Uint8Array[]): Uint8Array {
    const parts = all.map((bytes, number): PartFile => {
      const file = at(`${number}.pdf`);
      writeFileSync(file, bytes);
      const told = DocumentMaker.look(file);
      const sides = Array.from({ length: 'pages' in told ? told.pages : 0 }, () => false);
      return { file, sides, standard: null, served: `Part ${number}` };
    });
    maker.merge({ parts, out: at('all.pdf'), paper: 'a4', standard: 'ua-1' }, () => false);
    return readFileSync(at('all.pdf'));
  }

  test.for(['listed', 'packed', 'filtered'] as const)(
    'is read with its objects %s, and acts on nothing',
    async (how) => {
      const bytes = merged(written('Plain', how), written('Other', how));
      const file = await readPdf(bytes);
      expect(file.pages.map((text) => text.trim())).toEqual([
        ...['Plain first', 'Plain second', 'Other first', 'Other second'],
      ]);
      const inside = await insideOf(bytes);
      expect(inside.boxes[0]).toEqual([0, 0, 400, 800, 0]);
      expect(inside.boxes[1]).toEqual([0, 0, 400, 800, 90]);
      expect(inside.links[0]).toEqual(['https://fleet.example/answer', 'nothing', 'page']);
      expect(inside.hidden).toEqual(['Hidden', 'Hidden']);
      expect(inside.scripts).toBeNull();
      expect(textIn(bytes)).not.toMatch(/JavaScript|OpenAction|\/AA\b/);
    },
  );

  test('acts on nothing however its names are spelled', async () => {
    const act = '<</S /JavaScript /JS (app.alert\\(1\\))>>';
    const mark = (rest: string): string => `<</Type /Annot /Rect [0 0 9 9] ${rest}>>`;
    const objects = {
      1: '<</Type /Catalog /P#61ges 2 0 R>>',
      2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 400 800]>>',
      3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R /Annots [6 0 R 7 0 R 8 0 R]>>',
      4: { dict: '', bytes: 'BT /F1 14 Tf 60 700 Td (Spelled) Tj ET' },
      5: '<</Font <</F#31 <</Type /Font /Subtype /Type1 /BaseFont /Own#20Name>>>>>>',
      6: mark(`/Subtype /Link /#41 ${act}`),
      7: mark(`/Subtype /Link /A#41 <</U ${act}>>`),
      8: mark(`/Subtype /Sc#72een /T (a film)`),
    };
    const bytes = merged(writtenPdf({ objects }).bytes);
    expect((await readPdf(bytes)).pages.map((text) => text.trim())).toEqual(['Spelled']);
    expect(textIn(bytes)).not.toMatch(/JavaScript|#41|a film/);
    expect(textIn(bytes)).toContain('/Own#20Name');
  });

  test('is read with the changes that were made to it later, and with what stands around it', async () => {
    const first = writtenPdf({ objects: plainDocument('Before') });
    const changed = writtenPdf(
      { objects: { 8: { dict: '', bytes: 'BT /F1 14 Tf 60 700 Td (Changed) Tj ET' } } },
      first,
    );
    expect((await readPdf(merged(changed.bytes))).pages[1]?.trim()).toBe('Changed');
    const around = Buffer.concat([
      Buffer.from('HTTP/1.1 noise\n'),
      first.bytes,
      Buffer.from('\r\n\0\0'),
    ]);
    expect((await readPdf(merged(around))).pages[0]?.trim()).toBe('Before first');
  });

  test('keeps roles of its own and what they mean, also where another means something else', async () => {
    const tagged = (means: string): Uint8Array =>
      writtenPdf({
        objects: {
          1: '<</Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /StructTreeRoot 6 0 R>>',
          2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 400 800]>>',
          3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /StructParents 0 /Resources <</Font <</F1 5 0 R>>>>>>',
          4: { dict: '', bytes: '/Own <</MCID 0>> BDC BT /F1 14 Tf 60 700 Td (Said) Tj ET EMC' },
          5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
          6: `<</Type /StructTreeRoot /K 7 0 R /RoleMap <</Own /Middle /Middle /${means}>> /ParentTree <</Nums [0 [7 0 R]]>>>>`,
          7: '<</Type /StructElem /S /Own /P 6 0 R /Pg 3 0 R /K 0>>',
        },
      }).bytes;
    const file = await readPdf(merged(tagged('H2'), tagged('Quote')));
    expect(await file.roles(1)).toEqual(['Root', 'Document', 'Part', 'H2']);
    expect(await file.roles(2)).toEqual(['Root', 'Document', 'Part', 'Quote']);
  });

  test.for<[string, () => Uint8Array]>([
    ['no PDF', () => Buffer.from('<!doctype html>')],
    ['cut off', () => written('Cut').subarray(0, 700)],
    ['without pages', () => writtenPdf({ objects: { 1: '<</Type /Catalog>>' } }).bytes],
    [
      'with pages that hold themselves',
      () =>
        writtenPdf({
          objects: { 1: '<</Pages 2 0 R>>', 2: '<</Kids [2 0 R 2 0 R]>>' },
        }).bytes,
    ],
    [
      'nested without an end',
      () =>
        writtenPdf({
          objects: { ...plainDocument('Deep'), 6: '['.repeat(200_000) },
        }).bytes,
    ],
    [
      'with objects that unpack to gigabytes',
      () =>
        writtenPdf({
          objects: { ...plainDocument('Bomb'), 17: `(${' '.repeat(140 * 1024 * 1024)})` },
          how: 'packed',
        }).bytes,
    ],
    [
      'with a list that goes round and says nothing',
      () => writtenPdf({ objects: { 9: 'null' }, trailer: '/Prev 15' }).bytes,
    ],
  ])('is refused where it is %s', ([, bytes]) => {
    expect(looked(bytes())).toEqual({ why: 'damaged' });
  });

  test('is refused where it is encrypted', () => {
    const objects = { ...plainDocument('x'), 17: '<</Filter /Standard>>' };
    for (const how of ['listed', 'packed'] as const) {
      const { bytes } = writtenPdf({ objects, how, trailer: '/Encrypt 17 0 R' });
      expect(looked(bytes)).toEqual({ why: 'encrypted' });
    }
    expect(looked(written('fine'))).toEqual({ pages: 2 });
  });
});

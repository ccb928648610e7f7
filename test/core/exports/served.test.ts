import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPdf } from '../../../electron/core/api/reply.ts';
import { readJournal } from '../../../electron/core/exports/journal.ts';
import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { answerOf, expectTrue } from '../../support/exported.ts';
import { type Exporting, given, keep, openExporting, WISH } from '../../support/exporting.ts';
import { temporaryFolder } from '../session/support.ts';

/** Exports of the documents that the service itself gives. */

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

const exported = (ids: readonly string[], wish?: Partial<ExportWish>): Promise<ExportJob> =>
  desk.exported(ids, wish);

/** A whole PDF, as a service would give it. */
async function servedPdf(): Promise<{ pdf: Uint8Array }> {
  const made = await desk.ports.typesetter.make(
    [
      {
        answerId: 'S',
        answerJson: answerOf('S', { own: 'of the service' }),
        formJson: null,
        readAt: 0,
      },
    ],
    {
      ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', madeAt: 0 },
      ...{ tenant: '', logo: null },
    },
    null,
  );
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

describe('an export of the service’s own documents', () => {
  test('goes on past PDFs of the service that are pages, empty or cut off, and names them with the reason', async () => {
    const { pdf } = await servedPdf();
    const bodies: Record<string, Uint8Array> = {
      whole: pdf,
      page: Buffer.from('<!doctype html><title>Sign in</title>'),
      empty: new Uint8Array(),
      cut: pdf.subarray(0, pdf.byteLength - 5_000),
      zeros: new Uint8Array(2_000),
    };
    const ids = Object.keys(bodies);
    for (const id of ids) await keep(desk.store, id, answerOf(id, {}));
    const served = Object.entries(bodies).map(([id, body]): [string, Result<Uint8Array>] => [
      id,
      checkPdf('getAnswerPdf', {
        status: 200,
        headers: { 'content-type': 'application/pdf' },
        body,
      }),
    ]);
    desk.served = new Map(served);
    const job = await exported(ids, { from: 'service', names: '{id}' });
    expect(job).toMatchObject({ state: 'done', done: 5, failed: 4 });
    const { rows } = expectTrue(job.path);
    expect(rows.map(({ answerId, file, failure }) => [answerId, file, failure?.code])).toEqual([
      ['whole', 'whole.pdf', undefined],
      ['page', null, 'http.html'],
      ['empty', null, 'http.shape'],
      ['cut', null, 'http.shape'],
      ['zeros', null, 'http.shape'],
    ]);
    const why = rows.map(({ failure }) => failure?.message ?? '').join('\n');
    for (const reason of ['it is empty', 'it is a PDF without its end', 'it is not a PDF']) {
      expect(why).toContain(reason);
    }
    // Where a local one may stand in, each of them has a document.
    const both = await exported(ids, { from: 'auto', names: '{id}' });
    expect(both).toMatchObject({ state: 'done', done: 5, failed: 0 });
    expect(expectTrue(both.path).rows.map(({ source }) => source)).toEqual([
      ...['service', 'local', 'local', 'local', 'local'],
    ]);
  });

  test('says why photos and tables lack an answer whose PDF could be had', async () => {
    const { pdf } = await servedPdf();
    desk.served = new Map([['large', ok(pdf)]]);
    for (const as of ['folder', 'merged'] as const) {
      const job = await exported(['large'], { as, from: 'service', tables: 'csv' });
      expect(expectTrue(job.path).rows).toMatchObject([
        { kind: 'pdf', source: 'service', failure: null },
        { kind: 'answer', file: null, failure: { code: 'answer.notInMirror' } },
      ]);
      expect(job).toMatchObject({ state: 'done', failed: 1 });
    }
    const plain = await exported(['large'], { from: 'service' });
    expect(expectTrue(plain.path).failures).toBe(0);
  });

  test('stops only once all that was being made is written down', async () => {
    const [first, second] = [7, 8].map(() => Promise.withResolvers<Result<Uint8Array>>());
    if (first === undefined || second === undefined) throw new Error('There are two.');
    desk.served = new Map([
      ['7', first.promise],
      ['8', second.promise],
    ]);
    const wish = { ...WISH, from: 'service', names: '{id}' } as const;
    const out = path.join(folder.folder, 'out');
    const { id, path: at } = await desk.exporter.begin(['7', '8'], wish, out);
    const blocked = path.join(at, '7.pdf');
    mkdirSync(blocked);
    first.resolve(given('%PDF-7'));
    await expect.poll(() => existsSync(`${blocked}.waybill-part`)).toBe(true);
    second.resolve(given('%PDF-8'));
    await expect.poll(() => desk.exporter.list()[0]?.state).toBe('paused');
    const lines = readJournal(path.join(folder.folder, 'exports', `${id}.jsonl`));
    expect(lines.slice(-2)).toMatchObject([
      { is: 'made', unit: 1 },
      { is: 'state', state: 'paused' },
    ]);
  });

  test('asks again at the next start for what was being read when Waybill ended', async () => {
    const cut = Promise.withResolvers<Result<Uint8Array>>();
    await keep(desk.store, '7', answerOf('7', {}));
    desk.served = new Map([['7', cut.promise]]);
    const asking = vi.spyOn(desk.served, 'get');
    const wish = { ...WISH, from: 'auto' } as const;
    const { id } = await desk.exporter.begin(['7'], wish, path.join(folder.folder, 'out'));
    await expect.poll(() => asking.mock.calls).toEqual([['7']]);
    const closing = desk.close();
    cut.resolve(fail({ kind: 'offline', code: 'http.aborted', message: 'It was cancelled.' }));
    await closing;
    desk = await openExporting(folder.folder);
    desk.served = new Map([['7', given('%PDF-7')]]);
    await desk.exporter.start();
    const job = await desk.ended(id);
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 0 });
    expect(expectTrue(job.path).rows).toMatchObject([{ source: 'service' }]);
  });

  test('asks once for a form that can’t be had, whatever the number of its answers', async () => {
    const ids = ['7', '8', '9'];
    vi.spyOn(desk.ports.clock, 'now').mockReturnValue(0);
    for (const id of ids) {
      await keep(desk.store, id, JSON.stringify({ id, formId: id === '9' ? 6 : 5, values: {} }));
    }
    for (const [kind, asked] of [
      ['missing', ['5', '6']],
      ['offline', ['5']],
    ] as const) {
      desk.refusal = fail({ kind, code: 'test', message: 'There is none.' }).error;
      desk.asked.length = 0;
      const job = await exported(ids, { from: 'none', tables: 'csv' });
      expect(job).toMatchObject({ state: 'done', failed: 0 });
      expect(desk.asked).toEqual(asked);
    }
  });
});

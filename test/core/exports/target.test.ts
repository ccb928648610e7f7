import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';
import { picture } from '../../support/answers.ts';
import { answerOf, expectTrue } from '../../support/exported.ts';
import { keep, WISH } from '../../support/exporting.ts';
import { exportingHere } from './typesetting.ts';

/** What becomes of an export whose folder a person changes while it is made. */

const here = exportingHere();
afterEach(() => void vi.restoreAllMocks());

const IDS = Array.from({ length: 6 }, (_id, at) => String(at));

/** Begins an export in which something happens to its folder when so many of its parts are asked for. */
async function meanwhile(
  wish: Partial<ExportWish>,
  after: number,
  act: (at: string) => void,
): Promise<ExportJob> {
  const photo = picture(8, 8, () => [1, 2, 3]);
  for (const id of IDS) await keep(here.desk.store, id, answerOf(id, { photo }));
  const { typesetter: lent } = here.desk.ports;
  const begun = Promise.withResolvers<string>();
  let asked = 0;
  for (const name of ['make', 'pictures'] as const) {
    const real = lent[name].bind(lent) as (...args: unknown[]) => Promise<never>;
    vi.spyOn(lent, name).mockImplementation(async (...args: unknown[]) => {
      const at = await begun.promise;
      asked += 1;
      if (asked === after) act(at);
      return real(...args);
    });
  }
  const job = await here.desk.exporter.begin(
    IDS,
    { ...WISH, names: '{id}', ...wish },
    path.join(here.folder, 'out'),
  );
  begun.resolve(job.path);
  return job;
}

test('the folder of an export has the day of the zone that the desk shows', async () => {
  await keep(here.desk.store, '7', answerOf('7', {}));
  vi.spyOn(here.desk.ports.clock, 'now').mockReturnValue(Date.UTC(2026, 9, 25, 22));
  const job = await here.desk.exported(['7'], { timeZone: 'Asia/Tokyo' });
  expect(path.basename(job.path)).toBe('Waybill answers 2026-10-26');
});

describe('an export whose folder is changed meanwhile', () => {
  test.for([
    ['folder', 'local', true, 3],
    ['folder', 'none', true, 3],
    ['zip', 'local', false, 3],
    ['merged', 'local', false, 2],
  ] as const)(
    'says so where the folder is moved, and makes none in its place: %s, %s',
    async ([as, from, photos, after]) => {
      const job = await meanwhile({ as, from, photos, tables: 'csv' }, after, (at) =>
        renameSync(at, `${at} moved`),
      );
      await expect
        .poll(() => here.desk.exporter.list())
        .toMatchObject([{ state: 'failed', error: { code: 'export.folderGone' } }]);
      expect(existsSync(job.path)).toBe(false);
    },
  );

  test('makes files anew that were taken away', async () => {
    const job = await meanwhile({ photos: true }, 11, (at) => {
      rmSync(path.join(at, 'photos'), { recursive: true, force: true });
      rmSync(path.join(at, '0.pdf'), { force: true });
    });
    // Where one of them was being written in that moment the export pauses, and a person goes on.
    const state = () => {
      const now = here.desk.exporter.list()[0];
      if (now?.state === 'paused') here.desk.exporter.resume(job.id);
      return now;
    };
    await expect.poll(state).toMatchObject({ state: 'done', done: 6, failed: 0 });
    expect(expectTrue(job.path).files).toBe(12);
  });

  test('waits where the folder refuses, and blames no other folder', async () => {
    const job = await meanwhile({}, 3, (at) => {
      renameSync(at, `${at} moved`);
      writeFileSync(at, 'no folder');
    });
    await expect.poll(() => here.desk.exporter.list()[0]?.state).toBe('paused');
    expect(here.desk.exporter.list()[0]?.error).toMatchObject({ code: 'export.notWritten' });
    rmSync(job.path);
    renameSync(`${job.path} moved`, job.path);
    expect(here.desk.exporter.resume(job.id)).toBe(true);
    expect(await here.desk.ended(job.id)).toMatchObject({ state: 'done', done: 6, error: null });
    expect(expectTrue(job.path).files).toBe(6);
  });

  test('stays cancelled where its end can’t be written, and ends at the next start', async () => {
    for (const id of IDS) await keep(here.desk.store, id, answerOf(id, {}));
    const out = path.join(here.folder, 'out');
    const { id, path: at } = await here.desk.exporter.begin(IDS, { ...WISH, as: 'merged' }, out);
    renameSync(at, `${at} moved`);
    writeFileSync(at, 'no folder');
    expect(here.desk.exporter.cancel(id)).toBe(true);
    const why = { code: 'export.notWritten' };
    await expect
      .poll(() => here.desk.exporter.list())
      .toMatchObject([{ state: 'cancelled', error: why }]);
    rmSync(at);
    renameSync(`${at} moved`, at);
    expect(here.desk.exporter.resume(id)).toBe(false);
    await here.desk.close();
    await here.reopen();
    await here.desk.exporter.start();
    await expect.poll(() => existsSync(path.join(at, 'manifest.json'))).toBe(true);
    expect(readFileSync(path.join(at, 'manifest.json'), 'utf8')).toContain('"cancelled"');
    await expect.poll(() => here.desk.exporter.putAway(id)).toBe(true);
  });
});

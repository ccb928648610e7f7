import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Manifest } from '../../electron/core/exports/manifest.ts';
import type { ExportJob } from '../../shared/ipc/exports.ts';
import { temporaryFolder } from '../core/session/support.ts';
import { complexAnswer } from '../support/answers.ts';
import { keep, openExporting } from '../support/exporting.ts';
import { readPdf } from '../support/pdfFile.ts';
import { KILLS_LIMIT_MS, runs } from '../support/runs.ts';
import { bundleChild } from './bundleChild.ts';

/** An export whose process is killed in the middle, again and again. */

let bundle: string;
let script: string;

beforeAll(async () => {
  // Where the bundle finds the packages that stay outside of it.
  const packages = path.resolve(import.meta.dirname, '..', '..', 'node_modules');
  bundle = mkdtempSync(path.join(packages, '.waybill-crash-'));
  script = await bundleChild(bundle, [], 'exportChild');
}, KILLS_LIMIT_MS);
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

function start(
  folder: string,
  mode: string,
  ids: readonly string[],
  as: 'folder' | 'merged' = 'folder',
): ChildProcess {
  const child = spawn(process.execPath, [script, folder, mode, as, ...ids], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(bundle, 'compiled') },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Lines of a child until one fits. */
async function lineOf(child: ChildProcess, fits: (line: string) => boolean): Promise<string> {
  if (child.stdout === null) throw new Error('It has no output.');
  for await (const line of createInterface({ input: child.stdout })) if (fits(line)) return line;
  throw new Error('It ended before.');
}

test(
  'an export killed in the middle ends with exactly its files and a true manifest',
  async () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    const count = runs(16, 1_000).numRuns;
    const ids = Array.from({ length: count }, (_id, at) => `A-${at}`);
    const desk = await openExporting(folder);
    for (const id of ids) await keep(desk.store, id, JSON.stringify({ ...complexAnswer, id }));
    await desk.close();

    // Killed with a third and with two thirds of it done, wherever it is then.
    for (const share of [1 / 3, 2 / 3]) {
      const child = start(folder, 'run', ids);
      await lineOf(child, (line) => Number(line) >= count * share);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = start(folder, 'end', ids);
    const job = JSON.parse(await lineOf(last, (line) => line.startsWith('{'))) as ExportJob;
    await once(last, 'exit');

    expect(job).toMatchObject({ state: 'done', count, done: count, failed: 0 });
    const manifest = JSON.parse(
      readFileSync(path.join(job.path, 'manifest.json'), 'utf8'),
    ) as Manifest;
    const files = readdirSync(job.path).filter((name) => !name.startsWith('manifest.'));
    expect(files).toHaveLength(count);
    expect(manifest.rows.map(({ answerId }) => answerId)).toEqual(ids);
    expect(manifest.rows.map(({ file }) => file).sort()).toEqual(files.sort());
    for (const { file, sha256 } of manifest.rows) {
      const bytes = readFileSync(path.join(job.path, file ?? ''));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  },
  KILLS_LIMIT_MS,
);

test(
  'one file of many answers whose making is killed is whole in the end, and true',
  async () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    const count = runs(16, 1_000).numRuns;
    const ids = Array.from({ length: count }, (_id, at) => `A-${at}`);
    const desk = await openExporting(folder);
    for (const id of ids) await keep(desk.store, id, JSON.stringify({ ...complexAnswer, id }));
    await desk.close();

    // Killed while parts are made, and once all are: while they are merged.
    for (const share of [1 / 3, 1]) {
      const child = start(folder, 'run', ids, 'merged');
      await lineOf(child, (line) => Number(line) >= count * share);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = start(folder, 'end', ids, 'merged');
    const job = JSON.parse(await lineOf(last, (line) => line.startsWith('{'))) as ExportJob;
    await once(last, 'exit');

    expect(job).toMatchObject({ state: 'done', count, done: count, failed: 0 });
    expect(readdirSync(job.path).sort()).toEqual(['Answers.pdf', 'manifest.csv', 'manifest.json']);
    const bytes = readFileSync(path.join(job.path, 'Answers.pdf'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const manifest = JSON.parse(
      readFileSync(path.join(job.path, 'manifest.json'), 'utf8'),
    ) as Manifest;
    expect(manifest.rows.map(({ answerId }) => answerId)).toEqual(ids);
    for (const row of manifest.rows) expect(row).toMatchObject({ sha256, pages: count * 2 });
    const file = await readPdf(bytes);
    expect(file.bookmarks.filter((title) => !title.startsWith(' '))).toHaveLength(count);
    expect(file.pages.at(-1)).toContain(`Page ${count * 2} of ${count * 2}`);
  },
  KILLS_LIMIT_MS,
);

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { mainConfig } from '../../build/vite.electron.ts';
import type { Figure } from './figure.ts';

/** Documents of answers: how many a second, and the memory that it takes at most. */

interface Told {
  ms: number;
  /** Processor time of the whole process. */
  cpuMs: number;
  peakMb: number;
  pages: number;
}

/** Bundled as the app is: Node's own reading of the sources would take memory in each thread. */
async function bundled(outDir: string): Promise<string> {
  const ssr = path.join(import.meta.dirname, 'pdfProcess.ts');
  const config = { ...mainConfig.build, ssr, outDir };
  await build({ ...mainConfig, logLevel: 'warn', build: config });
  writeFileSync(path.join(outDir, 'package.json'), '{"type":"module"}');
  return path.join(outDir, 'pdfProcess.js');
}

/** Each runs in a process of its own, for its memory. */
async function measured(
  program: string,
  mode: 'export' | 'merged' | 'engine',
  count: number,
): Promise<Told> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, mode, String(count)]);
  return JSON.parse(stdout) as Told;
}

/** Exports of answers of two pages, beside the engine alone with the same documents. */
export async function pdfFigures(count: number): Promise<Figure[]> {
  const modules = path.join(import.meta.dirname, '..', '..', 'node_modules');
  const outDir = mkdtempSync(path.join(modules, '.waybill-bench-'));
  let engine: Told;
  let all: Told;
  let merged: Told;
  try {
    const program = await bundled(outDir);
    engine = await measured(program, 'engine', count);
    all = await measured(program, 'export', count);
    merged = await measured(program, 'merged', count);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  const perSecond = (told: Told): number => (count * 1000) / told.ms;
  return [
    {
      ...{ name: `${count} answers of two pages into a folder`, unit: 'answers/s', samples: count },
      value: perSecond(all),
      // A thousand in fifteen seconds.
      aim: { least: 1000 / 15 },
      beside: `${perSecond(engine).toFixed(1)} answers/s, the engine alone in one thread`,
      more: {
        ...{ seconds: all.ms / 1000, engineSeconds: engine.ms / 1000 },
        ...{ cpuSeconds: all.cpuMs / 1000, engineCpuSeconds: engine.cpuMs / 1000 },
      },
    },
    {
      ...{ name: 'memory while they are made, at most', unit: 'MB', samples: count },
      value: all.peakMb,
      aim: { most: 500 },
      beside: `${engine.peakMb.toFixed(0)} MB, the engine alone in one thread`,
      more: {},
    },
    {
      ...{ name: `${count} answers into one file`, unit: 'answers/s', samples: count },
      value: perSecond(merged),
      aim: { least: 1000 / 15 },
      beside: `${perSecond(engine).toFixed(1)} answers/s, the engine alone in one thread`,
      more: { seconds: merged.ms / 1000, cpuSeconds: merged.cpuMs / 1000 },
    },
    {
      ...{ name: 'memory while it is made, at most', unit: 'MB', samples: count },
      value: merged.peakMb,
      aim: { most: 500 },
      beside: `${engine.peakMb.toFixed(0)} MB, the engine alone in one thread`,
      more: {},
    },
  ];
}

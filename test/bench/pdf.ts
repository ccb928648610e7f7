import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';

/** Documents of answers: how many a second, and the memory that it takes at most. */

interface Told {
  ms: number;
  peakMb: number;
  pages: number;
}

/** Each runs in a process of its own, for its memory. */
async function measured(mode: 'export' | 'engine', count: number): Promise<Told> {
  const program = path.join(import.meta.dirname, 'pdfProcess.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, mode, String(count)]);
  return JSON.parse(stdout) as Told;
}

/** Exports of answers of two pages, beside the engine alone with the same documents. */
export async function pdfFigures(count: number): Promise<Figure[]> {
  const engine = await measured('engine', count);
  const all = await measured('export', count);
  const perSecond = (told: Told): number => (count * 1000) / told.ms;
  return [
    {
      ...{ name: `${count} answers of two pages into a folder`, unit: 'answers/s', samples: count },
      value: perSecond(all),
      // A thousand in fifteen seconds.
      aim: { least: 1000 / 15 },
      beside: `${perSecond(engine).toFixed(1)} answers/s, the engine alone in one thread`,
      more: { seconds: all.ms / 1000, engineSeconds: engine.ms / 1000 },
    },
    {
      ...{ name: 'memory while they are made, at most', unit: 'MB', samples: count },
      value: all.peakMb,
      aim: { most: 500 },
      beside: `${engine.peakMb.toFixed(0)} MB, the engine alone in one thread`,
      more: {},
    },
  ];
}

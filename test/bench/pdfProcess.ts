import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { composeAnswer } from '../../electron/core/forms/document/compose.ts';
import { Engine } from '../../electron/core/forms/document/engine.ts';
import { readFonts } from '../../electron/core/forms/document/fonts.ts';
import { GroundDrawer } from '../../electron/core/forms/document/ground.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';
import { complexAnswer, photo } from '../support/answers.ts';
import { keep, openExporting, WISH } from '../support/exporting.ts';

/**
 * A process of its own for the memory of documents: exports answers of two pages into a folder
 * (`export`) or into one file (`merged`), or typesets the same documents with the engine alone (`engine`). Prints one line.
 */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

const [mode = 'export', text = '1000'] = process.argv.slice(2);
const count = Number(text);
const ids = Array.from({ length: count }, (_id, at) => `A-${at}`);
/** More than are kept between documents: no photo of an answer is one of those before it. */
const PHOTOS = Array.from({ length: 30 }, (_photo, at) => photo(at * 2));
const photoOf = (at: number): string => PHOTOS[at % PHOTOS.length] ?? '';
/** Answers to one form, as a fleet's are: questions and choices are the same, what was answered is not. */
const jsonOf = (id: string, at: number): string => {
  const { values, location, vehicle, driver } = complexAnswer;
  const { event, damages, said, photos } = values;
  const story = event.story.replaceAll('Nobody', `Driver ${at}: nobody`);
  const place = { lat: 52 + (at % 700) / 1000, lng: 4 + (at % 311) / 1000 };
  const told = Object.entries(said).map(([name, text]) => [name, `${text} ${at}`]);
  const drawn = photos.map((one, nth) => {
    const data = photoOf(3 * at + nth);
    return typeof one === 'string' ? data : { ...one, data, caption: `${one.caption} ${at}` };
  });
  return JSON.stringify({
    ...{ ...complexAnswer, id, location: { ...location, ...place, address: `Quay ${at}` } },
    vehicle: { ...vehicle, id: at, regNo: `BX-${1000 + at}-L` },
    driver: { ...driver, id: at, fullName: `${driver.fullName} ${at}` },
    submittedAt: new Date(Date.UTC(2026, 2, 5, 0, at)).toISOString(),
    values: {
      ...values,
      ...{ photos: drawn, said: Object.fromEntries(told) as object },
      event: { ...event, story: `Report ${at}: ${story}`, where: { ...event.where, ...place } },
      damages: damages.map((row) => ({ ...row, part: `${row.part} ${at}`, cost: row.cost + at })),
    },
  });
};
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The most memory that the process had. Linux counts what its parent had when it was started, too, unless its
 * own file is asked: that was a Vite that had just built this.
 */
function peakMbOf(): number {
  const status = existsSync(STATUS) ? readFileSync(STATUS, 'utf8') : '';
  const own = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return (own === undefined ? process.resourceUsage().maxRSS : Number(own)) / 1024;
}
const STATUS = '/proc/self/status';

function tell(ms: number, cpu: number, pages: number): void {
  const peakMb = peakMbOf();
  process.stdout.write(`${JSON.stringify({ ms, cpuMs: cpu, peakMb, pages })}\n`);
}

async function exportAll(as: 'folder' | 'merged'): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-bench-'));
  try {
    const desk = await openExporting(folder);
    for (const [at, id] of ids.entries()) await keep(desk.store, id, jsonOf(id, at));
    // What was left of making the answers up is none of the export's.
    collect({ type: 'major' });
    const [from, cpu] = [performance.now(), cpuMs()];
    const job = await desk.exporter.begin(ids, { ...WISH, as }, path.join(folder, 'out'));
    const ended = await desk.ended(job.id);
    const ms = performance.now() - from;
    if (ended.done !== count || ended.failed > 0) throw new Error('Not all answers were exported.');
    tell(ms, cpuMs() - cpu, count * 2);
    await desk.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The engine's own work: what the answers look like is worked out before. */
async function engineAlone(): Promise<void> {
  const fonts = readFonts([]);
  const engine = new Engine(fonts);
  const ground = new GroundDrawer(null);
  const at = Date.UTC(2026, 2, 6, 8);
  const documents = ids.map((id, place) => {
    const layout = layoutAnswer(jsonOf(id, place), null);
    if (layout === null) throw new Error('It was not laid out.');
    return composeAnswer(layout, {
      ...{ timeZone: 'UTC', locale: 'en-GB', readAt: at, madeAt: at, tenant: '', logo: null },
      ...{ review: null, formChanged: false, areas: [] },
      ...{ coverage: fonts.coverage, ground, prefix: '', unreadable: new Set<string>() },
    });
  });
  let pages = 0;
  const [from, cpu] = [performance.now(), cpuMs()];
  for (const { data, files } of documents) {
    const document = {
      ...{ title: data.plainTitle, lang: data.lang, rtl: data.rtl, paper: 'a4' as const },
      ...{ families: fonts.families, answers: [data], attach: [], many: false, part: false },
      whole: '',
    };
    pages += engine.typeset(document, files, 'ua-1', at).pages;
    // What was made is let go of between two turns of the loop, as in a thread.
    if (pages % 8 === 0) collect({ type: 'minor' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  tell(performance.now() - from, cpuMs() - cpu, pages);
}

await (mode === 'engine' ? engineAlone() : exportAll(mode === 'merged' ? 'merged' : 'folder'));

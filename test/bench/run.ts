import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { coreFigures, ledgerStartMs, mirrorFile } from './core.ts';
import { openMirror } from './account.ts';
import { isMet, nowMs, say, tableOf, type Figure } from './figure.ts';
import { listFigures } from './lists.ts';
import { fillMirror, type Sizes } from './mirror.ts';
import { pageFigures } from './page/figures.ts';
import { pdfFigures } from './pdf.ts';
import { queueFigures } from './queue.ts';
import { reviewFigures } from './review.ts';
import { scanFigures } from './scan.ts';
import { startSource } from './source.ts';
import { startFigures } from './start.ts';

/**
 * `npm run bench`: what the mirror and the outbox cost, each figure beside its aim and a limit or
 * a peer of the same run. Times count only after the contents were found to be right.
 */

const USAGE = `Usage: npm run bench -- [options]
  --quick          a tenth of every size
  --vehicles N     vehicles of the service (100000)
  --areas N        areas (20000)
  --fuel N         fuel transactions (100000)
  --answers N      answers to forms (10000)
  --waiting N      updates in the outbox (10000)
  --runs N         runs of scans, lists and starts (3)
  --documents N    answers that are made into PDFs (1000)
  --changes N      changes of page in the desk (1000)
  --only NAMES     some of start,scan,lists,core,desk,queue,routes,review,pdf; or the names alone
  --json FILE      writes the figures as JSON too`;

const PARTS = [
  ...(['start', 'scan', 'lists', 'core', 'desk', 'queue', 'routes', 'review', 'pdf'] as const),
] as const;
type Part = (typeof PARTS)[number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    vehicles: { type: 'string', default: '100000' },
    areas: { type: 'string', default: '20000' },
    fuel: { type: 'string', default: '100000' },
    answers: { type: 'string', default: '10000' },
    waiting: { type: 'string', default: '10000' },
    documents: { type: 'string', default: '1000' },
    changes: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function numberOf(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`Not a number: ${text}\n${USAGE}`);
  return Number(text);
}

function partsOf(only: string | undefined): readonly Part[] {
  if (only === undefined) return PARTS;
  return only.split(',').map((name) => {
    const part = PARTS.find((known) => known === name);
    if (part === undefined) throw new Error(`There is no part ${name}.\n${USAGE}`);
    return part;
  });
}

/** What a reader has to know to compare numbers. */
function machine(): Record<string, string | number> {
  const [cpu] = os.cpus();
  return {
    at: new Date().toISOString(),
    node: process.version,
    system: `${os.platform()} ${os.arch()}`,
    processors: os.cpus().length,
    processor: cpu?.model.trim() ?? 'unknown',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    loadBefore: os.loadavg()[0] ?? 0,
  };
}

/** The bench of a large answer is a program of its own; gives what it prints. */
async function largeReply(points: number): Promise<string> {
  const program = path.join(import.meta.dirname, 'largeReply.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(points)]);
  return stdout.trim();
}

/** What all parts share. */
interface Asked {
  parts: readonly Part[];
  sizes: Sizes;
  waiting: number;
  runs: number;
  /** Changes of page in the desk. */
  changes: number;
  folder: string;
  /** Says which part begins. */
  step: (what: string) => void;
}

/** What a vehicle costs in a first scan: to be held against that of a fleet of another size. */
function rowFigure(ms: number, vehicles: number): Figure {
  return {
    ...{ name: 'first scan, a vehicle', value: (ms * 1000) / vehicles, unit: 'µs', aim: null },
    ...{ samples: 1, beside: `${say(ms, 'ms')} for all lists; until their rows are in`, more: {} },
  };
}

/** The parts that stand on a full mirror, or fill one. */
async function mirrorFigures(asked: Asked): Promise<Figure[]> {
  const { parts, sizes, waiting, runs, changes, folder, step } = asked;
  const { vehicles } = sizes;
  const figures: Figure[] = [];
  const data = path.join(folder, 'data');
  const file = mirrorFile(data);
  mkdirSync(data, { recursive: true });
  step(`a fleet of ${vehicles} vehicles is made`);
  const source = await startSource(vehicles);
  try {
    if (parts.includes('scan')) {
      step('scans');
      figures.push(...(await scanFigures(folder, source, runs)));
    }
    if (parts.some((part) => part !== 'scan')) {
      step('the full mirror is filled');
      const ms = await fillMirror(folder, file, source, sizes);
      figures.push(rowFigure(ms, vehicles));
    }
    if (parts.includes('desk')) {
      step('the page');
      const emptyDir = path.join(folder, 'empty');
      const dirs = { dataDir: data, emptyDir };
      figures.push(
        ...(await pageFigures({ ...dirs, service: source, vehicles, runs, changes, step })),
      );
    }
  } finally {
    await source.close();
  }
  if (parts.includes('lists')) {
    step('lists and searches');
    const store = await openMirror(file);
    figures.push(...(await listFigures(store, runs)));
    await store.close();
  }
  if (parts.includes('core')) {
    step('starts');
    figures.push(...(await coreFigures(data, runs)));
  }
  if (parts.includes('queue')) {
    step(`${waiting} waiting updates`);
    const start = () => ledgerStartMs(data, waiting);
    figures.push(...(await queueFigures(folder, file, waiting, start)));
  }
  return figures;
}

async function run(): Promise<void> {
  const size = (text: string): number =>
    values.quick ? Math.ceil(numberOf(text) / 10) : numberOf(text);
  const sizes: Sizes = {
    vehicles: size(values.vehicles),
    areas: size(values.areas),
    fuel: size(values.fuel),
    answers: size(values.answers),
  };
  const waiting = size(values.waiting);
  const runs = numberOf(values.runs);
  const parts = partsOf(values.only ?? positionals[0]);
  const facts = machine();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-bench-'));
  const figures: Figure[] = [];
  let routes = '';
  const from = nowMs();
  const step = (what: string): void =>
    void process.stderr.write(`${((nowMs() - from) / 1000).toFixed(0)} s: ${what}\n`);
  const changes = size(values.changes);
  try {
    const alone: readonly Part[] = ['start', 'routes', 'review', 'pdf'];
    if (parts.some((part) => !alone.includes(part))) {
      const asked = { parts, sizes, waiting, runs, changes, folder, step };
      figures.push(...(await mirrorFigures(asked)));
    }
    if (parts.includes('start')) {
      step('npm start');
      figures.push(...(await startFigures(folder, runs)));
    }
    if (parts.includes('review')) {
      step(`${sizes.answers} answers are reviewed`);
      figures.push(...(await reviewFigures(folder, sizes.answers)));
    }
    if (parts.includes('pdf')) {
      step('documents');
      figures.push(...(await pdfFigures(size(values.documents))));
    }
    if (parts.includes('routes')) {
      step('a large answer');
      routes = await largeReply(size('1000000'));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  tell({ figures, routes, facts, asked: { sizes, waiting, runs } });
}

interface Results {
  figures: readonly Figure[];
  /** What the program of the large answer printed; empty where it did not run. */
  routes: string;
  /** About the machine. */
  facts: ReturnType<typeof machine>;
  /** What was asked for. */
  asked: Record<string, unknown>;
}

/** Prints the results, and writes them down where that was asked for. */
function tell({ figures, routes, facts, asked }: Results): void {
  const loadAfter = os.loadavg()[0] ?? 0;
  if (figures.length > 0) print(tableOf(figures));
  if (routes !== '') print(`\nA vehicle's routes, through the whole core:\n${routes}`);
  const busy = Math.max(Number(facts['loadBefore']), loadAfter) > Number(facts['processors']);
  if (busy) {
    print(
      `\nOther programs kept this machine busy (load ${Number(facts['loadBefore']).toFixed(1)} before, ${loadAfter.toFixed(1)} after, ${facts['processors'] ?? 0} processors): read times as upper bounds.`,
    );
  }
  if (values.json !== undefined) {
    const told = figures.map((figure) => ({ ...figure, met: isMet(figure) }));
    const all = { ...facts, loadAfter, ...asked, figures: told, routes };
    writeFileSync(values.json, `${JSON.stringify(all, null, 2)}\n`);
  }
}

if (values.help) print(USAGE);
else await run();

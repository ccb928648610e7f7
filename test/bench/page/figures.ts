import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { encodeFrame } from '../../../electron/headless/frame.ts';
import { saveAccount } from '../core.ts';
import { median, p95, quantile, say, timed, type Figure } from '../figure.ts';
import { buildDesk, startHost } from './host.ts';
import { barePage, moveBare, scrollBare, type Peer } from './peer.ts';
import { goAndWait, INPUTS, PAGES, rows } from './inputs.ts';
import { installProbe, receive, toPaint } from './probe.ts';
import { traced } from './trace.ts';

/** The built desk in Chromium over a full mirror, beside a page that does the same and nothing else. */

const VIEWPORT = { width: 1280, height: 800 };
/** Maps are drawn in software, as where there is no graphics card. */
const ARGS = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
];
const INPUT_MS = 50;
const FRAME_MS = 8;
const SHIFTS = 100;
/** Positions come together ten times a second. */
const TICK_MS = 100;

type Open = (at: string) => Promise<{ page: Page; context: BrowserContext }>;

/** Opens pages of a served desk; each in a browser context without a cache of its own. */
async function opener(browser: Browser, link: string): Promise<Open> {
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(link);
  const storageState = await first.storageState();
  await first.close();
  const { origin } = new URL(link);
  return async (at) => {
    const context = await browser.newContext({ storageState, viewport: VIEWPORT, bypassCSP: true });
    const opened = await context.newPage();
    await installProbe(opened);
    await opened.goto(`${origin}/${at}`);
    return { page: opened, context };
  };
}

async function firstPaint(open: Open, runs: number): Promise<Figure[]> {
  const times: number[] = [];
  const bytes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { page, context } = await open('#/vehicles');
    await rows(page);
    const told = await page.evaluate(() => {
      const at = window.bench.rowsAt ?? NaN;
      const scripts = performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
        .filter(({ responseEnd }) => responseEnd <= at);
      return { at, bytes: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) };
    });
    times.push(told.at);
    bytes.push(told.bytes);
    await context.close();
  }
  return [
    {
      ...{ name: 'desk opened, to its first rows', value: median(times), unit: 'ms' },
      ...{ aim: { most: 1000 }, samples: runs },
      beside: `${say(median(bytes) / 1024, 'KB')} of script before them, unpacked`,
      more: { scriptBytes: median(bytes) },
    },
  ];
}

async function inputFigures(open: Open, runs: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, acts } of INPUTS) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const { page, context } = await open('#/vehicles');
      await rows(page);
      for (const { act, shown } of await acts(page)) times.push(await toPaint(page, act, shown));
      await context.close();
    }
    figures.push({
      ...{ name: `${name}, p95`, value: p95(times), unit: 'ms', aim: { most: INPUT_MS } },
      samples: times.length,
      beside: `median ${say(median(times), 'ms')}, slowest ${say(quantile(times, 1), 'ms')}; a frame is 16.7 ms`,
      more: { median: median(times) },
    });
  }
  return figures;
}

function frameFigure(
  name: string,
  own: readonly number[],
  peer: readonly number[],
  peerName: string,
): Figure {
  return {
    ...{ name: `${name}: scripting of a frame, p95`, value: p95(own), unit: 'ms' },
    ...{ aim: { most: FRAME_MS }, samples: own.length },
    beside: `${peerName} ${say(p95(peer), 'ms')}; median ${say(median(own), 'ms')} against ${say(median(peer), 'ms')}`,
    more: { peer: p95(peer) },
  };
}

/** Turns the wheel over the middle of the table, a notch a frame. */
async function scroll(page: Page): Promise<void> {
  const box = await page.getByRole('grid').first().boundingBox();
  if (box === null) throw new Error('No table');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let turn = 0; turn < SHIFTS; turn += 1) await page.mouse.wheel(0, 120);
}

async function scrollFigure(open: Open, peer: Peer): Promise<Figure> {
  const { page, context } = await open('#/vehicles');
  await rows(page);
  const own = await traced(page, () => scroll(page));
  await context.close();
  const bare = await traced(peer.page, () => scrollBare(peer, SHIFTS));
  return frameFigure('the list scrolls', own.scriptMs, bare.scriptMs, 'a bare list of fixed rows');
}

/** Messages of moved vehicles, as the core sends them. */
function ticks(ids: readonly string[], each: number, count: number): string[] {
  return Array.from({ length: count }, (_, tick) => {
    const moved = Array.from(
      { length: each },
      (_unused, at) => ids[(tick * each + at) % ids.length] ?? '',
    );
    const payload = {
      revision: 1_000_000 + tick,
      ids: moved,
      status: new Uint8Array(each).fill(tick % 3),
      coordinates: Float64Array.from({ length: 2 * each }, (_unused, at) =>
        at % 2 === 0 ? 41 + ((tick + at) % 500) / 1000 : -2.3 + ((tick + at) % 700) / 1000,
      ),
      heading: new Float32Array(each).fill((tick * 7) % 360),
      fixedAt: new Float64Array(each).fill(Date.now()),
    };
    return Buffer.from(encodeFrame({ event: { name: 'positions', payload } })).toString('base64');
  });
}

async function idsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const read = await window.waybill?.call('records.positions', {});
    if (read?.ok !== true) throw new Error('No positions');
    return read.value.ids;
  });
}

async function positionFigures(open: Open, peer: Peer): Promise<Figure[]> {
  const { page, context } = await open('#/vehicles');
  await rows(page);
  await page.locator('[data-testid=map][data-ready]').waitFor();
  const ids = await idsOf(page);
  const figures: Figure[] = [];
  for (const perSecond of [1_000, 10_000]) {
    const each = perSecond / (1000 / TICK_MS);
    const own = await traced(page, () => receive(page, ticks(ids, each, 50), TICK_MS));
    const bare = await traced(peer.page, () => moveBare(peer, each, 50, TICK_MS));
    figures.push(
      frameFigure(
        `${perSecond} positions a second`,
        own.scriptMs,
        bare.scriptMs,
        'bare MapLibre, told of differences,',
      ),
    );
  }
  const all = await traced(page, () => receive(page, ticks(ids, ids.length, 3), 1_500));
  const bare = await traced(peer.page, () => moveBare(peer, ids.length, 3, 1_500));
  figures.push({
    ...{ name: `all ${ids.length} moved at once: scripting of the longest frame` },
    ...{ value: Math.max(...all.scriptMs), unit: 'ms', aim: { most: 20 }, samples: 3 },
    beside: `bare MapLibre ${say(Math.max(...bare.scriptMs), 'ms')}; longest task ${say(all.longestMs, 'ms')} against ${say(bare.longestMs, 'ms')}`,
    more: {},
  });
  await context.close();
  return figures;
}

async function heapMb(page: Page): Promise<number> {
  // The map comes after the rows: without it half of the page would be measured.
  await page.locator('[data-testid=map][data-ready]').waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return usedSize / 2 ** 20;
}

/** Memory after many changes of page beside that after the first round through the same pages. */
async function growthFigure(open: Open, changes: number): Promise<Figure> {
  const { page, context } = await open('#/vehicles');
  await rows(page);
  const round = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1)
      await goAndWait(page, PAGES[at % PAGES.length] ?? 'vehicles');
  };
  await round(3 * PAGES.length);
  const before = await heapMb(page);
  const { ms } = await timed(() => round(changes));
  const after = await heapMb(page);
  await context.close();
  return {
    ...{ name: `memory after ${changes} changes of page`, value: after / before, unit: '×' },
    ...{ aim: { most: 1.1 }, samples: changes },
    beside: `${say(after, 'MB')} against ${say(before, 'MB')} after ${3 * PAGES.length}; ${say(ms / changes, 'ms')} a change`,
    more: { beforeMb: before, afterMb: after },
  };
}

/** Signs a desk of its own in to the service, and looks at the page while everything is loaded. */
async function loadingFigure(
  browser: Browser,
  folder: string,
  service: { baseUrl: string; token: string },
  vehicles: number,
): Promise<Figure> {
  const host = await startHost(folder);
  try {
    const open = await opener(browser, host.link);
    const { page, context } = await open('');
    await page.waitForFunction(() => window.waybill !== undefined);
    const loaded = await timed(async () => {
      const signed = await page.evaluate(
        async ({ baseUrl, token }) =>
          window.waybill?.call('session.signInWithToken', { baseUrl, token }),
        { baseUrl: service.baseUrl, token: service.token },
      );
      if (signed?.ok !== true) throw new Error(`Not signed in: ${signed?.error.message ?? ''}`);
      await page.evaluate(() => (window.location.hash = '#/vehicles'));
      await page
        .locator(`[role=grid][aria-rowcount="${vehicles + 1}"]`)
        .waitFor({ timeout: 600_000 });
    });
    const tasks = await page.evaluate(() => window.bench.longTasks);
    const firstRows = await page.evaluate(() => window.bench.rowsAt ?? NaN);
    await context.close();
    return {
      ...{ name: 'longest task of the page while everything is loaded', unit: 'ms' },
      ...{ value: Math.max(0, ...tasks), aim: { most: 50 }, samples: tasks.length },
      beside: `${tasks.length} tasks of 50 ms and more in ${say(loaded.ms / 1000, 's')}; first rows ${say(firstRows, 'ms')} after the page`,
      more: { tasks: tasks.length },
    };
  } finally {
    await host.close();
  }
}

export interface PageBench {
  /** Data folder with a full mirror. */
  dataDir: string;
  /** An empty folder for a desk that loads everything. */
  emptyDir: string;
  service: { baseUrl: string; token: string };
  vehicles: number;
  runs: number;
  changes: number;
  /** Says which part begins. */
  step: (what: string) => void;
}

/** Everything about the page. */
export async function pageFigures(bench: PageBench): Promise<Figure[]> {
  const { dataDir, emptyDir, service, vehicles, runs, changes, step } = bench;
  await buildDesk();
  await saveAccount(dataDir);
  const path = process.env['CHROME_PATH'];
  const browser = await chromium.launch({
    ...(path === undefined ? {} : { executablePath: path }),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ARGS,
  });
  const host = await startHost(dataDir);
  const peer = await barePage(browser, vehicles);
  try {
    const open = await opener(browser, host.link);
    const figures: Figure[] = [];
    step('first paint');
    figures.push(...(await firstPaint(open, Math.max(3, runs))));
    step('inputs');
    figures.push(...(await inputFigures(open, runs)));
    step('scrolling and positions');
    figures.push(await scrollFigure(open, peer), ...(await positionFigures(open, peer)));
    step(`${changes} changes of page`);
    figures.push(await growthFigure(open, changes));
    step('a desk that loads everything');
    figures.push(await loadingFigure(browser, emptyDir, service, vehicles));
    return figures;
  } finally {
    await peer.close();
    await host.close();
    await browser.close();
  }
}

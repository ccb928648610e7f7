import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import type { Ports } from '../../electron/core/ports.ts';
import { startHeadless, type HeadlessHost } from '../../electron/headless/host.ts';
import type { FaultRule } from '../../electron/service/faults.ts';
import { startTestService, type TestService } from './localService.ts';

/** The desk in a real browser over the real core and the real embedded service. */
export interface TestDesk {
  page: Page;
  host: HeadlessHost;
  service: TestService;
  /** Ends page and core and starts both again on the same data; `meanwhile` runs in between. */
  restart(meanwhile?: () => void): Promise<void>;
  /** What the page threw and nothing caught. A test that expects an error takes it out. */
  thrown: Error[];
  /** @throws where something is left in `thrown` */
  close(): Promise<void>;
}

export interface DeskOptions {
  viewport?: { width: number; height: number };
  /** The address in the desk that the page opens at; the list of vehicles and its map unless told. */
  at?: string;
  /**
   * `false` takes the browser that draws no map anywhere, where the desk says so in its place: drawn in
   * software a map takes more of two processors than all else. `shut` leaves the map beside the vehicles
   * shut, as a person may, and draws those of other pages.
   */
  map?: boolean | 'shut';
  /** Points of the picture in each of the page: 1 for a picture that is looked at. */
  scale?: number;
  /**
   * `whole` draws the outline of the world and the small streets of the town too, which no map needs
   * for what stands on it, and which take most of what a map takes.
   */
  ground?: 'whole' | 'bare';
  colorScheme?: 'light' | 'dark';
  vehicles?: number;
  /** Language of the browser (BCP 47); that of the machine unless told. */
  locale?: string;
  /** `false` shows the first start of an installed app. */
  local?: boolean;
  ports?: Partial<Ports>;
  /** What goes wrong at the service from its first answer on. */
  faults?: readonly FaultRule[];
}

/** Waiting is for events; this ends what hangs, on a computer that does other things beside. */
const PATIENCE_MS = 90_000;

type Drawing = 'maps' | 'plain' | 'noMaps';

/**
 * A map needs WebGL, drawn in software; everything else costs a quarter less without, also beside a
 * map: a page that is put together by WebGL in software takes half as much again.
 */
const DRAWN_BY: Record<Drawing, readonly string[]> = {
  maps: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
  plain: ['--disable-gpu'],
  noMaps: ['--disable-gpu', '--disable-software-rasterizer'],
};

const shared = new Map<Drawing, Promise<Browser>>();

/** One browser of each kind for a process, until it ends; each desk has a context of its own. */
async function browser(drawing: Drawing): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'];
  const launched = shared.get(drawing);
  if (launched !== undefined) return launched;
  const launching = chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...DRAWN_BY[drawing],
    ],
  });
  shared.set(drawing, launching);
  // One that died is no browser for the next desk.
  const gone = (): void => {
    if (shared.get(drawing) === launching) shared.delete(drawing);
  };
  launching.then((running) => running.once('disconnected', gone), gone);
  return launching;
}

/** Ends the browsers of this process now: for scripts. Those of tests end with their process. */
export async function closeBrowser(): Promise<void> {
  const open = [...shared.values()];
  shared.clear();
  for (const one of open) await (await one).close();
}

/** Gives a page a world without land, in place of the outline that the desk brings along. */
function emptyTheWorld(): void {
  const none = { type: 'GeometryCollection', geometries: [] };
  const atlas = { type: 'Topology', objects: { countries: none, land: none }, arcs: [] };
  const real = window.fetch;
  window.fetch = (asked, how) =>
    typeof asked === 'string' && /\/countries-[^/]*\.json$/.test(asked)
      ? Promise.resolve(Response.json(atlas))
      : real(asked, how);
}

/** Starts service, core and page in a fresh data folder. */
export async function openDesk(options: DeskOptions = {}): Promise<TestDesk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-'));
  const service = await startTestService({
    dataDir: path.join(folder, 'service'),
    ground: options.ground === 'whole' ? 'whole' : 'withoutStreets',
    ...(options.vehicles === undefined ? {} : { vehicles: options.vehicles }),
  });
  if (options.faults !== undefined) service.running().faults.set([...options.faults]);
  let context: BrowserContext | null = null;
  const thrown: Error[] = [];
  const isLocal = options.local ?? true;
  const drawing: Drawing =
    options.map === false ? 'noMaps' : options.map === 'shut' ? 'plain' : 'maps';

  async function startHost(): Promise<HeadlessHost> {
    const started = await startHeadless({
      dataDir: path.join(folder, 'desk'),
      port: 0,
      local: isLocal,
      version: '0.0.0-test',
      logLevel: 'error',
      ports: { localService: service, ...options.ports },
    });
    if (!started.ok) throw new Error(started.error.message);
    return started.value;
  }

  async function openPage(host: HeadlessHost): Promise<Page> {
    context = await (
      await browser(drawing)
    ).newContext({
      viewport: options.viewport ?? { width: 1280, height: 800 },
      // A map that is drawn in software takes the less, the fewer points it has.
      deviceScaleFactor: options.scale ?? 0.25,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: 'reduce',
      ...(options.locale === undefined ? {} : { locale: options.locale }),
      acceptDownloads: true,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    if (options.ground !== 'whole') await context.addInitScript(emptyTheWorld);
    const page = await context.newPage();
    page.on('pageerror', (error) => thrown.push(error));
    await page.goto(`${host.link()}${options.at ?? ''}`);
    return page;
  }

  const host = await startHost();
  if (drawing !== 'maps' && isLocal) {
    const shut = await host.core.call('desk.remember', { key: 'vehicles.map', value: 'false' });
    if (!shut.ok) throw new Error(shut.error.message);
  }
  const desk: TestDesk = {
    host,
    service,
    thrown,
    page: await openPage(host),
    async restart(meanwhile) {
      await context?.close();
      await desk.host.close();
      meanwhile?.();
      desk.host = await startHost();
      desk.page = await openPage(desk.host);
    },
    async close() {
      await context?.close();
      await desk.host.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
      if (thrown.length > 0)
        throw new AggregateError(thrown, `The page threw: ${thrown.join(' | ')}`);
    },
  };
  return desk;
}

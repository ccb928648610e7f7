import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { root } from '../../../build/tools/project.mjs';

/** A page with a list and a map of MapLibre, and nothing else: what the desk is held against. */
export interface Peer {
  page: Page;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><title>Peer</title>
<link rel="stylesheet" href="/maplibre-gl.css">
<style>
  #list { position: absolute; inset: 0 50% 0 0; overflow: auto; contain: strict; }
  #list div { position: absolute; height: 28px; }
  #map { position: absolute; inset: 0 0 0 50%; }
</style>
<div id="list"><div id="all"></div></div><div id="map"></div>
<script type="module">
  import { Map, setWorkerUrl } from '/maplibre-gl.mjs';
  setWorkerUrl('/maplibre-gl-worker.mjs');
  const count = Number(new URLSearchParams(location.search).get('vehicles'));
  const list = document.getElementById('list');
  document.getElementById('all').style.height = count * 28 + 'px';
  const drawn = new globalThis.Map();
  const draw = () => {
    const from = Math.floor(list.scrollTop / 28);
    const to = Math.min(count, from + 32);
    for (const [at, row] of drawn) if (at < from || at >= to) (row.remove(), drawn.delete(at));
    for (let at = from; at < to; at++) {
      if (drawn.has(at)) continue;
      const row = document.createElement('div');
      row.style.top = at * 28 + 'px';
      row.textContent = 'Vehicle ' + at + ', driver, depot, status, speed, last fix';
      list.append(row);
      drawn.set(at, row);
    }
  };
  list.addEventListener('scroll', () => requestAnimationFrame(draw));
  draw();
  const at = (id) => [-2.3 + (id % 700) / 1000, 41 + (id % 500) / 1000];
  const point = (id, shift) => {
    const [lng, lat] = at(id + shift);
    return { type: 'Feature', id, properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } };
  };
  const map = new Map({
    container: 'map', center: [-2, 41.2], zoom: 8, fadeDuration: 0, attributionControl: false,
    style: { version: 8, sources: {
      fleet: { type: 'geojson', data: { type: 'FeatureCollection',
        features: Array.from({ length: count }, (_, id) => point(id, 0)) } } },
      layers: [{ id: 'fleet', type: 'circle', source: 'fleet' }] },
  });
  map.once('idle', () => document.body.dataset.ready = '1');
  window.move = (from, each, shift) => {
    const source = map.getSource('fleet');
    if (each === count) {
      source.setData({ type: 'FeatureCollection',
        features: Array.from({ length: count }, (_, id) => point(id, shift)) });
    } else {
      source.updateData({ update: Array.from({ length: each }, (_, n) => {
        const id = (from + n) % count;
        return { id, newGeometry: point(id, shift).geometry };
      }) });
    }
  };
</script>`;

const FILES = new Map([
  ['/maplibre-gl.mjs', 'text/javascript'],
  ['/maplibre-gl-shared.mjs', 'text/javascript'],
  ['/maplibre-gl-worker.mjs', 'text/javascript'],
  ['/maplibre-gl.css', 'text/css'],
]);

/** Opens it with so many vehicles in list and map. */
export async function barePage(browser: Browser, vehicles: number): Promise<Peer> {
  const server = createServer((request, response) => {
    const asked = request.url ?? '/';
    const type = FILES.get(asked);
    if (type === undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
      return;
    }
    const file = path.join(root, 'node_modules', 'maplibre-gl', 'dist', path.basename(asked));
    readFile(file).then(
      (bytes) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/?vehicles=${vehicles}`);
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
  return {
    page,
    async close() {
      await context.close();
      server.close();
    },
  };
}

/** Turns the wheel over its list, a notch a frame. */
export async function scrollBare({ page }: Peer, turns: number): Promise<void> {
  await page.mouse.move(300, 400);
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, 120);
}

/** Moves `each` of its vehicles again and again. */
export async function moveBare(
  { page }: Peer,
  each: number,
  count: number,
  everyMs: number,
): Promise<void> {
  await page.evaluate(
    async ({ each: moved, count: times, pauseMs }) => {
      const { move } = window as unknown as {
        move(from: number, each: number, shift: number): void;
      };
      for (let tick = 0; tick < times; tick += 1) {
        move(tick * moved, moved, tick + 1);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    { each, count, pauseMs: everyMs },
  );
}

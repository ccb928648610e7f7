/**
 * `node test/bench/largeReply.ts [points]`: a vehicle's routes with a million points, through the
 * whole core to the desk. Prints how long the desk's thread was held at most, how much memory it
 * took, and how much text crosses to the desk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { createCore } from '../../electron/core/createCore.ts';
import { startRouteServer } from '../support/routeServer.ts';
import { watchTurns } from '../support/turns.ts';

const points = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
const server = await startRouteServer(points);
const made = await createCore(createNodePorts({ dataDir: folder, logLevel: 'error' }));
if (!made.ok) throw new Error(made.error.message);
const core = made.value;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({ alg: 'none' })}.${part({ sub: '7' })}.x`;
const signedIn = await core.call('session.signInWithToken', { baseUrl: server.baseUrl, token });
if (!signedIn.ok) throw new Error(signedIn.error.message);
await core.call('session.syncNow', {});

const query = { dateFrom: '2026-03-04T00:00:00Z', dateTo: '2026-03-05T00:00:00Z' };
const input = {
  endpoint: 'listRoutes',
  params: { vehicleId: '1' },
  query: { ...query, include: ['coordinates'] },
};
const MB = 1024 * 1024;
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
const delay = monitorEventLoopDelay({ resolution: 5 });
const measure = async (refresh: 'always' | 'never'): Promise<void> => {
  delay.reset();
  delay.enable();
  const turns = watchTurns();
  const from = performance.now();
  const read = await core.call('records.read', { ...input, refresh });
  const tookMs = performance.now() - from;
  await new Promise((resolve) => setTimeout(resolve, 50));
  delay.disable();
  const { longestMs } = turns.stop();
  if (!read.ok) throw new Error(read.error.message);
  const { json, thinned, error } = read.value;
  console.log(
    `${refresh}: ${Math.round(tookMs)} ms in all, held at most ${longestMs.toFixed(1)} ms of ` +
      `processor time; loop delay at most ${(delay.max / 1e6).toFixed(1)} ms, ` +
      `p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms; ` +
      `${((json?.length ?? 0) / MB).toFixed(1)} MB to the desk${thinned === null ? '' : `, thinned to ${String(thinned.shown)} points of ${String(thinned.all)}`}${error === null ? '' : `; ${error.message}`}`,
  );
};
await measure('always');
await measure('never');
clearInterval(watch);
console.log(
  `${points} points; memory ${Math.round(before / MB)} MB, at most ${Math.round(most / MB)} MB`,
);
await core.close();
await server.close();
rmSync(folder, { recursive: true, force: true });

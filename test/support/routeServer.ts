import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * A service with one vehicle that has driven far: `listRoutes` answers as many points as it was
 * told, streamed. It runs in a thread of its own, so that its work is not measured with ours.
 */

const POINTS_A_CHUNK = 10_000;

async function streamRoutes(response: http.ServerResponse, points: number): Promise<void> {
  response.setHeader('content-type', 'application/json');
  response.write(
    '[{"vehicleId":1,"driverId":null,"contractNo":9007199254740993,"routes":[' +
      '{"id":1,"type":"driving","distance":1.10,"coordinates":[',
  );
  for (let from = 0; from < points; from += POINTS_A_CHUNK) {
    const chunk: string[] = [];
    for (let n = from; n < Math.min(points, from + POINTS_A_CHUNK); n += 1) {
      const ts = new Date(Date.UTC(2026, 2, 4) + n * 1000).toISOString();
      chunk.push(`{"lat":${(41 + n / 1e6).toFixed(6)},"lng":-2.345670,"ts":"${ts}"}`);
    }
    const text = `${from === 0 ? '' : ','}${chunk.join(',')}`;
    if (!response.write(text)) await once(response, 'drain');
  }
  response.end(']},{"id":2,"type":"stopped","duration":60}]}]');
}

if (parentPort !== null) {
  const { points } = workerData as { points: number };
  const server = http.createServer((request, response) => {
    const path = request.url ?? '';
    if (path.includes('/routes')) return void streamRoutes(response, points);
    response.setHeader('content-type', 'application/json');
    if (path.startsWith('/api/me'))
      return void response.end('{"id":7,"email":"a@waybill.example"}');
    response.statusCode = 404;
    return void response.end('{"message":"Nothing else is here."}');
  });
  server.listen(0, '127.0.0.1', () => {
    parentPort?.postMessage((server.address() as AddressInfo).port);
  });
}

/** Starts it in a thread; gives its base address. */
export async function startRouteServer(
  points: number,
): Promise<{ baseUrl: string; close(): Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { points } });
  const [port] = (await once(worker, 'message')) as [number];
  return { baseUrl: `http://127.0.0.1:${port}/api`, close: () => worker.terminate() };
}

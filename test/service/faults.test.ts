import { createServer } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createService } from '../../electron/service/createService.ts';
import { createFaults, parseFaults, type FaultRule } from '../../electron/service/faults.ts';
import { at, NOON_MS, type Json } from './support.ts';
import { demoTown } from '../support/localService.ts';

/** Faults over a real socket: what a client really sees. */

const slept: number[] = [];
const service = await createService({
  dataDir: ':memory:',
  port: 0,
  seed: 'demo',
  vehicles: 30,
  clock: () => NOON_MS,
  town: demoTown(),
  sleep: async (ms) => void slept.push(ms),
});
afterAll(() => service.close());
beforeEach(() => {
  service.faults.set([]);
  slept.length = 0;
});

const headers = {
  authorization: `Bearer ${service.token}`,
  'content-type': 'application/json',
};
const get = (path: string) => fetch(service.baseUrl + path, { headers });
const send = (method: string, path: string, body: Json) =>
  fetch(service.baseUrl + path, { method, headers, body: JSON.stringify(body) });
const labelOf = async () => {
  const { defaultLabel } = (await (await get('/vehicles/100001')).json()) as {
    defaultLabel: string;
  };
  return defaultLabel;
};

test('latency waits, then answers', async () => {
  service.faults.set([{ kind: 'latency', delayMs: 700, endpoint: 'countVehicles' }]);
  expect((await get('/vehicles/count')).status).toBe(200);
  expect(slept).toEqual([700]);
});

test('a connection that drops before applying leaves no change; after applying, one', async () => {
  service.faults.set([{ kind: 'dropBefore', method: 'POST', times: 1 }]);
  await expect(send('POST', '/vehicles/100001', { defaultLabel: 'lost' })).rejects.toThrow();
  expect(await labelOf()).not.toBe('lost');
  const before = service.log().length;
  service.faults.set([{ kind: 'dropAfter', method: 'POST', times: 1 }]);
  await expect(send('POST', '/vehicles/100001', { defaultLabel: 'applied' })).rejects.toThrow();
  expect(await labelOf()).toBe('applied');
  expect(service.log().length).toBe(before + 1);
  const dropped = service
    .requests()
    .filter((request) => request.method === 'POST')
    .slice(-2);
  expect(dropped.map(({ status, applied }) => ({ status, applied }))).toEqual([
    { status: null, applied: false },
    { status: null, applied: true },
  ]);
});

test('a request can be applied long after its connection ended', async () => {
  let release: (() => void) | undefined;
  const late = await createService({
    dataDir: ':memory:',
    port: 0,
    seed: 'empty',
    clock: () => NOON_MS,
    town: demoTown(),
    listen: false,
    sleep: () => new Promise((resolve) => (release = resolve)),
    faults: [{ kind: 'applyLate', method: 'POST', delayMs: 60_000 }],
  });
  const request = {
    method: 'POST',
    path: '/api/vehicles',
    headers: { ...headers, authorization: `Bearer ${late.token}` },
    body: '{"regNo":"LATE"}',
  } as const;
  await expect(late.handle(request)).rejects.toThrow();
  expect(late.log()).toHaveLength(0);
  release?.();
  await expect.poll(() => late.log().length).toBe(1);
  await late.close();
});

test('what was to be applied late is never applied once the service has closed', async () => {
  const bugs: unknown[] = [];
  let release: (() => void) | undefined;
  let askedFor: AbortSignal | undefined;
  const closing = await createService({
    dataDir: ':memory:',
    port: 0,
    seed: 'empty',
    clock: () => NOON_MS,
    town: demoTown(),
    listen: false,
    sleep: (_ms, signal) => {
      askedFor = signal;
      return new Promise((resolve) => (release = resolve));
    },
    onBug: (error) => bugs.push(error),
    faults: [{ kind: 'applyLate', method: 'POST', delayMs: 60_000 }],
  });
  const request = {
    method: 'POST',
    path: '/api/vehicles',
    headers: { ...headers, authorization: `Bearer ${closing.token}` },
    body: '{"regNo":"NEVER"}',
  } as const;
  await expect(closing.handle(request)).rejects.toThrow();
  await expect.poll(() => release).toBeDefined();
  await closing.close();
  expect(askedFor?.aborted).toBe(true);
  // The wait may end at any time after the close, and nothing may come of it.
  release?.();
  await expect.poll(() => closing.requests().length).toBe(1);
  expect(closing.log()).toHaveLength(0);
  expect(bugs).toEqual([]);
});

test('a status comes instead of the work, with Retry-After; or after it', async () => {
  service.faults.set([{ kind: 'status', status: 429, retryAfterS: 7, times: 1 }]);
  const limited = await send('POST', '/vehicles/100001', { defaultLabel: 'limited' });
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await labelOf()).not.toBe('limited');
  service.faults.set([{ kind: 'statusAfter', status: 504, times: 1 }]);
  const gateway = await send('POST', '/vehicles/100001', { defaultLabel: 'through' });
  expect(gateway.status).toBe(504);
  expect(await labelOf()).toBe('through');
});

test('a captive portal answers HTML with 200 and applies nothing', async () => {
  service.faults.set([{ kind: 'html', times: 1 }]);
  const reply = await send('POST', '/vehicles/100001', { defaultLabel: 'portal' });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('text/html');
  expect(await labelOf()).not.toBe('portal');
});

test('a truncated body ends early, a dripping one arrives whole, a huge one is huge', async () => {
  service.faults.set([{ kind: 'truncate', times: 1 }]);
  const short = await get('/vehicles/100001');
  await expect(short.text()).rejects.toThrow();
  service.faults.set([{ kind: 'drip', delayMs: 5, times: 1 }]);
  const dripped = (await (await get('/vehicles/100001')).json()) as Json;
  expect(at(dripped, 'id')).toBe(100001);
  expect(slept.length).toBeGreaterThan(5);
  service.faults.set([{ kind: 'hugeBody', bytes: 3_000_000, times: 1 }]);
  const huge = await get('/vehicles/count');
  expect((await huge.text()).length).toBeGreaterThan(3_000_000);
});

test('a streamed answer is truncated, too', async () => {
  service.faults.set([{ kind: 'truncate', endpoint: 'listRoutes' }]);
  const reply = await get(
    '/vehicles/100001/routes?dateFrom=2026-03-04T08:00:00Z&dateTo=2026-03-04T11:00:00Z',
  );
  await expect(reply.text()).rejects.toThrow();
});

test('shifted pages repeat or skip rows', async () => {
  const ids = async (page: number) => {
    const reply = await get(`/vehicles/fields/json?fields[]=id&limit=10&page=${page}`);
    const { data } = (await reply.json()) as { data: { id: number }[] };
    return data.map(({ id }) => id);
  };
  const first = await ids(1);
  service.faults.set([{ kind: 'shiftPages', rows: -1 }]);
  expect((await ids(2))[0]).toBe(first.at(-1));
  service.faults.set([{ kind: 'shiftPages', rows: 2 }]);
  expect((await ids(2))[0]).toBe(100013);
});

test('rules choose by method, path, count and seeded chance', () => {
  const target = { endpoint: 'countVehicles', method: 'GET', path: '/vehicles/count' } as const;
  const run = (rule: Omit<FaultRule, 'kind'>, seed = 1) => {
    const faults = createFaults([{ kind: 'html', ...rule }], seed);
    return Array.from({ length: 8 }, () => (faults.dueFor(target).has('html') ? 'x' : '.')).join(
      '',
    );
  };
  expect(run({})).toBe('xxxxxxxx');
  expect(run({ after: 2 })).toBe('..xxxxxx');
  expect(run({ every: 3 })).toBe('x..x..x.');
  expect(run({ after: 1, every: 2, times: 2 })).toBe('.x.x....');
  expect(run({ path: '/vehicles/*' })).toBe('xxxxxxxx');
  expect(run({ path: '/vehicles' })).toBe('........');
  expect(run({ method: 'POST' })).toBe('........');
  expect(run({ endpoint: 'getMe' })).toBe('........');
  const half = run({ probability: 0.5 }, 7);
  expect(run({ probability: 0.5 }, 7)).toBe(half);
  expect(half).toMatch(/x/);
  expect(half).toMatch(/\./);
});

test('a file of rules is read, and a wrong one says where', () => {
  expect(parseFaults('[{"kind":"html"}]')).toEqual([{ kind: 'html' }]);
  expect(() => parseFaults('{}')).toThrow(/array/);
  expect(() => parseFaults('[{"kind":"html"},{"kind":"fire"}]')).toThrow(/Rule 2: kind/);
  const misspelled = [
    '{"kind":"status","status":503,"endpoint":"listVehicle"}',
    '{"kind":"latency","delay":800}',
    '{"kind":"status","status":429,"retryAfter":10}',
    '{"kind":"html","Path":"/areas*"}',
    '{"kind":"html","probability":2}',
  ];
  for (const rule of misspelled) expect(() => parseFaults(`[${rule}]`)).toThrow(/Rule 1: /);
});

test('only loopback names are answered, without CORS', async () => {
  const asked = async (host: string) =>
    (
      await service.handle({
        method: 'GET',
        path: '/api/vehicles/count',
        headers: { ...headers, host },
      })
    ).status;
  expect(await asked('evil.example')).toBe(421);
  expect(await asked('127.0.0.1.evil.example')).toBe(421);
  expect(await asked('localhost:4010')).toBe(200);
  const reply = await fetch(`${service.baseUrl}/vehicles/count`, {
    headers: { ...headers, origin: 'https://evil.example' },
  });
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await fetch(`${service.baseUrl}/vehicles`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(405);
  expect(new URL(service.baseUrl).hostname).toBe('127.0.0.1');
});

test('a port that is taken is an error, not a crash', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const address = blocker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(
    createService({ dataDir: ':memory:', port, seed: 'empty', clock: () => NOON_MS }),
  ).rejects.toThrow(/EADDRINUSE/);
  await new Promise((resolve) => blocker.close(resolve));
});

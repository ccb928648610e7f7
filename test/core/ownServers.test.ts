import { createService } from '../../electron/service/createService.ts';
import { expect, it, onTestFinished } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import { askingOnly } from '../../electron/core/ownServers.ts';
import type { Http, HttpRequest } from '../../electron/core/ports.ts';
import { demoTown } from '../support/localService.ts';
import { isState, openDesk, temporaryFolder } from './session/support.ts';

/** Each part of an account asks the servers that belong to it, and no other. */

const READ: Omit<HttpRequest, 'url'> = {
  ...{ method: 'GET', purpose: 'read', headers: {} },
  ...{ idleTimeoutMs: 1_000, totalTimeoutMs: 1_000, maxBytes: 1_000 },
};

function heard(): { http: Http; urls: string[] } {
  const urls: string[] = [];
  const http: Http = {
    send: ({ url }) => {
      urls.push(url);
      const reply = { status: 200, headers: {}, body: new Uint8Array() };
      return Promise.resolve({ ok: true, reply });
    },
    close: () => undefined,
  };
  return { http, urls };
}

it.each([
  'https://evil.example/api/me',
  'http://fleet.example/api/me',
  'https://fleet.example:8443/api/me',
  'https://fleet.example.evil.example/api/me',
  'https://someone@fleet.example/api/me',
  'https://someone:word@fleet.example/api/me',
  'no address',
])('a server that does not belong to an account is not asked: %s', async (url) => {
  const { http, urls } = heard();
  const mine = askingOnly(http, () => ['', 'https://tiles.example', 'https://fleet.example/api']);
  const sent = await mine.send({ ...READ, url });
  expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
  expect(urls).toEqual([]);
});

it('what belongs to it is asked, as it is known at that moment', async () => {
  const { http, urls } = heard();
  const known: string[] = [];
  const mine = askingOnly(http, () => Promise.resolve(known));
  const ask = () => mine.send({ ...READ, url: 'https://fleet.example/api/me' });
  expect((await ask()).ok).toBe(false);
  known.push('https://fleet.example/other');
  expect((await ask()).ok).toBe(true);
  expect(urls).toHaveLength(1);
});

it('an account asks its own service alone, also while another one of the computer is known', async () => {
  const start = (vehicles: number) =>
    createService({
      ...{ dataDir: ':memory:', port: 0, seed: 'demo', vehicles },
      ...{ clock: () => Date.now(), town: demoTown() },
    });
  const services = await Promise.all([start(2), start(3)]);
  const folder = temporaryFolder();
  const urls: string[] = [];
  const plain = nodeHttp({});
  const http: Http = {
    send: (request) => {
      urls.push(request.url);
      return plain.send(request);
    },
    close: () => plain.close(),
  };
  const desk = await openDesk(folder.folder, { http });
  onTestFinished(async () => {
    await desk.close();
    for (const service of services) await service.close();
    folder.remove();
  });
  for (const service of services) {
    urls.length = 0;
    desk.forget();
    const { email, password } = service.account('dispatcher');
    const told = await desk.session.signInWithPassword({
      ...{ baseUrl: service.baseUrl, email, password },
    });
    expect(told.ok).toBe(true);
    await desk.until('online', isState('online'));
    await desk.session.context()?.sync.scan('vehicle');
    expect(urls.length).toBeGreaterThan(2);
    expect(urls.filter((url) => !url.startsWith(service.baseUrl))).toEqual([]);
    // Its parts are given no network of their own.
    expect(Object.keys(desk.session.context()?.ports ?? { http })).not.toContain('http');
  }
});

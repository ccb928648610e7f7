import { afterEach, expect, it, vi } from 'vitest';
import { CALL_CHANNEL } from '../../shared/ipc/channels.ts';
import { ANSWER_MS, createSystemProxy, firstProxy } from '../../electron/shell/systemProxy.ts';
import { endAll, launch, opened } from '../support/shell.ts';
import { virtualClock } from '../support/virtualClock.ts';

afterEach(async () => {
  await endAll();
  vi.unstubAllEnvs();
});

it.each([
  ['DIRECT', null],
  ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
  ['HTTP proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
  [' https proxy.example:443 ', 'https://proxy.example:443'],
  ['SOCKS5 proxy.example:1080; PROXY other.example:80', 'http://other.example:80'],
  ['SOCKS5 proxy.example:1080', null],
  ['DIRECT; PROXY proxy.example:3128', null],
  ['PROXY ; PROXY :; nonsense', null],
  ['', null],
])('the system’s answer %j is gone by as %j', (answer, way) => {
  expect(firstProxy(answer)).toBe(way);
});

it('a system that fails or never answers leaves the direct way', async () => {
  const clock = virtualClock();
  const failing = createSystemProxy(
    () => ({ resolveProxy: () => Promise.reject(new Error()) }),
    clock,
  );
  expect(await failing('https://fleet.invalid')).toBeNull();
  const silent = createSystemProxy(() => ({ resolveProxy: () => new Promise(() => {}) }), clock);
  const asked = silent('https://fleet.invalid');
  clock.advance(ANSWER_MS);
  expect(await asked).toBeNull();
});

it('the app asks the system for its proxy before it asks a server', async () => {
  // What the environment names would count before it.
  for (const name of ['HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, '');
  const fake = await launch();
  const { webContents } = await opened(fake);
  const call = fake.recorded.invoke.get(CALL_CHANNEL);
  const sender = { sender: webContents, senderFrame: webContents.mainFrame };
  const { defaultSession } = fake.electron.session;
  // Nothing listens there: the request goes that way or, without a name to look up, nowhere.
  defaultSession.proxies = 'PROXY 127.0.0.1:1';
  const told = await call?.(sender as never, 'session.signInWithPassword', {
    ...{ baseUrl: 'https://fleet.invalid/api', email: 'd@waybill.example' },
    password: 'made up',
  });
  expect(told).toMatchObject({ ok: false, error: { kind: 'offline' } });
  expect(defaultSession.proxied).toContain('https://fleet.invalid/');
});

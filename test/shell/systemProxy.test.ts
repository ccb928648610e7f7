import { afterEach, expect, it, vi } from 'vitest';
import { CALL_CHANNEL } from '../../shared/ipc/channels.ts';
import { ANSWER_MS, createSystemProxy, REST_MS, waysOf } from '../../electron/shell/systemProxy.ts';
import { endAll, launch, opened } from '../support/shell.ts';
import { virtualClock } from '../support/virtualClock.ts';

afterEach(async () => {
  await endAll();
  vi.unstubAllEnvs();
});

it.each([
  ['DIRECT', [null]],
  ['PROXY proxy.example:3128', ['http://proxy.example:3128']],
  ['HTTP proxy.example:3128; DIRECT', ['http://proxy.example:3128', null]],
  [
    'PROXY a.example:80; PROXY b.example:80; DIRECT',
    ['http://a.example:80', 'http://b.example:80', null],
  ],
  [' https proxy.example:443 ', ['https://proxy.example:443']],
  ['PROXY [2001:db8::1]:3128', ['http://[2001:db8::1]:3128']],
  ['SOCKS5 proxy.example:1080; PROXY other.example:80', ['http://other.example:80']],
  ['SOCKS5 proxy.example:1080', [null]],
  ['DIRECT; PROXY proxy.example:3128', [null, 'http://proxy.example:3128']],
  ['PROXY ; PROXY :; nonsense', [null]],
  ['PROXY user:word@proxy.example:80; PROXY proxy.example:80/path; PROXY p:99999', [null]],
  ['', [null]],
])('the system’s answer %j is gone by as %j', (answer, ways) => {
  expect(waysOf(answer)).toEqual(ways);
});

const ORIGIN = 'https://fleet.invalid';

it.each([
  ['rejects', () => Promise.reject(new Error())],
  [
    'throws',
    () => {
      throw new Error();
    },
  ],
])('a system that %s leaves the direct way', async (_how, resolveProxy) => {
  const system = createSystemProxy(() => ({ resolveProxy }), virtualClock());
  expect(await system.wayTo(ORIGIN)).toBeNull();
});

it('a system that never answers leaves the direct way, and is waited for once', async () => {
  const clock = virtualClock();
  const answers: PromiseWithResolvers<string>[] = [];
  const resolveProxy = (): Promise<string> => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  const system = createSystemProxy(() => ({ resolveProxy }), clock);
  const both = Promise.all([system.wayTo(ORIGIN), system.wayTo(ORIGIN)]);
  clock.advance(ANSWER_MS);
  expect(await both).toEqual([null, null]);
  expect(await system.wayTo(ORIGIN)).toBeNull();
  await expect.poll(() => answers.length).toBe(1);
  // It comes to itself, and is asked again.
  answers[0]?.resolve('DIRECT');
  await expect
    .poll(() => {
      void system.wayTo(ORIGIN);
      return answers.length;
    })
    .toBe(2);
  const later = system.wayTo(ORIGIN);
  answers[1]?.resolve('PROXY proxy.example:80');
  expect(await later).toBe('http://proxy.example:80');
  expect(clock.waiting()).toBe(0);
});

it('a proxy that could not be reached stands back for a while where another way is named', async () => {
  const clock = virtualClock();
  let answer = 'PROXY a.example:80; PROXY b.example:80';
  const system = createSystemProxy(() => ({ resolveProxy: async () => answer }), clock);
  const way = (): Promise<string | null> => system.wayTo(ORIGIN);
  expect(await way()).toBe('http://a.example:80');
  system.failed('http://a.example:80');
  expect(await way()).toBe('http://b.example:80');
  system.failed('http://b.example:80');
  expect(await way()).toBe('http://a.example:80');
  answer += '; DIRECT';
  expect(await way()).toBeNull();
  clock.advance(REST_MS);
  expect(await way()).toBe('http://a.example:80');
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

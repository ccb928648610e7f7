import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import { REDACTED } from '../../electron/core/api/redactor.ts';
import { createCore } from '../../electron/core/createCore.ts';
import type { Core } from '../../electron/core/core.ts';
import { SCAN_ORDER } from '../../electron/core/sync/plan.ts';
import { unpackText } from '../../electron/core/zip.ts';
import { requestsFor } from '../contract/clientRequests.ts';
import { ok } from '../../shared/result.ts';
import { spellings, startEchoProxy, type EchoProxy } from '../support/echoProxy.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { noLocalService, temporaryFolder } from './session/support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let service: TestService;
let proxy: EchoProxy;
let core: Core;

/** Everything that left the core: answers, events, log, files that were handed out, what was printed. */
const told: string[] = [];
/** What of it is no data: the log, events and errors. */
const messages: string[] = [];
const files: { name: string; bytes: Uint8Array }[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startTestService({ dataDir: ':memory:', vehicles: 6 });
  proxy = await startEchoProxy(() => service.running().baseUrl);
  const base = createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'debug' });
  const started = await createCore({
    ...base,
    localService: noLocalService,
    secrets: memorySecrets(),
    version: 'test',
    log: { write: (...entry) => messages.push(JSON.stringify(entry)) },
    typesetter: {
      merge: () => Promise.resolve(ok(null)),
      look: () => Promise.resolve({ why: 'damaged' }),
      pictures: () => Promise.resolve(ok([])),
      renewFonts: () => Promise.resolve(),
      make: ([source]) => {
        const { answerId, answerJson, formJson } = source ?? {
          answerId: '',
          answerJson: '',
          formJson: '',
        };
        const pdf = Buffer.from(`%PDF-1.7\n${answerJson}${formJson ?? ''}`);
        return Promise.resolve(
          ok({
            pdf,
            pages: 1,
            sides: [],
            standard: 'ua-1',
            notes: [],
            scripts: [],
            perAnswer: [],
            title: answerId,
            left: [],
            taken: 1,
          }),
        );
      },
      close: () => Promise.resolve(),
    },
    files: {
      folder: () => Promise.resolve(ok(null)),
      save: (name, _type, bytes) => {
        files.push({ name, bytes });
        return Promise.resolve(ok({ outcome: 'file', href: null, fileName: name }));
      },
    },
  });
  if (!started.ok) throw new Error(started.error.message);
  core = started.value;
  core.on((event) => messages.push(JSON.stringify(event)));
});
afterAll(async () => {
  await core.close();
  await proxy.close();
  await service.close();
  folder.remove();
});

async function call(name: Parameters<Core['call']>[0], input: unknown): Promise<unknown> {
  const answer = await core.call(name, input);
  (answer.ok ? told : messages).push(JSON.stringify(answer));
  return answer;
}

/** Asks until every write was sent, woken by each event of the outbox. */
async function settled(): Promise<void> {
  for (;;) {
    const news = new Promise<void>((resolve) => {
      const stop = core.on((event) => {
        if (event.name !== 'outbox') return;
        stop();
        resolve();
      });
    });
    const counts = await core.call('outbox.counts', {});
    if (!counts.ok) throw new Error(counts.error.message);
    const { byState } = counts.value;
    const open = ['QUEUED', 'SENDING'].some((state) => (byState[state as 'QUEUED'] ?? 0) > 0);
    if (!open) return;
    await news;
  }
}

function allFiles(at: string): string[] {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? allFiles(path.join(at, entry.name)) : [path.join(at, entry.name)],
  );
}

/** The spellings of secrets that are found in some bytes: whole, or in longer pieces. */
function leaks(bytes: Buffer, isData: boolean): string[] {
  return [...proxy.secrets].flatMap((secret) => {
    // A code of six digits may be any number of a record, and has been used.
    if (isData && secret.length === 6) return [];
    const open = secret.startsWith('eyJ') ? secret.indexOf('.') + 1 : 0;
    const pieces = Object.entries(spellings(secret)).flatMap(([name, spelled]) =>
      spelled.length < 8 ? [] : [[name, spelled] as const],
    );
    for (let at = open; at + 24 <= secret.length; at += 8) {
      pieces.push([`piece at ${at}`, secret.slice(at, at + 24)]);
    }
    return pieces.flatMap(([name, spelled]) =>
      bytes.includes(spelled) ? [`${name} of ${secret}`] : [],
    );
  });
}

it('a service that repeats every secret in every answer leaves none anywhere', async () => {
  const { email, password, name } = service.running().account('otp');
  const baseUrl = proxy.baseUrl;
  await call('session.signInWithPassword', { baseUrl, email, password: `${password}-wrong-9` });
  expect(await call('session.signInWithPassword', { baseUrl, email, password })).toMatchObject({
    value: { outcome: 'otp' },
  });
  const code = service.running().oneTimeCode(name);
  expect(await call('session.otp', { baseUrl, email, code })).toMatchObject({
    value: { outcome: 'signedIn' },
  });
  // All lists are read after a sign-in, one after the other; whoever asks for the last waits for them.
  for (const entity of SCAN_ORDER.slice(-1)) await call('records.refresh', { entity });
  proxy.expire();
  await call('records.refresh', { entity: 'vehicle' });
  const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
  const vehicles = ids.ok ? ids.value.ids : [];
  // Each at a record of its own: none waits for what became of another.
  for (const [index, how] of (['refuse', 'break', 'page', 'handOn'] as const).entries()) {
    proxy.nextWrite = how;
    await call('outbox.write', {
      endpoint: 'updateVehicle',
      params: { vehicleId: vehicles[index] ?? '' },
      body: { defaultLabel: `Label ${how}` },
    });
    await settled();
  }
  const listed = await core.call('outbox.list', { offset: 0, limit: 50 });
  if (!listed.ok) throw new Error(listed.error.message);
  told.push(JSON.stringify(listed));
  for (const op of listed.value.ops) await call('outbox.get', { opId: op.id });
  await call('records.window', { view: { entity: 'vehicle' }, offset: 0, limit: 50 });
  await call('records.search', { text: 'secret', limit: 50 });
  const requests = requestsFor({ driverId: '1', carrierId: '1', imei: '1' });
  for (const [endpoint, { params, query }] of Object.entries(requests)) {
    await call('records.read', { endpoint, params, query, refresh: 'always' });
  }
  await call('desk.exportAnswer', { answerId: '600003', from: 'local' });
  await call('outbox.export', { kind: 'copy' });
  await call('session.accounts', {});
  await core.close();

  // Two tokens of two log-ins, a refresh token each, two passwords and a code went through.
  expect(proxy.secrets.size).toBeGreaterThanOrEqual(6);
  expect(proxy.echoed.size).toBeGreaterThan(20);
  const database = allFiles(folder.folder);
  const seen: [string, Buffer][] = [
    ...database.map((file): [string, Buffer] => [path.basename(file), readFileSync(file)]),
    ...files.map(({ name, bytes }): [string, Buffer] => [name, Buffer.from(bytes)]),
    ['told', Buffer.from(told.join('\n'))],
    ['messages', Buffer.from(messages.join('\n'))],
  ];
  for (const { bytes, name } of files.filter(({ name }) => name.endsWith('.zip'))) {
    for (const entry of ['writes.html', 'outbox.json']) {
      const text = await unpackText(bytes, entry, 64 * 1024 * 1024);
      if (!text.ok) throw new Error(`${entry}: ${JSON.stringify(text)}`);
      seen.push([`${entry} of ${name}`, Buffer.from(text.text)]);
    }
  }
  expect(
    seen.flatMap(([name, bytes]) =>
      leaks(bytes, name !== 'messages').map((leak) => `${name}: ${leak}`),
    ),
  ).toEqual([]);
  // What it repeated was kept, without the secrets: nothing here was true for want of an echo.
  for (const kept of ['mirror.db', 'mirror.db.journal', 'told', 'messages']) {
    expect(
      seen.some(([name, bytes]) => name === kept && bytes.includes(REDACTED)),
      kept,
    ).toBe(true);
  }
  expect(
    seen.some(([name, bytes]) => name.startsWith('writes.html') && bytes.includes(REDACTED)),
  ).toBe(true);
  expect(files.map(({ name }) => path.extname(name)).sort()).toEqual(['.pdf', '.zip']);
}, 120_000);

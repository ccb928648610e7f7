import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import type * as PolicyModule from '../../../electron/core/policy.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import type * as Updater from '../../../electron/shell/updater.ts';
import type * as PolicyFile from '../../../electron/shell/policyFile.ts';
import type { Load } from './load.ts';

/** Updates come with a signature that is compared, forwards, and when a person says so. */
async function updatesAreConfined(load: Load): Promise<void> {
  const { confine, updatesOff } = await load<typeof Updater>('electron/shell/updater.ts');
  const updates = { url: 'https://u.example/', channel: 'latest' };
  const installed = { platform: 'win32', isPackaged: true, isPortable: false } as const;
  // No folder of an app that names a publisher.
  const off = updatesOff({ updates }, { ...installed, resources: os.tmpdir() });
  assert.equal(off, 'unsigned');
  // What is set is all that is looked at.
  const updater: { allowDowngrade?: boolean; autoDownload?: boolean } = {};
  confine(updater as never);
  assert.deepEqual([updater.allowDowngrade, updater.autoDownload], [false, false]);
}

/** A policy that can't be read forbids; one that can is kept to. */
export async function policies(load: Load): Promise<void> {
  const { loadPolicy } = await load<typeof PolicyFile>('electron/shell/policyFile.ts');
  // A folder lies where the file should: it is there, and can't be read.
  assert.equal(loadPolicy(os.tmpdir()).state, 'broken');
  assert.equal(loadPolicy(path.join(os.tmpdir(), 'waybill-no-such-policy.json')).state, 'none');

  const { readPolicy, underPolicy, guarded } =
    await load<typeof PolicyModule>('electron/core/policy.ts');
  for (const text of ['{', '{"version":1,"servers":["x y"]}', '{"version":1,"server":[]}']) {
    const { state, servers, exports, localWorkspace, updates } = readPolicy('f', text);
    assert.deepEqual([state, servers, exports, localWorkspace], ['broken', [], [], false]);
    assert.equal(updates, 'forbidden');
  }
  const plain = readPolicy('f', '{"version":1,"updates":{"feed":"http://u.example/"}}');
  assert.equal(plain.state, 'broken');
  await updatesAreConfined(load);
  const text = JSON.stringify({ version: 1, servers: ['https://a.example/api'], exports: [] });
  const policy = readPolicy('f', text);
  const asked: string[] = [];
  const ports = {
    http: { send: ({ url }: { url: string }) => asked.push(url), close: () => undefined },
    files: { save: () => asked.push('save'), folder: () => asked.push('folder') },
    localService: { start: () => Promise.resolve({ ok: false }) },
  } as unknown as Ports;
  const under = underPolicy(ports, policy);
  for (const url of [
    'https://a.example/apix',
    'https://b.example/api',
    'https://a.example/api/x',
  ]) {
    await under.http.send({ url } as never);
  }
  await under.files.save('x', 'y', new Uint8Array());
  await under.files.folder();
  assert.deepEqual(asked, ['https://a.example/api/x']);
  const strict = underPolicy(ports, readPolicy('f', '{'));
  assert.equal(JSON.stringify(await strict.localService.start()).includes('policy'), true);

  const reached: string[] = [];
  const handler = (name: string) => (): never => reached.push(name) as never;
  const names = [
    'desk.saveTable',
    'session.signInWithToken',
    'session.signInWithPassword',
  ] as const;
  const handlers = Object.fromEntries(names.map((name) => [name, handler(name)]));
  const guards = guarded(handlers as never, policy);
  for (const name of names) await guards[name]({ baseUrl: 'https://b.example' } as never);
  assert.deepEqual(reached, []);
}

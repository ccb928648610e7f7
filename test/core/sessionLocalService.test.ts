import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createLocalService,
  type LocalServiceThread,
} from '../../electron/core/adapters/localService.ts';
import { temporaryFolder } from './sessionSupport.ts';

let folder: ReturnType<typeof temporaryFolder>;
let local: LocalServiceThread;
let log: string[];

beforeEach(() => {
  folder = temporaryFolder();
  log = [];
  local = createLocalService({
    worker: new URL('../../electron/service/worker.ts', import.meta.url),
    workerData: { dataDir: folder.folder, port: 0, seed: 'demo', vehicles: 2 },
    log: { write: (_level, event) => log.push(event) },
  });
});
afterEach(async () => {
  await local.close();
  folder.remove();
});

const changed = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = local.onChange(() => {
      stop();
      resolve();
    });
  });

describe('the embedded service in its thread', () => {
  it('starts once for everybody who asks', async () => {
    const [one, two] = await Promise.all([local.start(), local.start()]);
    if (!one.ok || !two.ok) throw new Error('It starts');
    expect(one.value).toEqual(two.value);
    expect(Object.keys(one.value).sort()).toEqual(
      ['basemap', 'baseUrl', 'email', 'password', 'workspaceId'].sort(),
    );
    expect(log.filter((event) => event === 'local.ready')).toHaveLength(1);
  });

  it('tells when it was killed and comes back as the same workspace', async () => {
    const before = await local.start();
    const told = changed();
    await local.kill();
    await told;
    const after = await local.start();
    if (!before.ok || !after.ok) throw new Error('It starts');
    expect(after.value.workspaceId).toBe(before.value.workspaceId);
    expect(after.value.password).toBe(before.value.password);
    const answer = await fetch(`${after.value.baseUrl}/me`);
    expect(answer.status).toBe(401);
  });

  it('says why it can not start', async () => {
    const broken = createLocalService({
      worker: new URL('../../electron/service/worker.ts', import.meta.url),
      workerData: { dataDir: '/dev/null/nowhere', port: 0, seed: 'demo' },
      log: { write: () => undefined },
    });
    const started = await broken.start();
    expect(started).toMatchObject({ ok: false, error: { kind: 'offline', code: 'local.down' } });
    await broken.close();
  });
});

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createLocalService,
  type LocalServiceThread,
} from '../../../electron/core/adapters/localService.ts';
import { fail } from '../../../shared/result.ts';
import { openDesk, temporaryFolder } from './support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let served: string;
let local: LocalServiceThread;
let log: string[];
let nowMs: number;

beforeEach(() => {
  folder = temporaryFolder();
  log = [];
  nowMs = Date.UTC(2026, 0, 5, 8);
  served = path.join(folder.folder, 'service');
  local = createLocalService({
    worker: new URL('../../../electron/service/worker.ts', import.meta.url),
    workerData: { dataDir: served, port: 0, seed: 'empty' },
    log: { write: (_level, event) => log.push(event) },
    clock: { now: () => nowMs },
  });
});
afterEach(async () => {
  await local.close();
  folder.remove();
});

/** A thread that has nothing to prepare. */
const READY_AT_ONCE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.close());
    parentPort.postMessage({
      is: 'ready', workspaceId: 'w', baseUrl: '', email: '', password: '', basemap: '',
    });
  `)}`,
);

const changed = (service = local): Promise<void> =>
  new Promise((resolve) => {
    const stop = service.onChange(() => {
      stop();
      resolve();
    });
  });

describe('the embedded service in its thread', () => {
  it('starts once for everybody who asks, tells when it was killed and comes back as the same workspace', async () => {
    const [before, same] = await Promise.all([local.start(), local.start()]);
    if (!before.ok || !same.ok) throw new Error('It starts');
    expect(before.value).toEqual(same.value);
    expect(Object.keys(before.value).sort()).toEqual(
      ['basemap', 'baseUrl', 'email', 'password', 'workspaceId'].sort(),
    );
    expect(log.filter((event) => event === 'local.ready')).toHaveLength(1);
    const told = changed();
    await local.kill();
    await told;
    const after = await local.start();
    if (!after.ok) throw new Error('It starts');
    expect(after.value.workspaceId).toBe(before.value.workspaceId);
    expect(after.value.password).toBe(before.value.password);
    const answer = await fetch(`${after.value.baseUrl}/me`);
    expect(answer.status).toBe(401);
  });

  it('stays whole where its account can not be removed, leaves nothing when it is, and is another one afterwards', async () => {
    const data = path.join(folder.folder, 'desk');
    const inUse = fail({ kind: 'local', code: 'local.notRemoved', message: 'In use.' });
    let isFree = false;
    const localService = { ...local, remove: async () => (isFree ? local.remove() : inUse) };
    const desk = await openDesk(data, { localService });
    const before = await local.start();
    const opened = await desk.session.openLocal();
    if (!before.ok || !opened.ok || opened.value.account === null) throw new Error('It opens');
    const { id } = opened.value.account;
    expect(existsSync(path.join(served, 'credentials.json'))).toBe(true);
    expect(await desk.ports.secrets.get(id)).not.toBeNull();

    const stays = async (code: string): Promise<void> => {
      expect(await desk.session.remove(id, 0)).toMatchObject({ ok: false, error: { code } });
      expect(await desk.session.accounts()).toMatchObject([{ id, active: true }]);
      await expect.poll(() => desk.session.connection().state).toBe('online');
    };
    await stays('local.notRemoved');
    isFree = true;
    const list = path.join(data, 'accounts.json');
    rmSync(list);
    mkdirSync(path.join(list, 'full'), { recursive: true });
    await stays('disk.full');
    expect(existsSync(path.join(served, 'credentials.json'))).toBe(true);
    rmSync(list, { recursive: true });

    expect(await desk.session.remove(id, 0)).toEqual({
      ok: true,
      value: { setAsideAs: null, reviewsAs: [], leftAs: null },
    });
    expect(readdirSync(folder.folder)).toEqual(['desk']);
    expect(await desk.ports.secrets.get(id)).toBeNull();
    const after = await local.start();
    if (!after.ok) throw new Error('It starts');
    expect(after.value.workspaceId).not.toBe(before.value.workspaceId);
    expect(after.value.password).not.toBe(before.value.password);
    await desk.close();

    // The end of the app may come when the account is off the list already.
    mkdirSync(path.join(data, 'accounts', `${id} 1 service`));
    const next = await openDesk(data, { localService });
    expect(readdirSync(path.join(data, 'accounts'))).toEqual([]);
    expect(readdirSync(folder.folder)).toEqual(['desk']);
    await next.close();
  });

  it('says which file is damaged, and what to do about it', async () => {
    mkdirSync(served);
    const file = path.join(served, 'service.sqlite');
    writeFileSync(file, 'This is no database at all. '.repeat(300));
    const refused = await local.start();
    if (refused.ok) throw new Error('It starts over a damaged database');
    expect(refused.error.code).toBe('local.damaged');
    expect(refused.error.message).toContain(file);
    expect(refused.error.message).toContain(`Delete the folder ${served}`);
  });

  it('says why its folder can not be used, by a code of its own', async () => {
    for (const reason of ['inUse', 'noRoom']) {
      const news = JSON.stringify({ is: 'failed', message: 'It says why.', reason });
      const refusing = createLocalService({
        worker: new URL(
          `data:text/javascript,${encodeURIComponent(`
            import { parentPort } from 'node:worker_threads';
            parentPort.postMessage(${news});
          `)}`,
        ),
        workerData: { dataDir: served },
        log: { write: (_level, event) => log.push(event) },
        clock: { now: () => nowMs },
      });
      expect(await refusing.start()).toMatchObject({
        ok: false,
        error: {
          code: `local.${reason}`,
          message: expect.stringContaining('It says why.') as unknown,
        },
      });
      await refusing.close();
    }
  });

  it('that ends three times within a minute rests until the minute is over', async () => {
    const brief = createLocalService({
      worker: READY_AT_ONCE,
      workerData: { dataDir: served },
      log: { write: (_level, event) => log.push(event) },
      clock: { now: () => nowMs },
    });
    for (let death = 0; death < 3; death += 1) {
      expect((await brief.start()).ok).toBe(true);
      const told = changed(brief);
      await brief.kill();
      await told;
    }
    expect(await brief.start()).toMatchObject({
      ok: false,
      error: { kind: 'offline', code: 'local.loop' },
    });
    expect(log.filter((event) => event === 'local.ready')).toHaveLength(3);
    nowMs += 60_000;
    expect((await brief.start()).ok).toBe(true);
    await brief.close();
  });

  it('says why it can not start', async () => {
    const broken = createLocalService({
      worker: new URL('../../../electron/service/worker.ts', import.meta.url),
      workerData: { dataDir: '/dev/null/nowhere', port: 0, seed: 'demo' },
      log: { write: () => undefined },
      clock: { now: () => nowMs },
    });
    const started = await broken.start();
    expect(started).toMatchObject({ ok: false, error: { kind: 'offline', code: 'local.down' } });
    await broken.close();
  });
});

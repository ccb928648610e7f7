import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { LocalService, LocalServiceInfo, Log } from '../ports.ts';

/** What the thread tells: that its server listens, that it can't, or that it made a mistake. */
const news = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('ready'),
    workspaceId: z.string().check(z.minLength(1)),
    baseUrl: z.string(),
    email: z.string(),
    password: z.string(),
    basemap: z.string(),
  }),
  z.object({ is: z.literal('failed'), message: z.string() }),
  z.object({ is: z.literal('bug'), message: z.string() }),
]);

const STOP_MS = 5_000;

const NOT_REMOVED = fail({
  kind: 'local',
  code: 'local.notRemoved',
  message: 'The folder of the local workspace’s service could not be removed.',
  safe: 'The account is still here and can be removed again.',
  next: 'retry',
});

export interface LocalServiceOptions {
  /** The worker's script: the core runs it and knows nothing else of it. */
  worker: URL;
  /** Handed to the worker as its `workerData`; its folder belongs to the service alone. */
  workerData: { dataDir: string } & Record<string, unknown>;
  log: Log;
}

export interface LocalServiceThread extends LocalService {
  /** Ends the service at once, as a crash would; `start` brings it back. */
  kill(): Promise<void>;
}

interface Running {
  worker: Worker;
  info: Promise<Result<LocalServiceInfo>>;
}

/** The embedded fleet service in a thread of its own: it may die without taking the core along. */
export function createLocalService(options: LocalServiceOptions): LocalServiceThread {
  const listeners = new Set<() => void>();
  let running: Running | null = null;
  let closed = false;
  /** Its folder is being taken away: no new one is made in it before that has ended. */
  let removing: Promise<unknown> = Promise.resolve();

  const failed = (message: string): Result<LocalServiceInfo> =>
    fail({
      kind: 'offline',
      code: 'local.down',
      message,
      safe: 'The local workspace keeps what it has; waiting writes stay in the outbox.',
      next: 'retry',
    });

  const launch = (): Running => {
    const worker = new Worker(options.worker, { workerData: options.workerData });
    let wasReady = false;
    const info = new Promise<Result<LocalServiceInfo>>((resolve) => {
      worker.on('message', (message: unknown) => {
        const told = z.safeParse(news, message);
        if (!told.success) return;
        switch (told.data.is) {
          case 'ready': {
            const { is: _is, ...found } = told.data;
            wasReady = true;
            options.log.write('info', 'local.ready');
            resolve(ok(found));
            return;
          }
          case 'failed':
            options.log.write('error', 'local.failed', { error: told.data.message });
            resolve(failed(`The embedded fleet service can’t start: ${told.data.message}`));
            return;
          case 'bug':
            options.log.write('error', 'local.bug', { error: told.data.message });
            return;
        }
      });
      worker.on('error', (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        options.log.write('error', 'local.failed', { error: message });
      });
      worker.on('exit', (code) => {
        options.log.write('info', 'local.ended', { code });
        if (running?.worker === worker) running = null;
        resolve(failed('The embedded fleet service did not start.'));
        if (wasReady) for (const listener of [...listeners]) listener();
      });
    });
    return { worker, info };
  };

  const ended = (worker: Worker): Promise<void> =>
    new Promise((resolve) => worker.once('exit', () => resolve()));

  const stop = async (): Promise<void> => {
    const worker = running?.worker;
    if (worker === undefined) return;
    const over = ended(worker);
    const impatient = setTimeout(() => void worker.terminate(), STOP_MS);
    worker.postMessage({ do: 'stop' });
    await over;
    clearTimeout(impatient);
  };

  const takeAway = async (): Promise<Result<Record<string, never>>> => {
    await stop();
    try {
      await rm(options.workerData.dataDir, { recursive: true, force: true, maxRetries: 3 });
      return ok({});
    } catch {
      return NOT_REMOVED;
    }
  };

  return {
    async start() {
      await removing;
      if (closed) return failed('The embedded fleet service was closed.');
      running ??= launch();
      return running.info;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async kill() {
      await running?.worker.terminate();
    },
    remove() {
      const gone = removing.then(takeAway);
      removing = gone;
      return gone;
    },
    async close() {
      closed = true;
      listeners.clear();
      await stop();
    },
  };
}

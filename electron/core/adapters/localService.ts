import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Clock, LocalService, LocalServiceInfo, Log } from '../ports.ts';

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
  z.object({
    is: z.literal('failed'),
    message: z.string(),
    reason: z.optional(z.enum(['damaged', 'inUse', 'noRoom'])),
  }),
  z.object({ is: z.literal('bug'), message: z.string() }),
]);

/** By the reason for which a service can't use its folder. */
const FOLDER_CODES = {
  damaged: 'local.damaged',
  inUse: 'local.inUse',
  noRoom: 'local.noRoom',
} as const;

const STOP_MS = 5_000;

/** A thread that ended so often within that time is not started before the time is over. */
const MOST_ENDS = 3;
const ENDS_WITHIN_MS = 60_000;

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
  clock: Pick<Clock, 'now'>;
}

export interface LocalServiceThread extends LocalService {
  /** Ends the service at once, as a crash would; `start` brings it back. */
  kill(): Promise<void>;
}

type Started = Result<LocalServiceInfo>;

function down(message: string, code = 'local.down'): Started {
  return fail({
    kind: 'offline',
    code,
    message,
    safe: 'The local workspace keeps what it has; waiting writes stay in the outbox.',
    next: 'retry',
  });
}

/** One run of the thread, from its start to its end. */
interface Run {
  worker: Worker;
  /** Where its server listens, or why it doesn't. */
  info: Promise<Started>;
  /** Asks it to stop, and ends it where that takes too long. */
  stop(): Promise<void>;
  /** Once it has ended; whether it had been ready, and whether it was asked to stop. */
  ended: Promise<{ wasReady: boolean; asked: boolean }>;
}

function launch({ worker: script, workerData, log }: LocalServiceOptions): Run {
  const worker = new Worker(script, { workerData });
  let wasReady = false;
  let asked = false;
  let resolveStarted: (started: Started) => void = () => undefined;
  const info = new Promise<Started>((resolve) => (resolveStarted = resolve));

  worker.on('message', (message: unknown) => {
    const parsed = z.safeParse(news, message);
    if (!parsed.success) return;
    switch (parsed.data.is) {
      case 'ready': {
        const { is: _is, ...found } = parsed.data;
        wasReady = true;
        log.write('info', 'local.ready');
        return resolveStarted(ok(found));
      }
      case 'failed':
        log.write('error', 'local.failed', { error: parsed.data.message });
        return resolveStarted(
          down(
            `The embedded fleet service can’t start: ${parsed.data.message}`,
            parsed.data.reason && FOLDER_CODES[parsed.data.reason],
          ),
        );
      case 'bug':
        log.write('error', 'local.bug', { error: parsed.data.message });
    }
  });
  worker.on('error', (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    log.write('error', 'local.failed', { error: message });
  });
  const ended: Run['ended'] = new Promise((resolve) => {
    worker.on('exit', (code) => {
      log.write('info', 'local.ended', { code });
      resolveStarted(down('The embedded fleet service did not start.'));
      resolve({ wasReady, asked });
    });
  });

  return {
    worker,
    info,
    ended,
    async stop() {
      asked = true;
      const impatient = setTimeout(() => void worker.terminate(), STOP_MS);
      worker.postMessage({ do: 'stop' });
      await ended;
      clearTimeout(impatient);
    },
  };
}

/** Keeps a thread that ends again and again from being started again and again. */
class Ends {
  readonly #clock: Pick<Clock, 'now'>;
  #at: number[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  note(): void {
    this.#at = [...this.#late(), this.#clock.now()];
  }

  /** Whether it may be started: what ended long ago, or before the clock was put back, counts not. */
  mayStart(): boolean {
    return this.#late().length < MOST_ENDS;
  }

  #late(): number[] {
    const now = this.#clock.now();
    return this.#at.filter((at) => Math.abs(now - at) < ENDS_WITHIN_MS);
  }
}

/** The embedded fleet service in a thread of its own: it may die without taking the core along. */
export function createLocalService(options: LocalServiceOptions): LocalServiceThread {
  const listeners = new Set<() => void>();
  const ends = new Ends(options.clock);
  let running: Run | null = null;
  let closed = false;
  /** Its folder is being taken away: no new one is made in it before that has ended. */
  let removing: Promise<unknown> = Promise.resolve();

  const begin = (): Run => {
    const run = launch(options);
    void run.ended.then(({ wasReady, asked }) => {
      if (running === run) running = null;
      if (!asked) ends.note();
      if (wasReady) for (const listener of [...listeners]) listener();
    });
    return run;
  };

  /** As a whole or not at all: half a folder is no workspace. */
  const takeAway = async (): Promise<Result<Record<string, never>>> => {
    await running?.stop();
    const { dataDir } = options.workerData;
    const away = `${dataDir} removed`;
    const drop = (): Promise<void> => rm(away, { recursive: true, force: true, maxRetries: 3 });
    try {
      await drop();
      if (existsSync(dataDir)) await rename(dataDir, away);
    } catch {
      return NOT_REMOVED;
    }
    await drop().catch(() => options.log.write('warn', 'local.filesLeft'));
    return ok({});
  };

  return {
    async start() {
      await removing;
      if (closed) return down('The embedded fleet service was closed.');
      if (running === null && !ends.mayStart()) {
        options.log.write('warn', 'local.loop');
        return down(
          'The embedded fleet service ended three times within a minute. It is started again when the minute is over.',
          'local.loop',
        );
      }
      running ??= begin();
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
      await running?.stop();
    },
  };
}

import { Worker } from 'node:worker_threads';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Log } from '../ports.ts';
import { takeLock } from './lock.ts';
import type { Lock } from './lock.ts';
import { closeDatabase, openWriter } from './open.ts';
import { movedWith } from './protocol.ts';
import type { Reply, Request, WorkerStart } from './protocol.ts';
import { Refusal } from './refusal.ts';
import { runRead, runWrite } from './runner.ts';
import type { RecordChange, Written } from './runner.ts';
import type { ReadQueryName, Store } from './types.ts';

export interface OpenOptions {
  /** Path of the database file; `:memory:` for inline stores of tests. */
  file: string;
  /** `thread`: a writer and a reader in worker threads; `inline`: the same code in this one. */
  mode: 'thread' | 'inline';
  /** Where the worker's code lies, when not beside this file. */
  workerUrl?: URL;
  log?: Log;
}

/** Queries that take longer are written to the log, by name only. */
const SLOW_MS = 40;

/** How a backend runs queries; the store on top tells listeners and keeps the lock. */
interface Backend {
  read(name: string, input: unknown): Promise<unknown>;
  write(name: string, input: unknown): Promise<Result<Written>>;
  close(): Promise<void>;
}

/**
 * Opens one identity's database. The lock is taken first, beside the file (`<file>.lock`), so a
 * second process is refused before it opens anything.
 *
 * Errors: `local` / `db.locked`, and those of `openWriter` (`db.newer`, `db.sqliteTooOld`,
 * `db.damaged`, `db.readonly`, `disk.full`).
 */
export async function openStore(options: OpenOptions): Promise<Result<Store>> {
  let lock: Lock | null = null;
  if (options.file !== ':memory:') {
    const taken = takeLock(`${options.file}.lock`);
    if (!taken.ok) return taken;
    lock = taken.value;
  }
  try {
    const backend =
      options.mode === 'inline' ? openInline(options.file) : await openThreads(options);
    if (!backend.ok) {
      lock?.release();
      return backend;
    }
    return ok(storeOver(backend.value, lock));
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function storeOver(backend: Backend, lock: Lock | null): Store {
  const listeners = new Set<(changes: readonly RecordChange[]) => void>();
  let closing: Promise<void> | null = null;
  return {
    // The names tie inputs to outputs; behind the worker's messages there are no types.
    read: (name, input) => backend.read(name, input) as never,
    async write(name, input) {
      const written = await backend.write(name, input);
      if (!written.ok) return written;
      if (written.value.changes.length > 0) {
        for (const listener of listeners) listener(written.value.changes);
      }
      return ok(written.value.value as never);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closing ??= backend.close().finally(() => lock?.release());
      return closing;
    },
  };
}

const closed = fail({
  kind: 'local',
  code: 'db.closed',
  message: 'The database is closed.',
  safe: 'Nothing was changed.',
});

function openInline(file: string): Result<Backend> {
  const opened = openWriter(file);
  if (!opened.ok) return opened;
  const handle = opened.value;
  return ok({
    async read(name, input) {
      if (!handle.raw.open) throw new Refusal(closed.error);
      return structuredClone(runRead(handle, name, input));
    },
    async write(name, input) {
      return handle.raw.open ? structuredClone(runWrite(handle, name, input)) : closed;
    },
    async close() {
      closeDatabase(handle);
    },
  });
}

async function openThreads(options: OpenOptions): Promise<Result<Backend>> {
  const writer = startWorker(options, 'writer');
  const reader = startWorker(options, 'reader');
  const ready = await writer.open();
  const readable = ready.ok ? await reader.open() : ready;
  if (!readable.ok) {
    await Promise.all([reader.close(), writer.close()]);
    return readable;
  }
  const apart = new Set<Promise<unknown>>();
  const runApart = (name: string, input: unknown): Promise<unknown> => {
    const running = inThreadOfItsOwn(options, name, input).finally(() => apart.delete(running));
    apart.add(running);
    return running;
  };
  return ok({
    read: (name, input) => (SLOW.has(name) ? runApart(name, input) : reader.run(name, input)),
    async write(name, input) {
      return writer.isOpen() ? ((await writer.run(name, input)) as Result<Written>) : closed;
    },
    async close() {
      await Promise.allSettled(apart);
      await reader.close();
      await writer.close();
    },
  });
}

/** Reads that take seconds: in the reader's thread every list would wait for them. */
const SLOW: ReadonlySet<string> = new Set<ReadQueryName>(['documents.prepare']);

/** Runs a read in a thread that ends with it, and whose memory goes then. */
async function inThreadOfItsOwn(
  options: OpenOptions,
  name: string,
  input: unknown,
): Promise<unknown> {
  const thread = startWorker(options, 'reader');
  try {
    const opened = await thread.open();
    if (!opened.ok) throw new Error(opened.error.message);
    return await thread.run(name, input);
  } finally {
    await thread.close();
  }
}

interface DatabaseThread {
  open(): Promise<Result<Record<string, never>>>;
  isOpen(): boolean;
  /** Rejects when the query threw (a bug) or the thread ended. */
  run(name: string, input: unknown): Promise<unknown>;
  close(): Promise<void>;
}

interface Waiting {
  name: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

function startWorker(options: OpenOptions, role: WorkerStart['role']): DatabaseThread {
  const url = options.workerUrl ?? new URL('./worker.ts', import.meta.url);
  const start: WorkerStart = { file: options.file, role };
  const worker = new Worker(url, { workerData: start, name: `waybill-db-${role}` });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let open = true;
  let endOpened: (result: Result<Record<string, never>>) => void = () => undefined;
  const opened = new Promise<Result<Record<string, never>>>((resolve) => (endOpened = resolve));

  const ask = (request: Exclude<Request, { do: 'open' }>, name: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!open) {
        reject(new Refusal(closed.error));
        return;
      }
      waiting.set(request.id, { name, resolve, reject });
      worker.postMessage(request, request.do === 'run' ? movedWith(request.input) : []);
    });

  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  const noteSlow = (name: string, tookMs: number): void => {
    if (tookMs < SLOW_MS) return;
    options.log?.write('info', 'db.slow', { query: name, role, ms: Math.round(tookMs) });
  };

  worker.on('message', (reply: Reply) => {
    switch (reply.is) {
      case 'opened':
        endOpened(reply.result);
        return;
      case 'read':
      case 'written': {
        const one = settle(reply.id);
        if (one === undefined) return;
        noteSlow(one.name, reply.tookMs);
        one.resolve(reply.is === 'read' ? reply.value : reply.result);
        return;
      }
      case 'closed':
        settle(reply.id)?.resolve(undefined);
        return;
      case 'thrown': {
        const one = settle(reply.id);
        one?.reject(new Error(`Query ${one.name} failed: ${reply.message}`));
        return;
      }
    }
  });
  const end = (why: string): void => {
    open = false;
    const ended = fail({
      kind: 'local',
      code: 'db.thread',
      message: `The database thread ended: ${why}`,
      safe: 'What was confirmed before is on disk.',
      next: 'retry',
    });
    endOpened(ended);
    for (const one of waiting.values()) one.reject(new Refusal(ended.error));
    waiting.clear();
  };
  worker.on('error', (error) => end(error instanceof Error ? error.message : 'error'));
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      end('exit');
      resolve();
    });
  });

  return {
    open() {
      if (open) worker.postMessage({ do: 'open' } satisfies Request);
      return opened;
    },
    isOpen: () => open,
    run: (name, input) => ask({ id: (lastId += 1), do: 'run', name, input }, name),
    async close() {
      if (open) {
        await ask({ id: (lastId += 1), do: 'close' }, 'close').catch(() => undefined);
        open = false;
      }
      await exited;
    },
  };
}

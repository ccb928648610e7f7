import { Worker } from 'node:worker_threads';
import { fail } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { Log } from '../ports.ts';
import { movedWith } from './protocol.ts';
import type { Opened, Reply, Request, WorkerStart } from './protocol.ts';
import { Refusal } from './refusal.ts';

/** Queries that take longer are written to the log, by name only. */
const SLOW_MS = 40;

export interface DatabaseThread {
  open(): Promise<Result<Opened>>;
  isOpen(): boolean;
  /** Rejects when the query threw (a bug) or the thread ended. */
  run(name: string, input: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface ThreadEvents {
  died(): void;
  failed(error: AppError): void;
}

/** Calls that came after a thread had ended. */
export const threadEnded: AppError = {
  kind: 'local',
  code: 'db.thread',
  message: 'The database ended unexpectedly and is being opened anew.',
  safe: 'What was confirmed before is on disk; it is safe to try again.',
  next: 'retry',
};

/** A write that was under way: it is one transaction. */
const cutShort: AppError = {
  ...threadEnded,
  code: 'db.cutShort',
  message: 'The database ended unexpectedly while this was saved, and is being opened anew.',
  safe: 'It is on disk as a whole or not at all. Look whether it was done before you do it again.',
};

export const closed = fail({
  kind: 'local',
  code: 'db.closed',
  message: 'The database is closed.',
  safe: 'Nothing was changed.',
});

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? String(error.code) : error.name;
}

interface Call {
  name: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Calls that a thread has not answered yet. */
class OpenCalls {
  readonly #calls = new Map<number, Call>();
  #lastId = 0;

  get size(): number {
    return this.#calls.size;
  }

  /** Waits for the answer of a request that `post` sends under the id given to it. */
  add(name: string, post: (id: number) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      this.#calls.set(id, { name, resolve, reject });
      post(id);
    });
  }

  take(id: number): Call | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }

  rejectAll(error: AppError): void {
    for (const call of this.#calls.values()) call.reject(new Refusal(error));
    this.#calls.clear();
  }
}

/** Answers a call. */
function answerCall(
  calls: OpenCalls,
  reply: Exclude<Reply, { is: 'opened' | 'stepFailed' }>,
  noteSlow: (name: string, tookMs: number) => void,
): void {
  const call = calls.take(reply.id);
  switch (reply.is) {
    case 'read':
    case 'written':
      if (call === undefined) return;
      noteSlow(call.name, reply.tookMs);
      call.resolve(reply.is === 'read' ? reply.value : reply.result);
      return;
    case 'closed':
      call?.resolve(undefined);
      return;
    case 'failed':
      call?.reject(new Refusal(reply.error));
      return;
    case 'thrown':
      call?.reject(new Error(`Query ${call.name} failed: ${reply.message}`));
  }
}

/**
 * Starts a thread of the database; it opens nothing before `open`.
 *
 * @param script what the thread runs
 * @param tell `died` is called once when it ends without being closed, before what waits for it fails; `failed`
 * with what the computer failed at that nobody had asked for
 */
export function startThread(
  script: URL,
  start: WorkerStart,
  log: Log | undefined,
  tell: ThreadEvents,
): DatabaseThread {
  const { role } = start;
  const worker = new Worker(script, { workerData: start, name: `waybill-db-${role}` });
  const calls = new OpenCalls();
  let open = true;
  let closing = false;
  let gone = false;
  let endOpened: (result: Result<Opened>) => void = () => undefined;
  const opened = new Promise<Result<Opened>>((resolve) => (endOpened = resolve));

  const noteSlow = (query: string, tookMs: number): void => {
    if (tookMs < SLOW_MS) return;
    log?.write('info', 'db.slow', { query, role, ms: Math.round(tookMs) });
  };
  const isOpened = (result: Result<Opened>): void => {
    // A thread that can't open ends.
    if (!result.ok) closing = true;
    endOpened(result);
  };
  const end = (why: string): void => {
    if (!open && calls.size === 0) return endOpened(fail(threadEnded));
    open = false;
    if (!closing) {
      gone = true;
      log?.write('error', 'db.threadEnded', { role, why });
      tell.died();
    }
    endOpened(fail(threadEnded));
    calls.rejectAll(role === 'writer' ? cutShort : threadEnded);
  };

  worker.on('message', (reply: Reply) => {
    if (reply.is === 'opened') isOpened(reply.result);
    else if (reply.is === 'stepFailed') tell.failed(reply.error);
    else answerCall(calls, reply, noteSlow);
  });
  // The class and the code alone: a message may quote what a person typed.
  worker.on('error', (error: unknown) => end(nameOf(error)));
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
    async run(name, input) {
      if (!open) throw new Refusal(gone ? threadEnded : closed.error);
      return calls.add(name, (id) =>
        worker.postMessage({ id, do: 'run', name, input } satisfies Request, movedWith(input)),
      );
    },
    async close() {
      closing = true;
      if (open) {
        const said = calls.add('close', (id) =>
          worker.postMessage({ id, do: 'close' } satisfies Request),
        );
        await said.catch(() => undefined);
        open = false;
      }
      await exited;
    },
  };
}

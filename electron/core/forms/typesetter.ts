import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Clock, Log, Typesetter } from '../ports.ts';
import type { ThreadReply, ThreadRequest, ThreadStart } from './document/protocol.ts';

/** The threads that typeset documents: started with the first one, ended when none comes. */

/** Two keep a small computer busy; each needs about 100 MB. */
const MOST_THREADS = 2;
/** What is young is collected sooner: with the usual room of 48 MB each thread keeps 25 MB more, and is no faster. */
const YOUNG_MB = 8;
const IDLE_MS = 30_000;
/** A document of the largest size takes a second or two. */
const LIMIT_MS = 120_000;
/** Merging takes some milliseconds for each part. */
const LIMIT_OF_PART_MS = 1_000;
/** Where a person puts fonts for scripts that Waybill brings none for. */
export const FONT_FOLDER = 'fonts';

const FAILED = {
  kind: 'local',
  safe: 'The answer itself is safe in the mirror.',
} as const;

const ended = fail({
  ...FAILED,
  code: 'document.ended',
  message: 'The document was not made: the typesetter ended unexpectedly.',
  next: 'retry',
});
const tooLong = fail({
  ...FAILED,
  code: 'document.tooLong',
  message: 'The document was not made in the time that the largest one takes.',
  next: 'report',
});
const unreadable = fail({
  kind: 'server',
  code: 'answer.unreadable',
  message: 'The copy of this answer is not JSON, so no document can be made of it.',
  safe: 'The copy is kept as it is.',
  next: 'report',
});

interface Waiting {
  request: Omit<ThreadRequest, 'id'>;
  limitMs: number;
  resolve(reply: Result<ThreadReply>): void;
}

interface Thread {
  worker: Worker;
  /** It knows fonts of before: it ends with what it does. */
  isStale: boolean;
  busy: { id: number; waiting: Waiting; cancelLimit: () => void } | null;
}

export interface TypesetterOptions {
  clock: Clock;
  log: Log;
  /** The data folder, whose `fonts` folder may hold further fonts. */
  dataDir: string;
}

/** Paths of the fonts that a person added to a data folder; none where there is no such folder. */
export async function addedFonts(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, FONT_FOLDER);
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => /\.(ttf|otf)$/i.test(name))
      .sort()
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

class Threads {
  readonly #options: TypesetterOptions;
  readonly #threads = new Set<Thread>();
  readonly #queue: Waiting[] = [];
  /** Read with the first document, and anew after a rest. */
  #fonts: Promise<void> | null = null;
  #known: readonly string[] = [];
  #cancelIdle: () => void = () => undefined;
  #lastId = 0;
  #closed = false;

  constructor(options: TypesetterOptions) {
    this.#options = options;
  }

  async ask(request: Omit<ThreadRequest, 'id'>, limitMs = LIMIT_MS): Promise<Result<ThreadReply>> {
    this.#cancelIdle();
    await (this.#fonts ?? this.#readFonts());
    if (this.#closed) return ended;
    return new Promise((resolve) => {
      this.#queue.push({ request, limitMs, resolve });
      this.#next();
    });
  }

  async renewFonts(): Promise<void> {
    // Where no thread runs, the next document reads them.
    if (this.#fonts === null) return;
    await this.#readFonts();
    for (const thread of this.#threads) {
      thread.isStale = true;
      if (thread.busy === null) void this.#end(thread, ended);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelIdle();
    for (const { resolve } of this.#queue.splice(0)) resolve(ended);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, ended)));
  }

  #readFonts(): Promise<void> {
    const reading = addedFonts(this.#options.dataDir).then((fonts) => {
      // What was read before fonts changed counts no longer.
      if (this.#fonts === reading) this.#known = fonts;
    });
    return (this.#fonts = reading);
  }

  #next(): void {
    const waiting = this.#queue[0];
    if (waiting === undefined) return;
    const free = [...this.#threads].find(({ busy }) => busy === null) ?? this.#start();
    if (free === null) return;
    this.#queue.shift();
    this.#lastId += 1;
    const id = this.#lastId;
    const end = (): void => void this.#end(free, tooLong);
    const cancelLimit = this.#options.clock.after(waiting.limitMs, end);
    free.busy = { id, waiting, cancelLimit };
    free.worker.postMessage({ id, ...waiting.request } satisfies ThreadRequest);
  }

  #start(): Thread | null {
    if (this.#threads.size >= MOST_THREADS) return null;
    const worker = new Worker(new URL('./documentThread.ts', import.meta.url), {
      workerData: { fonts: [...this.#known] } satisfies ThreadStart,
      name: 'waybill-documents',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Thread = { worker, isStale: false, busy: null };
    this.#threads.add(thread);
    worker.on('message', (reply: ThreadReply) => this.#answered(thread, reply));
    // The class alone: a message may quote an answer.
    worker.on('error', (error: unknown) => {
      const why = error instanceof Error ? error.name : typeof error;
      this.#options.log.write('error', 'document.threadEnded', { why });
    });
    worker.on('exit', () => {
      void this.#end(thread, ended);
      if (!this.#closed) this.#next();
    });
    return thread;
  }

  #answered(thread: Thread, reply: ThreadReply): void {
    const { busy } = thread;
    if (busy?.id !== reply.id) return;
    thread.busy = null;
    busy.cancelLimit();
    busy.waiting.resolve(reply.is === 'failed' ? failed(reply.why) : ok(reply));
    if (thread.isStale) void this.#end(thread, ended);
    if (this.#queue.length > 0) this.#next();
    else if ([...this.#threads].every((each) => each.busy === null)) this.#rest();
  }

  /** After a while without documents the memory is given back. */
  #rest(): void {
    this.#cancelIdle();
    this.#cancelIdle = this.#options.clock.after(IDLE_MS, () => {
      // Fonts that were added meanwhile count from the next document on.
      this.#fonts = null;
      for (const thread of this.#threads) if (thread.busy === null) void this.#end(thread, ended);
    });
  }

  async #end(thread: Thread, why: Result<never>): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    const { busy } = thread;
    thread.busy = null;
    busy?.cancelLimit();
    busy?.waiting.resolve(why);
    await thread.worker.terminate();
  }
}

function failed(why: string): Result<never> {
  return fail({
    ...FAILED,
    code: 'document.failed',
    message: `The document could not be made (${why}).`,
    next: 'report',
  });
}

/**
 * Makes documents in threads of its own, two at a time.
 *
 * Errors of `make`: `answer.unreadable` where no answer is JSON; kind `local` with
 * `document.failed`, `document.ended` or `document.tooLong`.
 */
export function createTypesetter(options: TypesetterOptions): Typesetter {
  const threads = new Threads(options);
  return {
    async make(sources, wish, ground) {
      const reply = await threads.ask({ job: { do: 'make', sources, wish, ground } });
      if (!reply.ok) return reply;
      const made = reply.value.is === 'made' ? reply.value.made : null;
      return made === null ? unreadable : ok(made);
    },
    async merge(wish, signal) {
      const stop = new Int32Array(new SharedArrayBuffer(4));
      const onabort = (): void => void Atomics.store(stop, 0, 1);
      signal.addEventListener('abort', onabort);
      if (signal.aborted) onabort();
      const limitMs = LIMIT_MS + wish.parts.length * LIMIT_OF_PART_MS;
      const reply = await threads.ask({ job: { do: 'merge', wish, stop } }, limitMs);
      signal.removeEventListener('abort', onabort);
      if (!reply.ok) return reply;
      if (reply.value.is === 'refused') {
        const { code } = reply.value;
        throw Object.assign(new Error(`The file was not written (${code}).`), {
          ...{ code, path: wish.out },
        });
      }
      return ok(reply.value.is === 'merged' ? reply.value.merged : null);
    },
    async look(file) {
      const reply = await threads.ask({ job: { do: 'look', file } });
      // What holds a thread up, or ends it, would do the same to all others.
      if (!reply.ok) return { why: 'damaged' };
      return reply.value.is === 'looked' ? reply.value.looked : { why: 'damaged' };
    },
    async pictures(source) {
      const reply = await threads.ask({ job: { do: 'pictures', source } });
      if (!reply.ok) return reply;
      return ok(reply.value.is === 'pictures' ? reply.value.pictures : []);
    },
    renewFonts: () => threads.renewFonts(),
    close: () => threads.close(),
  };
}

import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import type * as Threads from 'node:worker_threads';
import { ELECTRON_SOURCE, KEYTAR_SOURCE, setStage } from '../../shell/protect/stage.ts';

/** Every thread that the packed code starts, with what it was told, in the order of their starts. */
export interface Started {
  worker: Threads.Worker;
  data: Readonly<Record<string, unknown>>;
  /** All that it has told, oldest first. */
  told: unknown[];
}

/**
 * Makes plain Node a place where packed code runs: `electron` is the stand-in that is given, the
 * keychain of whoever runs this is left alone, and threads are kept track of, so that they can be
 * ended from outside.
 */
export function setUp(electron: object): Started[] {
  const started: Started[] = [];
  const threads = createRequire(import.meta.url)('node:worker_threads') as {
    -readonly [Name in keyof typeof Threads]: (typeof Threads)[Name];
  };
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options: Threads.WorkerOptions = {}) {
      super(script, options);
      const told: unknown[] = [];
      this.on('message', (message: unknown) => told.push(message));
      started.push({ worker: this, data: (options.workerData ?? {}) as Started['data'], told });
    }
  };
  syncBuiltinESMExports();

  setStage({ electron, createCore: () => Promise.reject(new Error('not staged here')) });
  const sources: Record<string, string> = {
    'staged:electron': ELECTRON_SOURCE,
    'staged:keytar': KEYTAR_SOURCE,
  };
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      `staged:${specifier}` in sources
        ? { url: `staged:${specifier}`, shortCircuit: true }
        : nextResolve(specifier, context),
    load(url, context, nextLoad) {
      const source = sources[url];
      if (source === undefined) return nextLoad(url, context);
      return { format: 'module', shortCircuit: true, source };
    },
  });
  return started;
}

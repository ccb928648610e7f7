import type { Recovery } from '../../../shared/ipc/recovery.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { Log } from '../ports.ts';
import { takeLock } from './lock.ts';
import type { Lock } from './lock.ts';
import { DAMAGED, machineFailure } from './failure.ts';
import { closeDatabase, openWriter } from './open.ts';
import type { WorkerStart } from './protocol.ts';
import { Refusal } from './refusal.ts';
import { nextStep, runRead, runStep, runWrite } from './runner.ts';
import type { RecordChange, Written } from './runner.ts';
import type { DatabaseParts } from './parts.ts';
import { closed, startThread, threadEnded } from './thread.ts';
import type { DatabaseThread, ThreadEvents } from './thread.ts';
import type { StoreOf } from './types.ts';

export interface OpenOptions {
  /** Path of the database file; `:memory:` for inline stores of tests. */
  file: string;
  /** `thread`: a writer and a reader in worker threads; `inline`: the same code in this one. */
  mode: 'thread' | 'inline';
  log?: Log;
  /** Dates recoveries; a store without a clock dates them 1970. */
  now?: () => number;
  /** The file is known to be damaged: it is set aside, and what can't be fetched comes back. */
  damaged?: boolean;
}

/** What the database is opened with beside its options. */
export interface Engine {
  parts: DatabaseParts;
  /** The script of a database thread: it serves the same parts. */
  thread: URL;
}

/** How a backend runs queries; the store on top tells listeners and keeps the lock. */
interface Backend {
  recovery: Recovery | null;
  read(name: string, input: unknown): Promise<unknown>;
  write(name: string, input: unknown): Promise<Result<Written>>;
  /** Calls once a thread has ended that was not told to. */
  onDeath(listener: () => void): void;
  /** Calls with what the computer failed at while what comes after the rows was built. */
  onFailure(listener: (error: AppError) => void): void;
  close(): Promise<void>;
}

/**
 * Opens one identity's database. The lock is taken first, beside the file (`<file>.lock`), so a
 * second process is refused before it opens anything.
 *
 * Errors: `local` / `db.locked`, and those of `openWriter` (`db.newer`, `db.sqliteTooOld`,
 * `db.readonly`, `disk.full`).
 */
export async function openStore<Reads, Writes>(
  options: OpenOptions,
  engine: Engine,
): Promise<Result<StoreOf<Reads, Writes>>> {
  let lock: Lock | null = null;
  if (options.file !== ':memory:') {
    const taken = takeLock(`${options.file}.lock`);
    if (!taken.ok) return taken;
    lock = taken.value;
  }
  try {
    const backend =
      options.mode === 'inline' ? openInline(options, engine) : await openThreads(options, engine);
    if (!backend.ok) {
      lock?.release();
      return backend;
    }
    const { recovery } = backend.value;
    if (recovery !== null) noteRecovery(options, recovery);
    return ok(storeOver(backend.value, lock));
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Counts and the names of files, nothing of what they hold. */
function noteRecovery(options: OpenOptions, recovery: Recovery): void {
  const { found, journal, writes, toVerify, settled, desk, trash, salvaged, setAside } = recovery;
  options.log?.write('warn', 'db.recovered', {
    ...{ found, journal, writes, toVerify, settled, desk, trash, salvaged },
    files: setAside.join(' '),
  });
}

function storeOver<Reads, Writes>(backend: Backend, lock: Lock | null): StoreOf<Reads, Writes> {
  const listeners = new Set<(changes: readonly RecordChange[]) => void>();
  const damageListeners = new Set<() => void>();
  const deathListeners = new Set<() => void>();
  let damaged = false;
  let closing: Promise<void> | null = null;
  const notice = (error: AppError): void => {
    if (damaged || error.code !== DAMAGED.code) return;
    damaged = true;
    for (const listener of damageListeners) listener();
  };
  backend.onFailure(notice);
  let dead = false;
  backend.onDeath(() => {
    dead = true;
    for (const listener of deathListeners) listener();
  });
  return {
    recovery: backend.recovery,
    async read(name, input) {
      try {
        // The names tie inputs to outputs; behind the worker's messages there are no types.
        return (await backend.read(name, input)) as never;
      } catch (error) {
        if (error instanceof Refusal) notice(error.error);
        throw error;
      }
    },
    async write(name, input) {
      const written = await backend.write(name, input);
      if (!written.ok) {
        notice(written.error);
        return written;
      }
      if (written.value.changes.length > 0) {
        for (const listener of listeners) listener(written.value.changes);
      }
      return ok(written.value.value as never);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDamage(listener) {
      damageListeners.add(listener);
      if (damaged) queueMicrotask(listener);
      return () => damageListeners.delete(listener);
    },
    onDeath(listener) {
      deathListeners.add(listener);
      if (dead) queueMicrotask(listener);
      return () => deathListeners.delete(listener);
    },
    close() {
      closing ??= backend.close().finally(() => lock?.release());
      return closing;
    },
  };
}

function openInline(options: OpenOptions, { parts }: Engine): Result<Backend> {
  const opened = openWriter(options.file, parts, openingOf(options));
  if (!opened.ok) return opened;
  const handle = opened.value;
  let tellFailure: (error: AppError) => void = () => undefined;
  return ok({
    recovery: handle.recovery,
    async read(name, input) {
      if (!handle.raw.open) throw new Refusal(closed.error);
      try {
        return structuredClone(runRead(handle, name, input));
      } catch (error) {
        const failure = machineFailure(error);
        throw failure === null ? error : new Refusal(failure);
      }
    },
    async write(name, input) {
      if (!handle.raw.open) return closed;
      const written = structuredClone(runWrite(handle, name, input));
      // Here is no time between writes.
      let next = nextStep(handle, parts);
      while (next.ok && next.value !== null) {
        const taken = runStep(handle, next.value);
        next = taken.ok ? nextStep(handle, parts) : taken;
      }
      if (!next.ok) tellFailure(next.error);
      return written;
    },
    // There is no thread to lose.
    onDeath: () => undefined,
    onFailure: (listener) => (tellFailure = listener),
    async close() {
      closeDatabase(handle);
    },
  });
}

function openingOf(options: OpenOptions): { nowMs: number; damaged: boolean } {
  return { nowMs: options.now?.() ?? 0, damaged: options.damaged ?? false };
}

function threadFor(
  options: OpenOptions,
  engine: Engine,
  role: WorkerStart['role'],
  tell: ThreadEvents,
): DatabaseThread {
  const start: WorkerStart = { file: options.file, role, ...openingOf(options) };
  return startThread(engine.thread, start, options.log, tell);
}

async function openThreads(options: OpenOptions, engine: Engine): Promise<Result<Backend>> {
  let dead = false;
  let tellDeath: () => void = () => undefined;
  const died = (): void => {
    if (dead) return;
    dead = true;
    tellDeath();
  };
  // A page may be broken that is met before anybody listens.
  let failure: AppError | null = null;
  let tellFailure = (error: AppError): void => void (failure = error);
  const tell = { died, failed: (error: AppError) => tellFailure(error) };
  const writer = threadFor(options, engine, 'writer', tell);
  const reader = threadFor(options, engine, 'reader', tell);
  const ready = await writer.open();
  const readable = ready.ok ? await reader.open() : ready;
  if (!readable.ok) {
    await Promise.all([reader.close(), writer.close()]);
    return readable;
  }
  const recovery = ready.ok ? ready.value.recovery : null;
  const apart = new Set<Promise<unknown>>();
  const runApart = (name: string, input: unknown): Promise<unknown> => {
    const running = inThreadOfItsOwn(options, engine, name, input).finally(() =>
      apart.delete(running),
    );
    apart.add(running);
    return running;
  };
  return ok({
    recovery,
    read: (name, input) =>
      engine.parts.slowReads.has(name) ? runApart(name, input) : reader.run(name, input),
    async write(name, input) {
      if (!writer.isOpen()) return dead ? fail(threadEnded) : closed;
      try {
        return (await writer.run(name, input)) as Result<Written>;
      } catch (error) {
        if (error instanceof Refusal) return fail(error.error);
        throw error;
      }
    },
    onDeath(listener) {
      tellDeath = listener;
      if (dead) queueMicrotask(listener);
    },
    onFailure(listener) {
      tellFailure = listener;
      if (failure !== null) listener(failure);
    },
    async close() {
      await Promise.allSettled(apart);
      await reader.close();
      await writer.close();
    },
  });
}

/** Its caller hears how a read of its own ended. */
const UNHEARD: ThreadEvents = { died: () => undefined, failed: () => undefined };

/** Runs a read in a thread that ends with it, and whose memory goes then. */
async function inThreadOfItsOwn(
  options: OpenOptions,
  engine: Engine,
  name: string,
  input: unknown,
): Promise<unknown> {
  const thread = threadFor(options, engine, 'reader', UNHEARD);
  try {
    const opened = await thread.open();
    if (!opened.ok) throw new Refusal(opened.error);
    return await thread.run(name, input);
  } finally {
    await thread.close();
  }
}

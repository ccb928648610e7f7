import type { AppError, Result } from '../../../shared/result.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import type { SavedPack } from './packList.ts';
import type { Held } from './packs.ts';
import { chosenOf, routeDaysOf } from './wish.ts';

/** Reads the lists and routes of a pack one after the other; answers and regions have their own queues. */

/** While nothing can be had it is tried again after so long, each time twice as long. */
const WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 10 * 60_000;

export type ReadingContext = Pick<AccountContext, 'store' | 'sync' | 'ports' | 'connection'>;

const GONE = fail({
  kind: 'missing',
  code: 'packs.recordGone',
  message: 'The service no longer has one of these records.',
  safe: 'What was read of it before is still here.',
  next: 'none',
});

/** What packs are to have. */
export function heldBy(packs: readonly Pick<SavedPack, 'wish'>[]): Held {
  const answersOf = (which: 'withPdf' | 'withFiles'): string[] => [
    ...new Set(packs.flatMap(({ wish }) => (wish[which] ? wish.answers : []))),
  ];
  return {
    documents: packs.flatMap((pack) => routeDaysOf(pack).map(({ key }) => key)),
    pdfs: answersOf('withPdf'),
    files: answersOf('withFiles'),
  };
}

/** Notes a change of what packs are to have: it makes no room for other PDFs. */
export async function holdPdfs(
  store: ReadingContext['store'],
  before: readonly SavedPack[],
  now: readonly SavedPack[],
): Promise<Result<Record<string, never>>> {
  const [held, answers] = [heldBy(before).pdfs, heldBy(now).pdfs];
  if (JSON.stringify(held) === JSON.stringify(answers)) return ok({});
  return store.write('pdfs.hold', { answers });
}

/** Whether another try may do better by itself. */
function isPassing({ kind, code }: AppError): boolean {
  return kind === 'offline' || kind === 'auth' || kind === 'local' || code === 'http.rateLimited';
}

export class PackReading {
  /** Why nothing can be had now; null while it goes on. */
  waitsFor: AppError | null = null;
  readonly routes: { failed: number; problem: AppError | null } = { failed: 0, problem: null };
  readonly lists = new Map<string, AppError>();
  readonly ended: Promise<void>;
  /** All of it was asked for. */
  over = false;
  readonly #context: ReadingContext;
  readonly #pack: SavedPack;
  readonly #tell: () => void;
  #stopped = false;
  #wake: (() => void) | null = null;

  /** @param whole called when all of it was asked for */
  constructor(context: ReadingContext, pack: SavedPack, tell: () => void, whole: () => void) {
    this.#context = context;
    this.#pack = pack;
    this.#tell = tell;
    this.ended = this.#run()
      .then(() => {
        if (!this.#stopped) whole();
      })
      .catch((error: unknown) => {
        // A database that is closing, or a mistake of ours: the pack goes on at the next start.
        context.ports.log.write('error', 'packs.read', {
          error: error instanceof Error ? error.name : '',
        });
      });
  }

  #hasStopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    // Whoever began this has it on its list before anything is told.
    await Promise.resolve();
    await this.#readLists();
    await this.#readChosen();
    await this.#readRoutes();
  }

  async #readLists(): Promise<void> {
    const { store, sync } = this.#context;
    for (const entity of this.#pack.wish.lists) {
      if (this.#hasStopped()) return;
      const { listedAt } = await store.read('measure.records', { entity });
      if (listedAt !== null && listedAt >= this.#pack.since) continue;
      const read = await this.#insist(() => sync.scan(entity));
      if (!read.ok) this.lists.set(entity, read.error);
      this.#tell();
    }
  }

  async #readChosen(): Promise<void> {
    const { store, sync } = this.#context;
    const { since, wish } = this.#pack;
    for (const { entity, ids } of chosenOf(wish)) {
      if (this.#hasStopped()) return;
      const { old } = await store.read('measure.chosen', { entity, ids, since });
      for (const id of old) {
        if (this.#hasStopped()) return;
        const read = await this.#insist(() => sync.readRecord(entity, id));
        const gone = read.ok && read.value === null;
        if (!read.ok) this.lists.set(entity, read.error);
        else if (gone && !this.#hasStopped()) this.lists.set(entity, GONE.error);
        this.#tell();
      }
    }
  }

  async #readRoutes(): Promise<void> {
    const days = routeDaysOf(this.#pack);
    if (days.length === 0 || this.#hasStopped()) return;
    const { store, sync } = this.#context;
    const { old } = await store.read('measure.documents', {
      keys: days.map(({ key }) => key),
      since: this.#pack.since,
    });
    const due = new Set(old);
    for (const { key, vehicleId, query } of days) {
      if (this.#hasStopped()) return;
      if (!due.has(key)) continue;
      const read = await this.#insist(() => sync.readDocument('listRoutes', { vehicleId }, query));
      if (!read.ok) {
        this.routes.failed += 1;
        this.routes.problem = read.error;
      }
      this.#tell();
    }
  }

  /** Asks until there is an answer of the service, or it is stopped. */
  async #insist(ask: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    for (let waitMs = WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
      if (this.#hasStopped()) return ok(null);
      const answered = await ask();
      if (this.#hasStopped() || answered.ok || !isPassing(answered.error)) {
        this.waitsFor = null;
        return this.#hasStopped() ? ok(null) : answered;
      }
      this.waitsFor = answered.error;
      this.#tell();
      await this.#wait(waitMs, answered.error);
    }
  }

  /** Ends early when a connection that was missing is back; a service that asks to wait is left alone. */
  async #wait(waitMs: number, { kind }: AppError): Promise<void> {
    const { ports, connection } = this.#context;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = (): void => resolve(undefined);
    const cancel = ports.clock.after(waitMs, wake);
    const stopListening = connection.onChange(() => {
      if (kind !== 'offline' && kind !== 'auth') return;
      if (connection.maySend() && connection.current().state === 'online') wake();
    });
    this.#wake = wake;
    await promise;
    this.#wake = null;
    cancel();
    stopListening();
  }
}

/** Pauses what was asked for a pack that was paused meanwhile, and gives it up for one that is gone. */
export async function endRequest(
  { store, collector }: Pick<AccountContext, 'store' | 'collector'>,
  request: string,
  isPaused: boolean,
): Promise<void> {
  const ended = isPaused
    ? await store.write('answers.setState', { request, state: 'paused' })
    : await store.write('answers.cancel', { request });
  if (ended.ok) collector.changed();
}

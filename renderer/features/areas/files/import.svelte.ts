import { ok } from '../../../../shared/result.ts';
import type { AppError, ListView, Op, Result } from '../../../bridge.ts';
import { everyRecord } from '../../../records/everyRecord.ts';
import type { Owner } from '../../../records/owner.ts';
import { ownerExtra } from '../../../records/owner.ts';
import { takeBack, tellQueued } from '../../../records/writes/remedies.ts';
import { Job, oneByOne } from '../../../state/job.svelte.ts';
import type { Way } from '../../../state/job.svelte.ts';
import { toasts } from '../../../state/toasts.svelte.ts';
import { whose } from '../../../state/whose.svelte.ts';
import { write } from '../../../state/write.ts';
import { areaText } from '../../../text/en.ts';
import { areaOf } from '../area.ts';
import type { AreaView } from '../area.ts';
import { readBeside } from './beside.ts';
import { differenceOf } from './difference.ts';
import type { FileRow, KnownGroup } from './difference.ts';
import { MOST_BYTES } from './limits.ts';
import type { AreaFile, Refusal } from './read.ts';
import { sayRefusal } from './say.ts';

/** Lets the desk draw and listen for a moment. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
/** What would be written. */
type Wanted = Extract<FileRow, { fate: 'new' | 'changed' }>;

function isWanted(row: FileRow): row is Wanted {
  return row.fate === 'new' || row.fate === 'changed';
}

/** The areas of a list, as they are shown. Null where it was stopped. Errors: those of `everyRecord`. */
export async function areasOf(
  view: ListView,
  way: Way = () => true,
): Promise<Result<AreaView[]> | null> {
  const rows = await everyRecord(view, way);
  return rows?.ok === true ? ok(rows.value.map(areaOf)) : rows;
}

type Examined = AreaFile | { readonly ok: false; readonly reason: 'unreadable' };

/** Reads a file; one that is too large is not even taken into memory. */
async function examine(file: File, signal: AbortSignal): Promise<Examined> {
  if (file.size > MOST_BYTES) return { ok: false, reason: 'tooLarge' satisfies Refusal };
  // It may be gone by now, or another's.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return { ok: false, reason: 'unreadable' };
  return readBeside(file.name, bytes, signal);
}

/** A file with areas on its way in. It stays while other pages are open, until it is brought in. */
class AreaImport {
  #owner: string | null = null;
  #fileName = $state<string | null>(null);
  #rows = $state.raw<readonly FileRow[]>([]);
  #left = $state.raw<ReadonlySet<number>>(new Set());
  #reason = $state<string | null>(null);
  #error = $state.raw<AppError | null>(null);
  #reading = $state(false);
  /** When the areas were read that the file was compared with, ms since 1970. */
  #readAt = 0;
  readonly #job = new Job(0);
  /** Ends what is read of a file that nobody waits for any more. */
  #reader = new AbortController();

  get fileName(): string | null {
    return this.#fileName;
  }
  get rows(): readonly FileRow[] {
    return this.#rows;
  }
  /** Why the file can't be read. */
  get reason(): string | null {
    return this.#reason;
  }
  get error(): AppError | null {
    return this.#error;
  }
  get reading(): boolean {
    return this.#reading;
  }
  /** How far the writing is; null while nothing is written. */
  get progress(): { value: number; max: number } | null {
    const { progress } = this.#job;
    return progress === null ? null : { value: progress.done, max: progress.total };
  }
  /** Something is written, or taken back. */
  get busy(): boolean {
    return this.#job.running;
  }
  /** What would be written. */
  get wanted(): readonly Wanted[] {
    return this.#rows.filter(isWanted).filter(({ n }) => !this.#left.has(n));
  }
  takes(row: FileRow): boolean {
    return isWanted(row) && !this.#left.has(row.n);
  }

  take(row: FileRow, taken: boolean): void {
    const others = [...this.#left].filter((n) => n !== row.n);
    this.#left = new Set(taken ? others : [...others, row.n]);
  }

  /** Forgets what another account was about to bring in. */
  own(): void {
    if (this.#owner === whose.id) return;
    this.#owner = whose.id;
    this.clear();
  }
  clear(): void {
    this.#reader.abort();
    this.#reader = new AbortController();
    [this.#fileName, this.#rows, this.#left] = [null, [], new Set()];
    [this.#reason, this.#error, this.#reading] = [null, null, false];
  }

  /** Looks into another file. One that can't be read leaves the one before, and what was left out. */
  async choose(file: File | undefined, groups: readonly KnownGroup[]): Promise<void> {
    if (file === undefined || this.busy) return;
    this.#reader.abort();
    this.#reader = new AbortController();
    const { signal } = this.#reader;
    const readAt = Date.now();
    [this.#reason, this.#error, this.#reading] = [null, null, true];
    const [examined, areas] = await Promise.all([
      examine(file, signal),
      areasOf({ entity: 'area' }, () => !signal.aborted),
    ]);
    const rows =
      areas?.ok === true && examined.ok
        ? await differenceOf(examined.found, areas.value, groups, breathe)
        : [];
    if (signal.aborted || areas === null) return;
    this.#reading = false;
    if (!areas.ok) this.#error = areas.error;
    else if (!examined.ok)
      this.#reason = areaText.files.refusedFile(file.name, sayRefusal(examined.reason));
    else {
      [this.#fileName, this.#rows, this.#left] = [file.name, rows, new Set()];
      this.#readAt = readAt;
    }
  }

  stop(): void {
    this.#job.stop();
  }

  /**
   * Queues what was taken: all of it, or nothing where it is stopped or one can't be queued. Whether
   * it was.
   */
  async bringIn(owner: Owner | null): Promise<boolean> {
    return (await this.#job.run((way) => this.#queueAll(owner, way))) ?? false;
  }

  async #queueAll(owner: Owner | null, way: Way): Promise<boolean> {
    const { wanted } = this;
    const mine = whose.id;
    this.#error = null;
    const { done, failed } = await oneByOne(wanted, (row) => queue(row, owner, this.#readAt), way);
    if (whose.id !== mine) {
      // What waits there can be taken back by that account alone.
      toasts.say(areaText.files.otherAccount);
      return false;
    }
    if (done.length < wanted.length) {
      this.#error = failed;
      await takeBack(done.map(({ id }) => id));
      toasts.say(areaText.files.takenBack);
      return false;
    }
    this.clear();
    if (done.length > 0) tellQueued(areaText.files.done(done.length), ...done);
    return true;
  }
}

function queue(row: Wanted, owner: Owner | null, seenAt: number): Promise<Result<Op>> {
  if (row.fate === 'new') {
    return write('createArea', {}, { body: row.body, extra: ownerExtra(owner) });
  }
  const { id: areaId, json: seen } = row.before;
  return write('updateArea', { areaId }, { body: row.changes, seen, seenAt });
}

export const areaImport = new AreaImport();

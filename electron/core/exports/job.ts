import type { ExportJob } from '../../../shared/ipc/exports.ts';
import type { AppError } from '../../../shared/result.ts';
import { type Begun, ExportJournal, readJournal } from './journal.ts';
import type { ManifestRow } from './manifest.ts';
import { TakenNames } from './names.ts';
import { MOST_IN_PART } from './parts.ts';

export type JobState = ExportJob['state'];

/** One export: what is to be made, and what is made already. */
export class Job {
  readonly begun: Begun;
  readonly journal: ExportJournal;
  /** The answers of each unit of work. */
  readonly units: readonly (readonly string[])[];
  /** The rows of the units that are made. */
  readonly made: ReadonlyMap<number, readonly ManifestRow[]>;
  readonly #made = new Map<number, readonly ManifestRow[]>();
  /** Answers that are made, and those of them of which something failed. */
  readonly #answers = new Set<string>();
  readonly #failed = new Set<string>();
  /** Scripts of which letters were not drawn. */
  readonly #scripts = new Set<string>();
  readonly named = new Map<number, string>();
  readonly names = new TakenNames();
  state: JobState = 'running';
  error: AppError | null = null;
  path: string;
  running: Promise<void> | null = null;
  /** Whether the folder of its ZIP is still to be taken away. */
  stays = false;
  /** By what that folder is known again; null where it is not known. */
  mark: string | null = null;
  /** Stops what can't be waited for: it was cancelled, or the account is left. */
  readonly stop = new AbortController();

  constructor(begun: Begun, journal: ExportJournal) {
    this.begun = begun;
    this.journal = journal;
    this.path = begun.folder;
    this.units = unitsOf(begun);
    this.made = this.#made;
  }

  static read(file: string): Job | null {
    const lines = readJournal(file);
    const begun = lines.find((line) => line.is === 'begun');
    if (begun === undefined) return null;
    const job = new Job(begun, new ExportJournal(file));
    for (const line of lines) {
      if (line.is === 'named') job.#name(line.unit, line.file);
      if (line.is === 'made') job.#take(line.unit, line.rows);
      if (line.is === 'state')
        [job.state, job.error, job.path] = [line.state, line.error, line.path];
      if (line.is === 'packed') [job.stays, job.mark] = [line.stays, line.mark ?? null];
    }
    return job;
  }

  #name(unit: number, file: string): void {
    this.named.set(unit, file);
    this.names.add(file);
  }

  /** The name of a unit's file, written down before the file is. */
  name(unit: number, wanted: string): string {
    const known = this.named.get(unit);
    if (known !== undefined) return known;
    const file = this.names.freeFile(wanted);
    this.#name(unit, file);
    this.journal.write({ is: 'named', unit, file });
    return file;
  }

  #take(unit: number, rows: readonly ManifestRow[]): void {
    this.#made.set(unit, rows);
    // One without a photo has no row where only photos were wished.
    for (const id of this.units[unit] ?? []) this.#answers.add(id);
    for (const { answerId, failure, scripts, kind, file } of rows) {
      // The line that named it may be torn: no other answer takes its file.
      const hasOwn = kind === 'pdf' && file !== null && this.begun.wish.as !== 'merged';
      if (hasOwn && !this.named.has(unit)) this.#name(unit, file);
      for (const script of scripts) this.#scripts.add(script);
      if (failure !== null) this.#failed.add(answerId);
    }
  }

  /** What a unit came to, written down. Its files are on the disk; told of in vain they are made again. */
  take(unit: number, rows: ManifestRow[]): void {
    this.journal.note({ is: 'made', unit, rows });
    this.#take(unit, rows);
  }

  /** Remembers whether the folder of its ZIP is still to be taken away. */
  setStays(stays: boolean, mark: string | null = null): void {
    [this.stays, this.mark] = [stays, mark];
    this.journal.write({ is: 'packed', stays, mark });
  }

  /** Where the parts of a merged file lie until it is made: beside the journal. */
  get parts(): string {
    return this.journal.file.replace(/\.jsonl$/, '.parts');
  }

  set(state: JobState, error: AppError | null = null): void {
    if (state === 'cancelled') this.stop.abort();
    this.state = state;
    this.error = error;
    this.journal.write({ is: 'state', state, error, path: this.path });
  }

  get view(): ExportJob {
    const { id, startedAt, ids } = this.begun;
    // The desk has these words; they needn't go back with each step.
    const { failures: _, ...wish } = this.begun.wish;
    return {
      ...{ id, startedAt, state: this.state, wish, count: ids.length },
      ...{
        done: this.#answers.size,
        failed: this.#failed.size,
        scripts: [...this.#scripts],
        path: this.path,
        error: this.error,
      },
    };
  }
}

function unitsOf({ ids, wish }: Begun): string[][] {
  if (wish.as !== 'merged') return ids.map((id) => [id]);
  const parts: string[][] = [];
  for (let at = 0; at < ids.length; at += MOST_IN_PART) {
    parts.push(ids.slice(at, at + MOST_IN_PART));
  }
  return parts;
}

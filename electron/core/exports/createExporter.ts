import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ExportJob } from '../../../shared/ipc/exports.ts';
import { fail } from '../../../shared/result.ts';
import type { AppError } from '../../../shared/result.ts';
import type { ReadingContext } from '../accountContext.ts';
import { machineFailure } from '../db/failure.ts';
import type { Ports } from '../ports.ts';
import { freshFolder, removeParts, writeWhole, zipFolder } from './files.ts';
import type { Exporter } from './exporter.ts';
import { type Begun, ExportJournal, readJournal, rowsOf } from './journal.ts';
import { type Manifest, manifestCsv, manifestJson, type ManifestRow } from './manifest.ts';
import { TakenNames } from './names.ts';
import { writeTables } from './tables.ts';
import { exportAnswer, exportVolume, MOST_IN_DOCUMENT, prepareAnswer, type Work } from './work.ts';

/** The exports of one account: made in the background, going on where they were after a restart. */

/** As many as the typesetter takes at once. */
const SIDE_BY_SIDE = 2;
/** Ended exports on the list; older ones leave it. */
const KEPT = 20;

type State = ExportJob['state'];

/** One export: what is to be made, and what is made already. */
class Job {
  readonly begun: Begun;
  readonly journal: ExportJournal;
  readonly made = new Map<number, ManifestRow[]>();
  readonly named = new Map<number, string>();
  readonly names = new TakenNames();
  state: State = 'running';
  error: AppError | null = null;
  path: string;
  running: Promise<void> | null = null;

  constructor(begun: Begun, journal: ExportJournal) {
    this.begun = begun;
    this.journal = journal;
    this.path = begun.folder;
  }

  static read(file: string): Job | null {
    const lines = readJournal(file);
    const begun = lines.find((line) => line.is === 'begun');
    if (begun === undefined) return null;
    const job = new Job(begun, new ExportJournal(file));
    for (const line of lines) {
      if (line.is === 'named') job.#name(line.unit, line.file);
      if (line.is === 'made') job.made.set(line.unit, line.rows);
      if (line.is === 'state')
        [job.state, job.error, job.path] = [line.state, line.error, line.path];
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
    const file = this.names.free(wanted);
    this.#name(unit, file);
    this.journal.write({ is: 'named', unit, file });
    return file;
  }

  /** The answers of each unit of work. */
  get units(): string[][] {
    const { ids, wish } = this.begun;
    if (wish.as !== 'merged') return ids.map((id) => [id]);
    const volumes: string[][] = [];
    for (let at = 0; at < ids.length; at += MOST_IN_DOCUMENT) {
      volumes.push(ids.slice(at, at + MOST_IN_DOCUMENT));
    }
    return volumes;
  }

  set(state: State, error: AppError | null = null): void {
    this.state = state;
    this.error = error;
    this.journal.write({ is: 'state', state, error, path: this.path });
  }

  get view(): ExportJob {
    const { id, startedAt, wish, ids } = this.begun;
    const rows = rowsOf(this.made);
    const answers = new Set(rows.map(({ answerId }) => answerId));
    const failed = new Set(
      rows.filter(({ failure }) => failure !== null).map(({ answerId }) => answerId),
    );
    return {
      ...{ id, startedAt, state: this.state, wish, count: ids.length },
      ...{ done: answers.size, failed: failed.size, path: this.path, error: this.error },
    };
  }
}

/** @param folder of the account, in which the journals of its exports lie */
export function createExporter(context: ReadingContext, ports: Ports, folder: string): Exporter {
  const own = path.join(folder, 'exports');
  const jobs = new Map<string, Job>();
  let closed = false;

  const tell = (job: Job): void => context.emit({ name: 'exports', payload: job.view });

  async function work(job: Job): Promise<void> {
    const { wish, folder: target } = job.begun;
    if (!existsSync(target)) {
      job.set('failed', gone.error);
      return;
    }
    await removeParts(target);
    const units = job.units;
    const tools: Work = {
      ...{ context, ports, wish, folder: target, count: job.begun.ids.length },
      name: (unit, wanted) => job.name(unit, wanted),
    };
    const left = units.keys().filter((unit) => !job.made.has(unit));
    let turn: Promise<unknown> = Promise.resolve();
    /** One after the other, in the order in which it was asked. */
    const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
      const acting = turn.then(act);
      turn = acting.catch(() => undefined);
      return acting;
    };
    const goesOn = (): boolean => !closed && job.state === 'running';
    const lane = async (): Promise<void> => {
      for (const unit of left) {
        if (!goesOn()) return;
        const ids = units[unit] ?? [];
        const [only = ''] = ids;
        const rows =
          wish.as === 'merged'
            ? await exportVolume(tools, unit, ids)
            : await exportAnswer(tools, await inTurn(() => prepareAnswer(tools, unit, only)));
        job.journal.write({ is: 'made', unit, rows });
        job.made.set(unit, rows);
        tell(job);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
    const whole = job.made.size === units.length;
    // Paused and resumed in between: the next run goes on.
    if (!closed && (whole || job.state === 'cancelled')) await end(job);
  }

  /** Tables, manifest and, where wished, the ZIP. */
  async function end(job: Job): Promise<void> {
    const { wish, folder: target, startedAt, ids } = job.begun;
    const state: 'cancelled' | 'done' = job.state === 'cancelled' ? 'cancelled' : 'done';
    const rows = rowsOf(job.made);
    if (state === 'done' && wish.tables !== 'none') {
      await writeTables({ context, ids, wish, folder: target });
    }
    const files = new Set(rows.flatMap(({ file }) => (file === null ? [] : [file])));
    const manifest: Manifest = {
      ...{ madeBy: `Waybill ${ports.version}`, state, answers: ids.length, files: files.size },
      startedAt: new Date(startedAt).toISOString(),
      endedAt: new Date(ports.clock.now()).toISOString(),
      failures: job.view.failed,
      rows,
    };
    await writeWhole(path.join(target, 'manifest.csv'), manifestCsv(rows));
    await writeWhole(path.join(target, 'manifest.json'), manifestJson(manifest));
    if (wish.as === 'zip') job.path = await zipFolder(target);
    job.set(state);
    // Only now: until the ZIP is written down, it is packed anew from the folder.
    if (wish.as === 'zip') await rm(target, { recursive: true, force: true });
    tell(job);
  }

  function run(job: Job): void {
    job.running ??= work(job)
      .catch((error: unknown) => {
        const failure = machineFailure(error) ?? fileFailure(error);
        job.set('failed', failure);
        tell(job);
      })
      .finally(() => {
        job.running = null;
        // Resumed or cancelled while the last one was under way.
        if (!closed && job.state === 'running') run(job);
      });
  }

  /** Changes the state of one that is under way or paused. */
  function change(id: string, from: readonly State[], to: State): boolean {
    const job = jobs.get(id);
    if (job === undefined || !from.includes(job.state)) return false;
    job.set(to);
    tell(job);
    if (job.running === null) run(job);
    return true;
  }

  async function forget(job: Job): Promise<void> {
    job.journal.close();
    jobs.delete(job.begun.id);
    await rm(job.journal.file, { force: true });
  }

  const byAge = (): Job[] =>
    [...jobs.values()].sort((a, b) => b.begun.startedAt - a.begun.startedAt);
  const hasEnded = ({ state }: Job): boolean =>
    state === 'done' || state === 'cancelled' || state === 'failed';

  return {
    async start() {
      const names = await readdir(own).catch(() => []);
      for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
        const job = Job.read(path.join(own, name));
        if (job === null) continue;
        jobs.set(job.begun.id, job);
        if (job.state === 'running') run(job);
        if (job.state === 'done' && job.path !== job.begun.folder) {
          await rm(job.begun.folder, { recursive: true, force: true });
        }
        // Cancelled, but the process ended before its manifest was written.
        if (job.state === 'cancelled' && existsSync(job.begun.folder) && !hasManifest(job))
          run(job);
      }
      for (const job of byAge().filter(hasEnded).slice(KEPT)) await forget(job);
    },
    list: () => byAge().map(({ view }) => view),
    async begin(ids, wish, parent) {
      const id = ports.random.uuid();
      const startedAt = ports.clock.now();
      await mkdir(own, { recursive: true, mode: 0o700 });
      const day = new Date(startedAt).toISOString().slice(0, 10);
      const target = await freshFolder(parent, `Waybill answers ${day}`);
      const journal = new ExportJournal(path.join(own, `${id}.jsonl`));
      const begun: Begun = {
        is: 'begun',
        id,
        startedAt,
        ids: [...new Set(ids)],
        wish,
        folder: target,
      };
      journal.write(begun);
      const job = new Job(begun, journal);
      jobs.set(id, job);
      run(job);
      return job.view;
    },
    failures(id) {
      const job = jobs.get(id);
      if (job === undefined) return null;
      return rowsOf(job.made).flatMap(({ answerId, failure }) =>
        failure === null ? [] : [{ answerId, why: failure.message }],
      );
    },
    pause: (id) => change(id, ['running'], 'paused'),
    resume: (id) => change(id, ['paused'], 'running'),
    cancel: (id) => change(id, ['running', 'paused'], 'cancelled'),
    async putAway(id) {
      const job = jobs.get(id);
      if (job === undefined || !hasEnded(job) || job.running !== null) return false;
      await forget(job);
      return true;
    },
    async close() {
      closed = true;
      for (const { running } of jobs.values()) await running;
      for (const job of jobs.values()) job.journal.close();
    },
  };
}

function hasManifest({ begun }: Job): boolean {
  return existsSync(path.join(begun.folder, 'manifest.json'));
}

const gone = fail({
  kind: 'local',
  code: 'export.folderGone',
  message: 'The folder of this export is no longer there.',
  safe: 'The answers are safe in the mirror; start a new export.',
});

function fileFailure(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return fail({
    kind: 'local',
    code: 'export.notWritten',
    message: `The export could not be written (${code}).`,
    safe: 'The answers are safe in the mirror; what was written before stays.',
    next: 'retry',
  }).error;
}

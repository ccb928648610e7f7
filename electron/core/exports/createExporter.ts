import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';
import { fail } from '../../../shared/result.ts';
import type { AppError } from '../../../shared/result.ts';
import type { ReadingContext } from '../accountContext.ts';
import { machineFailure } from '../db/failure.ts';
import { mayExport, REFUSED_EXPORT } from '../policy.ts';
import type { AccountPorts } from '../ports.ts';
import { dayIn, zoneOf } from '../timeZone.ts';
import { codeOf, failedIn, freshFolder, removeRemains } from './files.ts';
import type { Exporter } from './exporter.ts';
import { Job, type JobState } from './job.ts';
import { type Begun, ExportJournal, rowsOf } from './journal.ts';
import { FOLDER_GONE, makeExport, type Making, putFolderAway } from './makeExport.ts';
import { removeAllParts } from './parts.ts';

/** The exports of one account: made in the background, going on where they were after a restart. */

/** Ended exports on the list; older ones leave it. */
const MOST_ENDED = 20;

/** @param folder of the account, in which the journals of its exports lie */
export function createExporter(
  context: ReadingContext,
  ports: AccountPorts,
  folder: string,
): Exporter {
  return new Exports(context, ports, path.join(folder, 'exports'));
}

class Exports implements Exporter {
  readonly #ports: AccountPorts;
  /** Where the journals lie. */
  readonly #folder: string;
  readonly #jobs = new Map<string, Job>();
  readonly #making: Making;
  #closed = false;

  constructor(context: ReadingContext, ports: AccountPorts, folder: string) {
    this.#ports = ports;
    this.#folder = folder;
    this.#making = {
      ...{ context, ports },
      tell: (job) => context.emit({ name: 'exports', payload: job.view }),
      closed: () => this.#closed,
    };
  }

  async start(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
      await this.#trying(() => this.#enter(path.join(this.#folder, name)));
    }
    const old = this.#byAge().filter(hasEnded).slice(MOST_ENDED);
    for (const job of old) {
      if (job.running === null) await this.#trying(() => this.#forget(job));
    }
  }

  /** An export that the system refuses takes no other along. */
  async #trying(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const code = codeOf(error) ?? (error instanceof Error ? error.name : '');
      this.#ports.log.write('error', 'exports.start', { code });
    }
  }

  /** Goes on with an export of an earlier run. */
  async #enter(file: string): Promise<void> {
    const may = mayExport(this.#ports.policy, 'answers');
    const job = Job.read(file);
    if (job === null) return;
    this.#jobs.set(job.begun.id, job);
    // What was begun before a policy forbade it writes nothing more; it waits for one that lets it.
    if (job.state === 'running' && !may) job.set('paused', REFUSED_EXPORT.error);
    if (job.state === 'running') this.#run(job);
    if (job.state === 'done' || job.state === 'failed') await removeAllParts(job.parts);
    if (job.state === 'done') await removeRemains(job.begun.folder);
    if (job.stays) await putFolderAway(job, this.#ports.log);
    // Cancelled, but the process ended before its manifest was written, or its ZIP packed.
    if (may && job.state === 'cancelled' && lacksItsEnd(job)) this.#run(job);
  }

  list(): ExportJob[] {
    return this.#byAge().map(({ view }) => view);
  }

  async begin(ids: readonly string[], wish: ExportWish, parent: string): Promise<ExportJob> {
    const id = this.#ports.random.uuid();
    const startedAt = this.#ports.clock.now();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const day = dayIn(startedAt, zoneOf(wish.timeZone));
    const folder = await freshFolder(parent, `Waybill answers ${day}`);
    const journal = new ExportJournal(path.join(this.#folder, `${id}.jsonl`));
    const begun: Begun = { is: 'begun', id, startedAt, ids: [...new Set(ids)], wish, folder };
    journal.write(begun);
    const job = new Job(begun, journal);
    this.#jobs.set(id, job);
    this.#run(job);
    return job.view;
  }

  failures(id: string): { answerId: string; why: string }[] | null {
    const job = this.#jobs.get(id);
    if (job === undefined) return null;
    return rowsOf(job.made).flatMap(({ answerId, failure }) =>
      failure === null ? [] : [{ answerId, why: failure.message }],
    );
  }

  pause(id: string): boolean {
    return this.#change(id, ['running'], 'paused');
  }

  resume(id: string): boolean {
    return this.#change(id, ['paused'], 'running');
  }

  cancel(id: string): boolean {
    return this.#change(id, ['running', 'paused'], 'cancelled');
  }

  async putAway(id: string): Promise<boolean> {
    const job = this.#jobs.get(id);
    if (job === undefined || !hasEnded(job) || job.running !== null) return false;
    await this.#forget(job);
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#jobs.values()) job.stop.abort();
    for (const { running } of this.#jobs.values()) await running;
    for (const job of this.#jobs.values()) job.journal.close();
  }

  #run(job: Job): void {
    job.running ??= makeExport(this.#making, job)
      .catch((error: unknown) => {
        this.#endAfter(job, error);
        this.#making.tell(job);
      })
      .finally(() => {
        job.running = null;
        // Resumed or cancelled while the last one was under way.
        if (!this.#closed && job.state === 'running') this.#run(job);
      });
  }

  /** How a job stands that could not go on. */
  #endAfter(job: Job, error: unknown): void {
    const { folder } = job.begun;
    const isTargets = failedIn(error, folder);
    const machine = machineFailure(error);
    const why = machine === null || isTargets ? inTarget(machine, error) : machine;
    try {
      if (isTargets && !existsSync(folder)) job.set('failed', FOLDER_GONE.error);
      // Nobody wants the rest of it any more; its manifest is written at the next start.
      else if (job.state === 'cancelled') job.set('cancelled', why);
      // What is made stays, and the rest is gone on with once there is room, or the folder lets it.
      else job.set(machine === null ? 'failed' : 'paused', why);
    } catch (unwritten) {
      // The journal has no room either: it stands so until the next start, which tries again.
      const name = unwritten instanceof Error ? unwritten.name : '';
      this.#ports.log.write('error', 'exports.state', { error: name });
    }
  }

  /** Changes the state of one that is under way or paused. */
  #change(id: string, from: readonly JobState[], to: JobState): boolean {
    const job = this.#jobs.get(id);
    if (job === undefined || !from.includes(job.state)) return false;
    job.set(to);
    this.#making.tell(job);
    if (job.running === null) this.#run(job);
    return true;
  }

  async #forget(job: Job): Promise<void> {
    job.journal.close();
    this.#jobs.delete(job.begun.id);
    await removeAllParts(job.parts);
    await rm(job.journal.file, { force: true });
  }

  #byAge(): Job[] {
    return [...this.#jobs.values()].sort((a, b) => b.begun.startedAt - a.begun.startedAt);
  }
}

function hasEnded({ state }: Job): boolean {
  return state === 'done' || state === 'cancelled' || state === 'failed';
}

/** A ZIP has its manifest before it is packed. */
function lacksItsEnd({ begun: { folder, wish }, path: at }: Job): boolean {
  if (!existsSync(folder)) return false;
  return wish.as === 'zip' ? at === folder : !existsSync(path.join(folder, 'manifest.json'));
}

/** What refuses in the folder that a person chose says nothing of the folder of Waybill's own data. */
function inTarget(machine: AppError | null, error: unknown): AppError {
  return machine?.code === 'disk.full' ? machine : fileFailure(error);
}

function fileFailure(error: unknown): AppError {
  const code = codeOf(error) ?? 'unknown reason';
  return fail({
    kind: 'local',
    code: 'export.notWritten',
    message: `The export could not be written (${code}).`,
    safe: 'The answers are safe in the mirror; what was written before stays.',
    next: 'retry',
  }).error;
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { FormsOfAnswers } from '../forms/sources.ts';
import type { ReadingContext } from '../accountContext.ts';
import { createInTurn } from '../inTurn.ts';
import type { AccountPorts, Log } from '../ports.ts';
import {
  codeOf,
  folderMark,
  lacking,
  removePacked,
  removeParts,
  writeWhole,
  zipFolder,
} from './files.ts';
import type { Job } from './job.ts';
import { rowsOf } from './journal.ts';
import { type Manifest, manifestCsv, manifestJson, type ManifestRow } from './manifest.ts';
import { writeTables } from './tables.ts';
import { exportParts, hasParts, mergeAll, removeAllParts, withoutFile } from './parts.ts';
import { exportAnswer, prepareAnswer, type Work } from './work.ts';

/**
 * Twice as many as the typesetter takes at once: while some are typeset others are read, or written to
 * the disk. Parts of many answers need more memory, and wait for that less: as many as it takes.
 */
const SIDE_BY_SIDE = { answers: 4, parts: 2 };

export const FOLDER_GONE = fail({
  kind: 'local',
  code: 'export.folderGone',
  message: 'The folder of this export is no longer there.',
  safe: 'The answers are safe in the mirror; start a new export.',
});

/** What an export is made with. */
export interface Making {
  context: ReadingContext;
  ports: AccountPorts;
  /** Says how far it is. */
  tell(job: Job): void;
  /** Whether the account is left: what is under way comes to its end and counts no more. */
  closed(): boolean;
}

/** Makes what is left of an export, from wherever it was; ends it where all is made or it was cancelled. */
export async function makeExport(making: Making, job: Job): Promise<void> {
  const target = job.begun.folder;
  if (!existsSync(target)) {
    job.set('failed', FOLDER_GONE.error);
    return;
  }
  await removeParts(target);
  const merged = job.begun.wish.as === 'merged';
  const isMade = (unit: number): boolean =>
    job.made.has(unit) && (!merged || hasParts(job.parts, unit));
  const make = maker(making, job);
  const makeAll = async (units: Iterator<number> & Iterable<number>): Promise<void> => {
    let failed = false;
    const lane = async (): Promise<void> => {
      for (const unit of units) {
        if (failed || making.closed() || job.state !== 'running') return;
        const rows = await make(unit);
        // Its requests may have been cut off: what failed by that is made anew at the next start.
        if (making.closed()) return;
        job.take(unit, rows);
        making.tell(job);
      }
    };
    const lanes = Array.from({ length: merged ? SIDE_BY_SIDE.parts : SIDE_BY_SIDE.answers }, () =>
      lane().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
    // What one can't go on with ends the others too, each after what it is at: that is written down.
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
  };
  await makeAll(job.units.keys().filter((unit) => !isMade(unit)));
  const whole = job.units.every((_ids, unit) => isMade(unit));
  if (whole && job.state === 'running') {
    // Somebody may have taken files away meanwhile.
    const lost = await unitsLacking(job);
    await makeAll(lost.values());
    if (!making.closed() && lost.length > 0 && (await unitsLacking(job)).length > 0) {
      throw Object.assign(new Error('Files are taken away.'), { code: 'ENOENT', path: target });
    }
  }
  // Paused, or paused and resumed in between: the next run goes on.
  const isToEnd = job.state === 'cancelled' || (whole && job.state === 'running');
  if (!making.closed() && isToEnd) await end(making, job);
}

/** Units of which a file is no longer there. The one file of all answers is none of a unit. */
async function unitsLacking(job: Job): Promise<number[]> {
  const { folder, wish } = job.begun;
  const filesOf = (rows: readonly ManifestRow[]): string[] =>
    rows.flatMap(({ file, kind }) =>
      file === null || (wish.as === 'merged' && kind === 'pdf') ? [] : [file],
    );
  const lost = await lacking(folder, filesOf(rowsOf(job.made)));
  return [...job.made].flatMap(([unit, rows]) =>
    filesOf(rows).some((file) => lost.has(file)) ? [unit] : [],
  );
}

function workOf({ context, ports }: Pick<Making, 'context' | 'ports'>, job: Job): Work {
  const { wish, folder, ids } = job.begun;
  return {
    ...{ context, ports, wish, folder, parts: job.parts, count: ids.length },
    forms: new FormsOfAnswers(context, ports.clock),
    name: (unit, wanted) => job.name(unit, wanted),
  };
}

/** Makes one unit; those of one answer are named one after the other, in the order in which they are asked. */
function maker({ context, ports }: Making, job: Job): (unit: number) => Promise<ManifestRow[]> {
  const { wish } = job.begun;
  const tools = workOf({ context, ports }, job);
  const naming = createInTurn();
  return async (unit) => {
    const ids = job.units[unit] ?? [];
    const [only = ''] = ids;
    return wish.as === 'merged'
      ? exportParts(tools, unit, ids)
      : exportAnswer(tools, await naming.run(() => prepareAnswer(tools, unit, only)));
  };
}

/** The file of all parts; null where it was stopped. */
async function merge(
  making: Making,
  job: Job,
  rows: readonly ManifestRow[],
): Promise<Result<ManifestRow[] | null>> {
  if (job.state === 'cancelled') return ok(null);
  return mergeAll(workOf(making, job), job.units.length, rows, job.stop.signal);
}

/** How an export stands whose parts are there and did not become one file. */
async function endUnmerged(job: Job, error: AppError): Promise<void> {
  // The typesetter that ended, or took too long, may do better another time; a damaged part never will.
  const goesOn = existsSync(job.begun.folder) && error.code !== 'document.failed';
  if (goesOn) {
    job.set('paused', error);
    return;
  }
  job.set('failed', existsSync(job.begun.folder) ? error : FOLDER_GONE.error);
  await removeAllParts(job.parts);
}

/** Ends an export, unless it is paused or the account is left on the way: then the next run ends it. */
async function end(making: Making, job: Job): Promise<void> {
  const rows = await rowsAtEnd(making, job);
  if (rows === null) return;
  if (job.state === 'running' && (await finish(making, job, rows, 'done'))) return;
  // Also where it was cancelled while tables were written, or the ZIP was packed.
  if (job.state === 'cancelled') await finish(making, job, rows, 'cancelled');
}

/** What the manifest tells of; null where the one file of all parts is not there yet. */
async function rowsAtEnd(making: Making, job: Job): Promise<ManifestRow[] | null> {
  const rows = rowsOf(job.made);
  if (job.begun.wish.as !== 'merged') return rows;
  const merged = await merge(making, job, rows);
  const made = merged.ok ? merged.value : null;
  // Goes on at the next start; only one that was cancelled ends without its file.
  if (made === null && making.closed()) return null;
  if (!merged.ok && job.state !== 'cancelled') {
    await endUnmerged(job, merged.error);
    making.tell(job);
    return null;
  }
  if (made === null && job.state !== 'cancelled') return null;
  return made ?? withoutFile(rows);
}

/** Tables, manifest and, where wished, the ZIP. Whether it came to its end. */
async function finish(
  { context, ports, tell, closed }: Making,
  job: Job,
  rows: readonly ManifestRow[],
  state: 'cancelled' | 'done',
): Promise<boolean> {
  const { wish, folder: target, startedAt, ids } = job.begun;
  const isTakenBack = (): boolean => state === 'done' && job.state !== 'running';
  // Whoever leaves the account waits for none of it: the next start does it again.
  const stopped = (): boolean => isTakenBack() || (state === 'done' && closed());
  if (state === 'done' && wish.tables !== 'none') {
    const written = await writeTables({ context, ids, wish, folder: target, stopped });
    if (!written) return false;
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
  const zip = wish.as === 'zip' ? await zipFolder(target, stopped) : job.path;
  if (zip === null || isTakenBack()) return false;
  job.path = zip;
  job.set(state);
  if (wish.as === 'merged') await removeAllParts(job.parts);
  // Only now: until the ZIP is written down, it is packed anew from the folder.
  if (wish.as === 'zip') await putFolderAway(job, ports.log);
  tell(job);
  return true;
}

/** Takes the folder of a ZIP away. Where the system holds it the ZIP is whole all the same: at the next start. */
export async function putFolderAway(job: Job, log: Log): Promise<void> {
  const { folder } = job.begun;
  if (job.stays) {
    const isIt = job.mark === folderMark(folder);
    // Before it goes: what lies there afterwards is somebody else's.
    job.setStays(false);
    if (!isIt) return;
  }
  try {
    await removePacked(folder);
  } catch (error) {
    log.write('error', 'exports.folder', { code: codeOf(error) ?? '' });
    if (existsSync(folder)) job.setStays(true, folderMark(folder));
  }
}

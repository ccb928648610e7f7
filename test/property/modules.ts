import Database from 'better-sqlite3';
import type { createCore } from '../../electron/core/createCore.ts';
import type { Handle as HandleClass, SqlParams } from '../../electron/core/db/handles.ts';
import type { openWriter } from '../../electron/core/database.ts';
import type { rebase } from '../../electron/core/mirror/overlay.ts';
import type { OFFLINE_DOCUMENTS, SCAN_ORDER } from '../../electron/core/sync/plan.ts';
import type { Entity } from '../../shared/model/entity.ts';

/** The modules of the core that the model calls; a mutant brings its own. */
export interface CoreModules {
  createCore: typeof createCore;
  openWriter: typeof openWriter;
  rebase: typeof rebase;
  disk: Disk;
}

/** A disk that is full when outcomes of writes are to be kept: so many of them do not fit. */
export interface Disk {
  full: number;
}

const CORE = new URL('../../electron/core/', import.meta.url).href;

/** What the acts of the model change. */
const LISTS: ReadonlySet<Entity> = new Set(['vehicle', 'driver', 'area', 'areaGroup', 'user']);

/** Leaves out the lists and documents that no act changes: reading them is most of a run's work. */
function narrow(order: readonly Entity[], documents: readonly unknown[]): void {
  const kept = order.filter((entity) => LISTS.has(entity));
  (order as Entity[]).splice(0, order.length, ...kept);
  (documents as unknown[]).splice(0, documents.length);
}

/** Loads the core; `mark` names a copy of its own, for a loader that rewrites one of its files. */
export async function loadCore(mark = ''): Promise<CoreModules> {
  const from = async (file: string): Promise<unknown> =>
    (await import(/* @vite-ignore */ `${CORE}${file}${mark}`)) as unknown;
  const core = (await from('createCore.ts')) as Pick<CoreModules, 'createCore'>;
  const open = (await from('database.ts')) as Pick<CoreModules, 'openWriter'>;
  const plan = (await from('sync/plan.ts')) as {
    SCAN_ORDER: typeof SCAN_ORDER;
    OFFLINE_DOCUMENTS: typeof OFFLINE_DOCUMENTS;
  };
  narrow(plan.SCAN_ORDER, plan.OFFLINE_DOCUMENTS);
  const { Handle } = (await from('db/handles.ts')) as { Handle: typeof HandleClass };
  const overlay = (await from('mirror/overlay.ts')) as Pick<CoreModules, 'rebase'>;
  return {
    createCore: core.createCore,
    openWriter: open.openWriter,
    rebase: overlay.rebase,
    disk: fillable(Handle),
  };
}

const OUTCOMES: ReadonlySet<unknown> = new Set(['CONFIRMED', 'UNCERTAIN', 'REJECTED']);

/** The disks of cores; two that share their connections share it. */
const disks = new WeakMap<HandleClass, Disk>();

/** Makes the connections of a core refuse outcomes as SQLite does on a full disk. */
function fillable({ prototype }: typeof HandleClass): Disk {
  const known = disks.get(prototype);
  if (known !== undefined) return known;
  const disk: Disk = { full: 0 };
  disks.set(prototype, disk);
  const run = prototype.run;
  prototype.run = function (this: HandleClass, statement, params) {
    if (disk.full > 0 && statement.text.startsWith('UPDATE "op" SET') && isOutcome(params)) {
      disk.full -= 1;
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    }
    return run.call(this, statement, params);
  };
  return disk;
}

function isOutcome(params: SqlParams | undefined): boolean {
  return Object.values(params ?? {}).some((value) => OUTCOMES.has(value));
}

import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isFull, isUnreadable } from '../../../shared/rules/diskFailure.ts';
import type { AppError, Result } from '../../../shared/result.ts';

/** What the computer does to the database's files, as errors that a person can act on. */

/** The error of a database with a broken page. */
export const DAMAGED: AppError = {
  kind: 'local',
  code: 'db.damaged',
  message: "This account's database is damaged.",
  safe: 'Nothing was changed. It is made anew, and what was saved before comes back from its journal.',
  next: 'retry',
};

/** The error of a folder that has the name of a file, as a failed copy may leave one. */
export const NOT_A_FILE: AppError = {
  kind: 'local',
  code: 'db.notAFile',
  message:
    'Where a file of Waybill has to be there is a folder of the same name, such as mirror.db or mirror.db.journal. Put that folder elsewhere, and the file in its place if you have it.',
  safe: 'Nothing was changed; what was saved before is intact.',
  next: 'askAdministrator',
};

/** The error of files that are another account's, as of a backup that was put into the wrong folder. */
export const OTHERS: AppError = {
  kind: 'local',
  code: 'db.otherAccount',
  message:
    'The files in the folder of this account are those of another account. Put the files of each account back into its own folder, then open the account again.',
  safe: 'Nothing was sent or changed.',
  next: 'askAdministrator',
};

/**
 * Throws where something lies at the place of a file that is none: a folder, which SQLite may call
 * anything, or a pipe, whose opening waits for ever.
 */
export function refuseOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  throw Object.assign(new Error('Not a file'), { code: 'EISDIR' });
}

/**
 * A failure of SQLite that is the computer's, not a mistake of ours, as data; `null` for the
 * rest, which is a bug.
 */
export function machineFailure(error: unknown): AppError | null {
  const safe = 'Nothing was changed; what was saved before is intact.';
  const local = (code: string, message: string, next: AppError['next']): AppError => ({
    kind: 'local',
    code,
    message,
    safe,
    next,
  });
  const full = local('disk.full', 'The disk is full or refuses to write.', 'freeSpace');
  const readonly = local(
    'db.readonly',
    'Waybill may not write to its data folder.',
    'askAdministrator',
  );
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isFull(code)) return full;
  // The journal beside the database, and the folder, are the file system's and fail like it.
  if (['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'ENOENT', 'EEXIST'].includes(code)) return readonly;
  if (['EISDIR', 'ELOOP'].includes(code)) return NOT_A_FILE;
  if (error instanceof Damage) return DAMAGED;
  if (error instanceof OfAnother) return OTHERS;
  if (!(error instanceof Database.SqliteError)) return null;
  if (isUnreadable(error.code)) return DAMAGED;
  if (error.code === 'SQLITE_CANTOPEN_ISDIR') return NOT_A_FILE;
  if (error.code.startsWith('SQLITE_READONLY') || error.code.startsWith('SQLITE_CANTOPEN')) {
    return readonly;
  }
  if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB') {
    return DAMAGED;
  }
  if (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED')) {
    return local('db.busy', 'Another program is using the database.', 'retry');
  }
  return null;
}

/** Damage that SQLite does not report by itself. */
export class Damage extends Error {}

/** A journal that is another account's than the database beside it. */
export class OfAnother extends Error {}

/** A failure of the computer as the outcome of a call; a mistake of ours is thrown on. */
export function failedBy(error: unknown): Result<never> {
  const failure = machineFailure(error);
  if (failure === null) throw error;
  return { ok: false, error: failure };
}

/** Runs what touches the files: failures of the computer are data, mistakes are thrown. */
export function guarded<T>(act: () => Result<T>): Result<T> {
  try {
    return act();
  } catch (error) {
    return failedBy(error);
  }
}

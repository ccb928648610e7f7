import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { DAMAGED, guarded, refuseOthers } from './failure.ts';
import { syncFolder } from './flush.ts';

export interface Lock {
  release(): void;
}

/** Folders on the way to a file that may be ours and new: data, `accounts`, and the account's. */
const OWN_FOLDERS = 3;

/**
 * Makes the folder of a new file, for its owner only. Flushed bytes are gone after a power cut when
 * the name of a folder above them was not, so these are flushed before there is a file.
 */
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let made = folder;
  for (let level = 0; level < OWN_FOLDERS; level += 1) {
    try {
      syncFolder(made);
    } catch (error) {
      // A folder that we may not even look into is none that we have changed.
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EACCES' || code === 'EPERM') return;
      throw error;
    }
    made = path.dirname(made);
  }
}

/** Makes the folder and the file, readable by their owner only, before anything is written. */
export function makePrivateFile(file: string): void {
  refuseOthers(file);
  if (!existsSync(file)) makePrivateFolder(path.dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/**
 * Takes a lock that only one process at a time can hold, and that the operating system drops when
 * its holder dies, however it dies: an exclusive transaction on a small database of its own.
 *
 * Errors (`local`): `db.locked` when another process (or another part of this one) has it;
 * `db.readonly` and `disk.full` where the file can't be made.
 */
export function takeLock(file: string): Result<Lock> {
  const taken = guarded(() => take(file));
  if (taken.ok || taken.error.code !== DAMAGED.code) return taken;
  // Whoever holds a lock has a sound file of it: nobody holds this one, and it holds nothing.
  rmSync(file, { force: true });
  return guarded(() => take(file));
}

function take(file: string): Result<Lock> {
  makePrivateFile(file);
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      return fail({
        kind: 'local',
        code: 'db.locked',
        message: 'Waybill is already running with this data.',
        safe: 'Nothing was opened or changed.',
      });
    }
    throw error;
  }
  return ok({ release: () => db.close() });
}

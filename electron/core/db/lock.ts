import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { DAMAGED, guarded } from './failure.ts';

export interface Lock {
  release(): void;
}

/** Makes the folder and the file, readable by their owner only, before anything is written. */
export function makePrivateFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
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

import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** Stands for a data folder that is none: nothing outlives the process. */
export const IN_MEMORY = ':memory:';

/** Why a data folder can't be used, in words that say what to do about it. */
export class FolderRefused extends Error {
  readonly reason: 'damaged';

  constructor(reason: FolderRefused['reason'], message: string) {
    super(message);
    this.name = 'FolderRefused';
    this.reason = reason;
  }
}

/** Creates the data folder for its owner only. */
export function prepareFolder(dataDir: string): void {
  if (dataDir !== IN_MEMORY) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/**
 * Creates a file for its owner only, or makes it so; SQLite gives what it keeps beside a database
 * the same rights.
 */
export function prepareFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Replaces a file for its owner only. Throws where that fails, on a full disk say; the file is as it was then. */
export function replaceWhole(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  try {
    prepareFile(temporary);
    const handle = openSync(temporary, 'w');
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** What SQLite says of a file that is no database, or not a whole one. */
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT)/;

/** Does something with the database at `file`; where that is damaged, the error says what helps. */
export function withSoundDatabase<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !DAMAGED.test(error.code)) throw error;
    throw new FolderRefused(
      'damaged',
      `The demo’s database ${file} is damaged (${error.message}). ` +
        `Delete the folder ${path.dirname(file)} to get a new demo; ` +
        'what was changed in the old one goes with it.',
    );
  }
}

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
import { isFull } from '../../shared/rules/diskFailure.ts';

/** Stands for a data folder that is none: nothing outlives the process. */
export const IN_MEMORY = ':memory:';

/** Why a data folder can't be used, in words that say what to do about it. */
export class FolderRefused extends Error {
  readonly reason: 'damaged' | 'inUse' | 'noRoom';

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
const isDamaged = (error: unknown): error is Error =>
  error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);

/** How long a service that is just ending may still hold its folder. */
const HANDOVER_MS = 1_000;

/** A lock on a data folder. */
export interface Hold {
  release(): void;
}

/**
 * Takes a data folder for one service alone: an exclusive transaction on a small database of its own,
 * which the operating system drops when its holder dies, however it dies. Throws FolderRefused where
 * another service has the folder.
 */
export function takeFolder(dataDir: string): Hold {
  if (dataDir === IN_MEMORY) return { release: () => undefined };
  const file = path.join(dataDir, 'service.lock');
  try {
    return take(file);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    // Whoever holds a lock has a sound file of it: nobody holds this one, and it holds nothing.
    rmSync(file, { force: true });
    return take(file);
  }
}

function take(file: string): Hold {
  prepareFile(file);
  const db = new Database(file, { timeout: HANDOVER_MS });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) {
      throw error;
    }
    throw new FolderRefused(
      'inUse',
      `Another fleet service runs on the folder ${path.dirname(file)}; nothing was changed in it. ` +
        'End that one first, or choose another folder.',
    );
  }
  return { release: () => void db.close() };
}

const hasNoRoom = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && isFull(String(error.code));

/** The database in a data folder. */
export const databaseOf = (dataDir: string): string =>
  dataDir === IN_MEMORY ? IN_MEMORY : path.join(dataDir, 'service.sqlite');

/** Does something with a data folder; where that is damaged or full, the error says what helps. */
export function inFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refusedBy(dataDir, error);
  }
}

/** The error of a data folder that is damaged or full, saying what helps; any other as it is. */
export function refusedBy(dataDir: string, error: unknown): unknown {
  if (isDamaged(error)) {
    return new FolderRefused(
      'damaged',
      `The demo’s database ${databaseOf(dataDir)} is damaged (${error.message}). ` +
        `Delete the folder ${dataDir} to get a new demo; ` +
        'what was changed in the old one goes with it.',
    );
  }
  if (hasNoRoom(error)) {
    return new FolderRefused(
      'noRoom',
      `There is no room for the demo in ${dataDir} (${error.message}). ` +
        'What is there is safe: make room, and start again.',
    );
  }
  return error;
}

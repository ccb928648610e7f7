import { copyFileSync, existsSync } from 'node:fs';
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { syncFile, syncFolder } from './flush.ts';
import { makePrivateFile } from './lock.ts';

/** The copy of a database in the form that it had before an update, with its journal beside it. */
const copyName = (file: string, version: number): string => `${file}.form-${String(version)}`;

/**
 * Copies a database and its journal as they are, before a newer form is made of it. A copy that is cut
 * off leaves none under the name of a whole one. Throws where the disk has no room: nothing was changed.
 */
export function copyBefore(db: Connection, file: string, version: number): void {
  const copy = copyName(file, version);
  const half = `${copy}.half`;
  rmSync(half, { force: true });
  makePrivateFile(half);
  // Of the database as it is read, with what the write-ahead log holds.
  db.prepare('VACUUM INTO ?').run(half);
  syncFile(half);
  renameSync(half, copy);
  if (existsSync(`${file}.journal`)) {
    copyFileSync(`${file}.journal`, half);
    chmodSync(half, 0o600);
    syncFile(half);
    renameSync(half, `${copy}.journal`);
  }
  syncFolder(file);
}

/** One step back is kept: copies of earlier forms go once the newer one stands. */
export function dropEarlier(file: string, version: number): void {
  const newest = path.basename(copyName(file, version));
  const copies = copyName(path.basename(file), 0).slice(0, -1);
  for (const name of readdirSync(path.dirname(file))) {
    if (!name.startsWith(copies) || name === newest || name === `${newest}.journal`) continue;
    rmSync(path.join(path.dirname(file), name), { force: true });
  }
}

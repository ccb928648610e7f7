import { closeSync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';

/** What has to be on the disk before the next step, whatever happens to the power. */

/** What was written to a file under its name reaches the disk. */
export function syncFile(file: string): void {
  const open = openSync(file, 'r+');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

/** The folder's own entry for a new file has to reach the disk too. Windows has no such call. */
export function syncFolder(file: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

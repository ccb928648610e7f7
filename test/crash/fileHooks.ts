import * as fs from 'node:fs';
import { isLast, kill, pass } from './boundary.ts';

/**
 * Stands in for `node:fs` in the module of the journal (`hooks.ts`): the same calls, with a place
 * at each one that changes something on disk.
 */

export * from 'node:fs';

export function writeSync(fd: number, bytes: Uint8Array, offset = 0): number {
  if (isLast('file: half a line written')) {
    fs.writeSync(fd, bytes, offset, Math.max(1, Math.floor((bytes.length - offset) / 2)));
    kill();
  }
  const written = fs.writeSync(fd, bytes, offset);
  pass('file: written, not synced');
  return written;
}

export function fsyncSync(fd: number): void {
  fs.fsyncSync(fd);
  pass('file: synced');
}

export function ftruncateSync(fd: number, length: number): void {
  fs.ftruncateSync(fd, length);
  pass('file: end cut off');
}

export function renameSync(from: string, to: string): void {
  pass('journal rewritten: not in place yet');
  fs.renameSync(from, to);
  pass('journal rewritten: in place');
}

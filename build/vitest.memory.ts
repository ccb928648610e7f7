import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk in memory that most Linux systems have. */
const MEMORY = '/dev/shm';
/** A run fills a fraction of it; containers may have as little as 64 MB. */
const ENOUGH_BYTES = 2 * 1024 ** 3;
/** Followed by the number of the process and some letters. */
const PREFIX = 'waybill-test-';

/**
 * One folder for everything that the tests put aside, in memory where there is enough of it: a test
 * of the order of things need not wait for a disk at each of a thousand flushes. What a disk keeps
 * when the power fails is played from a record (`test/crash/durableDisk.ts`), not tried. What killed
 * processes leave goes with the folder.
 */
export default function setup(): () => void {
  // Every project of a run asks; the first one is enough.
  if (process.env['WAYBILL_TEST_FOLDER'] !== undefined) return () => undefined;
  const disk = hasMemory() ? MEMORY : tmpdir();
  removeLeft(disk);
  const folder = mkdtempSync(path.join(disk, `${PREFIX}${process.pid}-`));
  process.env['WAYBILL_TEST_FOLDER'] = folder;
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}

/** A run that was killed could not tidy up. */
function removeLeft(disk: string): void {
  for (const name of readdirSync(disk)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(path.join(disk, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's is running, too.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

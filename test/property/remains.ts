import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** What damage has left of the files of an account. */
export interface Remains {
  hasDatabase: boolean;
  /** Lines of the journal are unreadable; a torn end is none. */
  isDamaged: boolean;
  /** Ops that only unreadable lines tell of. */
  lost: ReadonlySet<string>;
  /** Ops of which the last line is unreadable, and one before it is not. */
  older: ReadonlySet<string>;
}

/** Reads them as they lie there, without the core's own eyes. */
export function remainsOf(database: string): Remains {
  const lines = readFileSync(`${database}.journal`, 'utf8').split('\n').slice(0, -1);
  const sound = new Set(lines.filter((line) => isSound(line)).map(opIn));
  const lost = new Set<string>();
  const older = new Set<string>();
  for (const line of lines) {
    const id = opIn(line);
    if (id === null) continue;
    if (isSound(line)) older.delete(id);
    else (sound.has(id) ? older : lost).add(id);
  }
  return {
    hasDatabase: existsSync(database),
    isDamaged: lines.some((line) => !isSound(line)),
    lost,
    older,
  };
}

/** `<bytes> <crc32 in hex> <JSON>` */
function isSound(line: string): boolean {
  const [bytes = '', sum = ''] = line.split(' ', 2);
  const body = Buffer.from(line.slice(bytes.length + sum.length + 2), 'utf8');
  return bytes === String(body.length) && sum === crc32(body).toString(16);
}

/** The op whose row a line holds. */
function opIn(line: string): string | null {
  return /\{"table":"op","row":\{"id":"([^"]+)"/.exec(line)?.[1] ?? null;
}

/**
 * Changes one byte in the middle of a line, taken round; of each line of the last batch where there is
 * another before it and `index` is `LAST_BATCH`.
 */
export function damageLine(journal: string, index: number): void {
  const lines = readFileSync(journal, 'utf8').split('\n');
  const bad = index === LAST_BATCH ? lastBatch(lines) : [index % Math.max(1, lines.length - 1)];
  for (const at of bad) {
    const line = lines[at] ?? '';
    const middle = Math.floor(line.length / 2);
    const other = line[middle] === '~' ? '#' : '~';
    lines[at] = line.slice(0, middle) + other + line.slice(middle + 1);
  }
  // In place: a file that was put in its stead would be a copy.
  writeFileSync(journal, lines.join('\n'));
}

/** In place of a line: all that was written last. */
export const LAST_BATCH = -1;

/** Where its lines are; the last element of all lines is what follows the last newline. */
function lastBatch(lines: readonly string[]): number[] {
  const marks = lines.flatMap((line, at) => (line.includes(' {"mark":') ? [at] : []));
  const before = marks.at(-2);
  if (before === undefined) return [];
  return lines.flatMap((_, at) => (at > before && at < lines.length - 1 ? [at] : []));
}

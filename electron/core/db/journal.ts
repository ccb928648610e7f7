import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * An append-only file beside the database that keeps what can't be fetched again: every state of
 * every write, names given to new records, what the desk remembers. Each line is
 * `<bytes> <crc32 in hex> <JSON>`; a line is on disk before the transaction that it belongs to
 * commits. Database and journal would have to be lost together to lose a write.
 */
export interface Journal {
  /** Appends and syncs. Throws what the file system throws: the transaction is then rolled back. */
  append(entries: readonly JournalEntry[]): void;
  /** Bytes in the file. */
  size(): number;
  /** Replaces everything by these entries, atomically. */
  rewrite(entries: readonly JournalEntry[]): void;
  close(): void;
}

export type Columns = Record<string, string | number | null>;

/** One thing that was written; the newest entry of a key counts. */
export interface JournalEntry {
  table: 'op' | 'id_map' | 'desk';
  row: Columns;
}

/** What a journal holds. */
export interface JournalContent {
  entries: JournalEntry[];
  /**
   * `whole`: every line is intact. `torn`: only the end is missing, as after a power cut; what it
   * told was never acknowledged. `damaged`: lines in the middle are lost, so no state is proven.
   */
  state: 'whole' | 'torn' | 'damaged';
  /** Up to the end of the last intact line. */
  intactBytes: number;
}

function lineOf(entry: JournalEntry): Uint8Array {
  const body = Buffer.from(JSON.stringify(entry), 'utf8');
  return Buffer.from(
    `${body.length} ${crc32(body).toString(16)} ${body.toString('utf8')}\n`,
    'utf8',
  );
}

/** The folder's own entry for a new file has to reach the disk too. Windows has no such call. */
function syncFolder(file: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Opens the journal for appending. A torn end, which was never acknowledged, is cut off. */
export function openJournal(file: string): Journal {
  const isNew = readBytes(file) === null;
  let bytes = readJournal(file).intactBytes;
  let handle = openSync(file, 'a', 0o600);
  ftruncateSync(handle, bytes);
  if (isNew) syncFolder(file);
  const write = (chunks: readonly Uint8Array[]): void => {
    const whole = Buffer.concat(chunks);
    let done = 0;
    while (done < whole.length) done += writeSync(handle, whole, done);
    fsyncSync(handle);
    bytes += whole.length;
  };
  return {
    append(entries) {
      if (entries.length > 0) write(entries.map(lineOf));
    },
    size: () => bytes,
    rewrite(entries) {
      const next = `${file}.new`;
      const fresh = openSync(next, 'w', 0o600);
      const whole = Buffer.concat(entries.map(lineOf));
      writeSync(fresh, whole);
      fsyncSync(fresh);
      closeSync(fresh);
      closeSync(handle);
      renameSync(next, file);
      syncFolder(file);
      handle = openSync(file, 'a', 0o600);
      bytes = whole.length;
    },
    close() {
      closeSync(handle);
    },
  };
}

function readBytes(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a journal as far as its lines prove themselves. A missing file is an empty journal. */
export function readJournal(file: string): JournalContent {
  const bytes = readBytes(file);
  if (bytes === null) return { entries: [], state: 'whole', intactBytes: 0 };
  const entries: JournalEntry[] = [];
  let state: JournalContent['state'] = 'whole';
  let intactBytes = 0;
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(0x0a, at);
    const line = bytes.subarray(at, newline === -1 ? bytes.length : newline);
    const entry = newline === -1 ? null : entryOf(line);
    at = newline === -1 ? bytes.length : newline + 1;
    if (entry !== null) {
      // Torn ends are cut off before anything follows them: this one is damage.
      if (state === 'torn') state = 'damaged';
      entries.push(entry);
      intactBytes = at;
    } else if (state === 'whole') state = 'torn';
  }
  return { entries, state, intactBytes };
}

function entryOf(line: Buffer): JournalEntry | null {
  const first = line.indexOf(0x20);
  const second = line.indexOf(0x20, first + 1);
  if (first < 1 || second < 0) return null;
  const body = line.subarray(second + 1);
  if (line.subarray(0, first).toString('latin1') !== String(body.length)) return null;
  const sum = line.subarray(first + 1, second).toString('latin1');
  if (sum !== crc32(body).toString(16)) return null;
  const value: unknown = JSON.parse(body.toString('utf8'));
  return isEntry(value) ? value : null;
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false;
  const table: unknown = Reflect.get(value, 'table');
  const row: unknown = Reflect.get(value, 'row');
  return (
    (table === 'op' || table === 'id_map' || table === 'desk') &&
    typeof row === 'object' &&
    row !== null
  );
}

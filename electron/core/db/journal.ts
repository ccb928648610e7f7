import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { syncFolder } from './flush.ts';
import { isJournaledTable } from './journaledTables.ts';
import type { JournaledTable } from './journaledTables.ts';

/**
 * An append-only file beside the database that keeps what can't be fetched again. Each line is
 * `<bytes> <crc32 in hex> <JSON>`. The lines of one transaction end with a mark that numbers it; a
 * batch without its mark was never acknowledged and does not count. The batch is on disk before
 * the transaction commits, and the database keeps the same number: which of the two is older shows
 * when they are opened.
 */
export interface Journal {
  /** Appends a batch and syncs. Throws what the file system throws: nothing of it counts then. */
  append(entries: readonly JournalEntry[]): void;
  /** Number of the last batch. */
  batch(): number;
  /** Bytes in the file. */
  size(): number;
  /** Takes back what was appended since `place()`: its transaction did not commit. */
  backTo(place: JournalPlace): void;
  place(): JournalPlace;
  /** Replaces everything by these entries as of batch `batch`, atomically. */
  rewrite(entries: readonly JournalEntry[], batch: number): void;
  close(): void;
}

export interface JournalPlace {
  bytes: number;
  batch: number;
}

export type Columns = Record<string, string | number | null>;

/** One row that was written, or its key where it is gone; the newest entry of a key counts. */
export interface JournalEntry {
  table: JournaledTable;
  row: Columns;
  gone?: true;
}

/** What a journal holds. */
export interface JournalContent {
  exists: boolean;
  /** Those of complete batches, in their order. */
  readonly entries: readonly NumberedEntry[];
  /**
   * `whole`: every line is intact. `torn`: only the end is missing, as after a power cut; what it
   * told was never acknowledged. `damaged`: lines in the middle are lost, or all of them, or it was
   * itself gathered from what damage had left, so no state is proven.
   */
  state: 'whole' | 'torn' | 'damaged';
  /** Up to the end of the last complete batch. */
  intactBytes: number;
  /** Number of the last complete batch; 0 where none is numbered. */
  batch: number;
  /**
   * The batch that this file began with: a snapshot of everything open at that time. Null for a
   * file of the first version, which had no numbers.
   */
  begins: number | null;
  /**
   * The file is not the one that was written, but a copy: out of a backup, or on another computer.
   * What it tells may since have happened elsewhere, so no state is proven.
   */
  copied: boolean;
  /** Bytes of that snapshot. */
  snapshotBytes: number;
  /**
   * What lies behind the last complete batch is no append that was cut short, but broken: it may have
   * been acknowledged, which the number in the database tells.
   */
  doubtfulEnd: boolean;
  /** Rows in such an end that are whole; else none. */
  readonly endEntries: readonly NumberedEntry[];
}

export type NumberedEntry = JournalEntry & { batch: number };

function lineOf(value: object): Uint8Array {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  return Buffer.from(
    `${body.length} ${crc32(body).toString(16)} ${body.toString('utf8')}\n`,
    'utf8',
  );
}

const MARK = '{"mark":';
const BEGIN = '{"begin":';
/** Bytes of a mark's line: its length, its checksum and a number of up to 16 digits. */
const LONGEST_MARK = 40;

function linesOf(entries: readonly JournalEntry[], batch: number): Uint8Array[] {
  return [...entries.map(lineOf), lineOf({ mark: batch })];
}

function writeAll(handle: number, chunks: readonly Uint8Array[]): number {
  const whole = Buffer.concat(chunks);
  let done = 0;
  while (done < whole.length) done += writeSync(handle, whole, done);
  fsyncSync(handle);
  return whole.length;
}

/** Tells a file from every copy of it: renaming keeps both numbers, copying changes one at least. */
function fileNumber(stats: { ino: bigint; birthtimeNs: bigint }): string {
  return `${stats.ino}-${stats.birthtimeNs}`;
}

/**
 * Puts a new file with these entries in the place of `file`; gives its length in bytes. `unproven`:
 * they were gathered from what damage has left, and prove no state.
 */
export function replaceJournal(
  file: string,
  entries: readonly JournalEntry[],
  batch: number,
  unproven = false,
): number {
  const next = `${file}.new`;
  const fresh = openSync(next, 'w', 0o600);
  let bytes: number;
  try {
    const begin = { begin: batch, file: fileNumber(fstatSync(fresh, { bigint: true })) };
    bytes = writeAll(fresh, [
      lineOf(unproven ? { ...begin, unproven } : begin),
      ...linesOf(entries, batch),
    ]);
  } catch (error) {
    closeSync(fresh);
    rmSync(next, { force: true });
    throw error;
  }
  closeSync(fresh);
  renameSync(next, file);
  syncFolder(file);
  return bytes;
}

/**
 * Opens the journal for appending, and makes it where there is none. A torn end, which was never
 * acknowledged, is cut off. `content` is what `readJournal` has just read of the file.
 */
export function openJournal(file: string, content = readJournal(file)): Journal {
  let { batch, intactBytes: bytes } = content;
  if (!content.exists) bytes = replaceJournal(file, [], 0);
  // Null while the file is replaced, and after that failed.
  let descriptor: number | null = null;
  const opened = (): number => (descriptor ??= openSync(file, 'a', 0o600));
  const close = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  /** Bytes beyond the last batch may lie in the file. */
  let dirty = true;
  const cut = (): void => {
    ftruncateSync(opened(), bytes);
    fsyncSync(opened());
    dirty = false;
  };
  /** At once if the disk lets us, else before anything is appended. */
  const tryToCut = (): void => {
    dirty = true;
    try {
      cut();
    } catch {
      close();
    }
  };
  cut();
  return {
    append(entries) {
      if (entries.length === 0) return;
      if (dirty) cut();
      try {
        bytes += writeAll(opened(), linesOf(entries, batch + 1));
      } catch (error) {
        tryToCut();
        throw error;
      }
      batch += 1;
    },
    batch: () => batch,
    size: () => bytes,
    place: () => ({ bytes, batch }),
    backTo(place) {
      if (place.bytes === bytes) return;
      ({ bytes, batch } = place);
      tryToCut();
    },
    rewrite(entries, as) {
      // A file that is open can't be replaced everywhere.
      close();
      bytes = replaceJournal(file, entries, as);
      batch = as;
    },
    close,
  };
}

/** The bytes; null where there is no file, `unreadable` where the disk does not give them. */
function readBytes(file: string): Buffer | null | 'unreadable' {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return null;
    if (code === 'EIO') return 'unreadable';
    throw error;
  }
}

/** A missing file is an empty journal. Lines are checked now and parsed when they are wanted. */
export function readJournal(file: string): JournalContent {
  const bytes = readBytes(file);
  const content = {
    exists: bytes !== null,
    state: (bytes === 'unreadable' ? 'damaged' : 'whole') as JournalContent['state'],
    intactBytes: 0,
    batch: 0,
    begins: null as number | null,
    copied: false,
    snapshotBytes: 0,
    doubtfulEnd: false,
  };
  const done: Numbered[] = [];
  const end: Numbered[] = [];
  if (bytes instanceof Buffer) {
    const written = checkLines(bytes, content, done, end);
    const is = fileNumber(statSync(file, { bigint: true }));
    content.copied = written !== undefined && written !== is;
  }
  let parsed: NumberedEntry[] | null = null;
  return {
    ...content,
    get entries() {
      parsed ??= entriesIn(done);
      return parsed;
    },
    get endEntries() {
      return content.doubtfulEnd ? entriesIn(end) : [];
    },
  };
}

/** A line's JSON with the number of its batch. */
interface Numbered {
  body: Buffer;
  batch: number;
}

function entriesIn(lines: readonly Numbered[]): NumberedEntry[] {
  const values = lines.map(
    ({ body, batch }) => [JSON.parse(body.toString('utf8')), batch] as const,
  );
  return values.flatMap(([value, batch]) => (isEntry(value) ? [{ ...value, batch }] : []));
}

/**
 * A journal as it counts where its database is lost or older, and can't tell whether a broken end was
 * acknowledged: then it is damage, and whatever is whole in it counts.
 */
export function withoutItsDatabase(journal: JournalContent): JournalContent {
  if (!journal.doubtfulEnd) return journal;
  const entries = [...journal.entries, ...journal.endEntries];
  return { ...journal, entries, state: 'damaged' };
}

/** Goes through the lines as far as they prove themselves; gives the number of the file written. */
function checkLines(
  bytes: Buffer,
  content: Omit<JournalContent, 'entries' | 'endEntries' | 'exists' | 'copied'>,
  done: Numbered[],
  unfinished: Numbered[],
): string | undefined {
  let written: string | undefined;
  /** Lines of a batch whose mark has not come yet, and the end of the last intact one. */
  let pending: Buffer[] = [];
  let pendingEnd = 0;
  let broken = false;
  /** Whether the last line that has its end is broken, and where it ends. */
  let brokenEnd: number | null = null;
  /** Where the first broken line of the end begins. */
  let brokenStart = bytes.length;
  let marks = 0;
  const accept = (batch: number, end: number): void => {
    for (const body of pending) done.push({ body, batch });
    pending = [];
    content.intactBytes = end;
  };
  for (let at = 0; at < bytes.length;) {
    const start = at;
    const newline = bytes.indexOf(0x0a, at);
    const body = newline === -1 ? null : provenBody(bytes.subarray(at, newline));
    at = newline === -1 ? bytes.length : newline + 1;
    if (body === null) {
      if (!broken) brokenStart = start;
      broken = true;
      if (newline !== -1) brokenEnd = newline - start <= LONGEST_MARK ? at : null;
      continue;
    }
    brokenEnd = null;
    // Torn ends are cut off before anything follows them: this one is damage.
    if (broken) content.state = 'damaged';
    broken = false;
    const begin = beginOf(body);
    const mark = begin === null ? markOf(body) : null;
    if (begin !== null) {
      content.begins = begin.begin;
      written = begin.file;
      if (begin.unproven === true) content.state = 'damaged';
    } else if (mark === null) {
      pending.push(body);
      pendingEnd = at;
    } else {
      const snapshot = marks === 0 && content.begins !== null;
      if (mark !== (snapshot ? content.begins : content.batch + 1)) content.state = 'damaged';
      if (snapshot) content.snapshotBytes = at;
      marks += 1;
      accept(mark, at);
      content.batch = mark;
    }
  }
  if (brokenEnd !== null && pending.length > 0 && marks > 0) {
    // The last batch's own mark is damaged: it was written whole, so it may have been acknowledged.
    content.state = 'damaged';
    content.batch += 1;
    accept(content.batch, brokenEnd);
  }
  if (marks === 0) {
    // Without numbers each line stands for itself; a snapshot, though, is whole or proves nothing.
    if (content.begins !== null) content.state = 'damaged';
    accept(0, pendingEnd);
    // A journal gets its name once its beginning is on disk: one without a whole line was damaged.
    if (done.length === 0) content.state = 'damaged';
  }
  content.doubtfulEnd = broken && !isCutShort(bytes.subarray(brokenStart));
  for (const body of pending) unfinished.push({ body, batch: content.batch + 1 });
  const ended = content.intactBytes === bytes.length && !broken;
  if (!ended && content.state === 'whole') content.state = 'torn';
  return written;
}

/** Whether it is the beginning of one line, as an append leaves it that was cut short: zeros are none. */
function isCutShort(rest: Buffer): boolean {
  if (rest.some((byte) => byte < 0x20)) return false;
  return /^\d+( ([\da-f]+( (\{.*)?)?)?)?$/.test(rest.toString('latin1', 0, LONGEST_MARK));
}

function provenBody(line: Buffer): Buffer | null {
  const first = line.indexOf(0x20);
  const second = line.indexOf(0x20, first + 1);
  if (first < 1 || second < 0) return null;
  const body = line.subarray(second + 1);
  if (line.subarray(0, first).toString('latin1') !== String(body.length)) return null;
  const sum = line.subarray(first + 1, second).toString('latin1');
  return sum === crc32(body).toString(16) ? body : null;
}

/** The first line of a journal, `{"begin":7,…}`. */
function beginOf(body: Buffer): { begin: number; file?: string; unproven?: true } | null {
  if (body.toString('latin1', 0, BEGIN.length) !== BEGIN) return null;
  // Only this module writes lines that begin so, and its checksum was right.
  return JSON.parse(body.toString('utf8')) as { begin: number; file?: string; unproven?: true };
}

/** The number of a mark's line, `{"mark":7}`. */
function markOf(body: Buffer): number | null {
  if (body.length > 40 || body.toString('latin1', 0, MARK.length) !== MARK) return null;
  return Number(body.toString('latin1', MARK.length, body.length - 1));
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false;
  const table: unknown = Reflect.get(value, 'table');
  const row: unknown = Reflect.get(value, 'row');
  return isJournaledTable(table) && typeof row === 'object' && row !== null;
}

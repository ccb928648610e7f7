import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Draw } from '../../electron/service/world/random.ts';

/**
 * A disk that forgets what was not flushed. It plays the record of `powerShim.c` and knows, at any
 * moment of it, what a power cut would leave: bytes of a file since its last `fsync` are gone, and
 * so are names (new, renamed, removed) since the last `fsync` of their folder.
 */

/** One entry of the record. */
export type DiskEvent =
  | { is: 'created'; inode: string; path: string }
  | { is: 'folder'; path: string }
  | { is: 'written'; inode: string; at: number; bytes: Buffer }
  | { is: 'length'; inode: string; bytes: number }
  | { is: 'flushed'; inode: string }
  | { is: 'folderFlushed'; path: string }
  | { is: 'renamed'; from: string; to: string }
  | { is: 'removed'; path: string }
  | { is: 'mapped'; path: string }
  | { is: 'told'; descriptor: number; text: string };

/** Reads a record. A last entry that the kill cut short is left out. */
export function readRecord(file: string): DiskEvent[] {
  const bytes = readFileSync(file);
  const events: DiskEvent[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    if (end === -1) break;
    const line = bytes.toString('utf8', at, end);
    const [kind = '', first = '', second = '', third = ''] = line.split(' ');
    const rest = line.slice(2);
    at = end + 1;
    const follow = kind === 'W' ? Number(third) : kind === 'K' ? Number(second) : 0;
    if (at + follow > bytes.length) break;
    const data = bytes.subarray(at, at + follow);
    at += follow;
    switch (kind) {
      case 'C':
        events.push({ is: 'created', inode: first, path: rest.slice(first.length + 1) });
        break;
      case 'M':
        events.push({ is: 'folder', path: rest });
        break;
      case 'W':
        events.push({ is: 'written', inode: first, at: Number(second), bytes: data });
        break;
      case 'T':
        events.push({ is: 'length', inode: first, bytes: Number(second) });
        break;
      case 'S':
        events.push({ is: 'flushed', inode: first });
        break;
      case 'D':
        events.push({ is: 'folderFlushed', path: rest });
        break;
      case 'R': {
        const [from = '', to = ''] = rest.split('\t');
        events.push({ is: 'renamed', from, to });
        break;
      }
      case 'U':
        events.push({ is: 'removed', path: rest });
        break;
      case 'P':
        events.push({ is: 'mapped', path: rest });
        break;
      case 'K':
        events.push({ is: 'told', descriptor: Number(first), text: data.toString('utf8') });
        break;
      default:
        throw new Error(`The record says ${line.slice(0, 80)}`);
    }
  }
  return events;
}

type Change = { at: number; bytes: Buffer } | { length: number };

interface File {
  inode: string;
  /** As of the last flush. */
  durable: Content;
  /** Since then. */
  pending: Change[];
}

type Name = { is: 'file'; file: File } | { is: 'folder' };
type NameChange = { path: string; now: Name | null };

/** The bytes of a file. They change in place: a database is flushed hundreds of times. */
class Content {
  /** Zeros beyond the length. */
  #room: Buffer;
  #length: number;

  constructor(bytes: Buffer) {
    this.#room = bytes;
    this.#length = bytes.length;
  }

  bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  change(changes: readonly Change[]): void {
    for (const change of changes) {
      const end = 'length' in change ? change.length : change.at + change.bytes.length;
      if (end > this.#room.length) {
        const grown = Buffer.alloc(end * 2);
        this.#room.copy(grown, 0, 0, this.#length);
        this.#room = grown;
      }
      if ('length' in change) {
        // What lay beyond an earlier end is gone, should the file grow again.
        if (end < this.#length) this.#room.fill(0, end, this.#length);
        this.#length = end;
      } else {
        change.bytes.copy(this.#room, change.at);
        this.#length = Math.max(this.#length, end);
      }
    }
  }

  /** The content after some changes, which leave it as it is. */
  after(changes: readonly Change[]): Buffer {
    if (changes.length === 0) return this.bytes();
    const copy = new Content(Buffer.from(this.bytes()));
    copy.change(changes);
    return copy.bytes();
  }
}

/**
 * A disk that holds what lies in `root` now, all of it flushed. `links` is the folder into which
 * the recorder links every file by its inode: what is left keeps its identity.
 */
export class DurableDisk {
  readonly #root: string;
  readonly #links: string;
  readonly #files = new Map<string, File>();
  /** Names as the process sees them, and as they are on the disk. */
  readonly #seen = new Map<string, Name>();
  readonly #durable = new Map<string, Name>();
  #waiting: NameChange[] = [];

  constructor(root: string, links: string) {
    this.#root = root;
    this.#links = links;
    this.#load(root);
  }

  #load(folder: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const full = path.join(folder, entry.name);
      let name: Name = { is: 'folder' };
      if (entry.isFile()) {
        const inode = String(statSync(full).ino);
        const link = path.join(this.#links, inode);
        if (!existsSync(link)) linkSync(full, link);
        const file: File = { inode, durable: new Content(readFileSync(full)), pending: [] };
        this.#files.set(inode, file);
        name = { is: 'file', file };
      } else this.#load(full);
      this.#seen.set(full, name);
      this.#durable.set(full, name);
    }
  }

  #fileOf(inode: string): File {
    const file = this.#files.get(inode);
    if (file === undefined) throw new Error(`The record names a file ${inode} that nobody made.`);
    return file;
  }

  #name(at: string, now: Name | null): void {
    if (now === null) this.#seen.delete(at);
    else this.#seen.set(at, now);
    this.#waiting.push({ path: at, now });
  }

  play(event: DiskEvent): void {
    switch (event.is) {
      case 'created': {
        const durable = new Content(Buffer.alloc(0));
        const file: File = { inode: event.inode, durable, pending: [] };
        this.#files.set(event.inode, file);
        return this.#name(event.path, { is: 'file', file });
      }
      case 'folder':
        return this.#name(event.path, { is: 'folder' });
      case 'written':
        this.#fileOf(event.inode).pending.push({ at: event.at, bytes: event.bytes });
        return;
      case 'length':
        this.#fileOf(event.inode).pending.push({ length: event.bytes });
        return;
      case 'flushed': {
        const file = this.#fileOf(event.inode);
        file.durable.change(file.pending);
        file.pending = [];
        return;
      }
      case 'folderFlushed': {
        const mine = (change: NameChange): boolean => path.dirname(change.path) === event.path;
        for (const change of this.#waiting.filter(mine)) apply(this.#durable, change);
        this.#waiting = this.#waiting.filter((change) => !mine(change));
        return;
      }
      case 'renamed': {
        const name = this.#seen.get(event.from);
        if (name?.is !== 'file') throw new Error(`Only files are renamed: ${event.from}`);
        this.#name(event.to, name);
        return this.#name(event.from, null);
      }
      case 'removed':
        return this.#name(event.path, null);
      case 'mapped':
        // The index of the write-ahead log: worked out anew from the log after a power cut.
        if (event.path.endsWith('-shm')) return;
        throw new Error(`Changes of ${event.path} by mapping are not recorded.`);
      case 'told':
        return;
    }
  }

  /**
   * Writes into an empty folder what a power cut leaves: what was flushed, and of the rest nothing,
   * or, with `draw`, any part of the bytes and the first so many of the names.
   */
  cut(folder: string, draw?: Draw): void {
    const root = this.#root;
    const names = new Map(this.#durable);
    const named = draw === undefined ? 0 : draw.integer(0, this.#waiting.length);
    for (const change of this.#waiting.slice(0, named)) apply(names, change);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const there = (at: string): boolean => {
      const parent = path.dirname(at);
      return parent === root || (names.get(parent)?.is === 'folder' && there(parent));
    };
    // Folders before what lies in them.
    const inOrder = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [at, name] of inOrder) {
      if (!there(at) || at.endsWith('-shm')) continue;
      const to = path.join(folder, path.relative(root, at));
      if (name.is === 'folder') {
        mkdirSync(to, { recursive: true, mode: 0o700 });
        continue;
      }
      const { inode, durable, pending } = name.file;
      const left = draw === undefined ? [] : pending.filter(() => draw.chance(0.5));
      const link = path.join(this.#links, inode);
      truncateSync(link);
      writeFileSync(link, durable.after(left));
      linkSync(link, to);
    }
  }
}

function apply(names: Map<string, Name>, { path: at, now }: NameChange): void {
  if (now === null) names.delete(at);
  else names.set(at, now);
}

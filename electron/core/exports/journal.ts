import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import * as z from 'zod/mini';
import { EXPORT_STATES, exportWish } from '../../../shared/ipc/exports.ts';
import { appError } from '../../../shared/ipc/shapes.ts';
import type { ManifestRow } from './manifest.ts';

/**
 * What an export is and how far it came, one line each, so that it goes on after a crash: a file
 * counts once its line is on the disk. A line that the crash tore is none.
 */

const row = z.object({
  answerId: z.string(),
  file: z.nullable(z.string()),
  kind: z.enum(['pdf', 'photo', 'answer']),
  source: z.nullable(z.enum(['service', 'saved', 'local'])),
  sizeBytes: z.nullable(z.number()),
  sha256: z.nullable(z.string()),
  pages: z.nullable(z.number()),
  standard: z.nullable(z.string()),
  readAt: z.nullable(z.string()),
  // Absent in journals from before.
  review: z._default(z.nullable(z.string()), null),
  madeAt: z.string(),
  notes: z.array(z.string()),
  scripts: z._default(z.array(z.string()), []),
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
});

const line = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('begun'),
    id: z.string(),
    startedAt: z.number(),
    ids: z.array(z.string()),
    wish: exportWish,
    /** The folder that holds the files. */
    folder: z.string(),
  }),
  /** The name that a unit of work has taken, before its file is made. */
  z.object({ is: z.literal('named'), unit: z.number(), file: z.string() }),
  /** A unit of work with all its files: an answer, or a document of many. */
  z.object({ is: z.literal('made'), unit: z.number(), rows: z.array(row) }),
  z.object({
    is: z.literal('state'),
    state: z.enum(EXPORT_STATES),
    error: z.nullable(appError),
    path: z.string(),
  }),
  /** Whether the folder of a ZIP could not be taken away yet, and which one that is: `folderMark`. */
  z.object({
    is: z.literal('packed'),
    stays: z.boolean(),
    mark: z.optional(z.nullable(z.string())),
  }),
]);
export type Line = z.output<typeof line>;
export type Begun = Extract<Line, { is: 'begun' }>;

const NEWLINE = 0x0a;

export class ExportJournal {
  readonly #file: string;
  readonly #handle: number;
  #open = true;
  /** Behind a line that was torn the next one would be a part of it. */
  #isWhole: boolean;

  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, 'a+', 0o600);
    this.#isWhole = this.#endsWhole();
  }

  #endsWhole(): boolean {
    const { size } = fstatSync(this.#handle);
    const last = Buffer.alloc(1);
    return size === 0 || readSync(this.#handle, last, 0, 1, size - 1) === 0 || last[0] === NEWLINE;
  }

  /** A disk may take a part alone. */
  #append(text: string): void {
    // Its number may be another file's by then.
    if (!this.#open) throw new Error('The journal of this export is closed.');
    const bytes = Buffer.from(this.#isWhole ? text : `\n${text}`);
    this.#isWhole = false;
    for (let at = 0; at < bytes.byteLength;) at += writeSync(this.#handle, bytes, at);
    this.#isWhole = true;
  }

  /** On the disk when it returns, with everything that was noted before. */
  write(entry: Line): void {
    this.note(entry);
    fsyncSync(this.#handle);
  }

  /** Survives the end of the process; without power it may be lost, for what is made anew then. */
  note(entry: Line): void {
    this.#append(`${JSON.stringify(entry)}\n`);
  }

  get file(): string {
    return this.#file;
  }

  close(): void {
    if (this.#open) closeSync(this.#handle);
    this.#open = false;
  }
}

/** The lines of a journal that can be read, in their order. */
export function readJournal(file: string): Line[] {
  const lines: Line[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue;
    try {
      const parsed = z.safeParse(line, JSON.parse(text));
      if (parsed.success) lines.push(parsed.data);
    } catch {
      // Torn by the end of the process: what it told of is made again.
    }
  }
  return lines;
}

/** Rows of what is made, in the order of the answers. */
export function rowsOf(made: ReadonlyMap<number, readonly ManifestRow[]>): ManifestRow[] {
  return [...made].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows);
}

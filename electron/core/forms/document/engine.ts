import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type NodeCompiler as Compiler, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { DocumentData, FrameWords } from './data.ts';
import type { FontBook } from './fonts.ts';

/** What a file promises of itself: PDF/UA-1 for everybody's reading, PDF/A-2a for keeping. */
export const STANDARDS = ['ua-1', 'a-2a'] as const;
export type Standard = (typeof STANDARDS)[number];

export interface Typeset {
  pdf: Uint8Array;
  pages: number;
  /** Of each page of a part, whether its number stands on the left; empty for whole documents. */
  sides: boolean[];
  /** Null where the content kept the file from promising the wished standard; it is tagged still. */
  standard: Standard | null;
}

/** No folder of the disk: its files are handed in, and others are not asked for. */
const FOLDER = path.resolve('/waybill-document');
/**
 * For how many documents more the typesetter keeps what no other document had in it. What is the same in
 * all, as labels and titles are, stays; what is kept lies in one place for all threads of the process, of
 * which another is in the midst of its own document: with less than two, it would lay out parts of that anew.
 */
const CACHED_GENERATIONS = 2;

interface Diagnostic {
  message: string;
  hints?: unknown;
}

/** How the number of a page is said. */
type NumberWords = Pick<FrameWords, 'lang' | 'rtl' | 'page'>;
interface Stretch {
  first: number;
  total: number;
  sides: readonly boolean[];
}

/** Why a document was not made, in the typesetter's words. */
export class TypesetError extends Error {
  override name = 'TypesetError';
}

/** What `answer.typ` is made of, by the names by which these files import each other. */
const MODULES = new Map([
  ['texts.typ', new URL('./texts.typ', import.meta.url)],
  ['pictures.typ', new URL('./pictures.typ', import.meta.url)],
  ['sections.typ', new URL('./sections.typ', import.meta.url)],
]);

/** Typst in this process: documents of data and files, one after the other. */
export class Engine {
  readonly #compiler: Compiler;
  readonly #template: string;
  readonly #numbers: string;

  constructor(fonts: FontBook) {
    this.#compiler = NodeCompiler.create({
      workspace: FOLDER,
      fontArgs: [{ fontBlobs: fonts.files }],
    });
    for (const [name, file] of MODULES) this.#put(name, readFileSync(file));
    this.#template = readFileSync(new URL('./answer.typ', import.meta.url), 'utf8');
    this.#numbers = readFileSync(new URL('./numbers.typ', import.meta.url), 'utf8');
  }

  /**
   * Typesets a document.
   *
   * @param files pictures and maps by the names that the data gives
   * @throws TypesetError where a file is damaged; `readable` tells which
   */
  typeset(
    data: DocumentData,
    files: ReadonlyMap<string, Uint8Array>,
    standard: Standard,
    madeAt: number,
  ): Typeset {
    const names = [...files.keys(), 'doc.json'];
    this.#put('doc.json', Buffer.from(JSON.stringify(data)));
    for (const [name, bytes] of files) this.#put(name, bytes);
    try {
      const result = this.#compiler.compile({ mainFileContent: this.#template, resetRead: true });
      const document = result.result;
      if (document === null) throw new TypesetError(messageOf(result.takeError()));
      const made = { creationTimestamp: Math.floor(madeAt / 1000) };
      const about = {
        pages: document.numOfPages,
        sides: data.part ? sidesOf(this.#compiler.query(document, SIDES)) : [],
      };
      try {
        const pdf = this.#compiler.pdf(document, { ...made, pdfStandard: standard });
        return { ...about, pdf: withoutDirection(pdf), standard };
      } catch {
        // A wish of the standard that the content can't fulfil is no reason to give nothing.
        const pdf = withoutDirection(this.#compiler.pdf(document, made));
        return { ...about, pdf, standard: null };
      }
    } finally {
      for (const name of names) this.#compiler.unmapShadow(path.join(FOLDER, name));
      this.#compiler.evictCache(CACHED_GENERATIONS);
    }
  }

  /**
   * The numbers of pages of a file that is merged of parts, each on a page of its own.
   *
   * @param sides of each page, whether its number stands on the left
   */
  numbers(
    data: Pick<DocumentData, 'paper' | 'families'> & NumberWords & Stretch,
    standard: Standard,
  ): Uint8Array {
    this.#put('numbers.json', Buffer.from(JSON.stringify(data)));
    try {
      const result = this.#compiler.compile({ mainFileContent: this.#numbers, resetRead: true });
      const document = result.result;
      if (document === null) throw new TypesetError(messageOf(result.takeError()));
      return this.#compiler.pdf(document, { pdfStandard: standard });
    } finally {
      this.#compiler.unmapShadow(path.join(FOLDER, 'numbers.json'));
      this.#compiler.evictCache(CACHED_GENERATIONS);
    }
  }

  /** Whether a picture can be drawn: alone on a page. */
  readable(name: string, bytes: Uint8Array): boolean {
    const at = path.join(FOLDER, name);
    this.#put(name, bytes);
    try {
      const source = `#image(${JSON.stringify(name)}, width: 2cm)`;
      const { result } = this.#compiler.compile({ mainFileContent: source, resetRead: true });
      if (result === null) return false;
      this.#compiler.pdf(result);
      return true;
    } catch {
      return false;
    } finally {
      this.#compiler.unmapShadow(at);
      this.#compiler.evictCache(CACHED_GENERATIONS);
    }
  }

  #put(name: string, bytes: Uint8Array): void {
    this.#compiler.mapShadow(
      path.join(FOLDER, name),
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
  }
}

/** What the template says of the pages of a part, one after the other. */
const SIDES = { selector: '<side>', field: 'value' };

function sidesOf(sides: unknown): boolean[] {
  return Array.isArray(sides) ? sides.map((side) => side === true) : [];
}

/** What the typesetter writes of a document whose language runs from right to left. */
const PREFERENCES = '/ViewerPreferences <<';
const LEFTWARDS = '/Direction /R2L';
/** Longer are they never. */
const PREFERENCES_BYTES = 100;

/**
 * The same document without the wish that its pages be laid side by side from the right. Readers take
 * that wish for the direction of every line, and then give names, dates and addresses in Latin letters
 * back from their end to their begin.
 */
function withoutDirection(pdf: Buffer): Buffer {
  const from = pdf.lastIndexOf(PREFERENCES, undefined, 'latin1');
  if (from === -1) return pdf;
  const at = pdf.subarray(from, from + PREFERENCES_BYTES).indexOf(LEFTWARDS, 0, 'latin1');
  // As long as before, so that everything else stays where the file says it is.
  if (at !== -1) pdf.write('/Direction /L2R', from + at, 'latin1');
  return pdf;
}

function messageOf(error: { shortDiagnostics: unknown[] } | null): string {
  const first = error?.shortDiagnostics[0] as Diagnostic | undefined;
  return first?.message ?? 'unknown reason';
}

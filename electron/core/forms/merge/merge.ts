import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { Copy } from './copy.ts';
import { type Cos, DamagedPdf, type Dict, Name, Ref, Text } from './cos.ts';
import { PageNumbers, type NumbersOf } from './pageNumbers.ts';
import { PdfSink } from './sink.ts';
import { isStream, SourceFile } from './source.ts';

/**
 * One PDF of many that the typesetter wrote: pages, bookmarks, tags and attachments of all, one file
 * after the other, so that no more than one of them is in memory.
 */

/** A file that is a part of the merged one. */
export interface PartFile {
  file: string;
  /** Of each page, whether its number stands on the left. */
  sides: readonly boolean[];
  /** What the part promises of itself. */
  standard: string | null;
}

export interface Merged {
  pages: number;
  sizeBytes: number;
  sha256: string;
}

const PAGE_NUMBER = 'WaybillNumber';
/** What the catalogue of the merged file says anew. */
const OF_ALL = new Set(['Pages', 'Metadata', 'StructTreeRoot', 'Outlines', 'Names', 'AF']);

const idOf = (value: Cos | undefined): number | null => (value instanceof Ref ? value.id : null);
const countOf = (value: Cos | undefined): number => (typeof value === 'number' ? value : 0);

class Merger {
  readonly #sink: PdfSink;
  readonly #numbers: PageNumbers;
  readonly #shared = new Map<string, Ref>();
  readonly #pages: Ref;
  readonly #tags: Ref;
  readonly #document: Ref;
  readonly #outlines: Ref;
  /** Before and after what a page draws, so that its number is set as on an empty page. */
  readonly #before: Ref;
  readonly #after: Ref;
  readonly #pageNodes: Cos[] = [];
  readonly #parts: Cos[] = [];
  readonly #keys: Cos[] = [];
  readonly #identifiers: Cos[] = [];
  readonly #attached: [string, Cos][] = [];
  readonly #associated: Cos[] = [];
  readonly #roles: Dict = new Map();
  /** The first bookmark, and the last one so far, which waits for the next. */
  #first: Ref | null = null;
  #last: { dict: Dict; ref: Ref } | null = null;
  #bookmarks = 0;
  #nextKey = 0;
  #pageCount = 0;
  #catalog: Dict | null = null;
  #info: Dict = new Map();
  #metadata: { bytes: Uint8Array; standard: string | null } | null = null;

  constructor(sink: PdfSink, numbersOf: NumbersOf, sides: readonly boolean[]) {
    this.#sink = sink;
    this.#numbers = new PageNumbers(sink, this.#shared, numbersOf, sides);
    const reserved = (): Ref => new Ref(sink.reserve());
    [this.#pages, this.#tags] = [reserved(), reserved()];
    [this.#document, this.#outlines] = [reserved(), reserved()];
    this.#before = sink.addStream(new Map(), Buffer.from('q\n'));
    this.#after = sink.addStream(new Map(), Buffer.from(`Q\n/${PAGE_NUMBER} Do\n`));
  }

  add(part: PartFile, number: number): void {
    const source = new SourceFile(readFileSync(part.file));
    const { catalog } = source;
    const copy = new Copy(source, this.#sink, this.#shared, {
      firstKey: this.#nextKey,
      prefix: `p${String(number).padStart(6, '0')}.`,
    });
    this.#addPages(source, copy, part);
    this.#addTags(source, copy);
    this.#addBookmarks(source, copy);
    this.#addAttachments(source, copy);
    this.#catalog ??= copy.dict(new Map([...catalog].filter(([key]) => !OF_ALL.has(key))));
    if (this.#info.size === 0) this.#info = copy.dict(source.dictAt(source.trailer.get('Info')));
    // The whole file promises what each of its parts does.
    if (this.#metadata === null || (part.standard === null && this.#metadata.standard !== null)) {
      this.#metadata = { bytes: metadataOf(source), standard: part.standard };
    }
    copy.finish();
  }

  #addPages(source: SourceFile, copy: Copy, part: PartFile): void {
    const root = idOf(source.catalog.get('Pages'));
    const pages = source.pages();
    if (root === null || pages.length !== part.sides.length) {
      throw new DamagedPdf('It has not the pages that it should have.');
    }
    copy.change(root, (node) => {
      node.set('Parent', this.#pages);
      return true;
    });
    for (const page of pages) {
      const number = this.#numbers.next();
      copy.change(page, (dict) => {
        const resources = copy.dict(source.dictAt(source.dictAt(new Ref(page)).get('Resources')));
        const drawn = resources.get('XObject');
        const objects: Dict = new Map(drawn instanceof Map ? drawn : []);
        resources.set('XObject', objects.set(PAGE_NUMBER, number));
        dict.set('Resources', resources);
        dict.set('Contents', [this.#before, dict.get('Contents') ?? null, this.#after]);
        return true;
      });
    }
    this.#pageCount += pages.length;
    this.#pageNodes.push(copy.ref(root));
  }

  #addTags(source: SourceFile, copy: Copy): void {
    const rootId = idOf(source.catalog.get('StructTreeRoot'));
    if (rootId === null) return;
    const root = source.dictAt(new Ref(rootId));
    copy.instead(rootId, this.#tags);
    for (const kid of source.listAt(root.get('K'))) {
      const id = idOf(kid);
      if (id === null) continue;
      copy.change(id, (dict) => {
        dict.set('S', new Name('Part')).set('P', this.#document);
        // A part leaves out the language that all of it has.
        const language = source.catalog.get('Lang');
        if (language !== undefined && !dict.has('Lang')) dict.set('Lang', language);
        return true;
      });
      this.#parts.push(copy.ref(id));
    }
    for (const [role, means] of source.dictAt(root.get('RoleMap'))) this.#roles.set(role, means);
    const keys = source.pairs(root.get('ParentTree'), 'Nums');
    const numbers = keys.map(([key]) => countOf(key) + this.#nextKey);
    const [lowest, highest] = [numbers[0], numbers.at(-1)];
    if (lowest !== undefined && highest !== undefined) {
      const flat = keys.flatMap(([, tags], at) => [numbers[at] ?? 0, copy.rewritten(tags)]);
      const node = new Map<string, Cos>([['Nums', flat]]);
      this.#keys.push(this.#sink.add(node.set('Limits', [lowest, highest])));
      this.#nextKey = highest + 1;
    }
    const named = source
      .pairs(root.get('IDTree'), 'Names')
      .flatMap(([name, tag]): [Text, Cos][] =>
        name instanceof Text ? [[copy.identifier(name), copy.rewritten(tag)]] : [],
      );
    const [begin, end] = [named[0], named.at(-1)];
    if (begin === undefined || end === undefined) return;
    const node = new Map<string, Cos>([['Names', named.flat()]]);
    this.#identifiers.push(this.#sink.add(node.set('Limits', [begin[0], end[0]])));
  }

  #addBookmarks(source: SourceFile, copy: Copy): void {
    const rootId = idOf(source.catalog.get('Outlines'));
    if (rootId === null) return;
    const root = source.dictAt(new Ref(rootId));
    const [first, last] = [idOf(root.get('First')), idOf(root.get('Last'))];
    if (first === null || last === null) return;
    copy.instead(rootId, this.#outlines);
    this.#bookmarks += Math.max(0, countOf(root.get('Count')));
    const before = this.#last;
    copy.change(first, (dict) => {
      if (before !== null) dict.set('Prev', before.ref);
      return true;
    });
    copy.change(last, (dict, ref) => {
      if (first === last && before !== null) dict.set('Prev', before.ref);
      this.#last = { dict, ref };
      return false;
    });
    const firstRef = copy.ref(first);
    this.#first ??= firstRef;
    if (before !== null) this.#sink.add(before.dict.set('Next', firstRef), before.ref.id);
  }

  #addAttachments(source: SourceFile, copy: Copy): void {
    const names = source.dictAt(source.catalog.get('Names'));
    for (const [name, file] of source.pairs(names.get('EmbeddedFiles'), 'Names')) {
      if (name instanceof Text) this.#attached.push([name.raw, copy.rewritten(file)]);
    }
    this.#associated.push(
      ...source.listAt(source.catalog.get('AF')).map((one) => copy.rewritten(one)),
    );
  }

  #tagRoot(): void {
    const sink = this.#sink;
    const dict = (entries: [string, Cos][]): Dict => new Map(entries);
    sink.add(
      dict([
        ['Type', new Name('StructElem')],
        ['S', new Name('Document')],
        ['P', this.#tags],
        ['K', this.#parts],
      ]),
      this.#document.id,
    );
    const root = dict([
      ['Type', new Name('StructTreeRoot')],
      ['RoleMap', this.#roles],
      ['K', [this.#document]],
      ['ParentTree', dict([['Kids', this.#keys]])],
      ['ParentTreeNextKey', this.#nextKey],
    ]);
    if (this.#identifiers.length > 0) root.set('IDTree', dict([['Kids', this.#identifiers]]));
    sink.add(root, this.#tags.id);
  }

  end(): Merged {
    const sink = this.#sink;
    const dict = (entries: [string, Cos][]): Dict => new Map(entries);
    const catalog = this.#catalog;
    if (catalog === null || this.#metadata === null) throw new DamagedPdf('It has no parts.');
    const pages: [string, Cos][] = [
      ['Type', new Name('Pages')],
      ['Kids', this.#pageNodes],
    ];
    sink.add(dict([...pages, ['Count', this.#pageCount]]), this.#pages.id);
    this.#tagRoot();
    catalog.set('Pages', this.#pages).set('StructTreeRoot', this.#tags);
    if (this.#first !== null && this.#last !== null) {
      const { dict: last, ref } = this.#last;
      sink.add(last, ref.id);
      const ends: [string, Cos][] = [
        ['First', this.#first],
        ['Last', ref],
      ];
      sink.add(
        dict([['Type', new Name('Outlines')], ...ends, ['Count', this.#bookmarks]]),
        this.#outlines.id,
      );
      catalog.set('Outlines', this.#outlines);
    }
    if (this.#attached.length > 0) {
      const sorted = this.#attached.sort(([a], [b]) => (a < b ? -1 : 1));
      const flat = sorted.flatMap(([name, file]): Cos[] => [new Text(name), file]);
      catalog.set('Names', dict([['EmbeddedFiles', dict([['Names', flat]])]]));
    }
    if (this.#associated.length > 0) catalog.set('AF', this.#associated);
    const fingerprint = sink.fingerprint();
    const said = metadataWith(this.#metadata.bytes, this.#pageCount, fingerprint);
    const type: [string, Cos][] = [
      ['Type', new Name('Metadata')],
      ['Subtype', new Name('XML')],
    ];
    catalog.set('Metadata', sink.addStream(dict(type), said));
    const root = sink.add(catalog);
    return { pages: this.#pageCount, ...sink.end(root, sink.add(this.#info), fingerprint) };
  }
}

function metadataOf(source: SourceFile): Uint8Array {
  const id = idOf(source.catalog.get('Metadata'));
  const stream = id === null ? null : source.get(id);
  if (stream === null || !isStream(stream)) throw new DamagedPdf('It says nothing of itself.');
  return stream.dict.has('Filter') ? inflateSync(stream.bytes) : stream.bytes.slice();
}

/** What the merged file says of itself: its own pages and its own name. */
function metadataWith(bytes: Uint8Array, pages: number, fingerprint: string): Uint8Array {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/(<xmpTPg:NPages>)\d+/, `$1${pages}`)
    .replaceAll(/(<xmpMM:(?:Instance|Document)ID>)[^<]*/g, `$1${fingerprint}`);
  return Buffer.from(text, 'utf8');
}

/**
 * Merges files into one, in their order. Each page gets its number among all.
 *
 * @param out the file that is written; a part of it stays where merging ends early
 * @param numbersOf draws the numbers of pages
 * @param stopped asked between two parts
 * @returns null where it was stopped
 * @throws DamagedPdf where a part is not as the typesetter wrote it
 */
export function mergeParts(
  parts: readonly PartFile[],
  out: string,
  numbersOf: NumbersOf,
  stopped: () => boolean,
): Merged | null {
  const sink = new PdfSink(out);
  try {
    const sides = parts.flatMap((part) => part.sides);
    const merger = new Merger(sink, numbersOf, sides);
    for (const [at, part] of parts.entries()) {
      if (stopped()) return null;
      merger.add(part, at + 1);
    }
    return merger.end();
  } finally {
    sink.close();
  }
}

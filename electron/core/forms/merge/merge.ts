import { readFileSync, rmSync } from 'node:fs';
import { metadataOf, metadataWith, plainAbout } from './about.ts';
import { Copy } from './copy.ts';
import { type Cos, DamagedPdf, type Dict, Name, Ref, Text } from './cos.ts';
import { PageNumbers, type NumbersOf } from './pageNumbers.ts';
import { copyServed } from './served.ts';
import { servedPages } from './servedPages.ts';
import { PdfSink } from './sink.ts';
import { SourceFile } from './source.ts';

/**
 * One PDF of many that the typesetter or the service wrote: pages, bookmarks, tags and attachments of
 * all, one file after the other, so that no more than one of them is in memory.
 */

/** A file that is a part of the merged one. */
export interface PartFile {
  file: string;
  /** Of each page, whether its number stands on the left. */
  sides: readonly boolean[];
  /** What the part promises of itself. */
  standard: string | null;
  /** Of one that the service wrote: the words of its bookmark. Its pages stay as they are. */
  served?: string | undefined;
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
  readonly #classes: Dict = new Map();
  readonly #namespaces: Cos[] = [];
  /** What may be hidden in parts that the service wrote, and what is. */
  readonly #layers: { all: Cos[]; off: Cos[] } = { all: [], off: [] };
  /** The first bookmark, and the last one so far, which waits for the next. */
  #first: Ref | null = null;
  #last: { dict: Dict; ref: Ref } | null = null;
  #bookmarks = 0;
  #nextKey = 0;
  #pageCount = 0;
  #language: Cos | undefined;
  /** Whether a part is the service's own. */
  #mixed = false;
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
    const prefix = `p${String(number).padStart(6, '0')}.`;
    if (part.served !== undefined) {
      this.#addServed(source, part, prefix, part.served);
      return;
    }
    const { catalog } = source;
    this.#language ??= catalog.get('Lang');
    const copy = new Copy(source, this.#sink, this.#shared, { firstKey: this.#nextKey, prefix });
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

  /** A part that the service wrote; the file then promises nothing of itself. */
  #addServed(source: SourceFile, part: PartFile, prefix: string, title: string): void {
    this.#mixed = true;
    const made = copyServed(
      source,
      {
        ...{ sink: this.#sink, shared: this.#shared, pages: this.#pages, document: this.#document },
        ...{ outlines: this.#outlines, firstKey: this.#nextKey, prefix },
      },
      title,
    );
    if (made.count !== part.sides.length) {
      throw new DamagedPdf('It has not the pages that it should have.');
    }
    for (const _side of part.sides) this.#numbers.skip();
    this.#pageCount += made.count;
    this.#pageNodes.push(made.pages);
    this.#language ??= made.language;
    this.#parts.push(made.tags);
    this.#addKeys(made.keys);
    this.#addIdentifiers(made.identifiers);
    for (const [role, means] of made.roles) this.#roles.set(role, means);
    for (const [name, value] of made.classes) this.#classes.set(name, value);
    this.#namespaces.push(...made.namespaces);
    this.#attached.push(...made.attached);
    this.#associated.push(...made.associated);
    this.#layers.all.push(...made.layers.all);
    this.#layers.off.push(...made.layers.off);
    this.#hang(made.bookmark);
  }

  /** Hangs a bookmark behind the last one. */
  #hang(bookmark: { dict: Dict; ref: Ref }): void {
    const before = this.#last;
    if (before !== null) {
      bookmark.dict.set('Prev', before.ref);
      this.#sink.add(before.dict.set('Next', bookmark.ref), before.ref.id);
    }
    this.#first ??= bookmark.ref;
    this.#last = bookmark;
    this.#bookmarks += 1;
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
    this.#addKeys(keys.map(([key, tags]) => [countOf(key) + this.#nextKey, copy.rewritten(tags)]));
    this.#addIdentifiers(
      source
        .pairs(root.get('IDTree'), 'Names')
        .flatMap(([name, tag]): [Text, Cos][] =>
          name instanceof Text ? [[copy.identifier(name), copy.rewritten(tag)]] : [],
        ),
    );
  }

  /** What leads from pages to their tags, in order. */
  #addKeys(keys: readonly [number, Cos][]): void {
    const [lowest, highest] = [keys[0]?.[0], keys.at(-1)?.[0]];
    if (lowest === undefined || highest === undefined) return;
    const node = new Map<string, Cos>([['Nums', keys.flat()]]);
    this.#keys.push(this.#sink.add(node.set('Limits', [lowest, highest])));
    this.#nextKey = highest + 1;
  }

  #addIdentifiers(named: readonly [Text, Cos][]): void {
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
    if (this.#classes.size > 0) root.set('ClassMap', this.#classes);
    if (this.#namespaces.length > 0) root.set('Namespaces', this.#namespaces);
    if (this.#identifiers.length > 0) root.set('IDTree', dict([['Kids', this.#identifiers]]));
    sink.add(root, this.#tags.id);
  }

  /** What the whole file is; where a part is the service's own it promises nothing that this may lack. */
  #about(title: string): { catalog: Dict; info: Dict; metadata: Uint8Array } {
    if (this.#mixed) return plainAbout(title, this.#language);
    if (this.#catalog === null || this.#metadata === null) throw new DamagedPdf('It has no parts.');
    return { catalog: this.#catalog, info: this.#info, metadata: this.#metadata.bytes };
  }

  /** @param title of the whole, where no part says it */
  end(title: string): Merged {
    const sink = this.#sink;
    const dict = (entries: [string, Cos][]): Dict => new Map(entries);
    const { catalog, info, metadata } = this.#about(title);
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
    const { all, off } = this.#layers;
    if (all.length > 0) {
      const shown = dict([['OFF', off]]);
      catalog.set(
        'OCProperties',
        dict([
          ['OCGs', all],
          ['D', shown],
        ]),
      );
    }
    const fingerprint = sink.fingerprint();
    const said = metadataWith(metadata, this.#pageCount, fingerprint);
    const type: [string, Cos][] = [
      ['Type', new Name('Metadata')],
      ['Subtype', new Name('XML')],
    ];
    catalog.set('Metadata', sink.addStream(dict(type), said));
    const root = sink.add(catalog);
    return { pages: this.#pageCount, ...sink.end(root, sink.add(info), fingerprint) };
  }
}

/**
 * Merges files into one, in their order. Each page gets its number among all.
 *
 * @param out the file that is written; a part of it stays where merging ends early
 * @param title of the whole, where parts are the service’s own
 * @param numbersOf draws the numbers of pages
 * @param stopped asked between two parts
 * @returns null where it was stopped
 * @throws DamagedPdf where a part can’t be followed
 * @throws EncryptedPdf where it has a key
 */
export function mergeParts(
  parts: readonly PartFile[],
  out: string,
  title: string,
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
    return merger.end(title);
  } finally {
    sink.close();
  }
}

/**
 * How many pages a PDF of the service has, once it proved that it can be a part: it is put into a file
 * of its own, which is read again and thrown away.
 *
 * @throws EncryptedPdf where it has a key; anything else where it can’t be followed
 */
export function pagesOfServed(file: string): number {
  const { length } = servedPages(new SourceFile(readFileSync(file))).pages;
  const out = `${file}.look`;
  try {
    const sides = Array.from({ length }, () => false);
    const noNumbers: NumbersOf = () => new Uint8Array();
    const part = { file, sides, standard: null, served: 'Answer' };
    mergeParts([part], out, 'Answer', noNumbers, () => false);
    const { pages } = servedPages(new SourceFile(readFileSync(out)));
    if (pages.length !== length) throw new DamagedPdf('It has not the pages that it should have.');
    return length;
  } finally {
    rmSync(out, { force: true });
  }
}

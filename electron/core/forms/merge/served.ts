import { Copy, ownName } from './copy.ts';
import { type Cos, type Dict, Name, Ref, Text, textString } from './cos.ts';
import type { PdfSink } from './sink.ts';
import { Destinations, type ServedPage, servedPages, tameMarks } from './servedPages.ts';
import type { SourceFile } from './source.ts';

/**
 * A PDF that a service wrote, as a part of a merged one: its pages as they are, its tags, bookmarks,
 * layers and attachments. Nothing of it acts by itself there.
 */

/** The merged file, as far as a part needs it. */
export interface Whole {
  sink: PdfSink;
  shared: Map<string, Ref>;
  pages: Ref;
  /** The tag that holds all parts. */
  document: Ref;
  outlines: Ref;
  firstKey: number;
  prefix: string;
}

export interface ServedCopy {
  pages: Ref;
  count: number;
  tags: Ref;
  /** By which pages find their tags, in order. */
  keys: [number, Cos][];
  identifiers: [Text, Cos][];
  roles: Dict;
  classes: Dict;
  namespaces: Cos[];
  /** Not written yet: it waits for the one behind it. */
  bookmark: { dict: Dict; ref: Ref };
  language: Cos | undefined;
  attached: [string, Cos][];
  associated: Cos[];
  layers: { all: Cos[]; off: Cos[] };
}

const MOST_BOOKMARKS = 2_000;
const MOST_KEY = 1_000_000;
const DEEPEST = 16;

const dictOf = (entries: [string, Cos][]): Dict => new Map(entries);

/** The tags of a file as it has them; null where it has none that a reader could follow. */
interface Tags {
  id: number;
  root: Dict;
  /** By the keys of its own pages. */
  keys: [number, Cos][];
  /** Its own roles, by their names there. */
  roles: Map<string, { name: string; means: string }>;
}

function tagsOf(source: SourceFile): Tags | null {
  const at = source.catalog.get('StructTreeRoot');
  if (!(at instanceof Ref)) return null;
  const root = source.dictAt(at);
  if (source.follow(root.get('K')) === null) return null;
  const keys = source
    .pairs(root.get('ParentTree'), 'Nums')
    .flatMap(([key, tags]): [number, Cos][] =>
      typeof key === 'number' && Number.isInteger(key) && key >= 0 && key < MOST_KEY
        ? [[key, tags]]
        : [],
    );
  const own = source.dictAt(root.get('RoleMap'));
  const roles: Tags['roles'] = new Map();
  for (const role of own.keys()) {
    let means = role;
    for (let turn = 0; turn < own.size; turn += 1) {
      const next = own.get(means);
      if (!(next instanceof Name) || next.text === means) break;
      means = next.text;
    }
    // Two files may mean something else by one name.
    if (means !== role) roles.set(role, { name: `${role}.${means}`, means });
  }
  return { id: at.id, root, keys: [...new Map(keys)].sort(([a], [b]) => a - b), roles };
}

class Importer {
  readonly #source: SourceFile;
  readonly #whole: Whole;
  readonly #pages: ServedPage[];
  readonly #to: Destinations;
  readonly #tags: Tags | null;
  readonly #copy: Copy;
  readonly #node: Ref;
  readonly #part: Ref;
  readonly #keys: [number, Cos][] = [];

  constructor(source: SourceFile, whole: Whole) {
    const { sink, shared, firstKey, prefix } = whole;
    this.#source = source;
    this.#whole = whole;
    const { pages, nodes } = servedPages(source);
    this.#pages = pages;
    this.#to = new Destinations(source, pages);
    this.#tags = tagsOf(source);
    const roles = [...(this.#tags?.roles ?? [])].map(([role, { name }]) => [role, name] as const);
    const keys = new Set(this.#tags?.keys.map(([key]) => key));
    const served = { keys, roles: new Map(roles) };
    this.#copy = new Copy(source, sink, shared, { firstKey, prefix, served });
    this.#node = new Ref(sink.reserve());
    this.#part = new Ref(sink.reserve());
    for (const id of nodes) this.#copy.instead(id, this.#node);
    if (this.#tags !== null) this.#copy.instead(this.#tags.id, this.#part);
  }

  /** @param title of the bookmark that leads to it */
  imported(title: string): ServedCopy {
    const { catalog } = this.#source;
    const [copy, tags] = [this.#copy, this.#tags];
    tameMarks(this.#source, copy, this.#pages, this.#to);
    this.#addPages();
    const kids = tags === null ? this.#paragraphs() : this.#kids(tags);
    const language = catalog.get('Lang');
    const part = dictOf([
      ['Type', new Name('StructElem')],
      ['S', new Name('Part')],
      ['P', this.#whole.document],
      ['K', kids],
    ]);
    if (language instanceof Text) part.set('Lang', language);
    this.#whole.sink.add(part, this.#part.id);
    const roles = [...(tags?.roles.values() ?? [])];
    const root = tags?.root ?? new Map<string, Cos>();
    const classes = this.#source.dictAt(root.get('ClassMap'));
    const made: ServedCopy = {
      ...{ pages: this.#node, count: this.#pages.length, tags: this.#part, keys: this.#keys },
      identifiers: this.#identifiers(root),
      roles: dictOf(roles.map(({ name, means }) => [name, new Name(means)])),
      classes: dictOf(
        [...classes].map(([name, value]) => [
          ownName(new Name(name), this.#whole.prefix).text,
          copy.rewritten(value),
        ]),
      ),
      namespaces: this.#source.listAt(root.get('Namespaces')).map((one) => copy.rewritten(one)),
      bookmark: this.#bookmark(title),
      language: language instanceof Text ? language : undefined,
      ...this.#attachments(),
      layers: this.#layers(),
    };
    copy.finish();
    return made;
  }

  #addPages(): void {
    const { sink, pages } = this.#whole;
    const refs = this.#pages.map(({ id, dict }): Cos => {
      this.#copy.standIn(id, dict);
      this.#copy.change(id, (page) => {
        page.set('Parent', this.#node);
        return true;
      });
      return this.#copy.ref(id);
    });
    sink.add(
      dictOf([
        ['Type', new Name('Pages')],
        ['Parent', pages],
        ['Kids', refs],
        ['Count', refs.length],
      ]),
      this.#node.id,
    );
  }

  /** The tags of the file below its own part; their parent is that part. */
  #kids({ root, keys }: Tags): Cos {
    for (const [key, tags] of keys) {
      this.#keys.push([this.#whole.firstKey + key, this.#copy.rewritten(tags)]);
    }
    return this.#copy.rewritten(root.get('K') ?? null);
  }

  /** A page without tags is one paragraph: readers leave out what has no tag among others that have. */
  #paragraphs(): Cos {
    const { sink, firstKey } = this.#whole;
    const before = sink.addStream(new Map(), Buffer.from('/P <</MCID 0>> BDC\nq\n'));
    const after = sink.addStream(new Map(), Buffer.from('\nQ\nEMC\n'));
    return this.#pages.flatMap(({ id, dict }, at): Cos[] => {
      const drawn = dict.get('Contents');
      const followed = this.#source.follow(drawn);
      const own = Array.isArray(followed) ? followed : [drawn ?? null];
      if (drawn === undefined || followed === null || own.length === 0) return [];
      const contents = own.map((each) => this.#copy.rewritten(each));
      const page = this.#copy.ref(id);
      const key = firstKey + at;
      this.#copy.change(id, (changed) => {
        changed.set('Parent', this.#node).set('StructParents', key);
        changed.set('Contents', [before, ...contents, after]);
        return true;
      });
      const tag = sink.add(
        dictOf([
          ['Type', new Name('StructElem')],
          ['S', new Name('P')],
          ['P', this.#part],
          ['Pg', page],
          ['K', 0],
        ]),
      );
      this.#keys.push([key, [tag]]);
      return [tag];
    });
  }

  #identifiers(root: Dict): [Text, Cos][] {
    return this.#source
      .pairs(root.get('IDTree'), 'Names')
      .flatMap(([name, tag]): [Text, Cos][] =>
        name instanceof Text ? [[this.#copy.identifier(name), this.#copy.rewritten(tag)]] : [],
      );
  }

  /** The bookmark of the answer, with those of the file below it, closed. */
  #bookmark(title: string): ServedCopy['bookmark'] {
    const [first] = this.#pages;
    const box = this.#source.listAt(first?.dict.get('MediaBox'));
    const top = this.#source.follow(box[3]);
    const page = first === undefined ? null : this.#copy.ref(first.id);
    const own = dictOf([
      ['Title', textString(title)],
      ['Parent', this.#whole.outlines],
      ['Dest', [page, new Name('XYZ'), null, top, null]],
    ]);
    const ref = new Ref(this.#whole.sink.reserve());
    const outlines = this.#source.dictAt(this.#source.catalog.get('Outlines'));
    this.#below(own, ref, outlines.get('First'), new Set(), 0);
    return { dict: own, ref };
  }

  /** Hangs the bookmarks of the file from one on below another. */
  #below(parent: Dict, ref: Ref, from: Cos | undefined, seen: Set<number>, depth: number): void {
    const { sink } = this.#whole;
    const made: { ref: Ref; dict: Dict }[] = [];
    for (let at = from; at instanceof Ref && !seen.has(at.id);) {
      if (seen.size >= MOST_BOOKMARKS || depth > DEEPEST) break;
      seen.add(at.id);
      const item = this.#source.dictAt(at);
      const title = this.#source.follow(item.get('Title'));
      if (title instanceof Text) {
        const dict = dictOf([
          ['Title', title],
          ['Parent', ref],
        ]);
        const led = this.#to.ofBoth(item);
        if (led !== null) dict.set('Dest', this.#copy.rewritten(led));
        const own = new Ref(sink.reserve());
        this.#below(dict, own, item.get('First'), seen, depth + 1);
        made.push({ ref: own, dict });
      }
      at = item.get('Next');
    }
    for (const [at, { ref: own, dict }] of made.entries()) {
      const [before, after] = [made[at - 1], made[at + 1]];
      if (before !== undefined) dict.set('Prev', before.ref);
      if (after !== undefined) dict.set('Next', after.ref);
      sink.add(dict, own.id);
    }
    const [begin, end] = [made[0], made.at(-1)];
    if (begin === undefined || end === undefined) return;
    parent.set('First', begin.ref).set('Last', end.ref).set('Count', -made.length);
  }

  #attachments(): Pick<ServedCopy, 'attached' | 'associated'> {
    const { catalog } = this.#source;
    const names = this.#source.dictAt(catalog.get('Names'));
    const attached = this.#source
      .pairs(names.get('EmbeddedFiles'), 'Names')
      .flatMap(([name, file]): [string, Cos][] =>
        name instanceof Text ? [[this.#copy.identifier(name).raw, this.#copy.rewritten(file)]] : [],
      );
    const associated = this.#source.listAt(catalog.get('AF'));
    return { attached, associated: associated.map((one) => this.#copy.rewritten(one)) };
  }

  /** What may be hidden, and what is. */
  #layers(): ServedCopy['layers'] {
    const source = this.#source;
    const properties = source.dictAt(source.catalog.get('OCProperties'));
    const state = source.dictAt(properties.get('D'));
    const all = source.listAt(properties.get('OCGs'));
    const base = state.get('BaseState');
    const shown = new Set(source.listAt(state.get('ON')).map((one) => idOf(one)));
    const off =
      base instanceof Name && base.text === 'OFF'
        ? all.filter((one) => !shown.has(idOf(one)))
        : source.listAt(state.get('OFF'));
    const copied = (list: readonly Cos[]): Cos[] => list.map((one) => this.#copy.rewritten(one));
    return { all: copied(all), off: copied(off) };
  }
}

const idOf = (value: Cos): number | null => (value instanceof Ref ? value.id : null);

/**
 * Copies a PDF of the service into a merged one.
 *
 * @param title of the bookmark that leads to it
 * @throws DamagedPdf where it can’t be followed
 */
export function copyServed(source: SourceFile, whole: Whole, title: string): ServedCopy {
  return new Importer(source, whole).imported(title);
}

import type { Copy } from './copy.ts';
import { type Cos, DamagedPdf, type Dict, Name, Ref, Text } from './cos.ts';
import type { SourceFile } from './source.ts';

/** Pages of a PDF that somebody else wrote, with nothing that acts by itself. */

export interface ServedPage {
  id: number;
  dict: Dict;
}

export interface ServedPages {
  pages: ServedPage[];
  /** What holds them in their own file. */
  nodes: number[];
}

const MOST_PAGES = 5_000;
const DEEPEST = 60;
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** What a page is; not what it does when it is opened, nor what programs keep with it. */
const OF_PAGE = new Set([
  ...['Type', 'Resources', 'MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rotate'],
  ...['Contents', 'Group', 'Annots', 'StructParents', 'Tabs', 'UserUnit'],
]);
const LETTER = [0, 0, 612, 792];

/**
 * The pages of a file in their order, each with what it takes from what holds it.
 *
 * @throws DamagedPdf where there are none, or more than a document has
 */
export function servedPages(source: SourceFile): ServedPages {
  const found: ServedPages = { pages: [], nodes: [] };
  const seen = new Set<number>();
  const walk = (node: Cos, above: Dict, depth: number): void => {
    if (!(node instanceof Ref) || seen.has(node.id)) return;
    seen.add(node.id);
    if (depth > DEEPEST || seen.size > MOST_PAGES) throw new DamagedPdf('It has too many pages.');
    const dict = source.dictAt(node);
    const inherited: Dict = new Map(above);
    for (const key of INHERITED) {
      const own = dict.get(key);
      if (own !== undefined) inherited.set(key, own);
    }
    if (dict.has('Kids')) {
      found.nodes.push(node.id);
      for (const kid of source.listAt(dict.get('Kids'))) walk(kid, inherited, depth + 1);
    } else {
      const own = [...dict].filter(([key]) => OF_PAGE.has(key));
      const page: Dict = new Map([...inherited, ...own, ['Type', new Name('Page')]]);
      if (!page.has('MediaBox')) page.set('MediaBox', LETTER);
      found.pages.push({ id: node.id, dict: page });
    }
  };
  walk(source.catalog.get('Pages') ?? null, new Map(), 0);
  if (found.pages.length === 0) throw new DamagedPdf('It has no pages.');
  return found;
}

/** Where links and bookmarks of a file lead. */
export class Destinations {
  readonly #source: SourceFile;
  readonly #pages: ReadonlySet<number>;
  #named: ReadonlyMap<string, Cos> | null = null;

  constructor(source: SourceFile, pages: readonly ServedPage[]) {
    this.#source = source;
    this.#pages = new Set(pages.map(({ id }) => id));
  }

  /** The page and the place on it; null where it leads nowhere in this file. */
  of(wanted: Cos | undefined): Cos[] | null {
    const source = this.#source;
    let target = source.follow(wanted);
    if (target instanceof Name) target = source.follow(this.#byName(`/${target.text}`));
    else if (target instanceof Text) target = source.follow(this.#byName(target.raw));
    if (target instanceof Map) target = source.follow(target.get('D'));
    const [page] = Array.isArray(target) ? target : [];
    return Array.isArray(target) && page instanceof Ref && this.#pages.has(page.id) ? target : null;
  }

  /** The same of something that leads there by itself or by what it does. */
  ofBoth(dict: Dict): Cos[] | null {
    const act = this.#source.dictAt(dict.get('A'));
    const acts = act.get('S');
    const led = acts instanceof Name && acts.text === 'GoTo' ? act.get('D') : undefined;
    return this.of(dict.get('Dest') ?? led);
  }

  #byName(name: string): Cos {
    this.#named ??= this.#readNames();
    return this.#named.get(name) ?? null;
  }

  #readNames(): Map<string, Cos> {
    const { catalog } = this.#source;
    const names = this.#source.dictAt(catalog.get('Names')).get('Dests');
    const named = new Map<string, Cos>();
    for (const [name, target] of this.#source.dictAt(catalog.get('Dests'))) {
      named.set(`/${name}`, target);
    }
    for (const [name, target] of this.#source.pairs(names, 'Names')) {
      if (name instanceof Text) named.set(name.raw, target);
    }
    return named;
  }
}

/** What plays, runs or brings files along. */
const ACTING = new Set(['Screen', 'Movie', 'Sound', 'RichMedia', '3D', 'FileAttachment']);
const ACTS = new Set(['A', 'AA', 'Dest', 'PA', 'Parent', 'Kids']);

/** A mark on a page without what it does by itself; links lead where they led. Null where nothing is left. */
function tamed(source: SourceFile, to: Destinations, mark: Dict): Dict | null {
  const kind = mark.get('Subtype');
  if (!(kind instanceof Name) || ACTING.has(kind.text)) return null;
  const plain: Dict = new Map([...mark].filter(([key]) => !ACTS.has(key)));
  const act = source.dictAt(mark.get('A'));
  const name = act.get('S');
  const led = to.ofBoth(mark);
  if (led !== null) plain.set('Dest', led);
  else if (name instanceof Name && name.text === 'URI' && act.has('URI')) {
    const link: Dict = new Map<string, Cos>([['S', name]]);
    plain.set('A', link.set('URI', source.follow(act.get('URI'))));
  }
  return plain;
}

/** Takes from the marks of pages what acts by itself. */
export function tameMarks(
  source: SourceFile,
  copy: Copy,
  pages: readonly ServedPage[],
  to: Destinations,
): void {
  for (const { dict } of pages) {
    if (!dict.has('Annots')) continue;
    const marks = source.listAt(dict.get('Annots')).flatMap((mark): Cos[] => {
      const own = tamed(source, to, source.dictAt(mark));
      if (mark instanceof Ref) copy.standIn(mark.id, own);
      if (own === null) return [];
      return [mark instanceof Ref ? mark : own];
    });
    dict.set('Annots', marks);
  }
}

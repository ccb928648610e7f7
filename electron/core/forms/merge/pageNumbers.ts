import { Copy } from './copy.ts';
import { type Cos, DamagedPdf, type Dict, Name, Ref } from './cos.ts';
import type { PdfSink } from './sink.ts';
import { isStream, SourceFile } from './source.ts';

/** The numbers of a stretch of pages, each drawn on an otherwise empty page. */
export type NumbersOf = (stretch: {
  /** Number of the first page of the stretch. */
  first: number;
  total: number;
  /** Of each page, whether its number stands on the left. */
  sides: readonly boolean[];
}) => Uint8Array;

/** Numbers that are drawn at once: their letters are in the merged file once for so many pages. */
const STRETCH = 400;

/**
 * The numbers of pages as drawings to be laid over them. How many pages there are is only known once
 * all parts are typeset, so that no part can have them from the beginning.
 */
export class PageNumbers {
  readonly #sink: PdfSink;
  readonly #shared: Map<string, Ref>;
  readonly #numbersOf: NumbersOf;
  readonly #sides: readonly boolean[];
  #at = 0;
  #drawn: Ref[] = [];
  /** The stretch that is drawn. */
  #stretch = -1;

  constructor(
    sink: PdfSink,
    shared: Map<string, Ref>,
    numbersOf: NumbersOf,
    sides: readonly boolean[],
  ) {
    this.#sink = sink;
    this.#shared = shared;
    this.#numbersOf = numbersOf;
    this.#sides = sides;
  }

  /** The next page keeps its own number. */
  skip(): void {
    this.#at += 1;
  }

  /** The number of the next page. */
  next(): Ref {
    const stretch = Math.floor(this.#at / STRETCH);
    if (stretch !== this.#stretch) this.#draw(stretch);
    const drawn = this.#drawn[this.#at % STRETCH];
    if (drawn === undefined) throw new DamagedPdf('There are more pages than were counted.');
    this.#at += 1;
    return drawn;
  }

  #draw(stretch: number): void {
    const first = stretch * STRETCH;
    const sides = this.#sides.slice(first, first + STRETCH);
    this.#stretch = stretch;
    const wished = { first: first + 1, total: this.#sides.length, sides };
    const source = new SourceFile(this.#numbersOf(wished));
    const copy = new Copy(source, this.#sink, this.#shared);
    this.#drawn = source.pages().map((id) => {
      const page = source.dictAt(new Ref(id));
      const contents = page.get('Contents');
      const drawing = contents instanceof Ref ? source.get(contents.id) : null;
      if (drawing === null || !isStream(drawing)) throw new DamagedPdf('A number is missing.');
      const form: Dict = new Map<string, Cos>([
        ...drawing.dict,
        ['Type', new Name('XObject')],
        ['Subtype', new Name('Form')],
        ['BBox', source.listAt(page.get('MediaBox'))],
        ['Resources', copy.dict(source.dictAt(page.get('Resources')))],
      ]);
      return this.#sink.addStream(form, drawing.bytes);
    });
    copy.finish();
  }
}

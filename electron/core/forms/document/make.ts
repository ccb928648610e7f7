import { layoutAnswer } from '../../../../shared/rules/formLayout.ts';
import { type Composed, composeAnswer } from './compose.ts';
import type { DocumentData } from './data.ts';
import { Engine, type Standard } from './engine.ts';
import { type FontBook, readFonts } from './fonts.ts';
import { GroundDrawer } from './ground.ts';

/** What a document of one answer is made of; plain data, because it crosses to a thread. */
export interface AnswerSource {
  answerId: string;
  answerJson: string;
  formJson: string | null;
  /** When the mirror read the answer, ms since 1970. */
  readAt: number;
}

export interface DocumentWish {
  paper: 'a4' | 'us-letter';
  standard: Standard;
  /** IANA name of the zone that instants are shown in. */
  timeZone: string;
  /** BCP 47, for dates. */
  locale: string;
  madeAt: number;
  tenant: string;
  /** Data address of a bitmap. */
  logo: string | null;
}

export interface MadeDocument {
  pdf: Uint8Array;
  pages: number;
  standard: Standard | null;
  /** What is missing from it, for people. */
  notes: string[];
  title: string;
}

/** Makes documents: fonts, ground and typesetter are read once. */
export class DocumentMaker {
  readonly #fonts: FontBook;
  readonly #engine: Engine;
  readonly #ground: GroundDrawer;

  /**
   * @param ground GeoJSON of the local workspace's town; null for the world alone
   * @param extraFonts paths of fonts for further scripts
   */
  constructor(ground: string | null, extraFonts: readonly string[]) {
    this.#fonts = readFonts(extraFonts);
    this.#engine = new Engine(this.#fonts);
    this.#ground = new GroundDrawer(ground);
  }

  /** One answer as PDF; null where the answer is not JSON. */
  answer(source: AnswerSource, wish: DocumentWish): MadeDocument | null {
    const layout = layoutAnswer(source.answerJson, source.formJson);
    if (layout === null) return null;
    const named = layout.answerId === '' ? { ...layout, answerId: source.answerId } : layout;
    const compose = (unreadable: ReadonlySet<string>): Composed =>
      composeAnswer(named, {
        ...wish,
        readAt: source.readAt,
        coverage: this.#fonts.coverage,
        ground: this.#ground,
        prefix: '',
        unreadable,
      });
    const composed = compose(new Set());
    try {
      return this.#typeset(composed, source, wish);
    } catch {
      // The typesetter gives up at the first picture that it can't read: each is tried alone.
      const unreadable = [...composed.files]
        .filter(([name, bytes]) => !this.#engine.readable(name, bytes))
        .map(([name]) => name);
      return this.#typeset(compose(new Set(unreadable)), source, wish);
    }
  }

  #typeset(
    { data, files, cut, notes }: Composed,
    source: AnswerSource,
    wish: DocumentWish,
  ): MadeDocument {
    const name = data.plainTitle;
    const title = data.plainName === '' ? name : `${name} – ${data.plainName}`;
    // PDF/A-2 allows no attached JSON.
    const attach =
      cut > 0 && wish.standard !== 'a-2a' ? [{ f: 'answer.json', n: 'answer.json' }] : [];
    if (attach.length > 0) files.set('answer.json', Buffer.from(source.answerJson));
    const document: DocumentData = {
      title,
      lang: data.lang,
      rtl: data.rtl,
      paper: wish.paper,
      families: this.#fonts.families,
      answers: [data],
      attach,
      first: 1,
      pages: null,
    };
    return { ...this.#engine.typeset(document, files, wish.standard, wish.madeAt), notes, title };
  }
}

import type { DocumentLanguage } from '../../../../shared/rules/documentLanguages.ts';
import type { AnswerLayout, FieldBlock } from '../../../../shared/rules/formBlocks.ts';
import { withFiles } from '../../../../shared/rules/answerFiles.ts';
import { layoutAnswer } from '../../../../shared/rules/formLayout.ts';
import { composeAnswer } from './compose.ts';
import type { Composed } from './composed.ts';
import type { DocumentData } from './data.ts';
import { Engine, type Standard } from './engine.ts';
import { type FontBook, readFonts } from './fonts.ts';
import { type AreaOnMap, GroundDrawer } from './ground.ts';
import { EncryptedPdf } from '../merge/cos.ts';
import { type Merged, mergeParts, pagesOfServed, type PartFile } from '../merge/merge.ts';
import type { NumbersOf } from '../merge/pageNumbers.ts';
import type { Photo } from './pictures.ts';
import type { ReviewOnPaper } from './reviewed.ts';
import { type Undrawn, wordsOf } from './words.ts';

/** What a page says of an answer without what was answered. */
export interface SaidInstead {
  /** The answer’s own where absent. */
  title?: string;
  /** Whether who, where and when stand there too. */
  withHead: boolean;
  fields: readonly { label: string; values: readonly string[] }[];
}

/** What a document of one answer is made of; plain data, because it crosses to a thread. */
export interface AnswerSource {
  answerId: string;
  answerJson: string;
  formJson: string | null;
  /** Whether the form asks otherwise today. */
  formChanged?: boolean;
  /** When the mirror read the answer, ms since 1970. */
  readAt: number;
  /** Pictures that lie beside the answer, as data addresses by their own. */
  files?: Readonly<Record<string, string>>;
  /** Why others that lie beside it are no pictures here, by their addresses. */
  missing?: Readonly<Record<string, Undrawn>>;
  /** Areas of the mirror around its places. */
  areas?: readonly AreaOnMap[];
  /** What its page says in place of what was answered. */
  instead?: SaidInstead;
  /** What people did to it, where that is wished. */
  review?: ReviewOnPaper | null;
}

export interface DocumentWish {
  paper: 'a4' | 'us-letter';
  standard: Standard;
  /** IANA name of the zone that instants are shown in. */
  timeZone: string;
  /** What documents say of themselves; English where absent. */
  language?: DocumentLanguage;
  /** BCP 47, for dates. */
  locale: string;
  madeAt: number;
  tenant: string;
  /** Data address of a bitmap. */
  logo: string | null;
  /** Where the document becomes a part of a larger file: its place among the parts. */
  part?: number;
}

/** Parts that become one file. */
export interface MergeWish {
  parts: readonly PartFile[];
  /** The file that is written; what lies there when it ends early is no PDF. */
  out: string;
  paper: DocumentWish['paper'];
  standard: Standard;
  /** What the file says of itself; English where absent. */
  language?: DocumentLanguage;
}

/** What was found of a PDF that the service wrote: its pages, or why it can’t be put together with others. */
export type Looked = { pages: number } | { why: 'encrypted' | 'damaged' };

/** A picture of an answer as a file. */
export interface AnswerPicture extends Photo {
  /** The question that it answers. */
  label: string;
}

interface Part {
  /** Which of the answers that were handed in. */
  at: number;
  source: AnswerSource;
  layout: AnswerLayout;
  /** Begins the names of its files. */
  prefix: string;
}

export interface MadeDocument {
  pdf: Uint8Array;
  pages: number;
  /** Of each page of a part, whether its number stands on the left. */
  sides: boolean[];
  standard: Standard | null;
  /** What is missing from it, for people. */
  notes: string[];
  /** The scripts (ISO 15924) of which letters have no font. */
  scripts: string[];
  /** The same of each answer that is in it. */
  perAnswer: { answerId: string; notes: string[]; scripts: string[] }[];
  title: string;
  /** Answers that are not in it because they are not JSON. */
  left: string[];
  /**
   * How many answers were gone through, from the first on: a page runs one way, so those from the first
   * on that runs the other way want a document of their own.
   */
  taken: number;
}

/** The layout of a page that says something else than what was answered. */
function saidInstead(layout: AnswerLayout, said: SaidInstead | undefined): AnswerLayout {
  if (said === undefined) return layout;
  const body = said.fields.map(({ label, values }): FieldBlock => {
    const value = { is: 'text', text: values.join('\n') } as const;
    return { is: 'field', key: null, label, value, more: [] };
  });
  const head = said.withHead ? layout.head : [];
  return { ...layout, title: said.title ?? layout.title, head, body, technical: [] };
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
    this.#fonts.files.length = 0;
    this.#ground = new GroundDrawer(ground);
  }

  /**
   * A document of the answers, one after the other, as far as they run the same way.
   *
   * @returns null where none of them is JSON; those of many that are not are named in `left`
   */
  make(sources: readonly AnswerSource[], wish: DocumentWish): MadeDocument | null {
    const left: { at: number; id: string }[] = [];
    const parts: Part[] = [];
    sources.forEach((source, at) => {
      const json = withFiles(source.answerJson, source.files ?? {});
      const whole = layoutAnswer(json, source.formJson);
      const layout = whole === null ? null : saidInstead(whole, source.instead);
      if (layout === null) left.push({ at, id: source.answerId });
      else {
        const answerId = layout.answerId === '' ? source.answerId : layout.answerId;
        const place = wish.part === undefined ? '' : `${wish.part}-`;
        const prefix = sources.length === 1 && place === '' ? '' : `${place}${at}-`;
        parts.push({ at, source, layout: { ...layout, answerId }, prefix });
      }
    });
    if (parts.length === 0) return null;
    const all = parts.map((part) => this.#compose(part, wish, new Set()));
    const turn = all.findIndex(({ data }) => data.rtl !== all[0]?.data.rtl);
    const [run, composed] = turn === -1 ? [parts, all] : [parts.slice(0, turn), all.slice(0, turn)];
    const taken = parts[turn]?.at ?? sources.length;
    const about = { left: left.filter(({ at }) => at < taken).map(({ id }) => id), taken };
    try {
      return { ...this.#typeset(run, composed, wish), ...about };
    } catch {
      // The typesetter gives up at the first picture that it can't read: each is tried alone.
      const again = run.map((part, at) => {
        const files = composed[at]?.files ?? new Map<string, Uint8Array>();
        const unreadable = [...files].filter(
          ([name, bytes]) => !this.#engine.readable(name, bytes),
        );
        return this.#compose(part, wish, new Set(unreadable.map(([name]) => name)));
      });
      return { ...this.#typeset(run, again, wish), ...about };
    }
  }

  /** Merges parts into one file; null where it was stopped. */
  merge(wish: MergeWish, stopped: () => boolean): Merged | null {
    const { parts, out, paper, standard } = wish;
    const { code: lang, rtl, page, many } = wordsOf(wish.language);
    const about = { ...{ paper, lang, rtl, page }, families: this.#fonts.families };
    const numbersOf: NumbersOf = (stretch) =>
      this.#engine.numbers({ ...about, ...stretch }, standard);
    return mergeParts(parts, out, many, numbersOf, stopped);
  }

  /** Whether a PDF of the service can be a part. */
  static look(file: string): Looked {
    try {
      return { pages: pagesOfServed(file) };
    } catch (error) {
      return { why: error instanceof EncryptedPdf ? 'encrypted' : 'damaged' };
    }
  }

  #compose(
    { source, layout, prefix }: Part,
    wish: DocumentWish,
    unreadable: ReadonlySet<string>,
  ): Composed {
    return composeAnswer(layout, {
      ...wish,
      readAt: source.readAt,
      review: source.review ?? null,
      formChanged: source.formChanged ?? false,
      instead: source.instead !== undefined,
      coverage: this.#fonts.coverage,
      ground: this.#ground,
      areas: source.areas ?? [],
      prefix,
      unreadable,
    });
  }

  #typeset(
    parts: readonly Part[],
    composed: readonly Composed[],
    wish: DocumentWish,
  ): Omit<MadeDocument, 'left' | 'taken'> {
    const files = new Map(composed.flatMap((one) => [...one.files]));
    const answers = composed.map(({ data }) => data);
    const [first] = answers;
    if (first === undefined) throw new Error('A document needs an answer.');
    // PDF/A-2 allows no attached JSON.
    const attach = parts.flatMap(({ source, prefix }, at) => {
      if ((composed[at]?.cut ?? 0) === 0 || wish.standard === 'a-2a') return [];
      const file = `${prefix}answer.json`;
      files.set(file, Buffer.from(source.answerJson));
      return [{ f: file, n: file }];
    });
    const { plainTitle, plainName } = first;
    const one = plainName === '' ? plainTitle : `${plainTitle} – ${plainName}`;
    const part = wish.part !== undefined;
    const many = part || answers.length > 1;
    const words = wordsOf(wish.language);
    const title = part ? words.many : many ? words.count(answers.length) : one;
    const document: DocumentData = {
      title,
      lang: first.lang,
      rtl: first.rtl,
      paper: wish.paper,
      families: this.#fonts.families,
      answers,
      whole: words.whole,
      attach,
      many,
      part,
    };
    const notes = composed.flatMap((each) => each.notes);
    return {
      ...this.#engine.typeset(document, files, wish.standard, wish.madeAt),
      notes,
      scripts: [...new Set(composed.flatMap((each) => each.scripts))],
      perAnswer: composed.map((each, at) => {
        const answerId = parts[at]?.source.answerId ?? '';
        return { answerId, notes: each.notes, scripts: each.scripts };
      }),
      title,
    };
  }
}

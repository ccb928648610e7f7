import type { Coverage } from './coverage.ts';
import type { DocumentWords } from './words.ts';

/**
 * Text of a tenant as the typesetter gets it: lines of pieces between which a line may break,
 * nothing in it that no font draws, nothing that turns other text around. What is not drawn is
 * named in its place.
 */

/** Plain words are a string; the rest says its lines, its direction and its language. */
export type Text =
  | string
  | {
      /** Lines; each is a list of pieces, between which it may break without a sign. */
      t: string[][];
      /** Runs from right to left. */
      r?: true;
      /** ISO 639, by the script: what a screen reader and the choice of a font need. */
      l?: string;
    };

/** Something that could not be drawn: letters of a script, or single ones. */
export interface Undrawn {
  /** `Tamil`, `Emoji`, `U+E000`; scripts are called as in the language of the document. */
  name: string;
  count: number;
}

/** Letters that need nothing: Latin with accents, digits, the usual marks. */
const PLAIN =
  /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u017f\u2010-\u2015\u2018-\u201e\u2022\u2026\u20ac]*$/u;
const LONGEST_PLAIN = 28;
/** No line breaks by itself between a hyphen and a digit (Unicode Standard Annex 14, LB25). */
const AFTER_HYPHEN = /(?<=[\p{L}\p{N}]-)(?=\p{N})/u;
/** Longer words with such a place may be wider than a column; a date is not. */
const LONGEST_UNBROKEN = 12;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LETTER = /\p{L}/u;
/** Says how neighbours join or where a line may break, and draws nothing. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2065\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu;
/** But for those that make one of several emoji. */
const JOINER =
  /\u200c|(?<![\p{Extended_Pictographic}\p{EMod}])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;
const JOINED_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Syriac}]/u;
/** Joins the consonants on both sides of it into one letter. */
const CONJOINER = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]$/u;
/** Controls, and what would turn around the text that follows. */
const SHOWN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/gu;

/** Emoji and flags: several letters may be one of them. */
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{RI}]/u;
/** Joins what stands beside it into one. */
const CLUSTERED = /[\p{M}\p{EMod}\p{RI}\u200d]/u;

/** Text between these runs its own way, and turns nothing around it (UAX 9, first strong isolate). */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];
const ISOLATED = /\u2068[^\u2069]*\u2069/gu;

/** A name in the place of what is not drawn, apart from text that runs the other way. */
function isolated(name: string, around: string): string {
  const runsLeft = RIGHT_TO_LEFT.test(around) || RIGHT_TO_LEFT.test(name);
  return runsLeft ? `${ISOLATE}${name}${END_OF_ISOLATE}` : name;
}

const SCRIPT_LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Oriya}/u, 'or'],
  [/\p{Script=Sinhala}/u, 'si'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Myanmar}/u, 'my'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Ethiopic}/u, 'am'],
  [/\p{Script=Cherokee}/u, 'chr'],
  [/\p{Script=Mongolian}/u, 'mn'],
  [/\p{Script=Syriac}/u, 'syr'],
  [/\p{Script=Thaana}/u, 'dv'],
  [/\p{Script=Tibetan}/u, 'bo'],
];

/** Scripts by their names in Unicode, with their codes (ISO 15924). */
const NAMED_SCRIPTS = Object.entries({
  ...{ Armenian: 'Armn', Bengali: 'Beng', Cherokee: 'Cher', Ethiopic: 'Ethi', Georgian: 'Geor' },
  ...{ Gujarati: 'Gujr', Gurmukhi: 'Guru', Kannada: 'Knda', Khmer: 'Khmr', Lao: 'Laoo' },
  ...{ Malayalam: 'Mlym', Mongolian: 'Mong', Myanmar: 'Mymr', Oriya: 'Orya', Sinhala: 'Sinh' },
  ...{ Syriac: 'Syrc', Tamil: 'Taml', Telugu: 'Telu', Thaana: 'Thaa', Tibetan: 'Tibt' },
  ...{ Han: 'Hani', Arabic: 'Arab', Hebrew: 'Hebr', Devanagari: 'Deva', Thai: 'Thai' },
  Hangul: 'Hang',
}).map(([name, code]) => [new RegExp(`\\p{Script=${name}}`, 'u'), code] as const);

/** Up to as many letters are named one by one where they stand. */
const NAMED_ONE_BY_ONE = 2;
/** A longer run without a gap may be torn anywhere. */
const LONGEST_RUN = 26;
const PIECE = 12;

/** Of a letter that is several: `U+1F469 U+200D U+1F527`. */
function codesOf(cluster: string): string {
  return Array.from(cluster, codeOf).join(' ');
}

function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The language that a text's script suggests; null for Latin letters and for none. */
export function languageOf(text: string): string | null {
  return SCRIPT_LANGUAGES.find(([script]) => script.test(text))?.[1] ?? null;
}

/** Whether the first letter of a text belongs to a script that runs from right to left. */
export function runsLeftwards(text: string): boolean {
  const first = LETTER.exec(text)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

type Words = Pick<DocumentWords, 'locale' | 'emoji' | 'otherLetters' | 'undrawnRun'>;

/** Made once: making it takes longer than most texts. */
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Turns texts of a tenant into texts of a document, and remembers what could not be drawn. */
export class TextMaker {
  readonly #coverage: readonly Coverage[];
  readonly #undrawn = new Map<string, number>();
  readonly #undrawnScripts = new Set<string>();
  /** The language of Chinese characters alone, which several languages share. */
  readonly #han: string;
  readonly #say: Words;
  /** Made for the first letter that is not drawn. */
  #scripts: Intl.DisplayNames | null = null;

  /**
   * @param sample text of the document, which tells Japanese from Chinese
   * @param say what is not drawn, in the language of the document
   */
  constructor(coverage: readonly Coverage[], sample: string, say: Words) {
    this.#coverage = coverage;
    this.#say = say;
    this.#han = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)
      ? 'ja'
      : /\p{Script=Hangul}/u.test(sample)
        ? 'ko'
        : 'zh';
  }

  /** What was not drawn so far, most of it first. */
  get undrawn(): Undrawn[] {
    return [...this.#undrawn]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count);
  }

  /** The scripts (ISO 15924) of which letters were not drawn so far. */
  get undrawnScripts(): string[] {
    return [...this.#undrawnScripts];
  }

  make(text: string): Text {
    if (PLAIN.test(text) && longestRun(text) <= LONGEST_PLAIN && !hasUnbroken(text)) return text;
    const drawable = this.drawable(text);
    const lines = drawable
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) => afterHyphens(line).flatMap(piecesOf));
    const script = languageOf(drawable);
    const language = script === 'zh' ? this.#han : script;
    return {
      t: lines,
      // What is named runs its own way.
      ...(runsLeftwards(drawable.replaceAll(ISOLATED, '')) ? { r: true as const } : {}),
      ...(language === null ? {} : { l: language }),
    };
  }

  /** The text without anything that no font draws. */
  drawable(text: string): string {
    const shown = text
      .toWellFormed()
      .replaceAll('\t', ' ')
      .replaceAll(INVISIBLE, '')
      .replaceAll(JOINER, (joiner) => (JOINED_SCRIPTS.test(text) ? joiner : ''))
      .replaceAll(SHOWN, (control) => isolated(`‹${codeOf(control)}›`, text));
    let out = '';
    let missing: string[] = [];
    const close = (): void => {
      if (missing.length === 0) return;
      out += this.#named(missing, text);
      missing = [];
    };
    for (const cluster of this.#clustersOf(shown)) {
      if (this.#isDrawn(cluster)) {
        // A gap between two words of a script belongs to what is named.
        if (cluster === ' ' && missing.length > 0) {
          missing.push(cluster);
          continue;
        }
        close();
        out += cluster;
      } else if (PICTOGRAPH.test(cluster)) missing.push(cluster);
      else missing.push(...Array.from(cluster));
    }
    close();
    return out;
  }

  /** Letters with the marks on them, which only one font can draw together. */
  #clustersOf(text: string): Iterable<string> {
    if (!CLUSTERED.test(text)) return text;
    return Array.from(segments.segment(text), ({ segment }) => segment);
  }

  #isDrawn(cluster: string): boolean {
    if (/^[\s\u200c\u200d\u2068\u2069]$/u.test(cluster)) return true;
    const codes = Array.from(cluster, (char) => char.codePointAt(0) ?? 0).filter(
      (code) => code !== 0x200c && code !== 0x200d,
    );
    return this.#coverage.some((font) => codes.every((code) => font.has(code)));
  }

  #named(missing: readonly string[], around: string): string {
    let end = missing.length;
    while (end > 0 && missing[end - 1] === ' ') end -= 1;
    const letters = missing.slice(0, end);
    const tail = ' '.repeat(missing.length - end);
    const visible = letters.filter((char) => char !== ' ');
    for (const char of visible) {
      const name = this.#scriptOf(char);
      this.#undrawn.set(name, (this.#undrawn.get(name) ?? 0) + 1);
    }
    if (visible.length <= NAMED_ONE_BY_ONE) {
      return isolated(`‹${visible.map(codesOf).join(' ')}›`, around) + tail;
    }
    const scripts = [...new Set(visible.map((char) => this.#scriptOf(char)))];
    const { otherLetters, undrawnRun } = this.#say;
    const script = scripts.length === 1 ? (scripts[0] ?? '') : otherLetters;
    return isolated(`‹${undrawnRun(script, visible.length)}›`, around) + tail;
  }

  #scriptOf(char: string): string {
    const code = NAMED_SCRIPTS.find(([letters]) => letters.test(char))?.[1];
    if (code !== undefined) {
      this.#undrawnScripts.add(code);
      this.#scripts ??= new Intl.DisplayNames(this.#say.locale, { type: 'script' });
      return this.#scripts.of(code) ?? code;
    }
    return PICTOGRAPH.test(char) ? this.#say.emoji : codeOf(char);
  }
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.split(/[\s-]/)) longest = Math.max(longest, run.length);
  return longest;
}

function isUnbroken(word: string): boolean {
  return word.length > LONGEST_UNBROKEN && AFTER_HYPHEN.test(word);
}

function hasUnbroken(text: string): boolean {
  return text.split(/\s/).some(isUnbroken);
}

/** A line in pieces: long words of numbers and hyphens may be torn after a hyphen. */
function afterHyphens(line: string): string[] {
  const pieces = [''];
  for (const word of line.split(/(?<=\s)/u)) {
    const [first = '', ...others] = isUnbroken(word.trimEnd()) ? word.split(AFTER_HYPHEN) : [word];
    pieces.push((pieces.pop() ?? '') + first, ...others);
  }
  return pieces;
}

/** A line in pieces: runs without a gap that are longer than a column may be torn. */
function piecesOf(line: string): string[] {
  if (longestRun(line) <= LONGEST_RUN) return [line];
  const pieces: string[] = [];
  let piece = '';
  let run = 0;
  let size = 0;
  for (const char of line) {
    run = /[\s-]/.test(char) ? 0 : run + 1;
    // Letters that join, and marks, stay with what stands before them.
    const may = !/\p{M}|[\u200c\u200d]/u.test(char) && !CONJOINER.test(piece);
    const joins = JOINED_SCRIPTS.test(char) || /[\p{Script=Thai}\p{Script=Lao}]/u.test(char);
    if (may && run > LONGEST_RUN / 2 && size >= (joins ? PIECE * 3 : PIECE)) {
      pieces.push(piece);
      piece = '';
      size = 0;
    }
    piece += char;
    size = run === 0 ? 0 : size + 1;
  }
  pieces.push(piece);
  return pieces;
}

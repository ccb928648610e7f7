import bidiFactory, { type EmbeddingLevels } from 'bidi-js';
import { subsetsOf, type FontSubset } from '../../shared/rules/fontRanges.ts';

/**
 * Lines of text in any script, for a writer that knows one font and one direction at a time: each
 * letter gets a font that has it, and stands where the Unicode Bidirectional Algorithm puts it.
 */

/** Drawn for a letter that no font has; the whole answer lies beside it as an attached file. */
const UNKNOWN = '\u2022';
/** Characters of the WinAnsi encoding, which the standard fonts draw. */
const WIN_ANSI = /^[\n\t\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** What changes directions or joins, and draws nothing. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Letters side by side that one font draws. */
export interface Run {
  readonly subset: FontSubset;
  readonly text: string;
}

/** A part of a paragraph that no line breaks; `end` is exclusive. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

export interface Line {
  readonly runs: readonly (Run & { readonly x: number })[];
}

/** The text as it can be drawn: composed, without controls. */
export function drawable(text: string): string {
  const whole = text.normalize('NFC').toWellFormed().replaceAll('\ufffd', UNKNOWN);
  return whole.replace(INVISIBLE, '').replace(CONTROLS, ' ');
}

/** Whether the standard fonts have every letter of a text. */
export function isPlain(text: string): boolean {
  return WIN_ANSI.test(text);
}

function runsOf(word: string): Run[] {
  const runs: { subset: FontSubset; text: string }[] = [];
  for (const letter of word) {
    const subsets = subsetsOf(letter);
    const [subset = 'latin'] = subsets;
    const last = runs.at(-1);
    const drawn = subsets.length === 0 ? UNKNOWN : letter;
    // A mark stays with its letter, so that the two are joined.
    if (last !== undefined && (last.subset === subset || subsets.includes(last.subset))) {
      last.text += drawn;
    } else runs.push({ subset, text: drawn });
  }
  return runs;
}

/** Which subsets a text needs. */
export function subsetsIn(text: string): Set<FontSubset> {
  return new Set(runsOf(drawable(text)).map(({ subset }) => subset));
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const bidi = bidiFactory();

type Measure = (run: Run) => number;

/** A run that its font can lay out: marks in an order that no writing has are left out of it. */
function layable(run: Run, measure: Measure): Run {
  const tries = [run, { ...run, text: run.text.replace(/\p{M}/gu, '') }];
  for (const one of tries) {
    try {
      measure(one);
      return one;
    } catch {
      // The font's tables have no place for it; the next try asks less of them.
    }
  }
  return { subset: 'latin', text: UNKNOWN.repeat(Array.from(run.text).length) };
}

/** A paragraph, and in which direction each of its letters runs. */
class Paragraph {
  readonly text: string;
  readonly leftwards: boolean;
  readonly #bidi: EmbeddingLevels;
  readonly #measure: Measure;

  constructor(text: string, measure: Measure) {
    this.text = text;
    this.#measure = measure;
    this.#bidi = bidi.getEmbeddingLevels(text);
    this.leftwards = this.#isLeftwards(this.#bidi.paragraphs[0]?.level);
  }

  /** Words that fit into a width; longer ones are cut where their script may be, else anywhere. */
  words(width: number): Word[] {
    return [...this.text.matchAll(/\S+/g)].flatMap(({ 0: { length }, index }) => {
      const whole = this.#word(index, index + length);
      if (whole.width <= width) return [whole];
      return this.#cut(whole, segmenter, width).flatMap((word) =>
        word.width <= width ? [word] : this.#cut(word, graphemes, width),
      );
    });
  }

  /** What stands from one offset to another, in the order of sight from the left; '' for a space. */
  inSight(start: number, end: number): (Run | '')[] {
    const order = Array.from({ length: end - start }, (_, at) => start + at);
    for (const [from = 0, to = 0] of bidi.getReorderSegments(
      this.text,
      this.#bidi,
      start,
      end - 1,
    )) {
      const turned = order.slice(from - start, to - start + 1).reverse();
      order.splice(from - start, turned.length, ...turned);
    }
    const seen: (Run | '')[] = [];
    for (let at = 0; at < order.length;) {
      const from = at;
      const first = order[at] ?? 0;
      at += 1;
      if (this.text[first] === ' ') {
        seen.push('');
        continue;
      }
      while (this.#follows(order[at - 1], order[at])) at += 1;
      const last = order[at - 1] ?? 0;
      seen.push(...this.#runs(Math.min(first, last), Math.min(first, last) + at - from));
    }
    return seen;
  }

  #isLeftwards(level: number | undefined): boolean {
    return (level ?? 0) % 2 === 1;
  }

  /** Whether two letters beside each other in sight are so in the text, too, and run in one direction. */
  #follows(one = -1, other = -1): boolean {
    const { levels } = this.#bidi;
    const step = this.#isLeftwards(levels[one]) ? -1 : 1;
    return other === one + step && levels[one] === levels[other] && this.text[other] !== ' ';
  }

  /** The runs of letters of one direction. A font turns round by itself only what it knows to run leftwards. */
  #runs(start: number, end: number): Run[] {
    const { levels } = this.#bidi;
    if (!this.#isLeftwards(levels[start])) {
      return runsOf(this.text.slice(start, end)).map((run) => layable(run, this.#measure));
    }
    const mirrored = bidi.getMirroredCharactersMap(this.text, levels, start, end - 1);
    const letters = Array.from({ length: end - start }, (_, at) => start + at);
    const text = letters.map((at) => mirrored.get(at) ?? this.text[at]).join('');
    return runsOf(text)
      .map((run) => layable(LEFTWARDS.test(run.text) ? run : turned(run), this.#measure))
      .reverse();
  }

  #word(start: number, end: number): Word {
    const runs = this.inSight(start, end).filter((run) => run !== '');
    return { start, end, width: runs.reduce((sum, run) => sum + this.#measure(run), 0) };
  }

  #cut({ start, end }: Word, by: Intl.Segmenter, width: number): Word[] {
    const words: Word[] = [];
    let part = this.#word(start, start);
    for (const { segment } of by.segment(this.text.slice(start, end))) {
      const next = this.#word(part.start, part.end + segment.length);
      if (next.width > width && part.end > part.start) {
        words.push(part);
        part = this.#word(part.end, next.end);
      } else part = next;
    }
    return part.end > part.start ? [...words, part] : words;
  }
}

const turned = (run: Run): Run => ({
  ...run,
  text: Array.from(graphemes.segment(run.text), ({ segment }) => segment)
    .reverse()
    .join(''),
});

/** Breaks a text into lines of a width; `x` counts from the left edge, as everything in points. */
export function linesOf(text: string, width: number, space: number, measure: Measure): Line[] {
  return drawable(text)
    .split('\n')
    .flatMap((line) => {
      const paragraph = new Paragraph(line.trim().replace(/\s+/g, ' '), measure);
      const lines: Word[] = [];
      for (const word of paragraph.words(width)) {
        const last = lines.at(-1);
        const gap = last?.end === word.start ? 0 : space;
        const together = (last?.width ?? 0) + gap + word.width;
        if (last === undefined || together > width) lines.push(word);
        else lines[lines.length - 1] = { start: last.start, end: word.end, width: together };
      }
      return lines.length === 0 ? [{ runs: [] }] : lines.map((word) => placed(paragraph, word));
    });

  function placed(paragraph: Paragraph, { start, end, width: length }: Word): Line {
    let x = paragraph.leftwards ? Math.max(0, width - length) : 0;
    const runs = paragraph.inSight(start, end).flatMap((run) => {
      const at = x;
      x += run === '' ? space : measure(run);
      return run === '' ? [] : [{ ...run, x: at }];
    });
    return { runs };
  }
}

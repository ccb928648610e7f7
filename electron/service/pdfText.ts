import { subsetsOf, type FontSubset } from '../../shared/rules/fontRanges.ts';

/**
 * Lines of text in any script, for a writer that knows one font and one direction at a time: each
 * letter gets a font that has it, words of scripts that run leftwards stand in their order.
 */

/** Drawn for a letter that no font has; the whole answer lies beside it as an attached file. */
const UNKNOWN = '\u2022';
/** Characters of the WinAnsi encoding, which the standard fonts draw. */
const WIN_ANSI = /^[\n\t\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** What changes directions or joins, and draws nothing. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
const MIRRORED: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<' },
  ...{ '«': '»', '»': '«' },
};

/** Letters side by side that one font draws. */
export interface Run {
  readonly subset: FontSubset;
  readonly text: string;
}

interface Word {
  readonly text: string;
  readonly runs: readonly Run[];
  readonly leftwards: boolean;
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

type Measure = (run: Run) => number;

const mirrored = (text: string): string =>
  Array.from(text)
    .map((letter) => MIRRORED[letter] ?? letter)
    .join('');

/** A number between leftward words: what stands before it comes to stand behind it. */
function turned(text: string): string {
  const [, before = '', number = '', behind = ''] =
    /^([^\p{N}]*)(.*?)([^\p{N}]*)$/u.exec(text) ?? [];
  const back = (part: string): string => mirrored(Array.from(part).reverse().join(''));
  return back(behind) + number + back(before);
}

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

/** Words that fit into a width; longer ones are cut where their script may be, else anywhere. */
function wordsOf(paragraph: string, inLeftwards: boolean, width: number, measure: Measure): Word[] {
  // A number goes with the word before it.
  let behindLeftwards = inLeftwards;
  const wordOf = (text: string): Word => {
    const neutral = behindLeftwards && !/\p{L}/u.test(text);
    const leftwards = neutral || LEFTWARDS.test(text);
    const runs = runsOf(neutral ? turned(text) : text)
      .map((run) =>
        leftwards && !neutral && !LEFTWARDS.test(run.text)
          ? { ...run, text: mirrored(run.text) }
          : run,
      )
      .map((run) => layable(run, measure));
    if (neutral) runs.reverse();
    return { text, runs, leftwards, width: runs.reduce((sum, run) => sum + measure(run), 0) };
  };
  const cut = (text: string, by: Intl.Segmenter): Word[] => {
    const words: Word[] = [];
    let part = '';
    for (const { segment } of by.segment(text)) {
      if (part !== '' && wordOf(part + segment).width > width) {
        words.push(wordOf(part));
        part = '';
      }
      part += segment;
    }
    if (part !== '') words.push(wordOf(part));
    return words;
  };
  return paragraph
    .split(/\s+/)
    .filter((text) => text !== '')
    .flatMap((text) => {
      const whole = wordOf(text);
      behindLeftwards = inLeftwards && whole.leftwards;
      if (whole.width <= width) return [whole];
      return cut(text, segmenter).flatMap((word) =>
        word.width <= width ? [word] : cut(word.text, graphemes),
      );
    });
}

/** Words in the order in which they stand on the line, from the left. */
function inSight(words: readonly Word[], leftwards: boolean): Word[] {
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last?.[0]?.leftwards === word.leftwards) last.push(word);
    else groups.push([word]);
  }
  const sorted = groups.map((group) => (group[0]?.leftwards === true ? group.reverse() : group));
  return (leftwards ? sorted.reverse() : sorted).flat();
}

/** Breaks a text into lines of a width; `x` counts from the left edge, as everything in points. */
export function linesOf(text: string, width: number, space: number, measure: Measure): Line[] {
  return drawable(text)
    .split('\n')
    .flatMap((paragraph) => {
      const [first = ''] = /\p{L}/u.exec(paragraph) ?? [];
      const leftwards = LEFTWARDS.test(first);
      const lines: Word[][] = [[]];
      let used = 0;
      for (const word of wordsOf(paragraph, leftwards, width, measure)) {
        if (used > 0 && used + space + word.width > width) {
          lines.push([]);
          used = 0;
        }
        lines.at(-1)?.push(word);
        used += (used > 0 ? space : 0) + word.width;
      }
      return lines.map((words) => placed(inSight(words, leftwards), leftwards));
    });

  function placed(words: readonly Word[], leftwards: boolean): Line {
    const length = words.reduce((sum, word) => sum + word.width + space, -space);
    let x = leftwards ? Math.max(0, width - length) : 0;
    const runs = words.flatMap((word) => {
      const ordered = word.leftwards ? [...word.runs].reverse() : word.runs;
      const there = ordered.map((run) => {
        const at = { ...run, x };
        x += measure(run);
        return at;
      });
      x += space;
      return there;
    });
    return { runs };
  }
}

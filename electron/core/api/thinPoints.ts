import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  closedString,
} from '../../../shared/rules/jsonReader.ts';

/**
 * Offsets of the brackets and of the commas between them, for every array under the key (spelled
 * without escapes), or for the whole text where the key is ''.
 */
function arraysUnder(text: string, key: string): number[][] {
  const open: (number[] | null)[] = [];
  const found: number[][] = [];
  let isKey = false;
  let wanted = key === '';
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = closedString(text, at, text.length);
        isKey = end - at - 2 === key.length && text.startsWith(key, at + 1);
        wanted = false;
        at = end - 1;
        break;
      }
      case COLON:
        wanted = isKey && key !== '';
        break;
      case OPEN_ARRAY: {
        const marks = wanted ? [at] : null;
        if (marks !== null) found.push(marks);
        open.push(marks);
        wanted = false;
        break;
      }
      case OPEN_OBJECT:
        open.push(null);
        wanted = false;
        break;
      case COMMA:
        open.at(-1)?.push(at);
        wanted = false;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        open.pop()?.push(at);
        break;
    }
  }
  return found;
}

/** A text with fewer points, how many those are, and how many there were. */
export interface Thinned {
  text: string;
  shown: number;
  all: number;
}

/** How many elements an array has: one more than commas, but none between bare brackets. */
function lengthOf(text: string, marks: readonly number[]): number {
  const [open = 0, close = 0] = [marks[0], marks.at(-1)];
  return marks.length === 2 && text.slice(open + 1, close).trim() === '' ? 0 : marks.length - 1;
}

/**
 * Keeps every n-th element, and the last, of the arrays under a key, so that about `most` stay in
 * all. Elements keep their spelling; a text with no more than that is returned as it is.
 *
 * @param text valid JSON
 * @param key '' thins the array that the text itself is
 */
export function thinPoints(text: string, key: string, most: number): Thinned {
  const arrays = arraysUnder(text, key);
  const total = arrays.reduce((sum, marks) => sum + lengthOf(text, marks), 0);
  if (total <= most) return { text, shown: total, all: total };
  let shown = 0;
  const step = Math.ceil(total / most);
  const parts: string[] = [];
  let done = 0;
  for (const marks of arrays) {
    const start = marks[0] ?? 0;
    // An array inside one that was thinned already.
    if (start < done) continue;
    const last = marks.length - 2;
    const rest: string[] = [];
    for (let n = 0; n <= last; n += 1) {
      if (n % step === 0 || n === last) rest.push(text.slice((marks[n] ?? 0) + 1, marks[n + 1]));
    }
    if (lengthOf(text, marks) > 0) shown += rest.length;
    parts.push(text.slice(done, start + 1), rest.join(','));
    done = marks.at(-1) ?? text.length;
  }
  parts.push(text.slice(done));
  return { text: parts.join(''), shown, all: total };
}

import { depthOf, endBefore, skipSpace } from './jsonReader.ts';

/** Longer keys and stretches of white space are not worth a guess. */
const LONGEST_BETWEEN = 100;

/** How often a stretch of text is gone through in vain, at most. */
const TRIES = 16;

/** A list whose rows are checked, with the ids of those that were. */
interface Rows {
  readonly ids: readonly string[];
}

/** Whether a piece is valid JSON of so many levels at most; each takes two characters. */
function isValid(piece: string, levels: number): boolean {
  if (piece.length > 2 * levels && depthOf(piece) > levels) return false;
  try {
    JSON.parse(piece);
    return true;
  } catch {
    return false;
  }
}

/** The end of a piece that was checked; else it is too long for one, or the text can't be stored. */
type Checked = number | 'walk' | 'invalid';

/**
 * Checks what is not looked into in pieces. Rows of a list are alike: where the text opens another
 * one as it opened the first, the row before it most likely ends. `JSON.parse` decides, so a wrong
 * guess costs time and nothing else.
 */
export class Pieces {
  readonly #text: string;
  readonly #most: number;
  /** What stands from the end of a row to the first value of the next, by its list. */
  readonly #betweenRows = new WeakMap<Rows, string>();
  /** No other piece is looked for before here: the last one was too long. */
  #again = 0;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  /** Checks the container at `from`, which may be `levels` deep; `list` is set for its rows. */
  container(from: number, levels: number, list: Rows | null): Checked {
    const between = list === null ? undefined : this.#betweenRows.get(list);
    if (list !== null && between !== undefined) {
      const end = this.#text.indexOf(between, from) + 1;
      const piece = end > from && end - from <= this.#most ? this.#text.slice(from, end) : '';
      if (isValid(piece, levels)) return end;
      this.#betweenRows.delete(list);
    }
    if (from < this.#again) return 'walk';
    const end = endBefore(this.#text, from, this.#limit(from));
    if (end === -1) return this.#tooLong(from);
    if (!isValid(this.#text.slice(from, end), levels)) return 'invalid';
    if (list?.ids.length === 0) this.#learn(from, end, list);
    return end;
  }

  /** Checks as many elements of an array as make a piece, from the one that begins at `from`. */
  elements(from: number, levels: number): Checked {
    if (from < this.#again) return 'walk';
    const text = this.#text;
    const limit = this.#limit(from);
    let end = -1;
    for (let at = from; ;) {
      const next = endBefore(text, at, limit);
      if (next === -1) break;
      end = next;
      const comma = skipSpace(text, end);
      if (text[comma] !== ',') break;
      at = skipSpace(text, comma + 1);
    }
    if (end === -1) return this.#tooLong(from);
    return isValid(`[${text.slice(from, end)}]`, levels + 1) ? end : 'invalid';
  }

  /**
   * What lies within is most likely too long as well: a thousand levels that each look for their
   * end would go through the same text a thousand times.
   */
  #tooLong(from: number): 'walk' {
    this.#again = from + this.#most / TRIES;
    return 'walk';
  }

  #limit(from: number): number {
    return Math.min(this.#text.length, from + this.#most);
  }

  /** Of `{"id":1}, {"id":2}` that is `}, {"id":`. */
  #learn(from: number, end: number, list: Rows): void {
    const text = this.#text;
    const next = text.indexOf('{', end);
    const colon = text.indexOf(':', from);
    if (next === -1 || next - end > LONGEST_BETWEEN || colon - from > LONGEST_BETWEEN) return;
    this.#betweenRows.set(list, text.slice(end - 1, next) + text.slice(from, colon + 1));
  }
}

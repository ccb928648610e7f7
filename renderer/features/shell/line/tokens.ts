/** One word of a typed line; `from` and `to` count its characters in the line, quotes included. */
export interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether it begins with a quote: an equals sign in it parts no field from its value. */
  readonly isQuoted?: boolean;
}

/** A word, or words in quotes; a quote that is still open reaches to the end. */
const WORD = /(?:[^\s"“”]+|["“”][^"“”]*["“”]?)+/g;

/**
 * The words of a line. Quotes hold words together, also behind an equals sign: `label="Night van"`
 * is one word.
 */
export function tokensOf(line: string): Token[] {
  return [...line.matchAll(WORD)].map((match) => ({
    text: match[0].replace(/["“”]/g, ''),
    from: match.index,
    to: match.index + match[0].length,
    isQuoted: /^["“”]/.test(match[0]),
  }));
}

/** The words as one text, to the letter but for quotes and repeated blanks. */
export function joined(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

/** A name as it has to be typed to stay one word. */
export function quoted(name: string): string {
  return /[\s"=]/.test(name) ? `"${name.replaceAll('"', '')}"` : name;
}

/** Texts are the same in either case, with any accent and with or without blanks and dashes. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\-_./]+/g, '');
}

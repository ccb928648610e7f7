/**
 * The objects that a PDF consists of (ISO 32000-1, 7.3): read out of files and written again with
 * other numbers. A part of a document is no more than this.
 */

export class Name {
  /** Without escapes: `/#41` is the name `A`. */
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Another object by its number. */
export class Ref {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

/** A string as it stands in the file, with its brackets. */
export class Text {
  readonly raw: string;
  constructor(raw: string) {
    this.raw = raw;
  }
}

export type Dict = Map<string, Cos>;
export type Cos = null | boolean | number | Name | Ref | Text | Cos[] | Dict;

/** An object with bytes behind it. */
export interface Stream {
  dict: Dict;
  bytes: Uint8Array;
}

export class DamagedPdf extends Error {
  override name = 'DamagedPdf';
}

/** Nobody but its service knows its key. */
export class EncryptedPdf extends Error {
  override name = 'EncryptedPdf';
}

/** A text of people as a PDF writes it (UTF-16). */
export function textString(text: string): Text {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return new Text(`<${bytes.toString('hex')}>`);
}

const SPACE = /(?:[\0\t\n\f\r ]+|%[^\n\r]*)*/y;
const REF = /(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const HEX = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y;
const WORD = /true|false|null/y;

/** What is written with its number, of two hexadecimal digits. */
const ESCAPED = /#([0-9A-Fa-f]{2})/g;
const TO_ESCAPE = /[^!-~]|[#()<>[\]{}/%]/g;

function nameOf(written: string): Name {
  const char = (_all: string, hex: string): string => String.fromCharCode(parseInt(hex, 16));
  return new Name(written.slice(1).replace(ESCAPED, char));
}

function nameText(name: string): string {
  const escape = (char: string): string => `#${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `/${name.replace(TO_ESCAPE, escape)}`;
}

/** Reads objects out of a text whose characters are the bytes of a file. */
export class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  /** Goes past a word, where it is the next thing. */
  skip(word: string): boolean {
    this.#match(SPACE);
    if (!this.#text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  value(): Cos {
    this.#match(SPACE);
    const first = this.#text.charAt(this.at);
    if (first === '/') return nameOf(this.#match(NAME)?.[0] ?? '/');
    if (first === '(') return this.#string();
    if (first === '[') return this.#array();
    if (first === '<') return this.#text[this.at + 1] === '<' ? this.dict() : this.#hex();
    const ref = this.#match(REF);
    if (ref !== null) return new Ref(Number(ref[1]));
    const number = this.#match(NUMBER);
    if (number !== null) return Number(number[0]);
    const word = this.#match(WORD)?.[0];
    if (word === undefined) throw new DamagedPdf(`No object at ${this.at}.`);
    return word === 'null' ? null : word === 'true';
  }

  #hex(): Text {
    const found = this.#match(HEX);
    if (found === null) throw new DamagedPdf(`No string at ${this.at}.`);
    return new Text(found[0]);
  }

  #string(): Text {
    const from = this.at;
    for (let depth = 0; this.at < this.#text.length; this.at += 1) {
      const char = this.#text[this.at];
      if (char === '\\') this.at += 1;
      else if (char === '(') depth += 1;
      else if (char === ')') {
        depth -= 1;
        if (depth === 0) return new Text(this.#text.slice(from, ++this.at));
      }
    }
    throw new DamagedPdf(`A string at ${from} has no end.`);
  }

  #array(): Cos[] {
    this.at += 1;
    const items: Cos[] = [];
    while (!this.skip(']')) items.push(this.value());
    return items;
  }

  dict(): Dict {
    if (!this.skip('<<')) throw new DamagedPdf(`No dictionary at ${this.at}.`);
    const dict: Dict = new Map();
    while (!this.skip('>>')) {
      const key = this.value();
      if (!(key instanceof Name)) throw new DamagedPdf(`No key at ${this.at}.`);
      dict.set(key.text, this.value());
    }
    return dict;
  }
}

function numberText(value: number): string {
  // A PDF knows no exponents.
  return Number.isInteger(value) ? value.toFixed(0) : String(Number(value.toFixed(7)));
}

/** The shortest text of an object. */
export function textOf(value: Cos): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Name) return nameText(value.text);
  if (value instanceof Ref) return `${value.id} 0 R`;
  if (value instanceof Text) return value.raw;
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`;
  return `<<${[...value].map(([key, each]) => `${nameText(key)} ${textOf(each)}`).join('\n')}>>`;
}

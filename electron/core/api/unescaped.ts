/** Bytes as they read without the escapes of JSON, of addresses and of HTML. */
export interface Unescaped {
  bytes: Buffer;
  /** Where a byte stood in the original; its length gives the end of that. */
  origin(at: number): number;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;

/** What HTML escapes by name, and any character by its number; no escape is longer than this. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const HTML_ESCAPE = /^&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/;
const LONGEST_ESCAPE = 10;
const LAST_CHARACTER = 0x10ffff;

function hexAt(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let n = 0; n < digits; n += 1) {
    const code = bytes[at + n] ?? 0;
    const low = code | 0x20;
    const digit =
      code >= 0x30 && code <= 0x39 ? code - 0x30 : low >= 0x61 && low <= 0x66 ? low - 0x57 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** The character that `\uXXXX` at this place stands for, with its other half; null where none does. */
function unicodeAt(bytes: Uint8Array, at: number): { code: number; length: number } | null {
  const first = hexAt(bytes, at + 2, 4);
  if (first < 0) return null;
  const paired = first >= 0xd800 && first < 0xdc00;
  if (paired && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75) {
    const second = hexAt(bytes, at + 8, 4);
    if (second >= 0xdc00 && second < 0xe000) {
      return { code: 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), length: 12 };
    }
  }
  return { code: first, length: 6 };
}

/** The character that `&…;` at this place stands for; null where none does. */
function htmlAt(bytes: Buffer, at: number): { text: string; length: number } | null {
  const [whole, name, decimal, hex] =
    HTML_ESCAPE.exec(bytes.toString('latin1', at, at + LONGEST_ESCAPE)) ?? [];
  if (whole === undefined) return null;
  if (name !== undefined) return { text: NAMED[name] ?? '', length: whole.length };
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > LAST_CHARACTER ? null : { text: String.fromCodePoint(code), length: whole.length };
}

/** Where the next one of each kind stands, as far as it was looked for. */
interface Ahead {
  slash: number;
  percent: number;
  ampersand: number;
}

/** The place of the next escape, or the end. */
function nextEscape(bytes: Buffer, at: number, next: Ahead): number {
  if (next.slash < at) next.slash = found(bytes, BACKSLASH, at);
  if (next.percent < at) next.percent = found(bytes, PERCENT, at);
  if (next.ampersand < at) next.ampersand = found(bytes, AMPERSAND, at);
  return Math.min(next.slash, next.percent, next.ampersand);
}

function found(bytes: Buffer, code: number, from: number): number {
  const at = bytes.indexOf(code, from);
  return at < 0 ? bytes.length : at;
}

/** Writes what an escape stands for and gives the lengths of both. */
function decode(bytes: Buffer, at: number, out: Buffer, size: number): [read: number, put: number] {
  if (bytes[at] === PERCENT) {
    const value = hexAt(bytes, at + 1, 2);
    out[size] = value < 0 ? PERCENT : value;
    return [value < 0 ? 1 : 3, 1];
  }
  if (bytes[at] === AMPERSAND) {
    const html = htmlAt(bytes, at);
    return html === null ? [1, out.write('&', size)] : [html.length, out.write(html.text, size)];
  }
  const next = bytes[at + 1] ?? 0;
  const unicode = next === 0x75 ? unicodeAt(bytes, at) : null;
  if (unicode !== null) {
    return [unicode.length, out.write(String.fromCodePoint(unicode.code), size)];
  }
  out[size] = next;
  return [2, 1];
}

/** Null where there is no escape: the bytes read as they are. */
export function unescaped(bytes: Buffer): Unescaped | null {
  const next: Ahead = { slash: -1, percent: -1, ampersand: -1 };
  let at = nextEscape(bytes, 0, next);
  if (at === bytes.length) return null;
  const out = Buffer.allocUnsafe(bytes.length);
  let size = bytes.copy(out, 0, 0, at);
  /** From these places on the distance to the original is another. */
  const places = [0];
  const origins = [0];
  while (at < bytes.length) {
    const [read, put] = decode(bytes, at, out, size);
    // Of a character of several bytes each began where the escape does.
    for (let n = 0; n < put; n += 1) {
      places.push(size + n);
      origins.push(at);
    }
    at = Math.min(bytes.length, at + read);
    size += put;
    places.push(size);
    origins.push(at);
    const end = nextEscape(bytes, at, next);
    size += bytes.copy(out, size, at, end);
    at = end;
  }
  const origin = (place: number): number => {
    let low = 0;
    let high = places.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((places[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return (origins[low] ?? 0) + place - (places[low] ?? 0);
  };
  return { bytes: out.subarray(0, size), origin };
}

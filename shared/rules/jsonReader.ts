import { isTemporaryId } from './temporaryId.ts';

/**
 * Where the parts of a JSON text begin and end. Nothing is turned into values, so that whatever is
 * read keeps the spelling of the service: digits beyond 2^53, `1.10`, escapes, repeated keys, an
 * own `__proto__` key, white space. Offsets count UTF-16 units; `end` is exclusive.
 *
 * Brackets, quotes and separators are checked, the insides of values are not: a text that may be
 * invalid goes through `JSON.parse` or the outline first. What does not fit throws `SyntaxError`.
 */

export interface Span {
  at: number;
  end: number;
}

export interface MemberSpan extends Span {
  /** The decoded key. */
  key: string;
  /** Offset of the key's opening quote. */
  keyAt: number;
  keyEnd: number;
}

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
/** Sets the one bit in which `[` and `{`, `]` and `}` differ. */
const CURLY = 0x20;

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Offset behind the closing quote of the string that opens at `from`; -1 if not before `most`. */
export function closedString(text: string, from: number, most: number): number {
  let at = from + 1;
  while (at < most) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
  return -1;
}

/** Offset behind the value that starts at `from`; -1 where it does not end before `most`. */
export function endBefore(text: string, from: number, most: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return closedString(text, from, most);
  if ((first | CURLY) !== OPEN_OBJECT) {
    let at = from;
    for (; at < most; at += 1) {
      const code = text.charCodeAt(at);
      if (code === COMMA || (code | CURLY) === CLOSE_OBJECT || isSpace(code)) return at;
    }
    return at === text.length ? at : -1;
  }
  let depth = 0;
  for (let at = from; at < most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = closedString(text, at, most);
      if (end === -1) return -1;
      at = end - 1;
    } else if ((code | CURLY) === OPEN_OBJECT) depth += 1;
    else if ((code | CURLY) === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Offset behind the value that starts at `from`. */
export function valueEnd(text: string, from: number): number {
  const end = endBefore(text, from, text.length);
  if (end === -1) throw new SyntaxError('JSON text ends inside a value');
  if (end === from) throw new SyntaxError(`JSON value expected at ${from}`);
  return end;
}

/**
 * Walks the parts of an object or array that starts at or after `from`. `part` reads one that
 * begins at an offset and gives its end; it may end the walk by giving null.
 */
function eachPart(
  text: string,
  from: number,
  open: number,
  close: number,
  part: (at: number) => number | null,
): number {
  let at = skipSpace(text, from);
  if (text.charCodeAt(at) !== open) {
    throw new SyntaxError(`"${String.fromCharCode(open)}" expected at ${at}`);
  }
  at = skipSpace(text, at + 1);
  if (text.charCodeAt(at) === close) return at + 1;
  for (;;) {
    const end = part(at);
    if (end === null) return at;
    at = skipSpace(text, end);
    const code = text.charCodeAt(at);
    if (code === close) return at + 1;
    if (code !== COMMA) throw new SyntaxError(`"," expected at ${at}`);
    at = skipSpace(text, at + 1);
  }
}

/** A key as it is meant; most are spelled without escapes. */
function keyOf(text: string, at: number, end: number): string {
  const inside = text.slice(at + 1, end - 1);
  return inside.includes('\\') ? (JSON.parse(text.slice(at, end)) as string) : inside;
}

/** The key at `keyAt`, and where its value begins. */
function keyAt(text: string, at: number): { key: string; keyEnd: number; at: number } {
  const keyEnd = closedString(text, at, text.length);
  if (text.charCodeAt(at) !== QUOTE || keyEnd === -1) {
    throw new SyntaxError(`JSON key expected at ${at}`);
  }
  const colon = skipSpace(text, keyEnd);
  if (text.charCodeAt(colon) !== COLON) throw new SyntaxError(`":" expected at ${colon}`);
  return { key: keyOf(text, at, keyEnd), keyEnd, at: skipSpace(text, colon + 1) };
}

/** The members of the object that starts at or after `from`, in their order, repeated ones too. */
export function memberSpans(text: string, from = 0): MemberSpan[] {
  const members: MemberSpan[] = [];
  eachPart(text, from, OPEN_OBJECT, CLOSE_OBJECT, (start) => {
    const { key, keyEnd, at } = keyAt(text, start);
    const end = valueEnd(text, at);
    members.push({ key, keyAt: start, keyEnd, at, end });
    return end;
  });
  return members;
}

/**
 * Where the value of the first member of that name begins, as SQLite's JSON functions take it; -1
 * without one. What follows it is not looked at.
 */
export function firstValueAt(text: string, name: string, from = 0): number {
  let found = -1;
  eachPart(text, from, OPEN_OBJECT, CLOSE_OBJECT, (start) => {
    const { key, at } = keyAt(text, start);
    if (key !== name) return valueEnd(text, at);
    found = at;
    return null;
  });
  return found;
}

/**
 * Walks the elements of the array that starts at or after `from`; gives the end of the array.
 *
 * @param read takes where an element begins, and gives its end
 */
export function eachElement(text: string, from: number, read: (at: number) => number): number {
  return eachPart(text, from, OPEN_ARRAY, CLOSE_ARRAY, read);
}

/** The elements of the array that starts at or after `from`, and the end of the array itself. */
export function elementSpans(text: string, from = 0): { elements: Span[]; end: number } {
  const elements: Span[] = [];
  const end = eachElement(text, from, (at) => {
    const element = { at, end: valueEnd(text, at) };
    elements.push(element);
    return element.end;
  });
  return { elements, end };
}

/**
 * How deep brackets are nested, and how many values there are at most; what stands in strings does
 * not count. Linear, without recursion.
 */
export function extentOf(text: string): { depth: number; values: number } {
  let open = 0;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = closedString(text, at, text.length);
      if (end === -1) break;
      at = end - 1;
    } else if ((code | CURLY) === OPEN_OBJECT) {
      open += 1;
      values += 1;
      depth = Math.max(depth, open);
    } else if ((code | CURLY) === CLOSE_OBJECT) open -= 1;
    else if (code === COMMA) values += 1;
  }
  return { depth, values };
}

/** How deep brackets are nested; those in strings don't count. */
export function depthOf(text: string): number {
  return extentOf(text).depth;
}

const ID_FIRST = /\{\s*"id"\s*:\s*(?:(-?(?:0|[1-9]\d*))|"([^"\\]*)")(?=[\s,}])/y;

/** A service names no record as Waybill names those that it has not named yet. */
function notTemporary(id: string): string {
  return isTemporaryId(id) ? '' : id;
}

/** An identifier as it is spelled: strings decoded, numbers to the letter; '' for anything else. */
export function idText(source: string): string {
  const first = source.charCodeAt(0);
  if (first === QUOTE) return notTemporary(JSON.parse(source) as string);
  return first === 0x2d || (first >= 0x30 && first <= 0x39) ? source : '';
}

/** The text of the `id` of the object that starts at `from`; '' without one. */
export function idOf(text: string, from: number): string {
  ID_FIRST.lastIndex = from;
  const match = ID_FIRST.exec(text);
  if (match !== null) return match[1] ?? notTemporary(match[2] ?? '');
  const at = firstValueAt(text, 'id', from);
  return at === -1 ? '' : idText(text.slice(at, valueEnd(text, at)));
}

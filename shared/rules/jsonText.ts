import { elementSpans, memberSpans, skipSpace } from './jsonReader.ts';

/**
 * Reads and changes JSON as text, so that whatever is not touched keeps the spelling of the
 * service: digits beyond 2^53, `1.10`, escapes, an own `__proto__` key, white space. All functions
 * want valid JSON; on anything else they throw, which is a mistake of the caller.
 */

/** True when the text is one JSON object. */
export function isJsonObject(text: string): boolean {
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  return text.charAt(skipSpace(text, 0)) === '{';
}

/**
 * The members of an object as `key → value text`, in their order. Of a repeated key the last
 * value counts, as in every JSON parser of the desk.
 */
export function jsonMembers(text: string): Map<string, string> {
  return new Map(memberSpans(text).map(({ key, at, end }) => [key, text.slice(at, end)]));
}

/** The text of one member's value, or null where the object does not have it. */
export function jsonMember(text: string, key: string): string | null {
  const member = memberSpans(text).findLast((one) => one.key === key);
  return member === undefined ? null : text.slice(member.at, member.end);
}

/** The texts of an array's elements. */
export function jsonElements(text: string): string[] {
  return elementSpans(text).elements.map(({ at, end }) => text.slice(at, end));
}

/** An object of the given members, in their order. */
export function jsonObject(members: Iterable<readonly [string, string]>): string {
  const parts = [...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  return `{${parts.join(',')}}`;
}

/**
 * The object with members set (value text) or removed (null). Everything else stays to the
 * letter; new members come last. A repeated key is set at each of its places, so that readers
 * which take the first and readers which take the last agree.
 */
export function setJsonMembers(text: string, changes: ReadonlyMap<string, string | null>): string {
  if (changes.size === 0) return text;
  const members = memberSpans(text);
  const known = new Set(members.map(({ key }) => key));
  const removes = members.some(({ key }) => changes.get(key) === null);
  const added = [...changes].filter(([key, value]) => value !== null && !known.has(key));
  if (removes) {
    const rest = members.filter(({ key }) => changes.get(key) !== null);
    const parts = rest.map(({ key, keyAt, at, end }) => {
      const value = changes.get(key) ?? text.slice(at, end);
      return text.slice(keyAt, at) + value;
    });
    for (const [key, value] of added) parts.push(`${JSON.stringify(key)}:${value ?? 'null'}`);
    return `{${parts.join(',')}}`;
  }
  let out = '';
  let from = 0;
  for (const { key, at, end } of members) {
    const value = changes.get(key);
    if (value === undefined || value === null) continue;
    out += text.slice(from, at) + value;
    from = end;
  }
  if (added.length === 0) return out + text.slice(from);
  const last = members.at(-1);
  const insertAt = last === undefined ? text.indexOf('{') + 1 : last.end;
  const addition = added
    .map(([key, value]) => `${JSON.stringify(key)}:${value ?? 'null'}`)
    .join(',');
  return `${out}${text.slice(from, insertAt)}${last === undefined ? '' : ','}${addition}${text.slice(insertAt)}`;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** No number that means anything is spelled longer; longer ones are compared as they are spelled. */
const LONGEST_NUMBER = 1_000;

/** Digits without the zeros at their end. A pattern would begin anew at each zero of a long run. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

/** One spelling per number: `1.10`, `11e-1` and `1.1` are one; `-0` is `0`. Null for no number. */
export function canonicalNumber(text: string): string | null {
  if (text.length > LONGEST_NUMBER) return NUMBER.test(text) ? text : null;
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutEndingZeros(digits);
  if (significant === '') return '0';
  const power =
    BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/;

/** One spelling per instant with an offset; null for any other text. */
function canonicalInstant(text: string): string | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, day = '', minutes = '', seconds = '00', fraction = '', offset = 'Z'] = match;
  const zone =
    offset === 'Z' ? offset : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`;
  const at = Date.parse(`${day}T${minutes}:${seconds}${zone}`);
  return Number.isNaN(at) ? null : `${at}.${withoutEndingZeros(fraction)}`;
}

/**
 * One text per meaning: keys sorted, numbers and instants in one spelling, escapes decoded. For
 * comparing only; never stored and never sent.
 */
export function canonicalJson(text: string): string {
  const value = text.trim();
  switch (value.charAt(0)) {
    case '{': {
      const members = [...jsonMembers(value)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return `{${members.map(([key, of]) => `${JSON.stringify(key)}:${canonicalJson(of)}`).join(',')}}`;
    }
    case '[':
      return `[${jsonElements(value).map(canonicalJson).join(',')}]`;
    case '"': {
      const decoded = JSON.parse(value) as string;
      const instant = canonicalInstant(decoded);
      return instant === null ? JSON.stringify(decoded) : `@${instant}`;
    }
    default:
      return canonicalNumber(value) ?? value;
  }
}

/**
 * Whether two JSON texts mean the same, as `canonicalJson` tells it. It ends at the first difference,
 * and what is spelled alike is not taken apart: two long geometries are compared in a few milliseconds.
 */
export function sameJson(a: string, b: string): boolean {
  const left = a.trim();
  const right = b.trim();
  if (left === right) return true;
  if (left.startsWith('[') && right.startsWith('[')) {
    const elements = jsonElements(right);
    const others = jsonElements(left);
    return (
      others.length === elements.length &&
      others.every((element, index) => sameJson(element, elements[index] ?? ''))
    );
  }
  if (left.startsWith('{') && right.startsWith('{')) {
    const members = jsonMembers(right);
    const others = jsonMembers(left);
    return (
      others.size === members.size &&
      [...others].every(([key, value]) => {
        const other = members.get(key);
        return other !== undefined && sameJson(value, other);
      })
    );
  }
  return canonicalJson(left) === canonicalJson(right);
}

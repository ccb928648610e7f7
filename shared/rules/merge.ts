import { canonicalJson, canonicalNumber, jsonElements, jsonMember, sameJson } from './jsonText.ts';

/**
 * Three-way comparison of single fields by their JSON texts. `null` stands for a field that the
 * record does not have.
 */
export type FieldText = string | null;

export interface CompareOptions {
  /** Whether a field that is null and one that is absent mean the same. */
  nullIsAbsent: boolean;
  /** The field names other records: `5`, `"5"` and `{"id": 5, …}` are the same, lists of them too. */
  reference: boolean;
}

export const PLAIN: CompareOptions = { nullIsAbsent: true, reference: false };

/** The id that a reference names, as text: of `5`, `"5"` or `{"id":5}`; null for none. */
export function referenceId(text: FieldText): string | null {
  if (text === null) return null;
  const value = text.trim();
  switch (value.charAt(0)) {
    case '{':
      return referenceId(jsonMember(value, 'id'));
    case '"':
      return JSON.parse(value) as string;
    case '[':
      return null;
    default:
      return value === 'null' ? null : value;
  }
}

/** How a number is spelled as text: `007` and `1e2` are names that look like one. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Numbers that some tenants spell as text (`"12.50"`) equal the number itself. */
function asLooseNumber(text: string): string | null {
  if (!text.startsWith('"')) return canonicalNumber(text);
  const spelled = JSON.parse(text) as string;
  return PLAIN_NUMBER.test(spelled) ? canonicalNumber(spelled) : null;
}

function canonicalReference(text: string): string {
  if (!text.startsWith('[')) {
    return referenceId(text) ?? (text.startsWith('{') ? canonicalJson(text) : 'null');
  }
  // Lists of references are sets: services sort groups by name as they like.
  return JSON.stringify(
    jsonElements(text)
      .map((element) => referenceId(element) ?? element)
      .sort(),
  );
}

/** Whether two values of one field mean the same. Geometry and arrays are atomic. */
export function sameValue(a: FieldText, b: FieldText, options: CompareOptions = PLAIN): boolean {
  const left = a === null && options.nullIsAbsent ? 'null' : a?.trim();
  const right = b === null && options.nullIsAbsent ? 'null' : b?.trim();
  if (left === undefined || right === undefined) return left === right;
  if (left === right) return true;
  if (options.reference && canonicalReference(left) === canonicalReference(right)) return true;
  if (left.startsWith('"') !== right.startsWith('"')) {
    const number = asLooseNumber(left);
    return number !== null && number === asLooseNumber(right);
  }
  return sameJson(left, right);
}

/** What the fresh read says of one touched field. */
export type FieldVerdict =
  /** Nobody else changed it: send mine. */
  | 'send'
  /** It already is what I want: nothing to send. */
  | 'drop'
  /** Somebody else changed it to something third: a person decides. */
  | 'conflict';

/** Base, mine and theirs of one field. */
export function threeWay(
  base: FieldText,
  mine: FieldText,
  theirs: FieldText,
  options: CompareOptions = PLAIN,
): FieldVerdict {
  if (sameValue(theirs, mine, options)) return 'drop';
  return sameValue(theirs, base, options) ? 'send' : 'conflict';
}

import { isFields, own } from '../../../../shared/rules/jsonValue.ts';

/** Which answers somebody means: ids out of texts, ranges and records. Pure. */

/** No identifier of a service is longer; what is, is text. */
const LONGEST_ID = 200;
/**
 * Addresses name answers: `…/digital-form/answer/600001/pdf`, `#/answers/600001`. What separates
 * addresses or stands around them ends one; within a query or fragment only where another begins.
 */
const IN_ADDRESS =
  /\/answers?\/([^\s/?#"'<>,;|)\]،؛”“’»«]+)(?:\/[^\s/?#"'<>,;|)\]،؛”“’»«]*)*(?:[?#](?:(?![,;|،؛]https?:)[^\s"'<>])*)?/giu;
/** Whatever is neither letter, digit, dash nor underscore separates. */
const SEPARATORS = /[^\p{L}\p{N}\p{M}_-]+/u;

export interface TypedIds {
  /** In their order, each once. */
  ids: string[];
  /** Words that are no ids, such as the heading of a column; the first few. */
  leftOut: string[];
}

const MOST_LEFT_OUT = 20;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A word without some signs around it. A pattern would begin anew at each sign of a long run. */
function without(signs: string, word: string): string {
  const isSign = (at: number): boolean => signs.includes(word.charAt(at));
  let [from, to] = [0, word.length];
  while (from < to && isSign(from)) from += 1;
  while (to > from && isSign(to - 1)) to -= 1;
  return word.slice(from, to);
}

/**
 * Ids in a text, one or thousands, separated by anything. A word counts where it holds a digit; one
 * word alone is taken as it stands.
 */
export function idsInText(text: string): TypedIds {
  const ids = new Set<string>();
  const leftOut = new Set<string>();
  const plain = text.replaceAll(IN_ADDRESS, (_address, id: string) => {
    // A sentence ends behind its address.
    const one = decoded(without('.:!', id));
    if (one !== '' && one.length <= LONGEST_ID) ids.add(one);
    return ' ';
  });
  const words = plain
    .split(SEPARATORS)
    .map((word) => without('-_', word))
    .filter((word) => word !== '');
  for (const word of words) {
    const isId = /\p{N}/u.test(word) || (words.length === 1 && ids.size === 0);
    if (isId && word.length <= LONGEST_ID) ids.add(word);
    else if (leftOut.size < MOST_LEFT_OUT) leftOut.add(word.slice(0, 60));
  }
  return { ids: [...ids], leftOut: [...leftOut] };
}

/** More ids than this are asked for in several steps: a service is no place for guessing. */
export const MOST_IN_RANGE = 20_000;

export type Range =
  { is: 'ids'; ids: string[] } | { is: 'reversed' } | { is: 'tooLong'; count: bigint };

/** The numbers from `from` to `to`, both included; decimal digits, however many. */
export function idsInRange(from: string, to: string): Range {
  const first = BigInt(from);
  const last = BigInt(to);
  if (last < first) return { is: 'reversed' };
  const count = last - first + 1n;
  if (count > BigInt(MOST_IN_RANGE)) return { is: 'tooLong', count };
  const ids: string[] = [];
  for (let id = first; id <= last; id += 1n) ids.push(String(id));
  return { is: 'ids', ids };
}

/** Members under which forms list their answers. */
const LISTS = new Set(['answers', 'latestAnswers', 'responses', 'submissions']);
/** Members that name answers in any record: `answerId`, `lastAnswerIds`, `answer_id`. */
const NAMES_ANSWERS = /answer_?ids?$/i;
/** Members that hold answers in any record. */
const HOLDS_ANSWERS = /(^answers?|Answers?)$/;
const DEEPEST = 12;

function idOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= LONGEST_ID ? text : null;
}

function ownId(value: unknown): string | null {
  if (!isFields(value)) return null;
  for (const name of ['id', 'answerId']) {
    const id = idOf(own(value, name));
    if (id !== null) return id;
  }
  return null;
}

/**
 * Ids of answers that a record names. In a form its list of answers counts whatever it holds; in any
 * other record only what says that it is an answer.
 */
export function idsInRecord(record: unknown, isForm: boolean): string[] {
  const ids = new Set<string>();
  const add = (id: string | null): void => {
    if (id !== null) ids.add(id);
  };
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) visit(item, depth + 1);
      return;
    }
    if (!isFields(value)) return;
    for (const [key, member] of Object.entries(value)) {
      const list: readonly unknown[] = Array.isArray(member) ? member : [member];
      if (NAMES_ANSWERS.test(key)) {
        for (const item of list) add(idOf(item) ?? ownId(item));
      } else if (isForm && LISTS.has(key)) {
        for (const item of list) add(idOf(item) ?? ownId(item));
      } else if (HOLDS_ANSWERS.test(key)) {
        for (const item of list) {
          // Answers to a question have no form of their own.
          if (isFields(item) && ['formId', 'form'].some((name) => Object.hasOwn(item, name))) {
            add(ownId(item));
          }
        }
      }
      visit(member, depth + 1);
    }
  };
  visit(record, 0);
  return [...ids];
}

import { fold } from '../../../shared/rules/fold.ts';
import { readableText } from '../../../shared/rules/recordName.ts';
import { own, parsedJson } from '../../../shared/rules/jsonValue.ts';
import { humanLabel } from '../../../shared/rules/formLayout.ts';
import type { Fields } from '../../../shared/rules/jsonValue.ts';

/** What an answer to a form is called and found by. Its shape is the form's (section 2.13). */

/** Answers are 8 MB at most; of one that is nearly all text, no more than this is looked through. */
const MOST_TEXT = 2_000_000;
/** Drawings and files inside an answer are no words; neither is what is written without any space. */
const LONGEST_WORD = 2_000;
/** Text below more levels is shown as JSON and not looked through. */
const DEEPEST = 100;
const NO_WORDS = /^(data:|M[\d\s.,-]+[CLHVQSTAZ])/i;

function parsed(json: unknown): Fields {
  const value = parsedJson(json);
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isWords(text: string): boolean {
  return text.length <= LONGEST_WORD || /^\S{0,2000}\s/.test(text);
}

/** Texts, numbers, true and false anywhere in a value, in their order. */
function* wordsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text !== '' && !NO_WORDS.test(text) && isWords(text)) yield text;
  } else if (typeof value === 'number' || typeof value === 'boolean') {
    yield String(value);
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const member of Object.values(value)) yield* wordsIn(member, depth + 1);
  }
}

/** Keys anywhere in a value, in their order: as they are written, and as the reader shows them. */
function* keysIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value) && key.length <= LONGEST_WORD) {
      yield humanLabel(key);
      yield key;
    }
    yield* keysIn(member, depth + 1);
  }
}

/** All values of an answer, then all of its keys: who looks for a word means a value first. */
function* everythingIn(answer: Fields): Generator<string> {
  yield* wordsIn(answer);
  yield* keysIn(answer);
}

/** Everything an answer is found by, folded, one value or key a line. */
export function answerBody(json: unknown): string {
  const lines = new Set<string>();
  let length = 0;
  for (const words of everythingIn(parsed(json))) {
    if (lines.has(words)) continue;
    length += words.length + 1;
    if (length > MOST_TEXT) break;
    lines.add(words);
  }
  return fold([...lines].join('\n'));
}

/** What an answer calls itself; empty where it has no title of its own. */
export function answerTitle(json: unknown): string {
  const answer = parsed(json);
  const named = [answer['title'], answer['name'], answer['formName'], answer['form']];
  return named.map(readableText).find((title) => title !== '') ?? '';
}

export interface AnswerFacts {
  /** Id of its form as text; null where it names none. */
  formId: string | null;
  /** What it is about: vehicle and driver. */
  about: string;
  /** The first value or key that holds a folded word, shortened; empty where none does. */
  excerpt: string;
}

const EXCERPT = 80;

/** Where a word stands in an answer. */
export interface Match {
  /** Key of the value that holds it; the nearest one above for items of lists, empty for a key. */
  label: string;
  before: string;
  /** In the answer's own spelling. */
  word: string;
  after: string;
}

/** Values with the key that each stands under. */
function* labelled(value: unknown, label: string, depth = 0): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null) {
    if (depth >= DEEPEST) return;
    for (const [key, member] of Object.entries(value)) {
      yield* labelled(member, Array.isArray(value) ? label : key, depth + 1);
    }
    return;
  }
  for (const words of wordsIn(value)) yield [label, words];
}

/** Values with their keys, then the keys alone. */
function* placesIn(answer: Fields): Generator<[string, string]> {
  yield* labelled(answer, '');
  for (const key of keysIn(answer)) yield ['', key];
}

/** The first value of an answer, else the first key, in which a folded word occurs, with what stands around it. */
export function matchIn(json: string, word: string): Match | null {
  for (const [label, words] of placesIn(parsed(json))) {
    const folded = foldedPlaces(words);
    const at = folded.text.indexOf(word);
    if (at === -1) continue;
    const from = folded.places[at] ?? 0;
    const to = folded.places[at + word.length] ?? words.length;
    const start = Math.max(0, from - EXCERPT / 2);
    const end = Math.min(words.length, to + EXCERPT / 2);
    const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
    return {
      label,
      before: `${start > 0 ? '…' : ''}${plain(words.slice(start, from))}`,
      word: plain(words.slice(from, to)),
      after: `${plain(words.slice(to, end))}${end < words.length ? '…' : ''}`,
    };
  }
  return null;
}

/** A text as it is searched, and for each unit of it the place in the text that it came from. */
function foldedPlaces(text: string): { text: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = fold(sign);
    for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
    folded += plain;
    at += sign.length;
  }
  return { text: folded, places };
}

/** What tells an answer from others, and where a folded word stands in it. */
export function answerFacts(json: string, word: string): AnswerFacts {
  const answer = parsed(json);
  const form = answer['formId'] ?? own(answer['form'], 'id');
  const about = [answer['vehicle'], answer['driver']].map(readableText).filter(Boolean).join(' · ');
  let excerpt = '';
  for (const words of everythingIn(answer)) {
    const at = fold(words).indexOf(word);
    if (at === -1) continue;
    const from = Math.max(0, at - EXCERPT / 2);
    excerpt = `${from > 0 ? '…' : ''}${words.slice(from, from + EXCERPT)}`.replace(/\s+/g, ' ');
    if (from + EXCERPT < words.length) excerpt += '…';
    break;
  }
  return {
    formId: typeof form === 'string' || typeof form === 'number' ? String(form) : null,
    about,
    excerpt,
  };
}

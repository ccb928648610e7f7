import {
  CHOICE_NAMES,
  KEY_NAMES,
  KIND_NAMES,
  LABEL_NAMES,
  PAIR_KEYS,
  PAIR_KINDS,
} from './formWords.ts';
import { isFields, own, parsedJson } from './jsonValue.ts';
import type { Fields } from './jsonValue.ts';
/**
 * What in an answer asks for a second look: choices that say that something is wrong, and required
 * questions without an answer. Forms of tenants differ (section 2.13 of the interface), so both are
 * read out of whatever the form declares; without a declaration, plain words such as `damaged` tell.
 */
export interface Finding {
  is: 'failing' | 'missing';
  /** Key of the question. */
  key: string;
  /** Key of the group that it stands in; null at the top. */
  parent: string | null;
  label: string;
  /** The word that was chosen; empty for what is missing. */
  text: string;
}

const NESTED = [
  'fields',
  'columns',
  'children',
  'items',
  'questions',
  'sections',
  'groups',
  'pages',
];
const REQUIRED = ['required', 'isRequired', 'mandatory', 'isMandatory'];
/** Members by which a choice says that it is a bad one, and those by which it says the contrary. */
const BAD = [
  'fail',
  'fails',
  'failing',
  'failed',
  'isFail',
  'isFailing',
  'defect',
  'isDefect',
  'isNegative',
];
const GOOD = [
  'pass',
  'passes',
  'passed',
  'isPass',
  'ok',
  'isOk',
  'compliant',
  'isCompliant',
  'acceptable',
];
/** Members by which a field names its bad values. */
const BAD_VALUES = ['failValues', 'failingValues', 'failOn', 'failIf', 'negativeValues'];
/** Words that mean as much in any form. */
const FAILING = new Set(
  (
    'fail failed failing failure nok n.ok notok no-go nogo not_ok not-ok defect defective damaged ' +
    'broken missing bad poor unsafe worn refused rejected dented leaking leak cracked expired ' +
    'insufficient unacceptable non-compliant noncompliant unsatisfactory'
  ).split(' '),
);
const FAILING_PHRASES = new Set([
  'not ok',
  'no go',
  'needs repair',
  'needs attention',
  'out of order',
]);
/** Deeper than this nobody asks questions. */
const DEEPEST = 40;
/** No more than these are told of one answer; who needs more has other worries. */
const MOST = 500;

interface Question {
  key: string;
  parent: string | null;
  label: string;
  required: boolean;
  /** Words by stored value; empty where the form offers none. */
  choices: ReadonlyMap<string, string>;
  /** Stored values that the form itself calls bad or good. */
  bad: ReadonlySet<string>;
  good: ReadonlySet<string>;
}

function scalar(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function firstOf(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = own(fields, name);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

function says(fields: Fields, names: readonly string[], wanted: boolean): boolean {
  return names.some((name) => own(fields, name) === wanted);
}

/** Words of a question's choices, and which of them it calls bad or good. */
function choicesIn(field: Fields): Pick<Question, 'choices' | 'bad' | 'good'> {
  const choices = new Map<string, string>();
  const bad = new Set<string>();
  const good = new Set<string>();
  for (const name of CHOICE_NAMES) {
    const list = own(field, name);
    if (Array.isArray(list)) {
      for (const item of list as unknown[]) {
        const plain = scalar(item);
        if (plain !== null) choices.set(plain, plain);
        if (!isFields(item)) continue;
        // A nested question has a kind of its own; a choice has none.
        if (firstOf(item, PAIR_KINDS) !== null) continue;
        const value = scalar(own(item, 'value')) ?? firstOf(item, KEY_NAMES);
        if (value === null) continue;
        choices.set(value, firstOf(item, LABEL_NAMES) ?? value);
        if (says(item, BAD, true) || says(item, GOOD, false)) bad.add(value);
        if (says(item, BAD, false) || says(item, GOOD, true)) good.add(value);
      }
    } else if (isFields(list) && name !== 'items') {
      for (const [value, word] of Object.entries(list)) {
        if (typeof word === 'string') choices.set(value, word);
      }
    }
  }
  for (const name of BAD_VALUES) {
    const given = own(field, name);
    for (const value of Array.isArray(given) ? (given as unknown[]) : [given]) {
      const text = scalar(value);
      if (text !== null) bad.add(text);
    }
  }
  return { choices, bad, good };
}

function isAsked(field: Fields): boolean {
  return REQUIRED.some((name) => own(field, name) === true || own(field, name) === 'true');
}

/** Every question of a form, with the group that it stands in. */
export function questionsOf(form: unknown): Question[] {
  const found: Question[] = [];
  const add = (field: Fields, key: string, parent: string | null, required: boolean): void => {
    const label = firstOf(field, LABEL_NAMES) ?? key;
    found.push({ key, parent, label, required, ...choicesIn(field) });
  };
  const visit = (value: unknown, parent: string | null, depth: number): void => {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) visit(item, parent, depth + 1);
      return;
    }
    if (!isFields(value)) return;
    const properties = own(value, 'properties');
    if (isFields(properties)) {
      const required = own(value, 'required');
      const asked = new Set(Array.isArray(required) ? required.map(String) : []);
      for (const [key, field] of Object.entries(properties)) {
        if (!isFields(field)) continue;
        add(field, key, parent, asked.has(key));
        visit(field, key, depth + 1);
        const items = own(field, 'items');
        if (isFields(items)) visit(items, key, depth + 1);
      }
    }
    for (const name of NESTED) {
      const list = own(value, name);
      if (!Array.isArray(list)) continue;
      for (const field of list as unknown[]) {
        if (!isFields(field)) continue;
        const key = firstOf(field, KEY_NAMES);
        // Choices are listed like questions, but nobody says of what kind they are.
        const isQuestion = firstOf(field, KIND_NAMES) !== null;
        if (key !== null && (isQuestion || isAsked(field))) add(field, key, parent, isAsked(field));
        visit(field, isQuestion ? key : parent, depth + 1);
      }
    }
  };
  visit(form, null, 0);
  return found;
}

/** One question of a form as a reader sees it, or a section with those in it. */
export interface OutlineItem {
  /** Empty where the form names none. */
  key: string;
  label: string;
  /** The form's own word for its kind; empty where it says none. */
  kind: string;
  required: boolean;
  /** The words of its choices, and whether the form or the word calls one bad. */
  choices: { text: string; bad: boolean }[];
  items: OutlineItem[];
}

/** Sections, questions and choices of a form in its own order, whatever shape it has. */
export function outlineOf(form: unknown): OutlineItem[] {
  const item = (field: Fields, key: string, required: boolean, depth: number): OutlineItem => {
    const items = inside(field, depth + 1);
    const { choices, bad, good } = choicesIn(field);
    const question: Question = { key, parent: null, label: '', required, choices, bad, good };
    const words = [...choices].map(([stored, text]) => ({
      ...{ text, bad: isFailing(stored, question) },
    }));
    const label = firstOf(field, LABEL_NAMES) ?? firstOf(field, KEY_NAMES) ?? key;
    const kind = firstOf(field, KIND_NAMES) ?? '';
    return { key, label, kind, required, choices: items.length > 0 ? [] : words, items };
  };
  const inside = (value: unknown, depth: number): OutlineItem[] => {
    if (depth > DEEPEST || !isFields(value)) return [];
    const found: OutlineItem[] = [];
    const properties = own(value, 'properties');
    if (isFields(properties)) {
      const required = own(value, 'required');
      const asked = new Set(Array.isArray(required) ? required.map(String) : []);
      for (const [key, field] of Object.entries(properties)) {
        if (isFields(field)) found.push(item(field, key, asked.has(key), depth));
      }
    }
    for (const name of NESTED) {
      const list = own(value, name);
      if (isFields(list)) found.push(...inside(list, depth + 1));
      if (!Array.isArray(list)) continue;
      for (const field of list as unknown[]) {
        if (!isFields(field)) continue;
        const required = isAsked(field);
        const made = item(field, firstOf(field, KEY_NAMES) ?? '', required, depth);
        // Choices are listed like questions, but nobody says of what kind they are.
        if (made.kind !== '' || required || made.items.length > 0) found.push(made);
      }
    }
    return found;
  };
  return inside(form, 0);
}

interface Given {
  key: string;
  parent: string | null;
  value: unknown;
  /** It was given under the key of its pair already: here only a form’s own question asks for it. */
  isAgain: boolean;
}

/** Every value of an answer under its key, pairs of `key` and `value` too. */
function givenIn(answer: unknown): { given: Given[]; rows: Map<string, number> } {
  const given: Given[] = [];
  /** How often a repeated group was filled in. */
  const rows = new Map<string, number>();
  const visit = (value: unknown, parent: string | null, depth: number): void => {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) visit(item, parent, depth + 1);
      return;
    }
    if (!isFields(value)) return;
    const pairKey = firstOf(value, PAIR_KEYS);
    const pairValue = ['value', 'answer', 'response'].find((name) => Object.hasOwn(value, name));
    const isPair = pairKey !== null && pairValue !== undefined;
    if (isPair) note(pairKey, value[pairValue], parent, depth);
    for (const [key, inner] of Object.entries(value)) {
      if (isPair && key === pairValue) given.push({ key, parent, value: inner, isAgain: true });
      else note(key, inner, parent, depth);
    }
  };
  const note = (key: string, value: unknown, parent: string | null, depth: number): void => {
    given.push({ key, parent, value, isAgain: false });
    if (Array.isArray(value)) rows.set(key, (rows.get(key) ?? 0) + value.length);
    visit(value, key, depth + 1);
  };
  visit(answer, null, 0);
  return { given, rows };
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function soundsFailing(text: string): boolean {
  const word = text.trim().toLowerCase();
  return FAILING.has(word) || FAILING_PHRASES.has(word.replaceAll(/[_-]+/g, ' '));
}

function isFailing(stored: string, question: Question): boolean {
  if (question.bad.has(stored)) return true;
  if (question.good.has(stored) || question.bad.size > 0) return false;
  const word = question.choices.get(stored);
  return question.choices.size > 0 && (soundsFailing(stored) || soundsFailing(word ?? ''));
}

/**
 * Failing choices in the order of the answer, then missing answers in the order of the form.
 *
 * @param answer the parsed answer, `form` its parsed form; null or undefined where it is not known:
 *   then only words tell
 */
export function findingsIn(answer: unknown, form: unknown): Finding[] {
  const questions = questionsOf(form);
  const isUnknown = form === null || form === undefined;
  const exact = new Map<string, Question>();
  const byKey = new Map<string, Question>();
  for (const question of questions) {
    exact.set(`${question.parent ?? ''}\n${question.key}`, question);
    if (!byKey.has(question.key)) byKey.set(question.key, question);
  }
  const { given, rows } = givenIn(answer);
  const found: Finding[] = [];
  const filled = new Map<string, Given[]>();
  for (const one of given) {
    if (!isEmpty(one.value)) {
      const same = filled.get(one.key);
      // Added to, never copied: a list may have a million rows.
      if (same === undefined) filled.set(one.key, [one]);
      else same.push(one);
    }
    const question = exact.get(`${one.parent ?? ''}\n${one.key}`) ?? byKey.get(one.key);
    const values: readonly unknown[] = Array.isArray(one.value) ? one.value : [one.value];
    for (const value of values) {
      const stored = scalar(value);
      if (stored === null || found.length >= MOST) continue;
      const fails =
        question === undefined
          ? isUnknown && !one.isAgain && typeof value === 'string' && soundsFailing(stored)
          : isFailing(stored, question);
      if (!fails) continue;
      const { key, parent } = one;
      const text = question?.choices.get(stored) ?? stored;
      found.push({ is: 'failing', key, parent, label: question?.label ?? key, text });
    }
  }
  return [...found, ...missingIn(questions, filled, rows)].slice(0, MOST);
}

function missingIn(
  questions: readonly Question[],
  filled: ReadonlyMap<string, readonly Given[]>,
  rows: ReadonlyMap<string, number>,
): Finding[] {
  return questions.flatMap(({ key, parent, label, required }): Finding[] => {
    if (!required) return [];
    const inGroup = (filled.get(key) ?? []).filter(
      (one) => parent === null || one.parent === parent,
    );
    const anywhere = inGroup.length === 0 ? (filled.get(key) ?? []) : inGroup;
    const repeats = parent === null ? undefined : rows.get(parent);
    // A group that was filled in no time at all lacks nothing.
    const wanted = repeats ?? 1;
    return anywhere.length >= wanted ? [] : [{ is: 'missing', key, parent, label, text: '' }];
  });
}

/** The same from JSON texts; nothing where they are no JSON. */
export function findingsOf(answerJson: string, formJson: string | null): Finding[] {
  return findingsIn(parsedJson(answerJson), parsedJson(formJson));
}

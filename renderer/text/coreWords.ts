import { isEntity } from '../../shared/model/entity.ts';
import type { AppError } from '../../shared/result.ts';
import { fieldName } from '../../shared/rules/fieldNames.ts';
import { text } from './en.ts';

/** The service's own words at the end of what the core says of its refusal. */
const SAID = /It says: “(.+)”\.?$/s;

const holesIn = (template: string): number => template.split('{}').length - 1;

/** Texts of the core by the words around what differs: those without any first, then those that say most. */
function patternsOf(table: object): { template: string; pattern: RegExp }[] {
  const literal = (part: string): string => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const rank = (template: string): number => (holesIn(template) === 0 ? Infinity : template.length);
  return Object.keys(table)
    .sort((a, b) => rank(b) - rank(a))
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.split('{}').map(literal).join('(.*?)')}$`, 's'),
    }));
}

/** A text of the core with what differs put into the desk's words for it; null where it has none. */
function translated(
  patterns: ReturnType<typeof patternsOf>,
  words: Readonly<Record<string, string>>,
  said: string,
  inner: (part: string, known: string) => string,
): string | null {
  for (const { template: known, pattern } of patterns) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const put = found.slice(1).map((part) => inner(part, known));
    return (words[known] ?? known).replaceAll('{}', () => put.shift() ?? '');
  }
  return null;
}

const SENTENCES = patternsOf(text.said);

/** Texts of the core in which names of fields stand. */
const OF_FIELDS: ReadonlySet<string> = new Set<keyof typeof text.said | keyof typeof text.noted>([
  'The service keeps otherwise than sent: {}.',
  'It does not show: {}.',
  'Also changed meanwhile: {}.',
  'The same was changed meanwhile: {}.',
  'changed on both sides: {}',
]);

/** Where the desk keeps its word for what the core calls a field. */
const FIELD_WORDS = new Map(
  Object.keys(text.fields).map((key) => {
    const [endpoint = '', field = endpoint] = key.split('.');
    return [fieldName(endpoint, field), key];
  }),
);

/** Names of fields as the desk says them; a tenant's own stays as it is. */
function fieldsNamed(names: string): string {
  const words: Readonly<Record<string, string>> = text.fields;
  return names
    .split(', ')
    .map((name) => words[FIELD_WORDS.get(name) ?? ''] ?? name)
    .join(', ');
}

/** More is no text of the core, and each is looked for among all that it may begin. */
const MOST_SENTENCES = 40;

/** A sentence of the core, or several after each other, in the desk's language; null where not known. */
function sentence(said: string): string | null {
  const parts = said.split(/(?<=[.?]) (?=\S)/);
  if (parts.length > MOST_SENTENCES) return null;
  // What differs may hold a full stop, but another sentence is no part of it.
  for (let count = 1; count <= parts.length; count += 1) {
    const first = translated(SENTENCES, text.said, parts.slice(0, count).join(' '), inSentence);
    if (first === null) continue;
    const rest = parts.slice(count).join(' ');
    const after = rest === '' ? '' : sentence(rest);
    if (after !== null) return `${first} ${after}`.trim();
  }
  return null;
}

/** What stands inside of a sentence: words of the core, a kind of record, or what only a person knows. */
function inSentence(part: string, known: string): string {
  if (OF_FIELDS.has(known)) return fieldsNamed(part);
  return isEntity(part) ? text.entity[part] : (sentence(part) ?? part);
}

function sentencesOf(fields: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, said]) => [field, said.map((one) => sentence(one) ?? one)]),
  );
}

/** What failed, with the status and with the service's own words, which stand at the end of a message. */
function byCode(what: string, message: string, status: number | undefined): string {
  const cited = SAID.exec(message)?.[1];
  const failed = `${what.replace(/\.$/, '')}${status === undefined ? '' : ` (${String(status)})`}.`;
  return cited === undefined ? failed : `${failed} ${text.errors.says(cited)}`;
}

/**
 * An error as the desk says it in its language: by its words where several share a code, else by its
 * code, with the service's own words and the status. What there are no words for stays as the core said
 * it.
 */
export function worded(error: AppError): AppError {
  const { code, safe, fields, status } = error;
  const words = Object.entries(text.errors.codes).find(([known]) => known === code)?.[1];
  const own = words === undefined || words.what === '' ? null : words;
  const message =
    sentence(error.message) ??
    (own === null ? error.message : byCode(own.what, error.message, status));
  return {
    ...error,
    message,
    ...(safe === undefined ? {} : { safe: sentence(safe) ?? own?.safe ?? safe }),
    ...(fields === undefined ? {} : { fields: sentencesOf(fields) }),
  };
}

/** Sentences of the core that are no error, as the desk says them; what there are no words for stays. */
export function saidWords(said: string): string {
  return sentence(said) ?? said;
}

/** Of what may keep an answer from being exported. */
const OF_EXPORTS =
  /^(?:answer|connection|db|disk|document|export|http|local|mirror|policy|session)\./;

/** What failures are called in files that leave, by their codes; none where the core's words are the desk's. */
export function failureWords(): Record<string, string> {
  const worded = Object.entries(text.errors.codes).filter(([code]) => OF_EXPORTS.test(code));
  return Object.fromEntries(
    worded.flatMap(([code, { what }]) => (what === '' ? [] : [[code, what]])),
  );
}

/** What a write is called; by the core's name where the desk has none. */
export function writeTitle({ endpoint, title }: { endpoint: string; title: string }): string {
  return Object.entries(text.whatWrites).find(([name]) => name === endpoint)?.[1] ?? title;
}

const NOTED = patternsOf(text.noted);

/** The name of a write, or of fields, in the desk's words; what is none stays as it is. */
function inNote(name: string, known: string): string {
  if (OF_FIELDS.has(known)) return fieldsNamed(name);
  return writeTitle({ endpoint: name, title: name });
}

/** What the core says of a status that the service answered with, by the code that the desk knows it by. */
const STATUS_WORDS: Readonly<Record<string, keyof typeof text.errors.codes>> = {
  'refused the input': 'http.invalid',
  'no longer accepts the sign-in': 'session.expired',
  'does not allow this account to do that': 'http.denied',
  'does not know this record': 'http.missing',
  'does not offer this': 'http.unavailable',
  'holds the record in another state': 'http.conflict',
  'holds the record locked': 'http.locked',
  'refused that': 'http.refused',
  'asks to wait before the next request': 'http.rateLimited',
  failed: 'http.server',
  'answered in an unexpected way': 'http.status',
};
const ANSWERED = /^[^:]+: the service ([^(]+) \((\d{3})\)\./;

/** A refusal that stands in a history as its text alone; null where it is none, or stays as it is. */
function answerNoted(reason: string): string | null {
  const [, words = '', status] = ANSWERED.exec(reason) ?? [];
  const code = Object.hasOwn(STATUS_WORDS, words) ? STATUS_WORDS[words] : undefined;
  const what = code === undefined ? '' : text.errors.codes[code].what;
  return what === '' ? null : byCode(what, reason, Number(status));
}

/** What became of a write, as the desk says it in its language; what it has no words for stays. */
export function notedWords(reason: string): string {
  return (
    translated(NOTED, text.noted, reason, inNote) ??
    sentence(reason) ??
    answerNoted(reason) ??
    reason
  );
}

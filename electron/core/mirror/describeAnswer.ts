import { readableText } from '../../../shared/rules/recordName.ts';
import { fold } from './describe.ts';

/** What an answer to a form is called and found by. Its shape is the form's (section 2.13). */

/** More text of one answer is not looked through; its first pages tell what it is about. */
const MOST_TEXT = 12_000;
/** Drawings and files inside an answer are no words. */
const LONGEST_VALUE = 2_000;
const NO_WORDS = /^(data:|https?:|M[\d\s.,-]+[CLHVQSTAZ])/i;

function parsed(json: unknown): Record<string, unknown> {
  if (typeof json !== 'string') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Texts and numbers anywhere in a value, in their order; never keys. */
function* wordsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text !== '' && text.length <= LONGEST_VALUE && !NO_WORDS.test(text)) yield text;
  } else if (typeof value === 'number') {
    yield String(value);
  } else if (typeof value === 'object' && value !== null && depth < 12) {
    for (const member of Object.values(value)) yield* wordsIn(member, depth + 1);
  }
}

/** Everything an answer is found by, folded, one value a line. */
export function answerBody(json: unknown): string {
  const lines: string[] = [];
  let length = 0;
  for (const words of wordsIn(parsed(json))) {
    length += words.length + 1;
    if (length > MOST_TEXT) break;
    lines.push(words);
  }
  return fold([...new Set(lines)].join('\n'));
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
  /** The first value that holds a folded word, shortened; empty where none does. */
  excerpt: string;
}

const EXCERPT = 80;

/** What tells an answer from others, and where a folded word stands in it. */
export function answerFacts(json: string, word: string): AnswerFacts {
  const answer = parsed(json);
  const form = answer['formId'] ?? parsed(JSON.stringify(answer['form'] ?? null))['id'];
  const about = [answer['vehicle'], answer['driver']].map(readableText).filter(Boolean).join(' · ');
  let excerpt = '';
  for (const words of wordsIn(answer)) {
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

import type { OpState } from './opStates.ts';
import { parsedJson } from './jsonValue.ts';
import { getterOf, summaryName } from './recordName.ts';

/** What the desk's ledger and an exported outbox both say of a write. */

/** What each state of a write is called; where a person has to decide, who reads it matters. */
export const STATE_WORDS: Readonly<Record<Exclude<OpState, 'NEEDS_USER'>, string>> = {
  QUEUED: 'Waiting',
  SENDING: 'Being sent',
  UNCERTAIN: 'Uncertain',
  VERIFYING: 'Being checked',
  REJECTED: 'Refused',
  CONFIRMED: 'Sent',
  CANCELLED: 'Cancelled',
  DISCARDED: 'Discarded',
};

/** Words for values: for none, for true and false, for an instant in ms since 1970. */
export interface ValueWords {
  absent: string;
  yes: string;
  no: string;
  instant: (atMs: number) => string;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

/** JSON text as people read it: text without its quotes, nothing as a word, a summary by its name. */
export function valueInWords(json: string | null, words: ValueWords): string {
  if (json === null || json === 'null') return words.absent;
  if (json === 'true') return words.yes;
  if (json === 'false') return words.no;
  if (!json.startsWith('"') && !json.startsWith('{')) return json;
  const value = parsedJson(json);
  if (typeof value === 'string') {
    if (value === '') return '“”';
    const atMs = INSTANT.test(value) ? Date.parse(value) : NaN;
    return Number.isNaN(atMs) ? value : words.instant(atMs);
  }
  const get = getterOf(value);
  const id = get('id');
  return summaryName(get) ?? (typeof id === 'string' || typeof id === 'number' ? String(id) : json);
}

import { fileNamedBy } from '../../../shared/rules/fileAddress.ts';
import { isFields, own, parsedJson } from '../../../shared/rules/jsonValue.ts';
import { digest } from '../db/digest.ts';
import { ANSWER_HEAD, ANSWER_BODIES } from '../../../shared/rules/formLayout.ts';

/** What lies deeper does not count: nobody answers there, and no machine could write it. */
const DEEPEST = 100;
/** Times of the service's own work, which move while nobody changes an answer. */
const BOOKKEEPING = /^(?:updated|modified|synced|viewed|expires?)(?:At|On)$/i;

/**
 * What was answered, as a short text that is another one once somebody changes it: 16 hexadecimal digits,
 * null of what is no JSON object. Who, where and when do not count, for the service tells them anew from its
 * own records, nor does the order of members; of an address only what names the file does, since signed ones
 * change with every reading.
 */
export function answerDigest(json: unknown): string | null {
  const answer = parsedJson(json);
  if (!isFields(answer)) return null;
  const bodies = Object.keys(answer).filter((key) => ANSWER_BODIES.has(key));
  const said = Object.keys(answer).filter((key) => key !== 'id' && !ANSWER_HEAD.includes(key));
  const content = (bodies.length > 0 ? bodies : said).sort().map((key) => [key, own(answer, key)]);
  return digest(JSON.stringify(reduced(content, 0)));
}

function reduced(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSignature(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => reduced(item, depth + 1));
  const keys = Object.keys(value).filter((key) => !BOOKKEEPING.test(key));
  return keys.sort().map((key) => [key, reduced(own(value, key), depth + 1)]);
}

/** What names the file in place of its address; other texts as they are. */
function withoutSignature(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text;
  return fileNamedBy(new URL(text));
}

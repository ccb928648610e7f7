import type { WriteName } from '../../../shared/api/catalogue.ts';
import { canonicalJson, jsonMember, jsonMembers } from '../../../shared/rules/jsonText.ts';
import { referenceId, sameValue } from '../../../shared/rules/merge.ts';
import { readTouched, ruleOf, touchedBy } from './touched.ts';

/** What a create sends, as far as recognising the record that it made goes. */
export interface Sought {
  endpoint: WriteName;
  patch: string;
}

/** Fields in which services say who made a record. */
const CREATORS = ['createdBy', 'creator', 'createdById', 'creatorId'];

/** The natural key that the create sends, best first: registration, VIN, IMEI, e-mail. */
export function naturalKeyOf(op: Sought): { field: string; value: string } | null {
  const sent = jsonMembers(op.patch);
  for (const field of ruleOf(op.endpoint).naturalKey ?? []) {
    const value = sent.get(field);
    if (value !== undefined && value !== 'null' && value !== '""') return { field, value };
  }
  return null;
}

/**
 * Whether a record may be what the create made: the same natural key, or, where the create sends
 * none, every sent field the same.
 */
export function looksLike(op: Sought, record: string): boolean {
  const key = naturalKeyOf(op);
  if (key !== null) return sameText(readTouched(op.endpoint, record, key.field), key.value);
  let compared = 0;
  for (const { field, mine, options } of touchedBy(op.endpoint, {}, op.patch)) {
    const theirs = readTouched(op.endpoint, record, field);
    if (theirs === null) continue;
    if (!sameValue(theirs, mine, options)) return false;
    compared += 1;
  }
  return compared > 0;
}

/** Registrations and addresses are the same in either case and with any spacing. */
function sameText(theirs: string | null, mine: string): boolean {
  if (theirs === null) return false;
  if (sameValue(theirs, mine)) return true;
  if (!theirs.startsWith('"') || !mine.startsWith('"')) return false;
  const plain = (text: string): string =>
    (JSON.parse(text) as string).replace(/\s+/g, '').toLowerCase();
  return plain(theirs) === plain(mine);
}

/** Twins: two creates that could not be told apart afterwards. */
export function isTwin(a: Sought, b: Sought): boolean {
  if (a.endpoint !== b.endpoint) return false;
  const left = naturalKeyOf(a);
  const right = naturalKeyOf(b);
  if (left !== null && right !== null) {
    return left.field === right.field && sameText(left.value, right.value);
  }
  return canonicalJson(a.patch) === canonicalJson(b.patch);
}

/**
 * Whether a match by fingerprint alone may be taken without asking: made by this user, within the
 * time in which the request can have arrived. Times in ms since 1970.
 */
export function isSurelyMine(
  record: string,
  me: string | null,
  window: { fromMs: number; toMs: number },
): boolean {
  const creator = creatorOf(record);
  const createdAt = jsonMember(record, 'createdAt');
  if (me === null || creator !== me || createdAt === null || !createdAt.startsWith('"'))
    return false;
  const at = Date.parse(JSON.parse(createdAt) as string);
  return at >= window.fromMs && at <= window.toMs;
}

function creatorOf(record: string): string | null {
  for (const field of CREATORS) {
    const id = referenceId(jsonMember(record, field));
    if (id !== null) return id;
  }
  return null;
}

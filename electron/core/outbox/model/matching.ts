import type { WriteName } from '../../../../shared/api/catalogue.ts';
import { canonicalJson, jsonMember, jsonMembers } from '../../../../shared/rules/jsonText.ts';
import { referenceId, sameValue } from '../../../../shared/rules/merge.ts';
import type { CompareOptions, FieldText } from '../../../../shared/rules/merge.ts';
import type { Who } from '../../who.ts';
import { fieldsOf, ruleOf, setBy } from './rule.ts';
import { isSpelling } from './spelling.ts';

/** What a create sends, as far as recognising the record that it made goes. */
export interface Sought {
  endpoint: WriteName;
  patch: string;
}

/** Fields in which services say who made a record. */
const CREATORS = [
  ...['createdBy', 'createdById', 'createdByUser', 'createdByUserId', 'creator', 'creatorId'],
  ...['created_by', 'created_by_id', 'author', 'authorId'],
];

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
  return fits(op, record, sameValue);
}

/**
 * The same of a service that tidies up what it keeps. Two creates may differ in no more than that, so
 * that it is enough to ask, and not to adopt a record.
 */
export function looksAlike(op: Sought, record: string): boolean {
  const { entity } = ruleOf(op.endpoint).target;
  return fits(
    op,
    record,
    (theirs, mine, options, field) =>
      sameValue(theirs, mine, options) || isSpelling(entity, field, mine, theirs),
  );
}

type IsSame = (theirs: string, mine: FieldText, options: CompareOptions, field: string) => boolean;

function fits(op: Sought, record: string, isSame: IsSame): boolean {
  const key = naturalKeyOf(op);
  const shown = fieldsOf(op.endpoint, record);
  if (key !== null) return sameText(shown(key.field), key.value);
  let compared = 0;
  for (const { field, mine, options } of setBy(op.endpoint, {}, op.patch)) {
    const theirs = shown(field);
    if (theirs === null) continue;
    if (!isSame(theirs, mine, options, field)) return false;
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

/**
 * Whether a reply to a create shows another record than it made: another natural key, or none of
 * what was sent where it shows any of that, or is a whole record of something else. A service may spell values in its own way, so spacing,
 * case and punctuation do not count, and one field that is as it was sent is enough.
 */
export function showsAnother(op: Sought, reply: string): boolean {
  const key = naturalKeyOf(op);
  const replied = fieldsOf(op.endpoint, reply);
  const shown = key === null ? null : replied(key.field);
  if (key !== null && shown !== null) return !sameLetters(shown, key.value);
  const pairs = setBy(op.endpoint, {}, op.patch).flatMap(({ field, mine, options }) => {
    const theirs = replied(field);
    if (theirs === null || mine === null) return [];
    return [sameValue(theirs, mine, options) || sameLetters(theirs, mine)];
  });
  if (pairs.length > 0) return !pairs.includes(true);
  return jsonMembers(reply).size > MOST_OF_A_RECEIPT;
}

/**
 * Whether a record that a reply named is what the create made: it shows what was sent, in the service's own
 * spelling, or was changed since. One that nobody changed and that shows something else is another one:
 * a service that was put back to a backup gives ids again.
 */
export function isNamed(op: Sought, record: string): boolean {
  if (showsAnother(op, record)) return false;
  const madeAt = createdAtOf(record);
  return looksAlike(op, record) || madeAt === null || instantOf(record, 'updatedAt') !== madeAt;
}

/** Some services answer a create with an id, a time and a message. More than that is a record. */
const MOST_OF_A_RECEIPT = 4;

function sameLetters(theirs: string, mine: string): boolean {
  const plain = (text: string): string =>
    (textOf(text) ?? text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  return plain(theirs) === plain(mine);
}

/** Duplicates: two creates that could not be told apart afterwards, by whichever of two paths each goes. */
export function isDuplicate(a: Sought, b: Sought): boolean {
  if (ruleOf(a.endpoint).target.entity !== ruleOf(b.endpoint).target.entity) return false;
  const left = naturalKeyOf(a);
  const right = naturalKeyOf(b);
  if (left !== null && right !== null) {
    return left.field === right.field && sameText(left.value, right.value);
  }
  if (a.endpoint !== b.endpoint) return false;
  return canonicalJson(a.patch) === canonicalJson(b.patch);
}

/** How much of what a create sends a record shows: 0 to 1, and 1 more for the same natural key. */
export function likeness(op: Sought, record: string): number {
  const key = naturalKeyOf(op);
  const setFields = setBy(op.endpoint, {}, op.patch);
  const shown = fieldsOf(op.endpoint, record);
  const same = setFields.filter(({ field, mine, options }) =>
    sameValue(shown(field), mine, options),
  );
  const share = same.length / Math.max(1, setFields.length);
  return share + (key !== null && looksLike(op, record) ? 1 : 0);
}

/**
 * Whether a match by fingerprint alone may be taken without asking: made by this user, within the
 * time in which the request can have arrived. Times in ms since 1970.
 */
export function isSurelyMine(
  record: string,
  me: Pick<Who, 'id' | 'names'> | null,
  window: { fromMs: number; toMs: number },
): boolean {
  const at = createdAtOf(record);
  if (me === null || creatorOf(record, me) !== 'me' || at === null) return false;
  return at >= window.fromMs && at <= window.toMs;
}

/** Whether a record says at all who made it. */
export function namesCreator(record: string): boolean {
  const members = jsonMembers(record);
  return CREATORS.some((field) => (members.get(field) ?? 'null') !== 'null');
}

/**
 * Who made a record, as far as it shows. `other` only where it shows an id of the same kind as
 * mine: a name beside my number tells nothing.
 */
export function creatorOf(
  record: string,
  me: Pick<Who, 'id' | 'names'>,
): 'me' | 'other' | 'unknown' {
  const members = jsonMembers(record);
  let found: 'other' | 'unknown' = 'unknown';
  for (const field of CREATORS) {
    const value = members.get(field) ?? 'null';
    const id = value.startsWith('[') ? null : referenceId(value);
    if (id === me.id) return 'me';
    const parts = value.startsWith('{') ? [...jsonMembers(value).values()] : [value];
    const isNamed = parts.some((part) => me.names.includes(textOf(part)?.toLowerCase() ?? ''));
    if (isNamed) return 'me';
    const kind = id === null ? null : kindOfId(id);
    if (kind !== null && kind === kindOfId(me.id)) found = 'other';
  }
  return found;
}

/** Numbers, UUIDs and long hexadecimal ids; null for what may be a name. */
function kindOfId(id: string): 'number' | 'uuid' | 'hex' | null {
  if (/^\d+$/.test(id)) return 'number';
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return 'uuid';
  return /^[0-9a-f]{16,}$/i.test(id) ? 'hex' : null;
}

/**
 * Whether a record shows that nobody changed it since a create made it: everything that was sent as
 * it was sent, made in the time in which the request can have arrived (ms since 1970), and changed
 * no later than it was made. A record that leaves one of these out shows nothing.
 */
export function isUnchanged(
  op: Sought,
  record: string,
  window: { fromMs: number; toMs: number },
): boolean {
  const madeAt = createdAtOf(record);
  if (madeAt === null || madeAt < window.fromMs || madeAt > window.toMs) return false;
  if (instantOf(record, 'updatedAt') !== madeAt) return false;
  const shown = fieldsOf(op.endpoint, record);
  return setBy(op.endpoint, {}, op.patch).every(({ field, mine, options }) =>
    sameValue(shown(field), mine, options),
  );
}

/** When a record says that it was made, ms since 1970; null where it does not tell an instant. */
export function createdAtOf(record: string): number | null {
  return instantOf(record, 'createdAt');
}

function instantOf(record: string, field: string): number | null {
  const at = textOf(jsonMember(record, field));
  // Without its zone it is no instant.
  if (at === null || !/(Z|[+-]\d\d:?\d\d)$/i.test(at)) return null;
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? null : ms;
}

function textOf(value: string | null | undefined): string | null {
  return value?.startsWith('"') === true ? (JSON.parse(value) as string) : null;
}

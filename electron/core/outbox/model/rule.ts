import { endpoint } from '../../../../shared/api/catalogue.ts';
import type { WriteName } from '../../../../shared/api/catalogue.ts';
import type { WriteRule } from '../../../../shared/api/endpoint.ts';
import { isArchived, tellsArchived } from '../../../../shared/rules/archived.ts';
import { namesInstantText } from '../../../../shared/rules/instant.ts';
import { jsonMember, jsonMembers } from '../../../../shared/rules/jsonText.ts';
import { PLAIN, referenceId, sameValue } from '../../../../shared/rules/merge.ts';
import type { CompareOptions, FieldText } from '../../../../shared/rules/merge.ts';

/** The rule of a write row. Throws on a row without one: the catalogue's types forbid it. */
export function ruleOf(name: WriteName): WriteRule {
  const rule = endpoint(name).write;
  if (rule === undefined) throw new Error(`${name} does not write`);
  return rule;
}

/** The name under which a sent field is read; a tenant may call a field `__proto__`. */
export function readAsOf(rule: WriteRule, field: string): string | undefined {
  const { readAs } = rule;
  return readAs !== undefined && Object.hasOwn(readAs, field) ? readAs[field] : undefined;
}

/** One field that a write sets: by its sent name, or by the field in which an assignment shows. */
export interface SetField {
  field: string;
  mine: FieldText;
  options: CompareOptions;
}

/** The field under which an archive or a restore is compared. */
export const ARCHIVED = 'archived';

/** What a write wants to be true of its target afterwards. A delete wants nothing but absence. */
export function setBy(
  name: WriteName,
  params: Readonly<Record<string, string>>,
  patch: string,
): SetField[] {
  const rule = ruleOf(name);
  switch (rule.does) {
    case 'archive':
      return [{ field: ARCHIVED, mine: 'true', options: PLAIN }];
    case 'restore':
      return [{ field: ARCHIVED, mine: 'false', options: PLAIN }];
    case 'assign':
    case 'unassign': {
      if (rule.link === undefined) return [];
      const id = rule.does === 'assign' ? linkedId(rule, params, patch) : null;
      const mine = id === null ? 'null' : JSON.stringify(id);
      return [{ field: rule.link.object, mine, options: { nullIsAbsent: true, reference: true } }];
    }
    case 'delete':
      return [];
    case 'create':
    case 'update':
    case 'append':
      return [...jsonMembers(patch)].map(([field, mine]) => ({
        field,
        mine,
        options: { nullIsAbsent: true, reference: isReference(rule, field) },
      }));
  }
}

/** The same by the names of the fields. */
export function setFieldsOf(
  op: Readonly<{ endpoint: WriteName; params: Readonly<Record<string, string>>; patch: string }>,
): ReadonlyMap<string, SetField> {
  return new Map(setBy(op.endpoint, op.params, op.patch).map((one) => [one.field, one]));
}

/** `depotId` read back as `depot`, `groupIds` as `groups`: names of records, compared by id. */
function isReference(rule: WriteRule, field: string): boolean {
  return /Ids?$/.test(field) && readAsOf(rule, field) !== undefined;
}

/** The id of the other record of an assignment: out of the path or of the body. */
export function linkedId(
  rule: WriteRule,
  params: Readonly<Record<string, string>>,
  patch: string,
): string | null {
  if (rule.also?.param !== undefined) return params[rule.also.param] ?? null;
  if (rule.also?.body !== undefined) return referenceId(jsonMember(patch, rule.also.body));
  return null;
}

/** A field as the record shows it; null where the record does not have it. */
export function readField(name: WriteName, record: string, field: string): FieldText {
  return fieldsOf(name, record)(field);
}

/**
 * The same for many fields of one record: the text is gone through once, when the first one is asked
 * for. A tenant's write may set ten thousands of them, and a record may have megabytes.
 */
export function fieldsOf(name: WriteName, record: string): (field: string) => FieldText {
  let known: ReadonlyMap<string, string> | null = null;
  return (field) => fieldIn(ruleOf(name), (known ??= jsonMembers(record)), field);
}

function fieldIn(rule: WriteRule, members: ReadonlyMap<string, string>, field: string): FieldText {
  if (rule.does === 'archive' || rule.does === 'restore') {
    return tellsArchived(members) ? String(isArchived(members)) : null;
  }
  if (rule.link !== undefined && field === rule.link.object) {
    const bare = rule.link.id === undefined ? undefined : members.get(rule.link.id);
    if (bare !== undefined && bare !== 'null') return bare;
    return members.get(rule.link.object) ?? null;
  }
  const own = members.get(field);
  if (own !== undefined) return own;
  const readAs = readAsOf(rule, field);
  return readAs === undefined ? null : (members.get(readAs) ?? null);
}

/** Whether a record that can still be read says of itself that it was deleted. */
export function isDeleted(record: string): boolean {
  const members = jsonMembers(record);
  const deletedAt = members.get('deletedAt') ?? 'null';
  return members.get('status') === '"deleted"' || namesInstantText(deletedAt);
}

/** Fields of a record that changed though the write neither sent nor is known to cause them. */
export function unexpectedChanges(
  name: WriteName,
  patch: string,
  before: string,
  after: string,
): string[] {
  const rule = ruleOf(name);
  const expected = new Set<string>([...(rule.volatile ?? []), ...(rule.sideEffects ?? [])]);
  for (const field of jsonMembers(patch).keys()) {
    expected.add(field);
    const readAs = readAsOf(rule, field);
    if (readAs !== undefined) expected.add(readAs);
    for (const repeat of Object.keys(rule.repeats?.[field] ?? {})) expected.add(repeat);
  }
  if (rule.link !== undefined) {
    expected.add(rule.link.object);
    if (rule.link.id !== undefined) expected.add(rule.link.id);
  }
  const old = jsonMembers(before);
  const now = jsonMembers(after);
  const fields = new Set([...old.keys(), ...now.keys()]);
  return [...fields].filter(
    (field) => !expected.has(field) && !sameValue(old.get(field) ?? null, now.get(field) ?? null),
  );
}

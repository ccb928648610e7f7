import { endpoint, isWriteName } from '../../../../shared/api/catalogue.ts';
import type { WriteName } from '../../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../../shared/api/endpoint.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import {
  jsonElements,
  jsonMember,
  jsonMembers,
  jsonObject,
} from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import type { OpRecord } from './record.ts';
import { readAsOf, ruleOf } from './rule.ts';

export interface Intent {
  endpoint: WriteName;
  params: Record<string, string>;
  patch: string;
  undoes: string | null;
}

function noUndo(why: string): { ok: false; error: Extract<Result<never>, { ok: false }>['error'] } {
  return fail({
    kind: 'conflict',
    code: 'outbox.noUndo',
    message: why,
    safe: 'Nothing was changed.',
  });
}

/** The write that takes back a confirmed one, out of the inverse that the catalogue names. */
export function undoOf(op: OpRecord): Result<Intent> {
  const rule = ruleOf(op.endpoint);
  const { inverse } = rule;
  const { title } = endpoint(op.endpoint);
  if (inverse === 'none' || !isWriteName(inverse)) {
    return noUndo(`“${title}” can't be undone: the service offers no way back.`);
  }
  switch (rule.does) {
    case 'update': {
      const patch = previous(op);
      return patch === null ? noUndo(UNKNOWN_BEFORE) : ok(intent(op, inverse, op.params, patch));
    }
    case 'create': {
      const param = ruleOf(inverse).target.param;
      if (param === undefined) return noUndo(`“${title}” can't be undone.`);
      return ok(intent(op, inverse, { ...op.params, [param]: op.targetId }, '{}'));
    }
    case 'assign':
    case 'unassign':
      return undoAssignment(op, inverse);
    case 'archive':
    case 'restore':
    case 'delete':
    case 'append':
      return ok(intent(op, inverse, op.params, '{}'));
  }
}

function intent(
  op: OpRecord,
  name: WriteName,
  params: Record<string, string>,
  patch: string,
): Intent {
  const wanted = paramNamesOf(endpoint(name));
  const known = wanted.map((param) => [param, params[param] ?? '']);
  return {
    endpoint: name,
    params: Object.fromEntries(known) as Record<string, string>,
    patch,
    undoes: op.id,
  };
}

const UNKNOWN_BEFORE =
  'What it was before is known by its name only, and the service wants a number: change it by hand.';

/** The fields that it sets, as they were: references by their ids, fields that were absent as null. */
function previous(op: OpRecord): string | null {
  const before = jsonMembers(op.before);
  const fields: [string, string][] = [];
  for (const field of jsonMembers(op.patch).keys()) {
    const value = asSent(op.endpoint, field, before.get(field) ?? 'null');
    if (value === null) return null;
    fields.push([field, value]);
  }
  return jsonObject(fields);
}

/**
 * A value as it was read, in the form in which it is sent: `{"id": 5, …}` becomes `5`. Null where it names
 * no id, as the label of a vendor does (specification, section 2.3): nobody knows then what to send.
 */
export function asSent(name: WriteName, field: string, value: string): string | null {
  if (field.endsWith('Ids') && value.startsWith('[')) {
    const ids = jsonElements(value).map((element) => idOf(element));
    return ids.includes(null) ? null : `[${ids.join(',')}]`;
  }
  if (!field.endsWith('Id')) return value;
  // Under its own name an id is read; under another one a text may be a label.
  const isLabel = readAsOf(ruleOf(name), field) !== undefined && /^"(?!\d+"$)/.test(value);
  return isLabel ? null : idOf(value);
}

function idOf(value: string): string | null {
  return value.startsWith('{') ? jsonMember(value, 'id') : value;
}

/** Back to whom (or what) it was assigned before, or to nobody. */
function undoAssignment(op: OpRecord, inverse: WriteName): Result<Intent> {
  const rule = ruleOf(op.endpoint);
  const field = rule.link?.object;
  const before = field === undefined ? null : jsonMember(op.before, field);
  const earlier = referenceId(before);
  const assigns = rule.does === 'assign' ? op.endpoint : inverse;
  if (rule.does === 'assign' && earlier === null) {
    return ok(intent(op, inverse, op.params, '{}'));
  }
  if (earlier === null) return noUndo('Nobody was assigned before.');
  const { also } = ruleOf(assigns);
  if (also?.param !== undefined) {
    return ok(intent(op, assigns, { ...op.params, [also.param]: earlier }, '{}'));
  }
  if (also?.body === undefined) return noUndo("This assignment can't be undone.");
  // A number stays one.
  const literal = (before === null ? null : idOf(before)) ?? JSON.stringify(earlier);
  return ok(intent(op, assigns, op.params, jsonObject([[also.body, literal]])));
}

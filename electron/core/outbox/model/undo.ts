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
import { ruleOf } from './rule.ts';

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
    case 'update':
      return ok(intent(op, inverse, op.params, previous(op)));
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

/** The fields that it sets, as they were: references by their ids, fields that were absent as null. */
function previous(op: OpRecord): string {
  const before = jsonMembers(op.before);
  return jsonObject(
    [...jsonMembers(op.patch).keys()].map((field) => [
      field,
      asSent(field, before.get(field) ?? 'null'),
    ]),
  );
}

/** A value as it was read, in the form in which it is sent: `{"id": 5, …}` becomes `5`. */
export function asSent(field: string, value: string): string {
  if (field.endsWith('Ids') && value.startsWith('[')) {
    return `[${jsonElements(value)
      .map((element) => idOf(element))
      .join(',')}]`;
  }
  return field.endsWith('Id') ? idOf(value) : value;
}

function idOf(value: string): string {
  return value.startsWith('{') ? (jsonMember(value, 'id') ?? 'null') : value;
}

/** Back to whom (or what) it was assigned before, or to nobody. */
function undoAssignment(op: OpRecord, inverse: WriteName): Result<Intent> {
  const rule = ruleOf(op.endpoint);
  const field = rule.link?.object;
  const earlier = field === undefined ? null : referenceId(jsonMember(op.before, field));
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
  return ok(intent(op, assigns, op.params, jsonObject([[also.body, JSON.stringify(earlier)]])));
}

import { endpoint, writeNames } from '../../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../../shared/api/endpoint.ts';
import { jsonMembers, jsonObject } from '../../../../shared/rules/jsonText.ts';
import { knownFields } from './body.ts';
import { narrowest } from './narrowest.ts';
import type { OpRecord } from './record.ts';
import { fieldsOf, ruleOf } from './rule.ts';
import { asSent } from './undo.ts';
import type { Intent } from './undo.ts';

/**
 * The create that makes a deleted record anew: what is known of it, with the changes that wait for it, in
 * their order. Null where the interface has no create for it.
 */
export function recreationOf(
  op: OpRecord,
  base: string | null,
  changes: readonly Pick<OpRecord, 'patch'>[],
): Intent | null {
  const creates = writeNames.filter((candidate) => {
    const { does, target } = ruleOf(candidate);
    return does === 'create' && target.entity === op.entity;
  });
  const name = narrowest(creates, op.params);
  if (name === undefined || base === null) return null;
  const fields = new Map<string, string>();
  const shown = fieldsOf(name, base);
  for (const field of knownFields(name)) {
    const value = shown(field);
    const sent = value === null || value === 'null' ? null : asSent(name, field, value);
    if (sent !== null) fields.set(field, sent);
  }
  for (const { patch } of changes) {
    for (const [field, value] of jsonMembers(patch)) fields.set(field, value);
  }
  const params = paramNamesOf(endpoint(name)).map((param) => [param, op.params[param] ?? '']);
  return {
    endpoint: name,
    params: Object.fromEntries(params) as Record<string, string>,
    patch: jsonObject(fields),
    undoes: null,
  };
}

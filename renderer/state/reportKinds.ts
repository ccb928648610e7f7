import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { eachOnce } from './eachOnce.ts';
import { reportKind } from './keys.ts';
import { fieldsOf, idAt, textAt } from './record.ts';

/** A kind of scheduled report: the key that travels and what people call it. */
export interface ReportKind {
  readonly value: string;
  readonly name: string;
}

/**
 * Kinds of scheduled report out of the templates' JSON text (specification, section 2.12: their
 * shape is the tenant's): the list itself, or the first list in an object whose members have a
 * type, key, name or id. Members that are plain texts are keys.
 */
export function reportKindsOf(json: string | null): ReportKind[] {
  const answer = parsedJson(json);
  const fields = fieldsOf(answer);
  const named = ['templates', 'types', 'data', 'items'].map((key) => fields.get(key));
  const list: unknown = [answer, ...named].find((value) => Array.isArray(value));
  if (!Array.isArray(list)) return [];
  const found = list.flatMap((member: unknown) => {
    if (typeof member === 'string') return [{ value: member, name: reportKind(member) }];
    const template = fieldsOf(member);
    const value = textAt(template, 'type') ?? textAt(template, 'key') ?? idAt(template, 'id');
    return value === null ? [] : [{ value, name: reportKind(textAt(template, 'name') ?? value) }];
  });
  return eachOnce(found, ({ value }) => value);
}

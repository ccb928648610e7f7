import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import { recordsOfParam } from '../../records/reportParams.ts';
import { eachOnce } from '../../state/eachOnce.ts';
import { reportKind } from '../../state/keys.ts';
import { fieldsOf, idAt, textAt, valueAt } from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';
import type { Entity } from '../../bridge.ts';

/**
 * What a scheduled report asks for, out of the templates (section 2.12 of the interface: their shape is
 * the tenant's). A parameter is a name, or an object with a name and what it takes. Pure.
 */

export type Asks =
  /** Ids of records of a kind. */
  | { readonly as: 'records'; readonly entity: Entity }
  | { readonly as: 'choice'; readonly options: readonly string[] }
  | { readonly as: 'metres' }
  | { readonly as: 'seconds' }
  | { readonly as: 'number' }
  | { readonly as: 'yesNo' }
  | { readonly as: 'text' };

export interface Param {
  readonly key: string;
  /** What the template calls it; null where it says none. */
  readonly label: string | null;
  readonly required: boolean;
  readonly asks: Asks;
}

export interface Template {
  readonly type: string;
  readonly name: string;
  readonly params: readonly Param[];
}

export interface Templates {
  readonly templates: readonly Template[];
  /** Export formats; those of the interface where the service names none. */
  readonly formats: readonly string[];
}

const FORMATS = ['csv', 'pdf', 'xlsx'];

/** Each once: a choice has no two of them. */
function textsOf(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  const found = all.flatMap((one) => {
    const option = typeof one === 'string' ? one : textAt(fieldsOf(one), 'value');
    return option === null ? [] : [option];
  });
  return [...new Set(found)];
}

/** What a parameter takes, by what its metadata says, else by its name. */
function asksOf(key: string, fields: Fields, answer: Fields): Asks {
  const options = [fields.get('options'), fields.get('values'), fields.get('enum')]
    .map(textsOf)
    .find((list) => list.length > 0);
  if (options !== undefined) return { as: 'choice', options };
  // `period` takes one of `periods`.
  const listed = textsOf(answer.get(`${key}s`));
  if (listed.length > 0) return { as: 'choice', options: listed };
  const entity = recordsOfParam(key);
  if (entity !== null) return { as: 'records', entity };
  const type = (textAt(fields, 'type') ?? '').toLowerCase();
  if (/bool/.test(type)) return { as: 'yesNo' };
  if (/distance/i.test(key)) return { as: 'metres' };
  if (/duration/i.test(key)) return { as: 'seconds' };
  if (/^(number|integer|int|float|decimal)$/.test(type)) return { as: 'number' };
  return { as: 'text' };
}

function paramsOf(value: unknown, answer: Fields): Param[] {
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : [...fieldsOf(value)].map(([key, fields]) => ({
        ...Object.fromEntries(fieldsOf(fields)),
        key,
      }));
  const found = list.flatMap((member): Param[] => {
    const fields = fieldsOf(member);
    const key =
      typeof member === 'string'
        ? member
        : (textAt(fields, 'key') ?? textAt(fields, 'name') ?? idAt(fields, 'id'));
    if (key === null || key === '') return [];
    const label = textAt(fields, 'label') ?? textAt(fields, 'title');
    const required = fields.get('required') === true;
    return [{ key, label, required, asks: asksOf(key, fields, answer) }];
  });
  return eachOnce(found, ({ key }) => key);
}

/** The templates in the service's answer; none where it is not here or has no list. */
export function templatesIn(json: string | null): Templates {
  const value = parsedJson(json);
  const answer = fieldsOf(value);
  const lists = ['templates', 'types', 'data', 'items'].map((key) => answer.get(key));
  const list: unknown = [value, ...lists].find(Array.isArray);
  const members: readonly unknown[] = Array.isArray(list) ? list : [];
  const templates = members.flatMap((member): Template[] => {
    if (typeof member === 'string') return [{ type: member, name: reportKind(member), params: [] }];
    const fields = fieldsOf(member);
    const type = textAt(fields, 'type') ?? textAt(fields, 'key') ?? idAt(fields, 'id');
    if (type === null) return [];
    const params = [fields.get('params'), fields.get('parameters'), fields.get('fields')].find(
      (one) => one !== undefined && one !== null,
    );
    const name = reportKind(textAt(fields, 'name') ?? type);
    return [{ type, name, params: paramsOf(params, answer) }];
  });
  const formats = textsOf(valueAt(answer, 'formats')).filter((one) => FORMATS.includes(one));
  return {
    templates: eachOnce(templates, ({ type }) => type),
    formats: formats.length > 0 ? formats : FORMATS,
  };
}

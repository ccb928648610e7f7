import { isFields, parsedJson } from '../../shared/rules/jsonValue.ts';
import type { Row } from '../bridge.ts';
import { distanceText, metresOf } from '../state/units.ts';
import { fieldsOf, fieldsOfRow, nameOf, valueAt } from '../state/record.ts';
import { numberText, typedNumber } from '../state/typedNumber.ts';
import type { WriteBody } from '../state/write.ts';
import { instantOfWall, wallTime } from '../state/zone.ts';
import { zones } from '../state/zones.svelte.ts';
import { text } from '../text/en.ts';
import type { FormField } from './form.ts';

/** What a person has put into a form: text by field, and the names of chosen records. */
export interface FormState {
  values: Record<string, string>;
  /** What the chosen record of a field is called. */
  names: Record<string, string>;
}

/** A form as it opens. */
export interface OpenedForm extends FormState {
  /** The instant that fields were filled in with: its wall time names two in an hour that comes twice. */
  readonly nowMs: number;
}

type Json = WriteBody[string];

/** A record's id as it travels: a number where the service sent a number that survives. */
export function wireId(row: Pick<Row, 'id' | 'json'>): string | number {
  const id = fieldsOfRow(row).get('id');
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : row.id;
}

function present(row: Row | null, field: FormField): unknown {
  if (row === null) return undefined;
  for (const path of field.from ?? [field.name]) {
    const value = valueAt(fieldsOfRow(row), path);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function idOf(value: unknown): string {
  const id = fieldsOf(value).get('id') ?? value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** The text of a form for a value as it travels. */
export function initialText(field: FormField, value: unknown): string {
  if (value === undefined) return '';
  switch (field.ask.as) {
    case 'json':
      return JSON.stringify(value, null, 2);
    case 'groups':
      return Array.isArray(value)
        ? value
            .map(idOf)
            .filter((id) => id !== '')
            .join(', ')
        : '';
    case 'record':
    case 'model':
    case 'depot':
      return idOf(value);
    case 'instant': {
      const at = typeof value === 'string' ? Date.parse(value) : NaN;
      return Number.isNaN(at) ? '' : wallTime(at, zones.current);
    }
    case 'distanceM': {
      const metres = Number(value);
      return Number.isFinite(metres) ? distanceText(metres) : '';
    }
    case 'text':
    case 'email':
    case 'number':
      return typeof value === 'number' ? numberText(value) : (nameOf(value) ?? '');
    case 'phone':
    case 'choice':
    case 'reportKind':
      return nameOf(value) ?? '';
  }
}

function isNeededInstant({ ask, required }: FormField): boolean {
  return ask.as === 'instant' && required === true;
}

/** The form as it opens: the record's present values, and now for an instant that is needed. */
export function initialState(
  fields: readonly FormField[],
  row: Row | null,
  nowMs: number,
): OpenedForm {
  const state: OpenedForm = { values: {}, names: {}, nowMs };
  for (const field of fields) {
    const value = present(row, field);
    state.values[field.name] =
      isNeededInstant(field) && value === undefined
        ? wallTime(nowMs, zones.current)
        : initialText(field, value);
  }
  return state;
}

/** What travels for a field that was emptied. */
export function nothingIn({ ask }: FormField): Json {
  return ask.as === 'groups' ? [] : null;
}

/** Ids that are separated by commas. */
export function idsIn(typed: string): string[] {
  return typed
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** Ids typed as digits travel as numbers, as the service writes them. */
export function typedId(typed: string): string | number {
  return /^(0|[1-9]\d{0,14})$/.test(typed) ? Number(typed) : typed;
}

/** The value of a field as it was typed; a sentence that says what is wrong where it is none. */
export function readField(field: FormField, typed: string): { value: Json } | { error: string } {
  switch (field.ask.as) {
    case 'number': {
      const number = typedNumber(typed);
      return Number.isFinite(number)
        ? { value: number }
        : { error: text.table.conditions.problem.number };
    }
    case 'distanceM': {
      const number = typedNumber(typed);
      return Number.isFinite(number)
        ? { value: metresOf(number) }
        : { error: text.table.conditions.problem.number };
    }
    case 'json': {
      const value = parsedJson(typed);
      return isFields(value) ? { value: value as Json } : { error: text.records.form.invalidJson };
    }
    case 'groups':
      return { value: idsIn(typed).map(typedId) };
    case 'record':
    case 'model':
    case 'depot':
      return { value: typedId(typed) };
    case 'instant': {
      const at = instantOfWall(typed, zones.current);
      return Number.isNaN(at)
        ? { error: text.records.form.invalidInstant }
        : { value: new Date(at).toISOString() };
    }
    case 'phone':
    case 'reportKind':
      return { value: typed };
    case 'text':
    case 'email':
    case 'choice':
      return { value: typed };
  }
}

/**
 * The body that travels: on a record only what was changed, with null for what was emptied; on a
 * create everything that was filled in. Errors by field name where something can't be read.
 */
export function bodyOf(
  fields: readonly FormField[],
  state: FormState,
  opened: OpenedForm,
  updates: boolean,
): { body: WriteBody; errors: Record<string, string> } {
  const body: WriteBody = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const typed = (state.values[field.name] ?? '').trim();
    const before = opened.values[field.name] ?? '';
    const unchanged = updates && typed === before.trim() && field.required !== true;
    if (unchanged) continue;
    if (typed === '') {
      if (field.required === true) errors[field.name] = text.records.form.required;
      else if (updates && before !== '') body[field.name] = nothingIn(field);
      continue;
    }
    const isNow = isNeededInstant(field) && typed === wallTime(opened.nowMs, zones.current);
    if (isNow && typed === before) {
      body[field.name] = new Date(opened.nowMs).toISOString();
      continue;
    }
    const parsed = readField(field, typed);
    if ('error' in parsed) errors[field.name] = parsed.error;
    else body[field.name] = parsed.value;
  }
  return { body, errors };
}

import { fieldsOf, textAt, valueAt } from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';
import { scheduleBody, scheduleOf } from '../../records/schedule.ts';
import type { Schedule } from '../../records/schedule.ts';
import type { Template } from './template.ts';

/** A scheduled report while it is written: what it asks for, and what leaves as a write. Pure. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Draft {
  readonly name: string;
  /** The template's type; empty until one is chosen. */
  readonly type: string;
  readonly format: string;
  /** Those of the template and whatever else the record holds. */
  readonly params: Readonly<Record<string, Json>>;
  /** Null for none, and for one of a shape that this page does not know. */
  readonly schedule: Schedule | null;
  readonly recipients: readonly string[];
  /** Recipients as the record holds them, also such as have no address. */
  readonly members: readonly Json[];
}

export const NEW_DRAFT: Draft = {
  ...{ name: '', type: '', format: 'pdf', params: {}, recipients: [], members: [] },
  schedule: { hour: 6, minute: 0, on: { every: 'week', weekdays: [1] } },
};

/** The address of a recipient, a text or somebody with an address; null where it has none. */
function addressOf(member: unknown): string | null {
  const address = typeof member === 'string' ? member : textAt(fieldsOf(member), 'email');
  return address === null || address.trim() === '' ? null : address.trim();
}

function membersOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** E-mail addresses of a record, each once. */
export function recipientsOf(value: unknown): string[] {
  return [...new Set(membersOf(value).flatMap((one) => addressOf(one) ?? []))];
}

/** How many recipients have no address: they are not shown, and stay. */
export function withoutAddress({ members }: Draft): number {
  return members.filter((one) => addressOf(one) === null).length;
}

/** The recipients that leave: whoever stays as the service has them, then those that were added. */
function recipientsWritten({ members, recipients }: Draft): Json[] {
  const stay = members.filter((one) => {
    const address = addressOf(one);
    return address === null || recipients.includes(address);
  });
  const known = new Set(stay.map(addressOf));
  return [...stay, ...recipients.filter((address) => !known.has(address))];
}

/** The draft that a record opens with. */
export function draftOf(fields: Fields): Draft {
  const params = valueAt(fields, 'params');
  return {
    name: textAt(fields, 'name') ?? '',
    type: textAt(fields, 'type') ?? '',
    format: textAt(fields, 'format') ?? '',
    params: Object.fromEntries(fieldsOf(params)) as Record<string, Json>,
    schedule: scheduleOf(fields.get('schedule')),
    recipients: recipientsOf(fields.get('recipients')),
    members: membersOf(fields.get('recipients')) as Json[],
  };
}

const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Addresses out of what was typed or pasted, each once; and what is none. */
export function addressesIn(typed: string): { found: string[]; wrong: string[] } {
  const parts = typed
    .split(/[\s,;]+/)
    // `Ada <ada@example.com>`: the address alone.
    .map((part) => part.replace(/^<|>$/g, '').trim())
    .filter((part) => part !== '');
  const found = parts.filter((part) => ADDRESS.test(part));
  return {
    found: found.filter((one, i) => found.findIndex((other) => same(one, other)) === i),
    wrong: parts.filter((part) => !ADDRESS.test(part)),
  };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Several lists of addresses as one, each once. */
export function joined(first: readonly string[], second: readonly string[]): string[] {
  return [...first, ...second.filter((one) => !first.some((other) => same(one, other)))];
}

export type Problem = 'needed' | 'number' | 'recipients';

/** What keeps a draft from being written, by its field; parameters under `params.` and their key. */
export function problemsOf(
  draft: Draft,
  template: Template | undefined,
): ReadonlyMap<string, Problem> {
  const found = new Map<string, Problem>();
  if (draft.name.trim() === '') found.set('name', 'needed');
  if (draft.type === '') found.set('type', 'needed');
  if (draft.format === '') found.set('format', 'needed');
  for (const { key, required } of template?.params ?? []) {
    const value = draft.params[key];
    if (typeof value === 'number' && Number.isNaN(value)) found.set(`params.${key}`, 'number');
    const isEmpty = value === undefined || value === null || value === '';
    if (required && (isEmpty || (Array.isArray(value) && value.length === 0))) {
      found.set(`params.${key}`, 'needed');
    }
  }
  return found;
}

/** As text: a parameter that was chosen anew, as it had been, stands behind the others, and is the same. */
function textOf(value: unknown): string {
  // What is typed and no number is not nothing, as JSON has it.
  if (typeof value === 'number' && Number.isNaN(value)) return 'NaN';
  const fields = fieldsOf(value);
  if (fields.size === 0) return JSON.stringify(value);
  return JSON.stringify([...fields].toSorted(byKey).map(([key, one]) => [key, textOf(one)]));
}
function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
function equal(a: unknown, b: unknown): boolean {
  return textOf(a) === textOf(b);
}

/** A parameter set, or left out where nothing is chosen. */
export function withParam(
  params: Draft['params'],
  key: string,
  value: Json | undefined,
): Draft['params'] {
  const others = Object.entries(params).filter(([name]) => name !== key);
  const isNothing = value === undefined || value === '' || equal(value, []);
  return Object.fromEntries(isNothing ? others : [...others, [key, value ?? null]]);
}

/** Parameters that another template takes too, and those that none of the two knows. */
export function paramsFor(
  params: Draft['params'],
  before: Template | undefined,
  after: Template | undefined,
): Draft['params'] {
  const goes = new Set((before?.params ?? []).map(({ key }) => key));
  for (const { key } of after?.params ?? []) goes.delete(key);
  return Object.fromEntries(Object.entries(params).filter(([key]) => !goes.has(key)));
}

export interface Written {
  /** Fields of the interface. */
  readonly body: { name?: string; type?: string; format?: string; params?: Record<string, Json> };
  /** Fields of the tenant. */
  readonly extra: Readonly<Record<string, Json>>;
}

/**
 * What a draft changes: only fields that differ from how the form opened, so that somebody else's stay;
 * everything of a new report. Null where nothing differs.
 */
export function writtenOf(draft: Draft, opened: Draft | null): Written | null {
  const differs = (key: keyof Draft): boolean => opened === null || !equal(draft[key], opened[key]);
  const { name, type, format, params, schedule } = draft;
  const body: Written['body'] = {
    ...(differs('name') ? { name: name.trim() } : {}),
    ...(differs('type') ? { type } : {}),
    ...(differs('format') ? { format } : {}),
    ...(differs('params') ? { params: { ...params } } : {}),
  };
  const extra: Record<string, Json> = {
    ...(differs('schedule') && schedule !== null ? { schedule: scheduleBody(schedule) } : {}),
    ...(differs('recipients') ? { recipients: recipientsWritten(draft) } : {}),
  };
  return Object.keys(body).length + Object.keys(extra).length === 0 ? null : { body, extra };
}

/** The fields that differ between two drafts; parameters also under `params.` and their key. */
export function changedIn(draft: Draft, before: Draft): ReadonlySet<string> {
  const { body = {}, extra = {} } = writtenOf(draft, before) ?? {};
  const keys = Object.keys({ ...draft.params, ...before.params });
  return new Set([
    ...Object.keys(body),
    ...Object.keys(extra),
    ...keys
      .filter((key) => !equal(draft.params[key], before.params[key]))
      .map((key) => `params.${key}`),
  ]);
}

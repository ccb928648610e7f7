import { parseTree } from 'jsonc-parser';
import type { Op } from '../../bridge.ts';

/** One field of a write: JSON texts to the letter, null where the field was absent. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** The members of JSON object text with their own source text, in their order. */
export function sourceMembers(json: string): Map<string, string> {
  const members = new Map<string, string>();
  for (const property of parseTree(json)?.children ?? []) {
    const [name, value] = property.children ?? [];
    if (name === undefined || value === undefined) continue;
    members.set(String(name.value), json.slice(value.offset, value.offset + value.length));
  }
  return members;
}

/** What a write changes, field by field. */
export function changesOf(op: Pick<Op, 'patch' | 'before'>): FieldChange[] {
  const before = sourceMembers(op.before);
  const after = sourceMembers(op.patch);
  return [...new Set([...after.keys(), ...before.keys()])].map((field) => ({
    field,
    before: before.get(field) ?? null,
    after: after.get(field) ?? null,
  }));
}

/** JSON text as people read it: text without its quotes, nothing as a word. */
export function readable(json: string | null, nothing: string): string {
  if (json === null || json === 'null') return nothing;
  if (!json.startsWith('"')) return json;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' && value !== '' ? value : '“”';
  } catch {
    return json;
  }
}

/** One line for a table: `label: North yard → South yard`. */
export function changeLine(op: Pick<Op, 'patch' | 'before'>, nothing: string): string {
  return changesOf(op)
    .map(({ field, before, after }) =>
      before === null
        ? `${field}: ${readable(after, nothing)}`
        : `${field}: ${readable(before, nothing)} → ${readable(after, nothing)}`,
    )
    .join('; ');
}

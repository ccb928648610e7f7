import { parseTree } from 'jsonc-parser';
import type { Op } from '../../bridge.ts';

/** One field of a write: JSON texts to the letter, null where absent, undefined where not told. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null | undefined;
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

/** What a write without a body does to the field that it touches; by the endpoint's first word. */
const EFFECTS: readonly [RegExp, string][] = [
  [/^archive/, 'true'],
  [/^restore/, 'false'],
  [/^un/, 'null'],
];

/**
 * What a write changes, field by field. A write may touch a field that does not travel in its
 * body: archiving sets `archived`, taking a driver off empties `driver`. Where the write does not
 * tell the new value (which driver, which vehicle), `after` is undefined and never guessed.
 */
export function changesOf(op: Pick<Op, 'endpoint' | 'patch' | 'before'>): FieldChange[] {
  const before = sourceMembers(op.before);
  const after = sourceMembers(op.patch);
  const effect = EFFECTS.find(([name]) => name.test(op.endpoint))?.[1];
  return [...new Set([...after.keys(), ...before.keys()])].map((field) => ({
    field,
    before: before.get(field) ?? null,
    after: after.has(field) ? (after.get(field) ?? null) : effect,
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
export function changeLine(
  op: Pick<Op, 'endpoint' | 'patch' | 'before'>,
  words: { absent: string; was: (value: string) => string },
): string {
  return changesOf(op)
    .map(({ field, before, after }) => {
      const old = readable(before, words.absent);
      if (after === undefined) return `${field}: ${words.was(old)}`;
      const now = readable(after, words.absent);
      return before === null ? `${field}: ${now}` : `${field}: ${old} → ${now}`;
    })
    .join('; ');
}

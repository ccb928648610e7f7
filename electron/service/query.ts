import * as z from 'zod/mini';
import type { Schema } from '../../shared/api/endpoint.ts';
import { fieldErrors } from './body.ts';
import { invalid } from './refusal.ts';

/** Query parameters by name; `key[]` keeps its brackets. Later values come after earlier ones. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** The part after the question mark, decoded. */
export function parseQuery(search: string): Query {
  const query = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(search)) {
    const values = query.get(key);
    if (values === undefined) query.set(key, [value]);
    else values.push(value);
  }
  return query;
}

export function first(query: Query, name: string): string | undefined {
  return query.get(name)?.[0];
}

/** All values of `name[]`, or of `name` where a client leaves the brackets out. */
export function many(query: Query, name: string): readonly string[] {
  return query.get(`${name}[]`) ?? query.get(name) ?? [];
}

/** A whole number from `least` up; refuses anything else with 422. */
export function wholeNumber(query: Query, name: string, fallback: number, least: number): number {
  const text = first(query, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw invalid({ [name]: [`Must be a whole number from ${least}.`] });
  }
  return value;
}

/** ISO 8601 with an offset (`2026-03-01T08:00:00Z`), in ms since the epoch; 422 otherwise. */
export function instantMs(query: Query, name: string): number | undefined {
  const text = first(query, name);
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(ms)) {
    throw invalid({ [name]: ['Must be an ISO 8601 date and time with an offset.'] });
  }
  return ms;
}

/** A date range in ms; the end must not lie before the start. */
export function rangeMs(
  query: Query,
  from: string,
  to: string,
  fallback: { fromMs: number; toMs: number },
): { fromMs: number; toMs: number } {
  const fromMs = instantMs(query, from) ?? fallback.fromMs;
  const toMs = instantMs(query, to) ?? fallback.toMs;
  if (toMs < fromMs) throw invalid({ [to]: [`Must not be before ${from}.`] });
  return { fromMs, toMs };
}

/** Refuses a query that the endpoint's schema refuses. Unknown parameters are let through. */
export function checkQuery(schema: Schema, query: Query): void {
  const plain = Object.create(null) as Record<string, unknown>;
  for (const [key, values] of query) {
    if (key.endsWith('[]')) plain[key.slice(0, -2)] = values;
    else plain[key] = values[0];
  }
  const parsed = z.safeParse(schema, { ...plain });
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
}

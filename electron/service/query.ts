import * as z from 'zod/mini';
import type { Schema } from '../../shared/api/endpoint.ts';
import { isoInstantMs, NO_ISO_INSTANT } from '../../shared/model/isoInstant.ts';
import { fieldErrors, words } from './body.ts';
import { invalid } from './refusal.ts';

/** Query parameters by name; `key[]` keeps its brackets. Later values come after earlier ones. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** The plus of an offset that a client left as it is: it arrives as a space. */
const BARE_PLUS = /^(\d{4}-\d\d-\d\dT[\d:.,]+) (\d\d(?::?\d\d)?)$/;

/** Parameters with several values: `fields[]=a&fields[]=b`, and as clients also spell it. */
const LISTS = new Set(['fields', 'id', 'include', 'vehicleIds']);

/** Parameters with one value, which clients also spell as a list of one. */
const SINGLES = new Set([
  ...['page', 'limit', 'sort', 'status', 'search', 'updatedAt[gte]', 'role', 'format'],
  ...['startDate', 'endDate', 'dateFrom', 'dateTo', 'occurredAt'],
  ...['vehicleId', 'sensorId', 'deviceImei', 'vehicleRegNo'],
]);

/**
 * The part after the question mark, decoded. Of a list `name=a,b`, `name=a&name=b` and
 * `name[0]=a&name[1]=b` mean `name[]=a&name[]=b`, and `name=` a list of nothing, which asks for nothing;
 * of one value `name[]=a` means `name=a`.
 */
export function parseQuery(search: string): Query {
  const query = new Map<string, string[]>();
  for (const [spelled, value] of new URLSearchParams(search)) {
    const name = spelled.replace(/\[\d*\]$/, '');
    const list = LISTS.has(name);
    const single = SINGLES.has(name) ? name : spelled;
    const key = list ? `${name}[]` : single;
    const meant = value.replace(BARE_PLUS, '$1+$2');
    const values = list && spelled === name ? meant.split(',') : [meant];
    const asked = list ? values.filter((one) => one !== '') : values;
    query.set(key, [...(query.get(key) ?? []), ...asked]);
  }
  return query;
}

/** The value of a parameter; 422 where it has several that differ. */
export function first(query: Query, name: string): string | undefined {
  const [value, ...others] = query.get(name) ?? [];
  if (others.some((other) => other !== value)) {
    throw invalid({ [name]: ['Must have one value only.'] });
  }
  return value;
}

/** All values of a list. */
export function many(query: Query, name: string): readonly string[] {
  return query.get(`${name}[]`) ?? [];
}

/**
 * The condition of a list that is asked for of some vehicles, in either spelling; none where it is asked for
 * all.
 *
 * @param column that holds the vehicle's id
 */
export function ofVehicles(
  query: Query,
  column: 'id' | 'link',
): readonly { sql: string; bind: string[] }[] {
  const one = first(query, 'vehicleId');
  const asked = [...(one === undefined ? [] : [one]), ...many(query, 'vehicleIds')];
  if (asked.length === 0) return [];
  const sql = `${column} IN (SELECT value FROM json_each(?))`;
  return [{ sql, bind: [JSON.stringify(asked)] }];
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

/** The instant of a parameter in ms since the epoch; 422 for what is none. */
export function instantMs(query: Query, name: string): number | undefined {
  const text = first(query, name);
  if (text === undefined) return undefined;
  const ms = isoInstantMs(text);
  if (ms === null) throw invalid({ [name]: [NO_ISO_INSTANT] });
  return ms;
}

/**
 * A date range in ms; the end must not lie before the start. Where one of them is left out the
 * range is as long as the fallback, or empty where it would lie before the other.
 */
export function rangeMs(
  query: Query,
  from: string,
  to: string,
  fallback: { fromMs: number; toMs: number },
): { fromMs: number; toMs: number } {
  const fromMs = instantMs(query, from);
  const toMs = instantMs(query, to);
  if (fromMs !== undefined && toMs !== undefined) {
    if (toMs < fromMs) throw invalid({ [to]: [`Must not be before ${from}.`] });
    return { fromMs, toMs };
  }
  if (fromMs !== undefined) return { fromMs, toMs: Math.max(fromMs, fallback.toMs) };
  if (toMs === undefined) return fallback;
  const lengthMs = fallback.toMs - fallback.fromMs;
  return { fromMs: Math.min(fallback.fromMs, toMs - lengthMs), toMs };
}

/** Refuses a query that the endpoint's schema refuses. Unknown parameters are let through. */
export function checkQuery(schema: Schema, query: Query): void {
  const plain = Object.create(null) as Record<string, unknown>;
  for (const [key, values] of query) {
    if (key.endsWith('[]')) plain[key.slice(0, -2)] = values;
    else plain[key] = values[0];
  }
  const parsed = z.safeParse(schema, { ...plain }, { error: words });
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
}

import * as z from 'zod/mini';
import { catalogue, isEndpointName, type EndpointName } from '../../../shared/api/catalogue.ts';
import { endpoint } from '../../../shared/api/catalogue.ts';
import { paramNamesOf, pathOf, type Endpoint } from '../../../shared/api/endpoint.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { isFields } from '../../../shared/rules/jsonValue.ts';

/**
 * The connection profile: every name that the interface specification leaves open, with a default
 * that each account can override. Code elsewhere uses the catalogue's names only; the client
 * translates on the way out and in.
 */

const name = z.string().check(z.regex(/^[A-Za-z_][\w.-]{0,60}$/));
/** Where a payload lies inside an answer: '' (the answer itself), `data`, `result.areas`. */
const place = z.string().check(z.regex(/^$|^[\w-]{1,60}(\.[\w-]{1,60})?$/));
const path = z.string().check(z.maxLength(200), z.regex(/^(\/(?!\.{1,2}(\/|$))[\w\-.{}]+)+\/?$/));
const names = z.record(z.string(), z.record(z.string(), name));

const schema = z.strictObject({
  /** Rows asked for per page. */
  pageSize: z.int().check(z.gte(1), z.lte(1000)),
  /** The number of the first page: 1, or 0. */
  firstPage: z.int().check(z.gte(0), z.lte(1)),
  /** Names of the common query parameters. */
  query: z.strictObject({ page: name, limit: name, sort: name, fields: name }),
  /** The filter by which archived records are listed: `status=archived`, `status=all`. */
  archived: z.strictObject({ name, archived: z.string(), all: z.string() }),
  /** Names of date ranges by the kind that the catalogue states. */
  dates: z.strictObject({
    dateFromTo: z.strictObject({ dateFrom: name, dateTo: name }),
    startEndDate: z.strictObject({ startDate: name, endDate: name }),
    occurredAt: z.strictObject({ occurredAt: name }),
  }),
  /** By endpoint: where the rows or the entity lie, tried in this order. */
  envelopes: z.record(z.string(), z.array(place).check(z.minLength(1), z.maxLength(5))),
  /** Where the number of all rows, and the page size in force, may be found. */
  totals: z.array(place).check(z.maxLength(10)),
  limits: z.array(place).check(z.maxLength(10)),
  /** By endpoint: another path than the catalogue's, with the same parameters. */
  paths: z.record(z.string(), path),
  /** By endpoint: other names of query parameters and of body fields, as {ours: theirs}. */
  queryNames: names,
  bodyNames: names,
  /** Other names of permission keys, as {ours: theirs}. */
  permissions: z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(200))),
});

export type Profile = z.output<typeof schema>;

const AREA_LIST = ['result.areas', 'data', 'result.data'];

/**
 * Where answers lie by default, for an endpoint without an entry of its own. A record is what has
 * an identifier: where the whole answer has none, the usual envelopes are looked into.
 */
function usualPlaces(row: Endpoint): string[] {
  if (row.reply === 'page' || row.reply === 'list') return ['data', 'result.data', 'result'];
  return row.reply === 'one' && row.mirror.as === 'record' ? ['', 'data', 'result'] : [''];
}

const defaults: Profile = {
  pageSize: 200,
  firstPage: 1,
  query: { page: 'page', limit: 'limit', sort: 'sort', fields: 'fields' },
  archived: { name: 'status', archived: 'archived', all: 'all' },
  dates: {
    dateFromTo: { dateFrom: 'dateFrom', dateTo: 'dateTo' },
    startEndDate: { startDate: 'startDate', endDate: 'endDate' },
    occurredAt: { occurredAt: 'occurredAt' },
  },
  envelopes: {
    listAreas: AREA_LIST,
    getArea: ['result', '', 'data'],
    createArea: ['result', '', 'data'],
    updateArea: ['result', '', 'data'],
    getScheduledReport: ['data', '', 'result'],
  },
  totals: ['total', 'meta.total', 'result.total'],
  limits: ['limit', 'meta.limit', 'result.limit'],
  paths: {
    login: '/login',
    loginOtp: '/login/otp',
    refreshToken: '/token/refresh',
    getMe: '/me',
    logout: '/logout',
  },
  queryNames: {},
  bodyNames: {},
  permissions: {},
};

export const defaultProfile: Readonly<Profile> = defaults;

/** Permission keys that the catalogue knows. */
export const permissionKeys: ReadonlySet<string> = new Set(
  Object.values(catalogue).flatMap((row: Endpoint) => row.permission ?? []),
);

/** Where the payload of an endpoint may lie, in the order to try. */
export function placesOf(profile: Profile, name: EndpointName): readonly string[] {
  const own = Object.hasOwn(profile.envelopes, name) ? profile.envelopes[name] : undefined;
  const places = own ?? usualPlaces(endpoint(name));
  const reply = endpoint(name).reply;
  // A bare array is never ambiguous: it is accepted for every list.
  return reply === 'page' || reply === 'list' ? [...places, ''] : places;
}

/** The path template of an endpoint under this profile. */
export function templateOf(profile: Profile, name: EndpointName): string {
  const own = Object.hasOwn(profile.paths, name) ? profile.paths[name] : undefined;
  return own ?? pathOf(endpoint(name));
}

/** Another name of a query parameter, by endpoint first, then by the kind of its dates. */
export function queryNameOf(profile: Profile, name: EndpointName, key: string): string {
  const renamed = Object.hasOwn(profile.queryNames, name) ? profile.queryNames[name] : undefined;
  if (renamed !== undefined && Object.hasOwn(renamed, key)) return renamed[key] ?? key;
  const kind = endpoint(name).dates;
  if (kind !== undefined) {
    const dates: Record<string, string> = profile.dates[kind];
    if (Object.hasOwn(dates, key)) return dates[key] ?? key;
  }
  const common: Record<string, string> = profile.query;
  return Object.hasOwn(common, key) ? (common[key] ?? key) : key;
}

const BY_ENDPOINT = new Set(['envelopes', 'paths', 'queryNames', 'bodyNames']);

function refused(message: string): { ok: false; error: ReturnType<typeof fail>['error'] } {
  return fail({
    kind: 'invalid',
    code: 'profile.invalid',
    message: `The connection profile was not changed: ${message}.`,
    safe: 'The profile in use is as it was.',
    next: 'editInput',
  });
}

/** Lays overrides over defaults; a string is the reason why not. */
function merge(base: unknown, over: unknown, at: readonly string[]): unknown {
  if (!isFields(base) || !isFields(over)) return over;
  // Records by endpoint or permission take new keys; everything else only known ones.
  const open = at.length > 0 && (BY_ENDPOINT.has(at[0] ?? '') || at[0] === 'permissions');
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const here = [...at, key];
    if (key === '__proto__' || (!open && !Object.hasOwn(base, key))) {
      throw new UnknownKey(`“${here.join('.')}” is not part of a profile`);
    }
    if (at.length === 1 && BY_ENDPOINT.has(at[0] ?? '') && !isEndpointName(key)) {
      throw new UnknownKey(`“${here.join('.')}” names no endpoint`);
    }
    if (at.length === 1 && at[0] === 'permissions' && !permissionKeys.has(key)) {
      throw new UnknownKey(`“${here.join('.')}” names no permission`);
    }
    merged[key] = Object.hasOwn(base, key) ? merge(base[key], value, here) : value;
  }
  return merged;
}

/** Thrown inside `parseProfile` only. */
class UnknownKey extends Error {}

/**
 * Checks overrides (JSON text of an object; empty text means none) and lays them over the
 * defaults, or over another profile: what was probed. Errors have kind `invalid`, code
 * `profile.invalid`, and name the path in question.
 */
export function parseProfile(overrides: string, base: Profile = defaults): Result<Profile> {
  if (overrides.trim() === '') return ok(base);
  let given: unknown;
  try {
    given = JSON.parse(overrides);
  } catch (cause) {
    return refused(`it is not JSON (${cause instanceof Error ? cause.message : 'unreadable'})`);
  }
  if (!isFields(given)) return refused('it must be a JSON object');
  let merged: unknown;
  try {
    merged = merge(base, given, []);
  } catch (cause) {
    if (cause instanceof UnknownKey) return refused(cause.message);
    throw cause;
  }
  const checked = z.safeParse(schema, merged);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    return refused(`“${issue?.path.join('.') ?? ''}”: ${issue?.message ?? 'is invalid'}`);
  }
  for (const [key, template] of Object.entries(checked.data.paths)) {
    if (!isEndpointName(key)) continue;
    const wanted = paramNamesOf(endpoint(key));
    const missing = wanted.find((param) => !template.includes(`{${param}}`));
    if (missing !== undefined) return refused(`“paths.${key}” lacks {${missing}}`);
    const rest = wanted.reduce((left, param) => left.replaceAll(`{${param}}`, ''), template);
    if (/[{}]/.test(rest)) return refused(`“paths.${key}” has parameters that the endpoint lacks`);
  }
  return ok(checked.data);
}

import { isFields, parsedJson } from '../../../shared/rules/jsonValue.ts';
import { text } from '../../text/en.ts';

/* Overrides of a connection profile as fields: each has a value of its own, or none. */

type Kind = 'pageSize' | 'firstPage' | 'name' | 'word' | 'places' | 'path';
export interface ProfileField {
  /** Where it stands in a profile: `query.page`. */
  key: string;
  kind: Kind;
  label: string;
}
export interface FieldGroup {
  title: string;
  fields: readonly ProfileField[];
}

/** What a profile can say of single endpoints, and of permissions. */
export const ROW_KINDS = [
  ...(['envelopes', 'paths', 'queryNames', 'bodyNames', 'permissions'] as const),
] as const;
export type RowKind = (typeof ROW_KINDS)[number];
export interface ProfileRow {
  kind: RowKind;
  /** An endpoint, or our key of a permission. */
  of: string;
  /** Our name, where one of several is meant. */
  ours: string;
  theirs: string;
}
export interface ProfileDraft {
  /** By the key of the field; empty where the default counts. */
  values: Readonly<Record<string, string>>;
  rows: readonly ProfileRow[];
}

const words = text.settings.profile;
const field = (key: string, kind: Kind, label: string): ProfileField => ({ key, kind, label });
const date = (range: string, name: string): ProfileField =>
  field(`dates.${range}.${name}`, 'name', words.fields.date(name));
const signIn = (name: keyof typeof words.fields.paths): ProfileField =>
  field(`paths.${name}`, 'path', words.fields.paths[name]);

export const PROFILE_GROUPS: readonly FieldGroup[] = [
  {
    title: words.groups.pages,
    fields: [
      field('pageSize', 'pageSize', words.about.pageSize),
      field('firstPage', 'firstPage', words.about.firstPage),
      field('query.limit', 'name', words.about.limit),
      field('query.page', 'name', words.about.page),
      field('query.sort', 'name', words.fields.sort),
      field('query.fields', 'name', words.fields.fields),
      field('totals', 'places', words.fields.totals),
      field('limits', 'places', words.fields.limits),
    ],
  },
  {
    title: words.groups.archived,
    fields: [
      field('archived.name', 'name', words.about.archived),
      field('archived.archived', 'word', words.fields.archived),
      field('archived.all', 'word', words.fields.all),
    ],
  },
  {
    title: words.groups.dates,
    fields: [
      date('dateFromTo', 'dateFrom'),
      date('dateFromTo', 'dateTo'),
      date('startEndDate', 'startDate'),
      date('startEndDate', 'endDate'),
      date('occurredAt', 'occurredAt'),
    ],
  },
  {
    title: words.groups.signIn,
    fields: [
      ...[signIn('login'), signIn('loginOtp'), signIn('refreshToken')],
      ...[signIn('getMe'), signIn('logout')],
    ],
  },
];
const FIELDS = PROFILE_GROUPS.flatMap(({ fields }) => fields);
const PATHS = new Set(FIELDS.filter(({ kind }) => kind === 'path').map(({ key }) => key));

/** Whether a kind of row names one of several things of its endpoint. */
export function hasOurs(kind: RowKind): boolean {
  return kind === 'queryNames' || kind === 'bodyNames';
}

/** How the whole answer is written among places inside of it. */
const WHOLE = '.';

function shown(value: unknown): string {
  if (Array.isArray(value))
    return value.map((one) => (one === '' ? WHOLE : String(one))).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function placesOf(given: string): string[] {
  const parts = given.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => (part === WHOLE ? '' : part));
}

function at(value: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (inside, part) =>
        isFields(inside) && Object.hasOwn(inside, part) ? inside[part] : undefined,
      value,
    );
}

/** What each field has in a profile: what stands there where nothing is overridden. */
export function valuesIn(json: string): Record<string, string> {
  const profile = parsedJson(json);
  return Object.fromEntries(FIELDS.map(({ key }) => [key, shown(at(profile, key))]));
}

/** Overrides as fields and rows; null where the text is no object. */
export function draftOf(json: string): ProfileDraft | null {
  const overrides = json.trim() === '' ? {} : parsedJson(json);
  if (!isFields(overrides)) return null;
  const rows = ROW_KINDS.flatMap((kind) => {
    const map = overrides[kind];
    return Object.entries(isFields(map) ? map : {}).flatMap(([of, value]): ProfileRow[] => {
      if (PATHS.has(`${kind}.${of}`)) return [];
      if (!hasOurs(kind)) return [{ kind, of, ours: '', theirs: shown(value) }];
      const names = Object.entries(isFields(value) ? value : {});
      return names.map(([ours, theirs]) => ({ kind, of, ours, theirs: shown(theirs) }));
    });
  });
  return { values: valuesIn(JSON.stringify(overrides)), rows };
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inside = into[first];
  const fields = isFields(inside) ? inside : {};
  into[first] = fields;
  put(fields, rest, value);
}

function valueOf(kind: Kind, given: string): unknown {
  if (kind === 'places') return placesOf(given);
  const isNumber = kind === 'pageSize' || kind === 'firstPage';
  return isNumber && /^\d+$/.test(given) ? Number(given) : given;
}

/** The overrides that the core keeps, as JSON text. */
export function overridesOf({ values, rows }: ProfileDraft): string {
  const overrides: Record<string, unknown> = {};
  for (const { key, kind } of FIELDS) {
    const given = (values[key] ?? '').trim();
    if (given !== '') put(overrides, key.split('.'), valueOf(kind, given));
  }
  for (const { kind, of, ours, theirs } of rows) {
    // Keys of permissions have points of their own.
    const path = hasOurs(kind) ? [kind, of.trim(), ours.trim()] : [kind, of.trim()];
    if (path.includes('') || path.includes('__proto__')) continue;
    put(overrides, path, valueOf(kind === 'envelopes' ? 'places' : 'word', theirs.trim()));
  }
  return JSON.stringify(overrides, null, 2);
}

const NAME = /^[A-Za-z_][\w.-]{0,60}$/;
/** Endpoints, permissions, parameters and fields by the names of the interface. */
const OURS = /^[A-Za-z][\w.-]*$/;
const PLACE = /^$|^[\w-]{1,60}(\.[\w-]{1,60})?$/;
const ROUTE = /^(\/(?!\.{1,2}(\/|$))[\w\-.{}]+)+\/?$/;

function problemOf(kind: Kind, given: string): string | null {
  switch (kind) {
    case 'pageSize': {
      const isWhole = /^\d{1,4}$/.test(given) && Number(given) >= 1 && Number(given) <= 1000;
      return isWhole ? null : words.problem.pageSize;
    }
    case 'firstPage':
      return given === '0' || given === '1' ? null : words.problem.firstPage;
    case 'name':
      return NAME.test(given) ? null : words.problem.name;
    case 'places': {
      const places = placesOf(given);
      const fits = places.length > 0 && places.every((one) => PLACE.test(one));
      return fits ? null : words.problem.places;
    }
    case 'path':
      return ROUTE.test(given) && given.length <= 200 ? null : words.problem.path;
    case 'word':
      return null;
  }
}

/** The name of a row among the problems. */
export const rowKey = (index: number): string => `row ${String(index)}`;

const ROW_VALUES: Readonly<Record<RowKind, Kind>> = {
  ...{ envelopes: 'places', paths: 'path', queryNames: 'name', bodyNames: 'name' },
  permissions: 'word',
};

/** What is wrong, by the field that it stands in, or by the row. */
export function problemsOf({ values, rows }: ProfileDraft): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { key, kind } of FIELDS) {
    const given = (values[key] ?? '').trim();
    const problem = given === '' ? null : problemOf(kind, given);
    if (problem !== null) found.set(key, problem);
  }
  const seen = new Set<string>();
  for (const [index, { kind, of, ours, theirs }] of rows.entries()) {
    const name = JSON.stringify([kind, of.trim(), hasOurs(kind) ? ours.trim() : '']);
    const isWhole =
      of.trim() !== '' && theirs.trim() !== '' && (!hasOurs(kind) || ours.trim() !== '');
    const isNamed = OURS.test(of.trim()) && (!hasOurs(kind) || OURS.test(ours.trim()));
    const problem = !isWhole
      ? words.problem.needed
      : !isNamed
        ? words.problem.name
        : seen.has(name)
          ? words.problem.twice
          : problemOf(ROW_VALUES[kind], theirs.trim());
    if (problem !== null) found.set(rowKey(index), problem);
    seen.add(name);
  }
  return found;
}

/** The field or row that a refusal of the core names between its quotation marks; null for none. */
export function refusedAt(message: string, { rows }: ProfileDraft): string | null {
  const path = /[“„"«]([^“”„"«»]+)[”“"»]/.exec(message)?.[1];
  if (path === undefined) return null;
  const row = rows.findIndex(({ kind, of }) => `${path}.`.startsWith(`${kind}.${of.trim()}.`));
  if (row !== -1) return rowKey(row);
  return FIELDS.find(({ key }) => `${path}.`.startsWith(`${key}.`))?.key ?? null;
}

/** What the core did not take, and where that stands. */
export interface Refusal {
  key: string;
  message: string;
}

/** The problems with what the core refused; what the desk says of the same field stands before it. */
export function withRefusal(
  problems: ReadonlyMap<string, string>,
  refused: Refusal | null,
): ReadonlyMap<string, string> {
  return refused === null ? problems : new Map([[refused.key, refused.message], ...problems]);
}

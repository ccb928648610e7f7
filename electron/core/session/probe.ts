import * as z from 'zod/mini';
import { endpoint, endpointNames } from '../../../shared/api/catalogue.ts';
import type { EndpointName } from '../../../shared/api/catalogue.ts';
import { methodOf, paramNamesOf } from '../../../shared/api/endpoint.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { at, type Outline } from '../../../shared/rules/jsonOutline.ts';
import type { Exchange } from '../api/exchange.ts';
import { decodeUtf8, outlineOf } from '../api/json.ts';
import { placesOf, type Profile } from '../api/profile.ts';
import type { Query } from '../api/types.ts';
import { archivedOf } from './probeRows.ts';

/**
 * Asks a service about names that the interface specification leaves open (sections 4 and 8), by
 * reads that change nothing: the names of paging, the number of the first page, the page size in
 * force, the filter for archived records, where small lists lie in their answers. It only looks: what
 * it found is a proposal under whatever the person set.
 */

const findingSchema = z.object({
  about: z.enum(['limit', 'page', 'firstPage', 'pageSize', 'archived', 'envelope']),
  /** The endpoint that was asked. */
  endpoint: z.string(),
  /** What Waybill uses without this finding. */
  used: z.string(),
  /** What the service understands; null where it could not be told. */
  found: z.nullable(z.string()),
});
export type Finding = z.output<typeof findingSchema>;

const probedSchema = z.object({
  /** When it was asked, ms since 1970. */
  at: z.number(),
  /** What differs from the profile that was used, as overrides: JSON object text. */
  overrides: z.string(),
  findings: z.array(findingSchema),
});
export type Probed = z.output<typeof probedSchema>;

/** Reads what an earlier run kept; null where there is none or it is of another version. */
export function readProbed(text: string | null): Probed | null {
  if (text === null) return null;
  try {
    const parsed = z.safeParse(probedSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export interface ProbeSetup {
  /** An exchange that translates names by the profile given. */
  exchange(profile: Profile): Exchange;
  token(): string | null;
  /** The profile in use, with what the person set. */
  profile: Profile;
  /** Which names the person set: those are not asked about. */
  isSet(path: readonly string[]): boolean;
  signal: AbortSignal;
  now(): number;
}

interface Answer {
  text: string;
  root: Outline;
  rows: Outline;
}

/** Thrown to end a probe: the service is away, or does not want to be asked now. */
class Stopped extends Error {}

/** Lists of which a fleet has several records, the smallest answers first. */
const SAMPLES = ['listDrivers', 'listAreas', 'listUsers', 'listDevices', 'listVehicles'] as const;
const ARCHIVABLE = ['listAreas', 'listVehicles', 'listDevices', 'listUsers'] as const;
const LIMIT_NAMES = ['limit', 'pageSize', 'perPage', 'per_page', 'size', 'take'];
const PAGE_NAMES = ['page', 'pageNumber', 'pageNo', 'page_number', 'currentPage', 'p'];
const ARCHIVE_FILTERS: readonly Profile['archived'][] = [
  { name: 'status', archived: 'archived', all: 'all' },
  { name: 'archived', archived: 'true', all: 'all' },
  { name: 'isArchived', archived: 'true', all: 'all' },
  { name: 'state', archived: 'archived', all: 'all' },
];
/** A page that no fleet worth asking about fits into. */
const FEW = 2;
const WRAPPERS = ['', 'data', 'result', 'items', 'rows', 'result.data', 'data.items', 'data.rows'];

/** Unpaged lists without parameters: each is one small request. */
const SMALL_LISTS = endpointNames.filter((name) => {
  const row = endpoint(name);
  return methodOf(row) === 'GET' && row.reply === 'list' && paramNamesOf(row).length === 0;
});

function isRows(found: Outline | null): found is Outline {
  return found?.kind === 'array' && (found.ids.length === 0 || found.objects === found.ids.length);
}

/** Lists that stand beside records, never for them. */
const NO_RECORDS = /error|warning|message|link|meta/i;

/** The only member of an object that is a list of objects; null where there are none or several. */
function onlyList(of: Outline | null, under: string): string | null {
  if (of === null) return null;
  const names = [...of.members]
    .filter(([name, { value }]) => isRows(value) && !NO_RECORDS.test(name))
    .map(([name]) => name);
  const [name] = names;
  return names.length === 1 && name !== undefined && /^[\w-]{1,60}$/.test(name)
    ? [under, name].filter((part) => part !== '').join('.')
    : null;
}

function sameIds(a: Outline, b: Outline): boolean {
  return a.ids.join('\n') === b.ids.join('\n');
}

function shareIds(a: Outline, b: Outline): boolean {
  return a.ids.some((id) => b.ids.includes(id));
}

export function createProbe(setup: ProbeSetup): { run(): Promise<Result<Probed>> } {
  let { profile } = setup;
  const findings: Finding[] = [];
  const query: Record<string, string> = {};
  const envelopes: Record<string, string[]> = {};
  const overrides: Record<string, unknown> = {};

  const fetch = async (
    name: EndpointName,
    asked: Query,
    using: Profile,
  ): Promise<{ text: string; root: Outline } | null> => {
    const token = setup.token();
    if (token === null || setup.signal.aborted) throw new Stopped();
    const { signal } = setup;
    const sent = await setup.exchange(using).send(name, { query: asked, token, signal });
    if (sent.is !== 'answer') throw new Stopped();
    const { status, body } = sent.reply;
    if (status === 401 || status === 429) throw new Stopped();
    // Asked for a page before the first, a service may break: that is an answer, too.
    if (status >= 500 && status !== 501 && asked['page'] !== '0') throw new Stopped();
    if (status < 200 || status >= 300) return null;
    const text = await decodeUtf8(body);
    const root = text === null ? null : await outlineOf(text);
    return text === null || root === null ? null : { text, root };
  };

  const ask = async (
    name: EndpointName,
    asked: Query,
    using: Profile = profile,
  ): Promise<Answer | null> => {
    const answer = await fetch(name, asked, using);
    if (answer === null) return null;
    for (const place of placesOf(using, name)) {
      const rows = at(answer.root, place);
      if (isRows(rows)) return { ...answer, rows };
    }
    return null;
  };

  const note = (
    about: Finding['about'],
    name: string,
    used: string,
    found: string | null,
  ): void => {
    findings.push({ about, endpoint: name, used, found });
  };

  const takeQuery = (key: 'limit' | 'page', name: string): void => {
    profile = { ...profile, query: { ...profile.query, [key]: name } };
    query[key] = name;
  };

  /** The name under which a page size is honoured, on a list that has more rows than that. */
  const askLimit = async (): Promise<EndpointName | null> => {
    for (const sample of SAMPLES) {
      const plain = await ask(sample, { page: '1', limit: String(FEW) });
      if (plain === null || plain.rows.ids.length < FEW) continue;
      const used = profile.query.limit;
      if (plain.rows.ids.length === FEW) {
        note('limit', sample, used, used);
        return sample;
      }
      for (const candidate of LIMIT_NAMES) {
        if (candidate === used || setup.isSet(['query', 'limit'])) continue;
        const using = { ...profile, query: { ...profile.query, limit: candidate } };
        const answer = await ask(sample, { page: '1', limit: String(FEW) }, using);
        if (answer?.rows.ids.length !== FEW) continue;
        // A list that became shorter meanwhile looks as if the name were honoured.
        const again = await ask(sample, { page: '1', limit: String(FEW) });
        if (again === null || !sameIds(plain.rows, again.rows)) return null;
        note('limit', sample, used, candidate);
        takeQuery('limit', candidate);
        return sample;
      }
      note('limit', sample, used, null);
      return null;
    }
    return null;
  };

  /**
   * The name under which the second page is another one than the first. A name that is ignored gives
   * the first page once more; so another name is taken only where the present one surely is, and
   * where nothing moved meanwhile: a list that is scanned under a wrong name never ends well.
   */
  const askPage = async (sample: EndpointName): Promise<void> => {
    const used = profile.query.page;
    const few = String(FEW);
    const first = await ask(sample, { page: '1', limit: few });
    if (first === null || first.rows.ids.includes('')) return;
    const second = await ask(sample, { page: '2', limit: few });
    if (second !== null && !sameIds(first.rows, second.rows)) {
      note('page', sample, used, used);
      return;
    }
    const others = setup.isSet(['query', 'page']) ? [] : PAGE_NAMES.filter((name) => name !== used);
    for (const candidate of others) {
      const using = { ...profile, query: { ...profile.query, page: candidate } };
      const next = await ask(sample, { page: '2', limit: few }, using);
      if (next === null || next.rows.ids.length === 0 || shareIds(first.rows, next.rows)) continue;
      const isFirst = async (page: '0' | '1'): Promise<boolean> => {
        const again = await ask(sample, { page, limit: few }, using);
        return again !== null && sameIds(first.rows, again.rows);
      };
      if (!(await isFirst('1')) && !(await isFirst('0'))) continue;
      note('page', sample, used, candidate);
      takeQuery('page', candidate);
      return;
    }
    note('page', sample, used, null);
  };

  /**
   * Whether pages are counted from 0: then the page before page 1 holds what comes before it. Some
   * services answer to it with the first or the last page: a page twice as long has to hold both.
   */
  const askFirstPage = async (sample: EndpointName): Promise<void> => {
    const used = String(profile.firstPage);
    if (setup.isSet(['firstPage'])) return;
    const [one, zero, both] = [
      await ask(sample, { page: '1', limit: String(FEW) }),
      await ask(sample, { page: '0', limit: String(FEW) }),
      await ask(sample, { page: '0', limit: String(2 * FEW) }),
    ];
    const parts = [...(zero?.rows.ids ?? []), ...(one?.rows.ids ?? [])];
    const isZero =
      parts.length === 2 * FEW &&
      new Set(parts).size === parts.length &&
      parts.join('\n') === both?.rows.ids.join('\n');
    note('firstPage', sample, used, isZero ? '0' : '1');
    if (isZero) overrides['firstPage'] = 0;
  };

  /** Whether the page size in use is honoured, or which smaller one is in force. */
  const askPageSize = async (sample: EndpointName): Promise<void> => {
    const used = profile.pageSize;
    const answer = await ask(sample, { page: '1', limit: String(used) });
    if (answer === null) return;
    for (const place of profile.limits) {
      const stated = at(answer.root, place);
      if (stated?.kind !== 'number') continue;
      const size = Number(answer.text.slice(stated.start, stated.end));
      if (!Number.isInteger(size) || size < 1 || answer.rows.ids.length > size) continue;
      note('pageSize', sample, String(used), String(size));
      if (size < used && !setup.isSet(['pageSize'])) overrides['pageSize'] = size;
      return;
    }
    note('pageSize', sample, String(used), null);
  };

  /** The filter that gives archived records and nothing else. */
  const askArchived = async (): Promise<void> => {
    const used = profile.archived;
    const usedText = `${used.name}=${used.archived}`;
    const others = setup.isSet(['archived'])
      ? []
      : ARCHIVE_FILTERS.filter(({ name }) => name !== used.name);
    for (const filter of [used, ...others]) {
      for (const list of ARCHIVABLE) {
        const using = { ...profile, archived: filter };
        const answer = await ask(list, { page: '1', limit: '5', status: 'archived' }, using);
        if (answer === null || answer.rows.ids.length === 0) continue;
        // A parameter that is ignored looks like success: only rows that say so are archived.
        if (!archivedOf(answer.text.slice(answer.rows.start, answer.rows.end))) break;
        note('archived', list, usedText, `${filter.name}=${filter.archived}`);
        if (filter !== used) overrides['archived'] = filter;
        return;
      }
    }
    note('archived', ARCHIVABLE[0], usedText, null);
  };

  /** Where the rows of a small list lie, if not where they are looked for. */
  const askEnvelope = async (name: EndpointName): Promise<void> => {
    const answer = await fetch(name, {}, profile);
    if (answer === null) return;
    const places = [...new Set(placesOf(profile, name))];
    const used = places.map((place) => (place === '' ? 'the answer itself' : place)).join(', ');
    const known = places.find((place) => isRows(at(answer.root, place)));
    if (known !== undefined) {
      note('envelope', name, used, known === '' ? 'the answer itself' : known);
      return;
    }
    const place =
      WRAPPERS.find((wrapper) => isRows(at(answer.root, wrapper))) ??
      onlyList(answer.root, '') ??
      onlyList(at(answer.root, 'result'), 'result') ??
      onlyList(at(answer.root, 'data'), 'data');
    note('envelope', name, used, place);
    if (place === null || setup.isSet(['envelopes', name])) return;
    envelopes[name] = [place];
  };

  return {
    async run() {
      try {
        const sample = await askLimit();
        if (sample !== null) {
          await askPage(sample);
          await askFirstPage(sample);
          await askPageSize(sample);
        }
        await askArchived();
        for (const name of SMALL_LISTS) await askEnvelope(name);
      } catch (cause) {
        if (!(cause instanceof Stopped)) throw cause;
        return fail({
          kind: 'offline',
          code: 'profile.probeStopped',
          message: 'The service could not be asked about its names to the end.',
          safe: 'The profile in use is as it was.',
          next: 'retry',
        });
      }
      if (Object.keys(query).length > 0) overrides['query'] = query;
      if (Object.keys(envelopes).length > 0) overrides['envelopes'] = envelopes;
      return ok({ at: setup.now(), overrides: JSON.stringify(overrides), findings });
    },
  };
}

/** Whether overrides (JSON object text) set a name: `['query', 'limit']`. */
export function isSetIn(overrides: string): (path: readonly string[]) => boolean {
  let given: unknown;
  try {
    given = overrides.trim() === '' ? {} : JSON.parse(overrides);
  } catch {
    given = {};
  }
  return (path) => {
    let value: unknown = given;
    for (const key of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
      value = Reflect.get(value, key);
    }
    return true;
  };
}

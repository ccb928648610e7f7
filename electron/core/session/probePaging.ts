import type { EndpointName } from '../../../shared/api/catalogue.ts';
import { at, type Outline } from '../../../shared/rules/jsonOutline.ts';
import type { Probing } from './probing.ts';

/** How a service counts and cuts its pages. */

/** Lists of which a fleet has several records, the smallest answers first. */
const SAMPLES = ['listDrivers', 'listAreas', 'listUsers', 'listDevices', 'listVehicles'] as const;
const LIMIT_NAMES = ['limit', 'pageSize', 'perPage', 'per_page', 'size', 'take'];
const PAGE_NAMES = ['page', 'pageNumber', 'pageNo', 'page_number', 'currentPage', 'p'];
/** A page that no fleet worth asking about fits into. */
const FEW = 2;

function sameIds(a: Outline, b: Outline): boolean {
  return a.ids.join('\n') === b.ids.join('\n');
}

function shareIds(a: Outline, b: Outline): boolean {
  return a.ids.some((id) => b.ids.includes(id));
}

/** The name under which a page size is honoured, on a list that has more rows than that. */
async function askLimit(probing: Probing): Promise<EndpointName | null> {
  for (const sample of SAMPLES) {
    const plain = await probing.list(sample, { page: '1', limit: String(FEW) });
    if (plain === null || plain.rows.ids.length < FEW) continue;
    const used = probing.profile.query.limit;
    if (plain.rows.ids.length === FEW) {
      probing.note('limit', sample, used, used);
      return sample;
    }
    for (const candidate of LIMIT_NAMES) {
      if (candidate === used || probing.isSet('query', 'limit')) continue;
      const using = probing.profileWith('limit', candidate);
      const answer = await probing.list(sample, { page: '1', limit: String(FEW) }, using);
      if (answer?.rows.ids.length !== FEW) continue;
      // A list that became shorter meanwhile looks as if the name were honoured.
      const again = await probing.list(sample, { page: '1', limit: String(FEW) });
      if (again === null || !sameIds(plain.rows, again.rows)) return null;
      probing.note('limit', sample, used, candidate);
      probing.takeName('limit', candidate);
      return sample;
    }
    probing.note('limit', sample, used, null);
    return null;
  }
  return null;
}

/**
 * The name under which the second page is another one than the first. A name that is ignored gives
 * the first page once more; so another name is taken only where the present one surely is, and
 * where nothing moved meanwhile: a list that is scanned under a wrong name never ends well.
 */
async function askPage(probing: Probing, sample: EndpointName): Promise<void> {
  const used = probing.profile.query.page;
  const few = String(FEW);
  const first = await probing.list(sample, { page: '1', limit: few });
  if (first === null || first.rows.ids.includes('')) return;
  const second = await probing.list(sample, { page: '2', limit: few });
  if (second !== null && !sameIds(first.rows, second.rows)) {
    probing.note('page', sample, used, used);
    return;
  }
  const others = probing.isSet('query', 'page') ? [] : PAGE_NAMES.filter((name) => name !== used);
  for (const candidate of others) {
    const using = probing.profileWith('page', candidate);
    const next = await probing.list(sample, { page: '2', limit: few }, using);
    if (next === null || next.rows.ids.length === 0 || shareIds(first.rows, next.rows)) continue;
    const isFirst = async (page: '0' | '1'): Promise<boolean> => {
      const again = await probing.list(sample, { page, limit: few }, using);
      return again !== null && sameIds(first.rows, again.rows);
    };
    if (!(await isFirst('1')) && !(await isFirst('0'))) continue;
    probing.note('page', sample, used, candidate);
    probing.takeName('page', candidate);
    return;
  }
  probing.note('page', sample, used, null);
}

/**
 * Whether pages are counted from 0: then the page before page 1 holds what comes before it. Some
 * services answer to it with the first or the last page: a page twice as long has to hold both.
 */
async function askFirstPage(probing: Probing, sample: EndpointName): Promise<void> {
  const used = String(probing.profile.firstPage);
  if (probing.isSet('firstPage')) return;
  const [one, zero, both] = [
    await probing.list(sample, { page: '1', limit: String(FEW) }),
    await probing.list(sample, { page: '0', limit: String(FEW) }),
    await probing.list(sample, { page: '0', limit: String(2 * FEW) }),
  ];
  const parts = [...(zero?.rows.ids ?? []), ...(one?.rows.ids ?? [])];
  const isZero =
    parts.length === 2 * FEW &&
    new Set(parts).size === parts.length &&
    parts.join('\n') === both?.rows.ids.join('\n');
  probing.note('firstPage', sample, used, isZero ? '0' : '1');
  if (isZero) probing.propose('firstPage', 0);
}

/** Whether the page size in use is honoured, or which smaller one is in force. */
async function askPageSize(probing: Probing, sample: EndpointName): Promise<void> {
  const used = probing.profile.pageSize;
  const answer = await probing.list(sample, { page: '1', limit: String(used) });
  if (answer === null) return;
  for (const place of probing.profile.limits) {
    const stated = at(answer.root, place);
    if (stated?.kind !== 'number') continue;
    const size = Number(answer.text.slice(stated.start, stated.end));
    if (!Number.isInteger(size) || size < 1 || answer.rows.ids.length > size) continue;
    probing.note('pageSize', sample, String(used), String(size));
    if (size < used && !probing.isSet('pageSize')) probing.propose('pageSize', size);
    return;
  }
  probing.note('pageSize', sample, String(used), null);
}

/** Asks about paging, on a list that has more rows than a small page. */
export async function probePaging(probing: Probing): Promise<void> {
  const sample = await askLimit(probing);
  if (sample === null) return;
  await askPage(probing, sample);
  await askFirstPage(probing, sample);
  await askPageSize(probing, sample);
}

import { endpoint, endpointNames } from '../../../shared/api/catalogue.ts';
import type { EndpointName } from '../../../shared/api/catalogue.ts';
import { methodOf, paramNamesOf } from '../../../shared/api/endpoint.ts';
import { at, type Outline } from '../../../shared/rules/jsonOutline.ts';
import { placesOf, type Profile } from '../api/profile.ts';
import { archivedOf } from './probeRows.ts';
import { isRows, type Probing } from './probing.ts';

/** Which filter gives archived records, and where small lists lie in their answers. */

const ARCHIVABLE = ['listAreas', 'listVehicles', 'listDevices', 'listUsers'] as const;
const ARCHIVE_FILTERS: readonly Profile['archived'][] = [
  { name: 'status', archived: 'archived', all: 'all' },
  { name: 'archived', archived: 'true', all: 'all' },
  { name: 'isArchived', archived: 'true', all: 'all' },
  { name: 'state', archived: 'archived', all: 'all' },
];
const WRAPPERS = ['', 'data', 'result', 'items', 'rows', 'result.data', 'data.items', 'data.rows'];

/** Unpaged lists without parameters: each is one small request. */
const SMALL_LISTS = endpointNames.filter((name) => {
  const row = endpoint(name);
  return methodOf(row) === 'GET' && row.reply === 'list' && paramNamesOf(row).length === 0;
});

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

/** The filter that gives archived records and nothing else. */
async function askArchived(probing: Probing): Promise<void> {
  const used = probing.profile.archived;
  const usedText = `${used.name}=${used.archived}`;
  const others = probing.isSet('archived')
    ? []
    : ARCHIVE_FILTERS.filter(({ name }) => name !== used.name);
  for (const filter of [used, ...others]) {
    for (const list of ARCHIVABLE) {
      const using = { ...probing.profile, archived: filter };
      const answer = await probing.list(list, { page: '1', limit: '5', status: 'archived' }, using);
      if (answer === null || answer.rows.ids.length === 0) continue;
      // A parameter that is ignored looks like success: only rows that say so are archived.
      if (!archivedOf(answer.text.slice(answer.rows.start, answer.rows.end))) break;
      probing.note('archived', list, usedText, `${filter.name}=${filter.archived}`);
      if (filter !== used) probing.propose('archived', filter);
      return;
    }
  }
  probing.note('archived', ARCHIVABLE[0], usedText, null);
}

/** Where the rows of a small list lie, if not where they are looked for. */
async function askEnvelope(probing: Probing, name: EndpointName): Promise<void> {
  const answer = await probing.document(name, {});
  if (answer === null) return;
  const places = [...new Set(placesOf(probing.profile, name))];
  const used = places.map((place) => (place === '' ? 'the answer itself' : place)).join(', ');
  const known = places.find((place) => isRows(at(answer.root, place)));
  if (known !== undefined) {
    probing.note('envelope', name, used, known === '' ? 'the answer itself' : known);
    return;
  }
  const place =
    WRAPPERS.find((wrapper) => isRows(at(answer.root, wrapper))) ??
    onlyList(answer.root, '') ??
    onlyList(at(answer.root, 'result'), 'result') ??
    onlyList(at(answer.root, 'data'), 'data');
  probing.note('envelope', name, used, place);
  if (place === null || probing.isSet('envelopes', name)) return;
  probing.proposeIn('envelopes', name, [place]);
}

/** Asks for archived records, and for every small list. */
export async function probeLists(probing: Probing): Promise<void> {
  await askArchived(probing);
  for (const name of SMALL_LISTS) await askEnvelope(probing, name);
}

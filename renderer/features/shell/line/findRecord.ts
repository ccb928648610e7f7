import type { Entity } from '../../../bridge.ts';
import { titleOf } from '../../../records/columns.ts';
import { formatCount } from '../../../state/format.ts';
import { text } from '../../../text/en.ts';
import { problem } from './plan.ts';
import type { Completion, Hit, LineContext, NamedRecord, Problem } from './plan.ts';
import { plain, quoted } from './tokens.ts';
import type { Token } from './tokens.ts';

/** Where a name stands in a line, for the completions of it. */
export interface Place {
  readonly line: string;
  readonly token: Token;
  /** What stands before the name within its word: `depot=`. */
  readonly prefix?: string;
}

/** So many records are offered where several match. */
const MOST_OFFERED = 8;

/** What a person calls a kind of record, or several kinds. */
function kindOf(entities: readonly Entity[]): string {
  return entities.map((entity) => text.entity[entity]).join(', ');
}

/** The line with the name at a place completed. */
export function completed({ line, token, prefix = '' }: Place, name: string): string {
  return `${line.slice(0, token.from)}${prefix}${quoted(name)}${line.slice(token.to)}`;
}

/** The beginning and the end of a name of which the middle is left out: `990…015`; null for any other. */
function shortened(typed: string): { begins: string; ends: string } | null {
  const [begins = '', ends = '', ...more] = typed.split(/…|\.{3}/);
  return more.length > 0 || begins === '' || ends === '' ? null : { begins, ends };
}

/** Those that a name may mean. */
async function search(
  context: LineContext,
  entities: readonly Entity[],
  typed: string,
): Promise<readonly Hit[]> {
  const short = shortened(typed);
  if (short === null) return best(await context.search(typed, entities), typed);
  const { begins, ends } = short;
  const found = await context.search(`${begins} ${ends}`, entities);
  return found.filter(({ title }) => {
    const whole = plain(title);
    return whole.startsWith(plain(begins)) && whole.endsWith(plain(ends));
  });
}

/** Those that are called exactly so, else those whose name begins so, else all. */
function best(hits: readonly Hit[], typed: string): readonly Hit[] {
  const sought = plain(typed);
  const exact = hits.filter(({ title, id }) => plain(title) === sought || id === typed);
  if (exact.length > 0) return exact;
  const begins = hits.filter(({ title }) => plain(title).startsWith(sought));
  return begins.length > 0 ? begins : hits;
}

/** Deleted records that a name may mean, as a search would find them. */
async function searchDeleted(
  context: LineContext,
  entities: readonly Entity[],
  typed: string,
): Promise<(Hit & { record: NamedRecord })[]> {
  const all = (await Promise.all(entities.map((entity) => context.deleted(entity)))).flat();
  const hits = all
    .map((record) => ({
      ...{ entity: record.entity, id: record.row.id, title: record.title, archived: true },
      ...{ detail: text.entity[record.entity], record },
    }))
    .filter(({ id, title }) => id === typed || plain(title).includes(plain(typed)));
  const meant = new Set(best(hits, typed));
  return hits.filter((hit) => meant.has(hit));
}

/** Those with one name are told apart by their ids. */
function offersOf(hits: readonly Hit[], place: Place): Completion[] {
  return hits.slice(0, MOST_OFFERED).map(({ id, title, detail }) => {
    const isShared = hits.some((other) => other.id !== id && plain(other.title) === plain(title));
    return {
      title,
      detail: isShared && !detail.includes(id) ? text.line.of(detail, id) : detail,
      line: completed(place, isShared ? id : title),
    };
  });
}

async function load(context: LineContext, hit: Hit): Promise<NamedRecord | null> {
  const entity = hit.entity as Entity;
  const row = await context.get(entity, hit.id);
  return row === null ? null : { entity, row, title: hit.title };
}

/**
 * The one record of these kinds that a name stands for: by its id, by its whole name, or by a name
 * that only one begins with. `archived` tells which of two of the same name is meant; deleted ones are
 * found with the archived.
 */
export async function findRecord(
  context: LineContext,
  entities: readonly Entity[],
  place: Place,
  archived: boolean | null,
): Promise<NamedRecord | Problem> {
  const typed = place.token.text.trim();
  const kind = kindOf(entities);
  if (typed === '') return problem(text.line.which(kind), place.token);
  const named = await search(context, entities, typed);
  const gone = archived === true ? await searchDeleted(context, entities, typed) : [];
  const listed = named.filter((hit) => archived === null || hit.archived === archived);
  const inState = [...listed, ...gone];
  const hits = inState.length > 0 ? inState : named;
  const [first] = hits;
  if (first === undefined) return byId(context, entities, place, kind);
  if (hits.length > 1) {
    const said = text.line.several(formatCount(hits.length), typed);
    return problem(said, place.token, offersOf(hits, place));
  }
  const deleted = gone.find((hit) => hit === first);
  if (deleted !== undefined) return deleted.record;
  return (await load(context, first)) ?? problem(text.line.none(kind, typed), place.token);
}

/**
 * Records that no search finds, such as fuel transactions, are named by their id; those that are known
 * are offered by what is told of them.
 */
async function byId(
  context: LineContext,
  entities: readonly Entity[],
  place: Place,
  kind: string,
): Promise<NamedRecord | Problem> {
  const { token } = place;
  const all: Hit[] = [];
  for (const entity of entities) {
    const row = await context.get(entity, token.text);
    const offered = await context.offered(entity);
    all.push(...offered);
    const title = offered.find(({ id }) => id === token.text)?.title;
    if (row !== null) return { entity, row, title: title ?? titleOf(entity, row) };
  }
  return problem(text.line.none(kind, token.text), token, offers(place, all));
}

/** Lines with one of these records in place of what was typed: those that hold it, else all. */
function offers(place: Place, all: readonly Hit[]): Completion[] {
  const sought = plain(place.token.text);
  const like = all.filter(({ title }) => plain(title).includes(sought));
  return (like.length > 0 ? like : all).slice(0, MOST_OFFERED).map(({ id, title, detail }) => ({
    ...{ title, detail, line: completed(place, id) },
  }));
}

/** The same where nothing was typed yet; `deleted` offers what can be restored. */
export async function offersAt(
  context: LineContext,
  entity: Entity,
  line: string,
  deleted: boolean,
): Promise<Completion[]> {
  const end = line.trimEnd();
  const place = { line: `${end} `, token: { text: '', from: end.length + 1, to: end.length + 1 } };
  return deleted
    ? offersOf(await searchDeleted(context, [entity], ''), place)
    : offers(place, await context.offered(entity));
}

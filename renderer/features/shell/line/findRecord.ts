import type { Entity, Row } from '../../../bridge.ts';
import { titleOf } from '../../../records/columns.ts';
import { text } from '../../../text/en.ts';
import { problem } from './plan.ts';
import type { Completion, Hit, LineContext, Problem } from './plan.ts';
import { plain, quoted } from './tokens.ts';
import type { Token } from './tokens.ts';

/** A record that a line names. */
export interface NamedRecord {
  readonly entity: Entity;
  readonly row: Row;
  readonly title: string;
}

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

async function load(context: LineContext, hit: Hit): Promise<NamedRecord | null> {
  const entity = hit.entity as Entity;
  const row = await context.get(entity, hit.id);
  return row === null ? null : { entity, row, title: hit.title };
}

/**
 * The one record of these kinds that a name stands for: by its id, by its whole name, or by a name
 * that only one begins with. `archived` tells which of two of the same name is meant.
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
  const inState = named.filter((hit) => archived === null || hit.archived === archived);
  const hits = inState.length > 0 ? inState : named;
  const [first] = hits;
  if (first === undefined) return byId(context, entities, place, kind);
  if (hits.length > 1) {
    const offered = hits.slice(0, MOST_OFFERED).map((hit) => ({
      title: hit.title,
      detail: hit.detail,
      line: completed(place, hit.title),
    }));
    return problem(text.line.several(String(hits.length), typed), place.token, offered);
  }
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

/** The same where nothing was typed yet. */
export async function offersAt(
  context: LineContext,
  entity: Entity,
  line: string,
): Promise<Completion[]> {
  const end = line.trimEnd();
  const token = { text: '', from: end.length + 1, to: end.length + 1 };
  return offers({ line: `${end} `, token }, await context.offered(entity));
}

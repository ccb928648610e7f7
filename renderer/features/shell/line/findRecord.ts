import type { Entity, Row } from '../../../bridge.ts';
import { text } from '../../../text/en.ts';
import { problem } from './plan.ts';
import type { Hit, LineContext, Problem } from './plan.ts';
import { plain, quoted } from './tokens.ts';
import type { Token } from './tokens.ts';

/** A record that a line names. */
export interface Named {
  readonly entity: Entity;
  readonly row: Row;
  readonly title: string;
}

/** Where a name stands in a line, for the completions of it. */
export interface Place {
  readonly line: string;
  readonly token: Token;
}

/** So many records are offered where several match. */
const MOST_OFFERED = 8;

/** What a person calls a kind of record, or several kinds. */
function kindOf(entities: readonly Entity[]): string {
  return entities.map((entity) => text.entity[entity]).join(', ');
}

/** The line with the name at a place completed. */
function completed({ line, token }: Place, hit: Hit): string {
  return `${line.slice(0, token.from)}${quoted(hit.title)}${line.slice(token.to)}`;
}

/** Those that are called exactly so, else those whose name begins so, else all. */
function best(hits: readonly Hit[], typed: string): readonly Hit[] {
  const sought = plain(typed);
  const exact = hits.filter(({ title, id }) => plain(title) === sought || id === typed);
  if (exact.length > 0) return exact;
  const begins = hits.filter(({ title }) => plain(title).startsWith(sought));
  return begins.length > 0 ? begins : hits;
}

async function load(context: LineContext, hit: Hit): Promise<Named | null> {
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
): Promise<Named | Problem> {
  const typed = place.token.text.trim();
  const kind = kindOf(entities);
  if (typed === '') return problem(text.line.which(kind), place.token);
  const found = await context.search(typed, entities);
  const named = best(found, typed);
  const inState = named.filter((hit) => archived === null || hit.archived === archived);
  const hits = inState.length > 0 ? inState : named;
  const [first] = hits;
  if (first === undefined) return byId(context, entities, place, kind);
  if (hits.length > 1) {
    const offered = hits.slice(0, MOST_OFFERED).map((hit) => ({
      title: hit.title,
      detail: hit.detail,
      line: completed(place, hit),
    }));
    return problem(text.line.several(String(hits.length), typed), place.token, offered);
  }
  return (await load(context, first)) ?? problem(text.line.none(kind, typed), place.token);
}

/** Records that no search finds, such as fuel transactions, are named by their id. */
async function byId(
  context: LineContext,
  entities: readonly Entity[],
  { token }: Place,
  kind: string,
): Promise<Named | Problem> {
  for (const entity of entities) {
    const row = await context.get(entity, token.text);
    if (row !== null) return { entity, row, title: token.text };
  }
  return problem(text.line.none(kind, token.text), token);
}

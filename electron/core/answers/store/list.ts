import { sql } from 'drizzle-orm';
import * as t from '../../db/schema.ts';
import { names, plainStatement, rowCount, select, textOf } from '../../db/statement.ts';
import { SHOWN } from '../../mirror/viewConditions.ts';
import type { ReadableDb, SqlValue } from '../../db/handles.ts';
import { comparedVerdicts } from '../../review/model/fold.ts';
import type { ComparedVerdict, Verdict } from '../../review/model/fold.ts';
import { fold } from '../../../../shared/rules/fold.ts';
import { idsInText } from '../model/ids.ts';
import { matchIn } from '../../mirror/describeAnswer.ts';
import { containing, wordsOf } from '../../mirror/words.ts';

/** The answers in the mirror as a list: narrowed, ordered, found by their text. */

export interface AnswerView {
  /** Words; every one must occur in the answer's text. */
  text?: string | undefined;
  forms?: readonly string[] | undefined;
  vehicles?: readonly string[] | undefined;
  drivers?: readonly string[] | undefined;
  /**
   * Answers with failing choices, or that lack required ones; `either` of them; or those that were changed
   * after their latest verdict.
   */
  findings?: 'failing' | 'missing' | 'either' | 'outdated' | undefined;
  /** States of their reviews; `todo` are those that nobody judged. */
  states?: readonly string[] | undefined;
  /** Reviews with every one of these. */
  tags?: readonly string[] | undefined;
  assignees?: readonly string[] | undefined;
  /** Reviews that are due on this day, `2026-03-01`, or were before. */
  dueBy?: string | undefined;
  /** When the answer was made, ms since 1970, both included. */
  from?: number | undefined;
  to?: number | undefined;
  /** Only those whose ids stand in this text, separated by anything. */
  among?: string | undefined;
  sort?: { field: AnswerSort; descending?: boolean | undefined } | undefined;
}

export const ANSWER_SORTS = [
  ...(['createdAt', 'form', 'title', 'vehicle', 'driver', 'failing', 'missing', 'readAt'] as const),
  ...(['state', 'due', 'assignee', 'judgedAt'] as const),
] as const;
export type AnswerSort = (typeof ANSWER_SORTS)[number];

export interface AnswerRow {
  id: string;
  formId: string | null;
  /** Of the form, else what the answer calls itself; empty where nobody names it. */
  form: string;
  title: string;
  vehicleId: string | null;
  vehicle: string;
  driverId: string | null;
  driver: string;
  createdAt: number | null;
  /** Null where the mirror does not hold the answer: its review is here alone. */
  readAt: number | null;
  failing: number;
  missing: number;
  state: string;
  tags: string[];
  due: string | null;
  assignee: string | null;
  notes: number;
  /** The latest verdict of each person, the latest first. */
  verdicts: ComparedVerdict[];
  judgedAt: number | null;
  /** Where the first word of the text stands; null without one. */
  match: { label: string; before: string; word: string; after: string } | null;
}

/** Names of forms by id, once for each statement. */
const FORMS = textOf(sql`form_name AS MATERIALIZED (
  SELECT ${t.record.id} AS id, coalesce(${SHOWN} ->> '$.name', ${SHOWN} ->> '$.title') AS name
  FROM ${t.record} WHERE ${t.record.entity} = 'form')`);

const { answerFact: fact, review } = t;
/** Every answer that is here, and every one that somebody judged. */
const FROM = textOf(sql`(SELECT coalesce(${fact.id}, ${review.answerId}) AS id,
    ${fact.document} AS document, ${fact.readAt} AS read_at, ${fact.formId} AS ${names(fact.formId)},
    coalesce(${fact.title}, '') AS title, ${fact.vehicleId} AS vehicle_id,
    coalesce(${fact.vehicle}, '') AS vehicle, ${fact.driverId} AS driver_id,
    coalesce(${fact.driver}, '') AS driver, ${fact.createdAt} AS created_at,
    coalesce(${fact.failing}, 0) AS failing, coalesce(${fact.missing}, 0) AS missing,
    coalesce(${review.state}, 'todo') AS state, coalesce(${review.tags}, '[]') AS tags,
    ${review.due} AS due, ${review.assignee} AS assignee, coalesce(${review.notes}, 0) AS notes,
    coalesce(${review.verdicts}, '[]') AS verdicts, ${fact.digest} AS digest,
    ${review.at} AS judged_at
  FROM ${fact} FULL JOIN ${review} ON ${review.answerId} = ${fact.id}) AS f
  LEFT JOIN form_name AS n ON n.id = f.${names(fact.formId)}`);
const FORM = "coalesce(n.name, nullif(f.title, ''), '')";

/** A record's own name stands in where an answer tells only its id. */
const named = (entity: 'vehicle' | 'driver', field: string): string => {
  const [name, id] = [sql.raw(`f.${entity}`), sql.raw(`f.${entity}_id`)];
  return textOf(sql`CASE WHEN ${name} <> '' OR ${id} IS NULL THEN ${name} ELSE coalesce((
    SELECT ${SHOWN} ->> ${field} FROM ${t.record} WHERE ${t.record.entity} = ${entity}
    AND ${t.record.id} = ${id}), '') END`);
};
const VEHICLE = named('vehicle', '$.regNo');
const DRIVER = named('driver', '$.fullName');

const ORDER: Readonly<Record<AnswerSort, string>> = {
  createdAt: 'f.created_at',
  form: `natural_key(${FORM})`,
  title: 'natural_key(f.title)',
  vehicle: `natural_key(${VEHICLE})`,
  driver: `natural_key(${DRIVER})`,
  failing: 'f.failing',
  missing: 'f.missing',
  readAt: 'f.read_at',
  state: 'f.state',
  due: 'f.due',
  assignee: 'natural_key(f.assignee)',
  judgedAt: 'f.judged_at',
};

interface Conditions {
  sql: string;
  params: SqlValue[];
}

const inIds = (column: string, ids: readonly string[]): Conditions => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(ids)],
});

const oneOf = (column: string, ids: readonly string[] | undefined): Conditions[] =>
  ids === undefined ? [] : [inIds(column, ids)];

const { searchAnswer } = t;
const BY_MATCH = textOf(sql`f.id IN (SELECT ${searchAnswer.id} FROM search_answer_text CROSS
  JOIN ${searchAnswer} ON ${searchAnswer.rowid} = search_answer_text.rowid
  WHERE search_answer_text MATCH ?)`);
const BY_SHORT_WORD =
  textOf(sql`EXISTS (SELECT 1 FROM ${searchAnswer} WHERE ${searchAnswer.id} = f.id
    AND (${searchAnswer.title} || ' ' || ${searchAnswer.body}) LIKE ? ESCAPE '\\')`);

function textConditions(text: string | undefined): Conditions[] {
  const words = wordsOf(text);
  const match: Conditions[] =
    words.match === null
      ? []
      : [
          {
            sql: BY_MATCH,
            params: [words.match],
          },
        ];
  const short = words.short.map((word) => ({
    sql: BY_SHORT_WORD,
    params: [containing(word)],
  }));
  if (match.length + short.length === 0) return [];
  const all = [...match, ...short];
  // The very id finds its answer too.
  return [
    {
      sql: `(f.id = ? OR (${all.map(({ sql }) => sql).join(' AND ')}))`,
      params: [(text ?? '').trim(), ...all.flatMap(({ params }) => params)],
    },
  ];
}

function conditionsOf(view: AnswerView): Conditions {
  const found: Conditions[] = [
    ...oneOf('f.form_id', view.forms),
    ...oneOf('f.vehicle_id', view.vehicles),
    ...oneOf('f.driver_id', view.drivers),
    ...oneOf('f.state', view.states),
    ...oneOf('f.assignee', view.assignees),
    ...oneOf('f.id', view.among === undefined ? undefined : idsInText(view.among).ids),
    ...(view.tags ?? []).map((tag) => ({
      sql: 'EXISTS (SELECT 1 FROM json_each(f.tags) AS t WHERE t.value = ?)',
      params: [tag],
    })),
    ...(view.dueBy === undefined ? [] : [{ sql: 'f.due <= ?', params: [view.dueBy] }]),
    ...(view.from === undefined ? [] : [{ sql: 'f.created_at >= ?', params: [view.from] }]),
    ...(view.to === undefined ? [] : [{ sql: 'f.created_at <= ?', params: [view.to] }]),
    ...textConditions(view.text),
  ];
  switch (view.findings) {
    case undefined:
      break;
    case 'failing':
    case 'missing':
      found.push({ sql: `f.${view.findings} > 0`, params: [] });
      break;
    case 'either':
      found.push({ sql: 'f.failing + f.missing > 0', params: [] });
      break;
    case 'outdated':
      found.push({ sql: "f.verdicts ->> '$[0].of' <> f.digest", params: [] });
  }
  if (found.length === 0) return { sql: 'true', params: [] };
  return {
    sql: found.map(({ sql }) => sql).join(' AND '),
    params: found.flatMap(({ params }) => params),
  };
}

function orderOf({ sort }: AnswerView): string {
  const direction = (sort?.descending ?? sort === undefined) ? 'DESC' : 'ASC';
  return `ORDER BY ${ORDER[sort?.field ?? 'createdAt']} ${direction} NULLS LAST, f.id ${direction}`;
}

type Raw = Omit<AnswerRow, 'match' | 'tags' | 'verdicts'> & {
  document: string | null;
  tags: string;
  verdicts: string;
  digest: string | null;
};

/** @param word that is shown where it stands in each of them */
function rowsWhere(
  db: ReadableDb,
  where: string,
  params: readonly SqlValue[],
  word: string | null,
): AnswerRow[] {
  const rows = db.all(
    plainStatement<Raw>(`WITH ${FORMS} SELECT f.id AS id, f.form_id AS formId, ${FORM} AS form, f.title AS title,
       f.vehicle_id AS vehicleId, ${VEHICLE} AS vehicle, f.driver_id AS driverId,
       ${DRIVER} AS driver, f.created_at AS createdAt, f.read_at AS readAt, f.failing AS failing,
       f.missing AS missing, f.document AS document, f.state AS state, f.tags AS tags,
       f.due AS due, f.assignee AS assignee, f.notes AS notes, f.verdicts AS verdicts,
       f.digest AS digest, f.judged_at AS judgedAt
     FROM ${FROM} WHERE ${where}`),
    params,
  );
  return rows.map(({ document, tags, verdicts, digest, ...row }) => ({
    ...row,
    tags: JSON.parse(tags) as string[],
    verdicts: comparedVerdicts(JSON.parse(verdicts) as Verdict[], digest),
    match: word === null || document === null ? null : matchOf(db, document, word),
  }));
}

export const answerReads = {
  /** A window of the answers that the mirror holds, newest first where nothing else is asked for. */
  'answers.window': (
    db: ReadableDb,
    { view, offset, limit }: { view: AnswerView; offset: number; limit: number },
  ): { rows: AnswerRow[]; total: number } => {
    const { sql: where, params } = conditionsOf(view);
    const total = db.one(
      plainStatement<{ n: number }>(
        `WITH ${FORMS} SELECT count(*) AS n FROM ${FROM} WHERE ${where}`,
      ),
      params,
    );
    const first = fold(view.text ?? '')
      .split(/\s+/)
      .find(Boolean);
    const page = `${where} ${orderOf(view)} LIMIT ? OFFSET ?`;
    return {
      total: total?.n ?? 0,
      rows: rowsWhere(db, page, [...params, limit, offset], first ?? null),
    };
  },

  /** Answers by their ids, in that order, without those that are gone: pages of a view that changes meanwhile. */
  'answers.byIds': (db: ReadableDb, { ids }: { ids: readonly string[] }): AnswerRow[] => {
    const { sql: where, params } = inIds('f.id', ids);
    const rows = new Map(rowsWhere(db, where, params, null).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  },

  /** Ids of a whole view in its order: to step through, or to judge all of them. */
  'answers.ids': (db: ReadableDb, { view }: { view: AnswerView }): { ids: string[] } => {
    const { sql: where, params } = conditionsOf(view);
    const rows = db.all(
      plainStatement<{ id: string }>(
        `WITH ${FORMS} SELECT f.id AS id FROM ${FROM} WHERE ${where} ${orderOf(view)}`,
      ),
      params,
    );
    return { ids: rows.map(({ id }) => id) };
  },

  /** What the answers can be narrowed by: each form, vehicle and driver with its count. */
  'answers.facets': (db: ReadableDb, _input: Record<string, never>) => {
    const counted = (id: string, name: string) =>
      db.all(
        plainStatement<{
          id: string;
          name: string;
          count: number;
        }>(`WITH ${FORMS} SELECT ${id} AS id, max(${name}) AS name, count(*) AS count FROM ${FROM}
         WHERE ${id} IS NOT NULL GROUP BY 1 ORDER BY count DESC, 1 LIMIT 1000`),
      );
    return {
      forms: counted('f.form_id', FORM),
      vehicles: counted('f.vehicle_id', VEHICLE),
      drivers: counted('f.driver_id', DRIVER),
      total: db.one(select({ n: rowCount })`FROM ${fact}`)?.n ?? 0,
    };
  },
} as const;

function matchOf(db: ReadableDb, document: string, word: string): AnswerRow['match'] {
  // Answers may hold photographs: only those that are shown are read whole.
  const stored = db.one(
    select({ json: t.document.json })`FROM ${t.document} WHERE ${t.document.key} = ?`,
    [document],
  );
  return stored === undefined ? null : matchIn(stored.json, word);
}

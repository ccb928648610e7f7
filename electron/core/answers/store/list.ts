import type { ReadableDb, SqlValue } from '../../db/handles.ts';
import { fold } from '../../../../shared/rules/fold.ts';
import { matchIn } from '../../mirror/describeAnswer.ts';
import { containing, wordsOf } from '../../mirror/words.ts';

/** The answers in the mirror as a list: narrowed, ordered, found by their text. */

export interface AnswerView {
  /** Words; every one must occur in the answer's text. */
  text?: string | undefined;
  forms?: readonly string[] | undefined;
  vehicles?: readonly string[] | undefined;
  drivers?: readonly string[] | undefined;
  /** Answers with failing choices, or that lack required ones; `either` of them. */
  findings?: 'failing' | 'missing' | 'either' | undefined;
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
  verdicts: { by: string; at: number; state: string; reasons: string }[];
  judgedAt: number | null;
  /** Where the first word of the text stands; null without one. */
  match: { label: string; before: string; word: string; after: string } | null;
}

/** Names of forms by id, once for each statement. */
const FORMS = `form_name AS MATERIALIZED (
  SELECT id, coalesce(coalesce(overlay, base) ->> '$.name', coalesce(overlay, base) ->> '$.title')
    AS name FROM record WHERE entity = 'form')`;

/** Every answer that is here, and every one that somebody judged. */
const FROM = `(SELECT coalesce(f.id, r.answer_id) AS id, f.document AS document,
    f.read_at AS read_at, f.form_id AS form_id, coalesce(f.title, '') AS title,
    f.vehicle_id AS vehicle_id, coalesce(f.vehicle, '') AS vehicle, f.driver_id AS driver_id,
    coalesce(f.driver, '') AS driver, f.created_at AS created_at, coalesce(f.failing, 0) AS failing,
    coalesce(f.missing, 0) AS missing, coalesce(r.state, 'todo') AS state,
    coalesce(r.tags, '[]') AS tags, r.due AS due, r.assignee AS assignee,
    coalesce(r.notes, 0) AS notes, coalesce(r.verdicts, '[]') AS verdicts, r.at AS judged_at
  FROM answer_fact AS f FULL JOIN review AS r ON r.answer_id = f.id) AS f
  LEFT JOIN form_name AS n ON n.id = f.form_id`;
const FORM = "coalesce(n.name, nullif(f.title, ''), '')";

/** A record's own name stands in where an answer tells only its id. */
const named = (entity: 'vehicle' | 'driver', name: string): string =>
  `CASE WHEN f.${entity} <> '' OR f.${entity}_id IS NULL THEN f.${entity} ELSE coalesce((
     SELECT ${name} FROM record AS x WHERE x.entity = '${entity}' AND x.id = f.${entity}_id), '') END`;
const VEHICLE = named('vehicle', "coalesce(x.overlay, x.base) ->> '$.regNo'");
const DRIVER = named('driver', "coalesce(x.overlay, x.base) ->> '$.fullName'");

const ORDER: Readonly<Record<AnswerSort, string>> = {
  createdAt: 'f.created_at',
  form: `natural_key(${FORM})`,
  title: 'natural_key(f.title)',
  vehicle: 'natural_key(f.vehicle)',
  driver: 'natural_key(f.driver)',
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

function oneOf(column: string, ids: readonly string[] | undefined): Conditions[] {
  if (ids === undefined) return [];
  const sql = `${column} IN (SELECT value FROM json_each(?))`;
  return [{ sql, params: [JSON.stringify(ids)] }];
}

function textConditions(text: string | undefined): Conditions[] {
  const words = wordsOf(text);
  const match: Conditions[] =
    words.match === null
      ? []
      : [
          {
            sql: `f.id IN (SELECT a.id FROM search_answer_text CROSS JOIN search_answer AS a
              ON a.rowid = search_answer_text.rowid WHERE search_answer_text MATCH ?)`,
            params: [words.match],
          },
        ];
  const short = words.short.map((word) => ({
    sql: `EXISTS (SELECT 1 FROM search_answer AS a
      WHERE a.id = f.id AND (a.title || ' ' || a.body) LIKE ? ESCAPE '\\')`,
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
};

export const answerReads = {
  /** A window of the answers that the mirror holds, newest first where nothing else is asked for. */
  'answers.window': (
    db: ReadableDb,
    { view, offset, limit }: { view: AnswerView; offset: number; limit: number },
  ): { rows: AnswerRow[]; total: number } => {
    const { sql, params } = conditionsOf(view);
    const total = db.one<{ n: number }>(
      `WITH ${FORMS} SELECT count(*) AS n FROM ${FROM} WHERE ${sql}`,
      params,
    );
    const rows = db.all<Raw>(
      `WITH ${FORMS} SELECT f.id AS id, f.form_id AS formId, ${FORM} AS form, f.title AS title,
         f.vehicle_id AS vehicleId, ${VEHICLE} AS vehicle, f.driver_id AS driverId,
         ${DRIVER} AS driver, f.created_at AS createdAt, f.read_at AS readAt, f.failing AS failing,
         f.missing AS missing, f.document AS document, f.state AS state, f.tags AS tags,
         f.due AS due, f.assignee AS assignee, f.notes AS notes, f.verdicts AS verdicts,
         f.judged_at AS judgedAt
       FROM ${FROM} WHERE ${sql} ${orderOf(view)} LIMIT ? OFFSET ?`,
      [...params, limit, offset],
    );
    const first = fold(view.text ?? '')
      .split(/\s+/)
      .find(Boolean);
    return {
      total: total?.n ?? 0,
      rows: rows.map(({ document, tags, verdicts, ...row }) => ({
        ...row,
        tags: JSON.parse(tags) as string[],
        verdicts: JSON.parse(verdicts) as AnswerRow['verdicts'],
        match: first === undefined || document === null ? null : matchOf(db, document, first),
      })),
    };
  },

  /** Ids of a whole view in its order: to step through, or to judge all of them. */
  'answers.ids': (db: ReadableDb, { view }: { view: AnswerView }): { ids: string[] } => {
    const { sql, params } = conditionsOf(view);
    const rows = db.all<{ id: string }>(
      `WITH ${FORMS} SELECT f.id AS id FROM ${FROM} WHERE ${sql} ${orderOf(view)}`,
      params,
    );
    return { ids: rows.map(({ id }) => id) };
  },

  /** What the answers can be narrowed by: each form, vehicle and driver with its count. */
  'answers.facets': (db: ReadableDb, _input: Record<string, never>) => {
    const counted = (id: string, name: string) =>
      db.all<{ id: string; name: string; count: number }>(
        `WITH ${FORMS} SELECT ${id} AS id, max(${name}) AS name, count(*) AS count FROM ${FROM}
         WHERE ${id} IS NOT NULL GROUP BY 1 ORDER BY count DESC, 1 LIMIT 1000`,
      );
    return {
      forms: counted('f.form_id', FORM),
      vehicles: counted('f.vehicle_id', VEHICLE),
      drivers: counted('f.driver_id', DRIVER),
      total: db.one<{ n: number }>('SELECT count(*) AS n FROM answer_fact')?.n ?? 0,
    };
  },
} as const;

function matchOf(db: ReadableDb, document: string, word: string): AnswerRow['match'] {
  // Answers may hold photographs: only those that are shown are read whole.
  const kept = db.one<{ json: string }>('SELECT json FROM document WHERE key = ?', [document]);
  return kept === undefined ? null : matchIn(kept.json, word);
}

import type { OpState } from '../../../../shared/ipc/shapes.ts';
import { OPEN_STATES } from '../../../../shared/rules/opStates.ts';
import { titleOf } from '../model/record.ts';
import type { ReadableDb } from '../../db/handles.ts';
import { DEPENDS_ON } from './opStore.ts';

/** What is told of writes beside the ledger's rows. */

/** Another write by what a person knows it. */
export interface Brief {
  id: string;
  title: string;
  label: string;
  state: OpState;
}

interface BriefRow {
  id: string;
  endpoint: string;
  label: string;
  state: OpState;
}

function briefOf({ id, endpoint, label, state }: BriefRow): Brief {
  return { id, title: titleOf(endpoint), label, state };
}

/** Writes that are named where there are more. */
const NAMED = 50;

/** The writes around one: those that it needs, those that need it, and its service's last answer. */
export function related(
  db: ReadableDb,
  { id }: { id: string },
): { needs: Brief[]; neededBy: Brief[]; answer: { status: number; body: string | null } | null } {
  const needs = db.all<BriefRow>(
    `SELECT needed.id, needed.endpoint, needed.label, needed.state
     FROM op, ${DEPENDS_ON} d JOIN op needed ON needed.id = d.value
     WHERE op.id = ? ORDER BY needed.seq LIMIT ${NAMED}`,
    [id],
  );
  const neededBy = db.all<BriefRow>(
    `SELECT op.id, op.endpoint, op.label, op.state FROM op, ${DEPENDS_ON} d
     WHERE op.state IN (SELECT value FROM json_each(?)) AND d.value = ?
     ORDER BY op.seq LIMIT ${NAMED}`,
    [JSON.stringify(OPEN_STATES), id],
  );
  const last = db.one<{ status: number | null; body: string | null }>(
    'SELECT last_status AS status, last_body AS body FROM op WHERE id = ?',
    [id],
  );
  const status = last?.status ?? null;
  return {
    needs: needs.map(briefOf),
    neededBy: neededBy.map(briefOf),
    answer: status === null ? null : { status, body: last?.body ?? null },
  };
}

/** Records of a kind that are named before the rest is only counted. */
const NAMED_RECORDS = 5;

/** The open writes by what they do, the most frequent first. */
export interface WaitingKind {
  title: string;
  count: number;
  /** The first few records by their names. */
  records: string[];
}

export function waitingKinds(db: ReadableDb, _input: null): WaitingKind[] {
  const states = JSON.stringify(OPEN_STATES);
  const kinds = db.all<{ endpoint: string; count: number }>(
    `SELECT endpoint, count(*) AS count FROM op
     WHERE state IN (SELECT value FROM json_each(?)) GROUP BY endpoint
     ORDER BY count DESC, min(seq)`,
    [states],
  );
  return kinds.map(({ endpoint, count }) => ({
    title: titleOf(endpoint),
    count,
    records: db
      .all<{ name: string }>(
        `SELECT CASE label WHEN '' THEN target_id ELSE label END AS name FROM op
         WHERE state IN (SELECT value FROM json_each(?)) AND endpoint = ?
         GROUP BY name ORDER BY min(seq) LIMIT ${NAMED_RECORDS}`,
        [states, endpoint],
      )
      .map(({ name }) => name),
  }));
}

import type { OpState } from '../../../../shared/ipc/shapes.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns } from '../model/record.ts';
import { wrongState } from '../model/refusals.ts';
import { ORPHANED, REASONS, wentByFile } from '../model/remedies.ts';
import { CHANGEABLE_STATES, IDLE_STATES } from '../model/states.ts';
import { ruleOf } from '../model/rule.ts';
import type { WritableDb } from '../../db/handles.ts';
import { Refusal } from '../../db/refusal.ts';
import { forgetTemporary } from './enqueue.ts';
import { DEPENDS_ON, among, lanesOf, loadColumns, moveOp } from './opStore.ts';
import type { Lane, OpChange } from './opStore.ts';
import * as t from '../../db/schema.ts';
import { select } from '../../db/statement.ts';

/** Writes that a person takes back, gives up or brings back, and what becomes of those that need them. */

export interface CancelInput {
  id: string;
  now: number;
}

/** Takes back a waiting op and the waiting ones that need it. Empty when it no longer waits. */
export function cancel(db: WritableDb, input: CancelInput): { cancelled: string[]; lanes: Lane[] } {
  const columns = loadColumns(db, input.id);
  const cancelled: string[] = [];
  const lanes: Lane[] = [];
  if (columns?.state !== 'QUEUED') return { cancelled, lanes };
  const visit = (row: OpColumns, reason: string): void => {
    for (const dependent of dependents(db, row.id)) visit(dependent, `needed ${input.id}`);
    // A dependent of two cancelled ones is met twice.
    const { state } = loadColumns(db, row.id) ?? row;
    if (state === 'UNCERTAIN') orphan(db, row, input.now);
    if (state !== 'QUEUED') return;
    moveOp(db, row, 'CANCELLED', input.now, reason);
    cancelled.push(row.id);
    const op = decodeOp(row);
    if (op === null) return;
    lanes.push(...lanesOf(op));
    if (ruleOf(op.endpoint).does === 'create') forgetTemporary(db, op.entity, op.targetId);
  };
  visit(columns, 'taken back');
  return { cancelled, lanes };
}

function dependents(db: WritableDb, id: string): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.op}, ${DEPENDS_ON} d WHERE ${among(t.op.state, CHANGEABLE_STATES)}
      AND d.value = ? ORDER BY ${t.op.seq} DESC`,
    [id],
  );
}

/**
 * Asks about an op whose record will not be made. One out of a file that proves nothing is
 * UNCERTAIN, though it can't have left without its record.
 */
function orphan(db: WritableDb, columns: OpColumns, now: number): void {
  if (!IDLE_STATES.includes(columns.state)) return;
  const states: readonly OpState[] =
    columns.state === 'UNCERTAIN' ? ['VERIFYING', 'NEEDS_USER'] : ['NEEDS_USER'];
  through(db, columns, states, now, 'the record that it needs was given up', { error: ORPHANED });
}

const GIVEN_UP = 'given up by a person';
const BROUGHT_BACK = 'brought back by a person';

/** Moves an op by legal steps to where no single one leads, all in one transaction. */
export function through(
  db: WritableDb,
  columns: OpColumns,
  states: readonly OpState[],
  now: number,
  reason: string,
  change: OpChange = {},
): void {
  let from = columns.state;
  states.forEach((to, index) => {
    const last = index === states.length - 1;
    moveOp(db, { ...columns, state: from }, to, now, reason, last ? change : {});
    from = to;
  });
}

/** Gives up an op that waits for a person. What needs it can't be sent and asks too. */
export function discard(db: WritableDb, input: CancelInput): OpColumns | null {
  const columns = loadColumns(db, input.id);
  if (columns?.state === 'UNCERTAIN' && wentByFile(columns.hold)) {
    // It went by file: nothing was looked at, and a person does not want it.
    through(db, columns, ['VERIFYING', 'NEEDS_USER', 'DISCARDED'], input.now, GIVEN_UP);
  } else if (columns?.state === 'NEEDS_USER') {
    moveOp(db, columns, 'DISCARDED', input.now, GIVEN_UP);
  } else return null;
  // Only a create has dependents; one that can't be understood may be one, too.
  if (columns.temporary === 1) {
    for (const row of dependents(db, input.id)) orphan(db, row, input.now);
  }
  return loadColumns(db, input.id);
}

const ANEW = wrongState(
  'The record of this write was made anew, with this change: change the new one.',
).error;

/** Brings a discarded op back to where it was, and with it what needs it. */
export function restore(db: WritableDb, input: CancelInput): OpColumns | null {
  const columns = loadColumns(db, input.id);
  if (columns?.state !== 'DISCARDED') return null;
  const recreatedBy = decodeOp(columns)?.watch.recreatedBy ?? null;
  const made = recreatedBy === null ? undefined : loadColumns(db, recreatedBy)?.state;
  if (made !== undefined && made !== 'CANCELLED' && made !== 'DISCARDED') throw new Refusal(ANEW);
  const back = (row: OpColumns, states: readonly OpState[]): readonly OpState[] =>
    wentByFile(row.hold) ? ['VERIFYING', 'UNCERTAIN'] : states;
  through(db, columns, ['NEEDS_USER', ...back(columns, [])], input.now, BROUGHT_BACK);
  for (const row of dependents(db, input.id)) {
    if (row.state !== 'NEEDS_USER' || decodeOp(row)?.error?.code !== REASONS.orphaned) continue;
    const reason = 'the record that it needs was brought back';
    through(db, row, back(row, ['QUEUED']), input.now, reason, { error: null });
  }
  return loadColumns(db, input.id);
}

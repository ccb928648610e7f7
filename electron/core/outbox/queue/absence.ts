import { writeNames } from '../../../../shared/api/catalogue.ts';
import type { WriteName } from '../../../../shared/api/catalogue.ts';
import { ok } from '../../../../shared/result.ts';
import type { AppError, Result } from '../../../../shared/result.ts';
import type { OutboxContext } from './context.ts';
import { everyRecord } from './lists.ts';
import type { CompleteList, Lists } from './lists.ts';
import { narrowest } from '../model/narrowest.ts';
import type { OpRecord } from '../model/record.ts';
import { listParams, readRecord, verifierOf } from './service.ts';
import { isArchivedText } from '../../../../shared/rules/archived.ts';
import { ruleOf } from '../model/rule.ts';

/** What complete lists say of a record that the service says, by its id, it does not have. */
export type Absence =
  | { is: 'absent' }
  /** `why` is a sentence. */
  | { is: 'unproved'; why: string }
  | { is: 'failed'; error: AppError };

/**
 * Looks for the record of a delete in a complete list that is asked for now, and whether another one
 * of that list can be read by its id: where none can, a 404 says nothing about this one.
 */
export async function absenceOf(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Absence> {
  const list = await wholeList(context, lists, op);
  if (!list.ok) return { is: 'failed', error: list.error };
  const { rows, withoutArchived } = list.value;
  const known = await context.store.read('records.get', { entity: op.entity, id: op.targetId });
  const wasArchived = known?.row.archived === true;
  // One that was archived is in no list of living ones.
  if (wasArchived && withoutArchived !== null) return { is: 'failed', error: withoutArchived };
  if (rows.has(op.targetId)) {
    const why = 'The service says that it does not have a record which it lists.';
    return { is: 'unproved', why };
  }
  // An account may read living ones only: of an archived one an archived one is the better witness.
  const alike = [...rows].find(([, text]) => isArchivedText(text) === wasArchived);
  const witness = alike?.[0] ?? rows.keys().next().value;
  if (witness === undefined) return ofEmptyList(context, op);
  const reading = await readRecord(context, op.entity, witness, op.params);
  if (reading?.is === 'failed') return { is: 'failed', error: reading.error };
  if (reading?.is === 'record') return { is: 'absent' };
  const why = 'The service says of another record too, which it lists, that it does not have it.';
  return { is: 'unproved', why };
}

/**
 * A record that can't be read by its id, as a whole list shows it; null where that lacks it, or where there is
 * no list of its kind. Errors: those of the list.
 */
export async function listedText(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Result<string | null>> {
  if (creatorOf(op) === undefined) return ok(null);
  const list = await wholeList(context, lists, op);
  return list.ok ? ok(list.value.rows.get(op.targetId) ?? null) : list;
}

/** An empty list is an answer only where nothing else is known of that kind. */
async function ofEmptyList(context: OutboxContext, { entity }: OpRecord): Promise<Absence> {
  const { total } = await context.store.read('scan.candidates', { entity });
  if (total === 0) return { is: 'absent' };
  return { is: 'unproved', why: 'The list of the service is empty, though records are known.' };
}

/** The write that makes records like that of an op, where that is; its list has all of them. */
function creatorOf({ entity, params }: OpRecord): WriteName | undefined {
  const creates = writeNames.filter((name) => {
    const { does, target } = ruleOf(name);
    return does === 'create' && target.entity === entity;
  });
  return narrowest(creates, params);
}

/** Every record among which creates of that kind are looked for: every delete has such a list. */
async function wholeList(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Result<CompleteList>> {
  const creates = creatorOf(op);
  if (creates === undefined) throw new Error(`Records of ${op.entity} are deleted and never made`);
  const name = verifierOf(creates);
  const of = { entity: op.entity, name, params: listParams(name, op.params) };
  return everyRecord(context, lists, of, op.updatedAt - 1);
}

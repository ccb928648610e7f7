import { writeNames } from '../../../../shared/api/catalogue.ts';
import type { AppError, Result } from '../../../../shared/result.ts';
import type { OutboxContext } from './context.ts';
import { completeList } from './lists.ts';
import type { CompleteList, Lists } from './lists.ts';
import type { OpRecord } from '../model/record.ts';
import { listParams, readRecord, verifierOf } from './service.ts';
import { ruleOf } from '../model/touched.ts';

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
  const { rows } = list.value;
  if (rows.has(op.targetId)) {
    const why = 'The service says that it does not have a record which it lists.';
    return { is: 'unproved', why };
  }
  const [witness] = rows.keys();
  if (witness === undefined) return ofEmptyList(context, op);
  const reading = await readRecord(context, op.entity, witness, op.params);
  if (reading?.is === 'failed') return { is: 'failed', error: reading.error };
  if (reading?.is === 'record') return { is: 'absent' };
  const why = 'The service says of another record too, which it lists, that it does not have it.';
  return { is: 'unproved', why };
}

/** An empty list is an answer only where nothing else is known of that kind. */
async function ofEmptyList(context: OutboxContext, { entity }: OpRecord): Promise<Absence> {
  const { total } = await context.store.read('scan.candidates', { entity });
  if (total === 0) return { is: 'absent' };
  return { is: 'unproved', why: 'The list of the service is empty, though records are known.' };
}

/** The list in which creates of that kind are looked for: every delete has one. */
async function wholeList(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Result<CompleteList>> {
  const creates = writeNames.find((name) => {
    const { does, target } = ruleOf(name);
    return does === 'create' && target.entity === op.entity;
  });
  if (creates === undefined) throw new Error(`Records of ${op.entity} are deleted and never made`);
  const name = verifierOf(creates);
  return completeList(context, lists, name, listParams(name, op.params), op.updatedAt - 1);
}

import type { Candidate } from '../../../../shared/ipc/shapes.ts';
import { sameValue } from '../../../../shared/rules/merge.ts';
import type { OpRecord } from '../model/record.ts';
import { isArchivedText } from '../../../../shared/rules/archived.ts';
import { fieldsOf, setBy } from '../model/rule.ts';
import type { OutboxContext } from './context.ts';
import { readRecord } from './service.ts';

/** More than a person can compare are not read one by one. */
export const MOST_SHOWN = 20;

/**
 * The records that a create may have made, each beside what the create sent, as the service holds
 * them now; where it can't be asked, as the mirror does.
 */
export async function candidatesOf(context: OutboxContext, op: OpRecord): Promise<Candidate[]> {
  const ids = op.watch.candidates.slice(0, MOST_SHOWN);
  const claims = await context.store.read('outbox.claims', { entity: op.entity, ids, opId: op.id });
  const by = new Map(claims.map(({ id, label }) => [id, label]));
  return Promise.all(
    ids.map(async (id): Promise<Candidate> => {
      const claimedBy = by.get(id) ?? null;
      const reading = await readRecord(context, op.entity, id, op.params);
      if (reading?.is === 'record') return { ...beside(op, id, reading.text), claimedBy };
      const known = await context.store.read('records.get', { entity: op.entity, id });
      const isGone = reading?.is === 'gone';
      if (isGone || known === null) {
        return { id, source: isGone ? 'gone' : 'unknown', archived: false, claimedBy, fields: [] };
      }
      return { ...beside(op, id, known.row.json), source: 'mirror', claimedBy };
    }),
  );
}

function beside(op: OpRecord, id: string, text: string): Omit<Candidate, 'claimedBy'> {
  const shown = fieldsOf(op.endpoint, text);
  const fields = setBy(op.endpoint, op.params, op.patch).map(({ field, mine, options }) => {
    const theirs = shown(field);
    return { field, mine, theirs, isSame: sameValue(theirs, mine, options) };
  });
  return { id, source: 'service', archived: isArchivedText(text), fields };
}

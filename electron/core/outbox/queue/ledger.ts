import { isWriteName } from '../../../../shared/api/catalogue.ts';
import type { FieldConflict, Hold, Op } from '../../../../shared/ipc/shapes.ts';
import { isEntity } from '../../../../shared/model/entity.ts';
import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import { parsedJson } from '../../../../shared/rules/jsonValue.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import type { ConnectionMonitor } from '../../account.ts';
import type { LedgerRow } from '../store/statements.ts';
import { decodeOp, errorOf, titleOf } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { inverseOf, isHeldBack, remediesOf } from '../model/remedies.ts';
import { IDLE_STATES } from '../model/states.ts';
import { linkedId, ruleOf, setBy } from '../model/rule.ts';

/** Why nothing leaves at the moment, whatever the op. */
export type QueueHold = Extract<Hold, 'offline' | 'signIn' | 'disk' | 'rateLimit'> | null;

/** What the connection holds back. */
export function connectionHold(connection: ConnectionMonitor): QueueHold {
  const { state } = connection.current();
  switch (state) {
    case 'online':
      return null;
    case 'offline':
    case 'workOffline':
      return 'offline';
    case 'signedOut':
    case 'expired':
      return 'signIn';
  }
}

/** An op as the ledger shows it; one that can't be understood shows as far as it can. */
export function toOp(row: LedgerRow, held: QueueHold): Op {
  const op = decodeOp(row);
  const error = errorOf(row.error);
  const hold = holdOf(row, held);
  return {
    id: row.id,
    seq: row.seq,
    endpoint: row.endpoint,
    title: titleOf(row.endpoint),
    entity: isEntity(row.entity) ? row.entity : 'vehicle',
    targetId: row.target_id,
    label: row.label,
    state: row.state,
    hold,
    holdUntil: hold === row.hold && !isHeldBack(hold) ? row.hold_until : null,
    patch: row.patch,
    before: row.before,
    link: op === null ? null : linkOf(op),
    sets: setsOf(row.endpoint),
    dependsOn: op?.dependsOn ?? [],
    attempts: row.attempts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    error,
    conflicts: op?.conflicts ?? ((parsedJson(row.conflicts) ?? []) as FieldConflict[]),
    candidates: op?.watch.candidates ?? [],
    inverse: inverseOf(row.endpoint),
    remedies: remediesOf({
      state: row.state,
      endpoint: row.endpoint,
      hold: row.hold,
      code: error?.code ?? null,
      hasPatch: op !== null && op.patch !== '{}',
    }),
  };
}

/** What an assignment links its target to, by the catalogue's rule. */
function linkOf(op: OpRecord): Op['link'] {
  const rule = ruleOf(op.endpoint);
  if (rule.link === undefined || (rule.does !== 'assign' && rule.does !== 'unassign')) return null;
  const id = rule.does === 'assign' ? linkedId(rule, op.params, op.patch) : null;
  // By a path alone: what names the other record in its body, or takes somebody off, is made anew instead.
  const canGoBack =
    id !== null &&
    rule.also?.param !== undefined &&
    referenceId(jsonMember(op.before, rule.link.object)) !== null;
  return { field: rule.link.object, entity: rule.link.entity, id, canGoBack };
}

/** What a write without a body of its own sets, by the catalogue's rule. */
function setsOf(name: string): string | null {
  if (!isWriteName(name)) return null;
  const { does } = ruleOf(name);
  const isBare = does === 'archive' || does === 'restore' || does === 'unassign';
  return isBare ? (setBy(name, {}, '{}')[0]?.mine ?? null) : null;
}

/** Reasons from the most particular to the most general. */
function holdOf(row: LedgerRow, held: QueueHold): Hold | null {
  if (!IDLE_STATES.includes(row.state)) return null;
  if (isHeldBack(row.hold)) return row.hold;
  if (row.blocked === 1) return 'op';
  return held ?? row.hold;
}

import type { FieldConflict } from '../../../../shared/ipc/shapes.ts';
import { jsonMembers, jsonObject } from '../../../../shared/rules/jsonText.ts';
import { sameValue, threeWay } from '../../../../shared/rules/merge.ts';
import type { FieldText } from '../../../../shared/rules/merge.ts';
import type { OpRecord } from './record.ts';
import { ARCHIVED, fieldsOf, ruleOf, setBy } from './rule.ts';
import { isSpelling } from './spelling.ts';

/** What a fresh reading of the target means for a write that has not left. */
export type Decision =
  /** Send these body fields: only those that are not so already. */
  | { is: 'send'; body: string }
  /** The service already has it. */
  | { is: 'already' }
  /** Somebody else changed the same fields. */
  | { is: 'conflict'; conflicts: FieldConflict[] };

/** By field what the last of the earlier writes of this desk left in it, and what it was before each of them. */
export type LeftEarlier = ReadonlyMap<string, { left: FieldText; before: readonly FieldText[] }>;

/**
 * Base, mine and theirs, field by field. A reading that shows in place of what an earlier write `left`
 * what this one wants may be from before both: what is there already may be set once more.
 */
export function decide(op: OpRecord, theirs: string, left: LeftEarlier): Decision {
  const rule = ruleOf(op.endpoint);
  if (rule.does === 'delete') return { is: 'send', body: op.patch };
  const conflicts: FieldConflict[] = [];
  const dropped = new Set<string>();
  const setFields = setBy(op.endpoint, op.params, op.patch);
  const before = jsonMembers(op.before);
  const leftBefore = jsonMembers(op.watch.leftBefore ?? '{}');
  const shown = fieldsOf(op.endpoint, theirs);
  const isSilent = silentOf(op);
  for (const { field, mine, options } of setFields) {
    const base = before.get(field) ?? null;
    const now = shown(field);
    switch (threeWay(base, mine, now, options)) {
      case 'drop': {
        // A record by its id may show less than the list: that proves nothing empty that was not.
        if (now === null && isSilent(field)) break;
        const own = left.get(field);
        const mayBeOlder =
          own !== undefined &&
          !sameValue(now, own.left, options) &&
          own.before.some((then) => sameValue(now, then, options));
        if (!mayBeOlder) dropped.add(field);
        break;
      }
      case 'conflict':
        // Living or archived: there is no third value to disagree about.
        if (rule.does === 'archive' || rule.does === 'restore') break;
        // What this write wanted before it was changed, done by a copy that nobody answered for.
        if (leftBefore.has(field) && sameValue(now, leftBefore.get(field) ?? null, options)) break;
        // What was sent before, done by a service that tidies up what it keeps.
        if (op.attempts > 0 && isSpelling(op.entity, field, mine, now)) {
          dropped.add(field);
          break;
        }
        conflicts.push({ field, base, mine, theirs: now });
        break;
      case 'send':
        break;
    }
  }
  if (conflicts.length > 0) return { is: 'conflict', conflicts };
  if (setFields.length > 0 && dropped.size === setFields.length) return { is: 'already' };
  if (rule.does !== 'update') return { is: 'send', body: op.patch };
  const body = [...jsonMembers(op.patch)].filter(([field]) => !dropped.has(field));
  return { is: 'send', body: jsonObject(body) };
}

/**
 * Whether a reading that lacks a field tells nothing of it: it had a value, and no reading before a request
 * showed that it is told at all.
 */
function silentOf({ watch, before: known }: OpRecord): (field: string) => boolean {
  const shown = new Set(watch.shown);
  const before = jsonMembers(known);
  return (field) => (before.get(field) ?? 'null') !== 'null' && !shown.has(field);
}

/** Whether a field that is set to this may be read as absent. */
function isEmpty(mine: FieldText): boolean {
  return mine === null || ['null', '""', '[]', '{}'].includes(mine);
}

/** The fields that a write empties and that a reading shows. */
export function emptiedIn(op: OpRecord, reading: string): string[] {
  const shown = fieldsOf(op.endpoint, reading);
  return setBy(op.endpoint, op.params, op.patch)
    .filter(({ field, mine }) => isEmpty(mine) && shown(field) !== null)
    .map(({ field }) => field);
}

/** What a reading after an uncertain write proves. */
export type Proof =
  /** Everything that I wanted is there. */
  | { is: 'mine' }
  /** Nothing third is there: sending again can't overwrite anybody. */
  | { is: 'notYet' }
  | { is: 'conflict'; conflicts: FieldConflict[] };

export function prove(op: OpRecord, theirs: string, left: LeftEarlier): Proof {
  const decision = decide(op, theirs, left);
  switch (decision.is) {
    case 'already':
      return { is: 'mine' };
    case 'send':
      return { is: 'notYet' };
    case 'conflict':
      return decision;
  }
}

/** Values that were sent and of which a record says nothing. */
export function notShown(op: OpRecord, record: string): string[] {
  const shown = fieldsOf(op.endpoint, record);
  const isSilent = silentOf(op);
  return setBy(op.endpoint, op.params, op.patch)
    .filter(({ field, mine }) => shown(field) === null && (!isEmpty(mine) || isSilent(field)))
    .map(({ field }) => field);
}

/** Sent fields that the service keeps in another form than they were sent. */
export function storedOtherwise(op: OpRecord, record: string): string[] {
  const shown = fieldsOf(op.endpoint, record);
  return setBy(op.endpoint, op.params, op.patch)
    .filter(({ field, mine, options }) => {
      const now = shown(field);
      return now !== null && !sameValue(now, mine, options);
    })
    .map(({ field }) => field);
}

/** Whether a record shows in place of something that was sent what it had there before. */
export function isAsBefore(op: OpRecord, before: string, record: string): boolean {
  const had = fieldsOf(op.endpoint, before);
  const shown = fieldsOf(op.endpoint, record);
  return setBy(op.endpoint, op.params, op.patch).some(({ field, mine, options }) => {
    const now = shown(field);
    if (field === ARCHIVED && now === null) return false;
    return (
      !sameValue(now, mine, options) &&
      sameValue(now, had(field), options) &&
      !isSpelling(op.entity, field, mine, now)
    );
  });
}

import type { WriteName } from '../../../../shared/api/catalogue.ts';
import type { Choices } from '../../../../shared/ipc/shapes.ts';
import type { AppError } from '../../../../shared/result.ts';
import { jsonMembers, jsonObject, setJsonMembers } from '../../../../shared/rules/jsonText.ts';
import { fieldNames } from '../../../../shared/rules/fieldNames.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import { temporaryIdsIn, temporaryIdsOf } from '../../../../shared/rules/temporaryId.ts';
import { wrongState } from '../model/refusals.ts';
import { REASONS } from '../model/remedies.ts';
import { mergedEdit } from '../model/editMerge.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { ruleOf } from '../model/rule.ts';
import { asSent } from '../model/undo.ts';
import type { WritableDb } from '../../db/handles.ts';
import { Refusal } from '../../db/refusal.ts';
import { addHistory, loadColumns, moveOp, openOps, updateOp } from './opStore.ts';
import { THEIRS_CHOSEN, beforeOf, firstBefore } from './base.ts';
import { keepsPlace, occupantsOf, otherAfter, retie } from './lanes.ts';
import { describe } from '../../mirror/describe.ts';
import { rebase } from '../../mirror/overlay.ts';
import { resolveTemporary, withNames } from './temporaryIds.ts';

/** Refuses an edit after which the write would have to stand elsewhere in the queue. */
const OUT_OF_ORDER = wrongState(
  'So changed, this write would have to come after one that was made later. Take it back and make it anew: it then comes last.',
).error;

/** Refuses an edit of what another window has edited too: neither of them has seen the other. */
function alsoEdited(endpoint: WriteName, fields: readonly string[]): AppError {
  const names = fieldNames(endpoint, fields);
  return wrongState(
    `The same was changed meanwhile: ${names}. Open this again to see it as it is now.`,
  ).error;
}

/**
 * Gives a write that was never applied another body; one that was refused waits again. Null when
 * it may have been applied: then what it sent is fixed. Refused where it could not keep its place, and
 * where another window has given a field that was edited another value.
 *
 * @param input.was what the write said when the form was opened; null where none tells
 */
export function edit(
  db: WritableDb,
  input: { id: string; now: number; patch: string; was: string | null },
): OpColumns | null {
  const columns = loadColumns(db, input.id);
  const op = columns === null ? null : decodeOp(columns);
  if (columns === null || op === null || !isEditable(op)) return null;
  const [was, mine] = [withNames(db, input.was ?? op.patch), withNames(db, input.patch)];
  const merged = mergedEdit(was, mine, op.patch);
  if (merged.disputed.length > 0) throw new Refusal(alsoEdited(op.endpoint, merged.disputed));
  const resolved = resolveTemporary(db, {}, merged.patch);
  if (resolved.missing !== null) return null;
  const also = otherAfter(op, op.params, resolved.patch);
  const inBody = temporaryIdsIn(op.patch);
  const inPath = Object.values(op.params);
  // What only the old body needed is waited for no longer.
  const stillNeeded = op.dependsOn.filter((id) => {
    const names = temporaryIdsOf(id);
    return names.some((name) => inPath.includes(name)) || !names.some((name) => inBody.has(name));
  });
  const dependsOn = [...new Set([...stillNeeded, ...resolved.dependsOn])];
  const added = dependsOn.filter((id) => !op.dependsOn.includes(id));
  if (!keepsPlace(db, op, { also, dependsOn: added })) throw new Refusal(OUT_OF_ORDER);
  const target = { entity: op.entity, id: op.targetId };
  const ahead = openOps(db, target).filter(({ seq }) => seq < op.seq);
  const { endpoint, params } = op;
  const now = { endpoint, params, patch: resolved.patch, seen: null, seenAt: null, ahead };
  const before = firstBefore(op, resolved.patch, beforeOf(db, target, now));
  const isSame = also?.id === op.also?.id;
  const occupants = isSame ? op.watch.occupants : occupantsOf(db, endpoint, also);
  const watch = { ...op.watch, leftBefore: leftBefore(op), occupants };
  const change = {
    ...{ patch: resolved.patch, before, error: null, watch },
    // What a create makes is called as it is sent.
    ...(ruleOf(endpoint).does === 'create'
      ? { label: describe(op.entity, resolved.patch).title }
      : {}),
  };
  if (op.state === 'NEEDS_USER') {
    moveOp(db, columns, 'QUEUED', input.now, 'changed by a person', {
      ...change,
      hold: null,
      holdUntil: null,
      watch: { ...watch, absences: 0, failures: 0, approvedAt: input.now },
    });
  } else {
    updateOp(db, op.id, input.now, change);
    addHistory(db, op.id, input.now, op.state, op.state, 'changed by a person');
  }
  for (const lane of retie(db, op, { also, dependsOn })) rebase(db, lane.entity, lane.id);
  return loadColumns(db, input.id);
}

/** What had left of a write that is changed now: it was refused, and yet a copy of it may have been done. */
function leftBefore({ attempts, lastStatus, patch, watch }: OpRecord): string | null {
  return attempts === 0 && lastStatus === null
    ? watch.leftBefore
    : setJsonMembers(watch.leftBefore ?? '{}', jsonMembers(patch));
}

function isEditable(op: OpRecord): boolean {
  if (op.patch === '{}') return false;
  if (op.state === 'QUEUED') return true;
  const fixed: readonly string[] = [
    REASONS.conflict,
    REASONS.gone,
    REASONS.unverifiable,
    REASONS.undecodable,
    REASONS.orphaned,
    REASONS.noPath,
    REASONS.another,
  ];
  return op.state === 'NEEDS_USER' && !fixed.includes(op.error?.code ?? '');
}

/**
 * The parameter by which an assignment, or its end, names the other record once a person has chosen: whoever
 * takes somebody off takes off who is there now, and a service wants to be told whom. Null where the choice
 * would take another write.
 */
function linkedBy(
  { endpoint }: OpRecord,
  choice: 'base' | 'mine',
  { base, theirs }: { base: string | null; theirs: string | null },
): Record<string, string> | null {
  const { also, does } = ruleOf(endpoint);
  const isEnd = does === 'unassign';
  if (choice !== 'base' && !isEnd) return {};
  const id = referenceId(choice === 'base' ? base : theirs);
  if (choice === 'base' && (isEnd || id === null || also?.param === undefined)) return null;
  return also?.param === undefined || id === null ? {} : { [also.param]: id };
}

/** Refuses a choice of which nobody knows whether it would be made again over what is there by now. */
const ANOTHER_VALUE = wrongState(
  'The service holds another value by now. Look at it, and choose again.',
).error;

/** The side that a choice takes over what the service holds by now; null where it was made over something else. */
function sideOver(
  theirs: string | null,
  chosen: Choices[string],
): 'base' | 'mine' | 'theirs' | null {
  if (typeof chosen === 'string') return chosen;
  return chosen.theirs === theirs ? chosen.side : null;
}

/**
 * Ends a conflict: mine is sent over theirs, base is sent back, theirs is kept. Null where a choice
 * is not possible for this write. Refused where a disputed field has no choice, or one that was made over
 * another value of theirs: another window may have decided since, and the service have answered anew.
 */
export function resolve(
  db: WritableDb,
  input: { id: string; now: number; choices: Readonly<Choices> },
): OpColumns | null {
  const columns = loadColumns(db, input.id);
  const op = columns === null ? null : decodeOp(columns);
  if (columns === null || op?.state !== 'NEEDS_USER') return null;
  const before = jsonMembers(op.before);
  const patch = new Map<string, string | null>();
  let params = op.params;
  let unchanged = 0;
  for (const { field, base, theirs } of op.conflicts) {
    const chosen = Object.hasOwn(input.choices, field) ? input.choices[field] : undefined;
    const choice = chosen === undefined ? null : sideOver(theirs, chosen);
    if (choice === null) throw new Refusal(ANOTHER_VALUE);
    // The decision was made looking at theirs: only a third value would be a new conflict.
    if (theirs === null) before.delete(field);
    else before.set(field, theirs);
    if (choice === 'theirs') {
      patch.set(field, null);
      unchanged += 1;
    } else if (ruleOf(op.endpoint).link !== undefined) {
      const other = linkedBy(op, choice, { base, theirs });
      if (other === null) return null;
      params = { ...params, ...other };
    } else if (choice === 'base') {
      const sent = asSent(op.endpoint, field, base ?? 'null');
      if (sent === null) return null;
      patch.set(field, sent);
    }
  }
  const { does } = ruleOf(op.endpoint);
  const resolved = resolveTemporary(
    db,
    {},
    does === 'update' ? setJsonMembers(op.patch, patch) : op.patch,
  );
  if (resolved.missing !== null) return null;
  const merged = resolved.patch;
  const nothingLeft = does === 'update' ? jsonMembers(merged).size === 0 : unchanged > 0;
  const also = otherAfter(op, params, merged);
  const added = resolved.dependsOn.filter((id) => !op.dependsOn.includes(id));
  if (!nothingLeft && !keepsPlace(db, op, { also, dependsOn: added })) return null;
  const ties = { also, dependsOn: [...op.dependsOn, ...added] };
  const change = { conflicts: [], error: null, before: jsonObject(before) };
  if (nothingLeft) {
    moveOp(db, columns, 'CONFIRMED', input.now, THEIRS_CHOSEN, change);
  } else {
    moveOp(db, columns, 'QUEUED', input.now, 'decided by a person', {
      ...change,
      patch: merged,
      params,
      hold: null,
      holdUntil: null,
      watch: { ...op.watch, failures: 0, approvedAt: input.now },
    });
    for (const lane of retie(db, op, ties)) rebase(db, lane.entity, lane.id);
  }
  return loadColumns(db, input.id);
}

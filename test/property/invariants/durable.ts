import type { Op } from '../../../shared/ipc/shapes.ts';
import type { Desk, Loss } from '../desk.ts';
import type { LedgerOp } from '../ledger.ts';
import type { Model } from '../model.ts';
import { fieldOf, isCreate, same } from '../values.ts';

/** How long a write that reached the service stays in the journal, and so survives its database. */
const FINAL_MS = 30 * 24 * 3600 * 1000;

/** I1: an acknowledged intent is in the ops or the journal after any restart. */

/** What was acknowledged a moment ago is on disk, and the desk shows it. */
export function durableAfterWrite(
  model: Model,
  desk: Desk,
  op: Op,
  fields: Record<string, unknown>,
  /** The record as the mirror had it when it was asked for; null where it had none. */
  base: string | null,
): void {
  const disk = desk.ledger(model.tenant);
  const kept = disk?.op(op.id) ?? null;
  if (kept === null) {
    model.fault('I1', `${op.endpoint} ${op.id} was acknowledged and is not on disk`);
    return;
  }
  // Confirmed already, it is in the service's log.
  if (kept.endpoint === 'calibrateOdometer' || kept.state === 'CONFIRMED') return;
  const row = disk
    ?.records()
    .find(({ entity, id }) => entity === kept.entity && id === kept.target_id);
  const shown = row?.overlay ?? row?.base ?? null;
  for (const [field, value] of Object.entries(fields)) {
    // Read back as records, and by the name that a temporary one got.
    if (field === 'groupIds') continue;
    // It was so; what others made of it was read in the same moment.
    const wasSo = base !== null && same(fieldOf(base, field), value);
    if (wasSo && !same(fieldOf(row?.base ?? '{}', field), value)) continue;
    // An earlier write says the same, and came through in the same moment, in which others may have set it anew; or
    // this version can't read it, so that it is shown no more, and asks.
    const isSaid = disk
      ?.ops()
      .some(
        ({ id, seq, target_id, patch, updated_at }) =>
          seq < kept.seq &&
          target_id === kept.target_id &&
          same(fieldOf(patch, field), value) &&
          (model.spoilt.has(id) || updated_at >= kept.created_at),
      );
    if (isSaid === true) continue;
    // A record that was deleted here in the same moment is shown no more; the write is kept.
    const source = isCreate(kept.endpoint) || row === undefined ? kept.patch : shown;
    if (!same(fieldOf(source, field), value)) {
      model.fault('I1', `${op.endpoint} ${op.id}: ${field} was acknowledged and is not kept`);
    }
  }
}

/**
 * A form of a write was saved: what was folded into the write since it was opened, and was acknowledged, is
 * there still. `was` is what the write said when the form was opened, `now` right before it was saved, and
 * `field` what the person changed in it.
 */
export function durableAfterEdit(
  model: Model,
  desk: Desk,
  { opId, was, now, field: edited }: { opId: string; was: string; now: string; field: string },
): void {
  const left = desk.ledger(model.tenant)?.op(opId)?.patch ?? '{}';
  const names = new Set(Object.keys({ ...members(was), ...members(now) }));
  for (const field of names) {
    // Read back as records, and by the name that a temporary one got.
    if (field === 'groupIds') continue;
    const isNews = !same(fieldOf(now, field), fieldOf(was, field));
    const isLeft = same(fieldOf(left, field), fieldOf(now, field));
    if (isLeft || (field === edited && !isNews)) continue;
    model.fault('I1', `${opId}: ${field} was folded in while a form was open, and is forgotten`);
  }
}

function members(json: string): object {
  return JSON.parse(json) as object;
}

/** Every op that was on disk before a kill is there after it, whatever was lost. */
export function durableAfterKill(model: Model, desk: Desk, loss: Loss): void {
  const lost = loss.database ? 'the database was lost' : 'a kill';
  for (const tenant of [0, 1]) {
    // Only the account in use is open, and so recovered, after a start.
    const isOpen = tenant === model.tenant;
    for (const before of model.beforeKill(tenant)) {
      if (loss.database && hasLeftJournal(model, before)) {
        model.leave(tenant, before);
        continue;
      }
      if (!isOpen) continue;
      if (model.damaged.has(before.id)) continue;
      const after = desk.ledger(tenant)?.op(before.id) ?? null;
      if (after === null) {
        model.fault('I1', `${before.endpoint} ${before.id} is gone after ${lost}`);
      } else if (model.older.has(before.id)) {
        continue;
      } else if (
        after.patch !== before.patch ||
        after.seq !== before.seq ||
        after.endpoint !== before.endpoint ||
        after.params !== before.params
      ) {
        model.fault('I1', `${before.endpoint} ${before.id} is another one after ${lost}`);
      }
    }
  }
}

/** It was over for a month, by what the desk's clock has shown. */
function hasLeftJournal(model: Model, { state, updated_at }: LedgerOp): boolean {
  const isOver = state === 'CONFIRMED' || state === 'CANCELLED';
  return isOver && updated_at < model.latestMs - FINAL_MS;
}

/** In the end everything that was ever acknowledged can be found. */
export function durable(model: Model, desk: Desk): void {
  for (const [tenant, known] of model.acknowledged.entries()) {
    for (const id of known.keys()) {
      if (desk.ledger(tenant)?.op(id) === null && !model.damaged.has(id)) {
        model.fault('I1', `the acknowledged op ${id} is nowhere`);
      }
    }
  }
}

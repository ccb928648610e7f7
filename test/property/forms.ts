import type { ActOf } from './acts.ts';
import type { Desk } from './desk.ts';
import { durableAfterEdit } from './invariants/durable.ts';
import { isSettled } from './ledger.ts';
import type { Model, WriteForm } from './model.ts';
import { pick, vehicleOf } from './performOwn.ts';
import { nextOrder, noteIntent, rowOf, write } from './writing.ts';

export type OfForms = ActOf<'openEdit' | 'saveEdit' | 'openForm' | 'saveForm'>;

/** Forms that stay open while other windows, other people and the queue go on. */
export async function performForms(model: Model, desk: Desk, act: OfForms): Promise<void> {
  const disk = desk.ledger(model.tenant);
  switch (act.do) {
    case 'openEdit': {
      const open = (disk?.ops() ?? []).filter(
        ({ state }) => state === 'QUEUED' || state === 'NEEDS_USER',
      );
      const opId = pick(
        open.map(({ id }) => id),
        act.op,
      );
      const op = opId === null ? null : (disk?.op(opId) ?? null);
      if (op !== null) model.writeForms.push({ opId: op.id, was: op.patch });
      return;
    }
    case 'saveEdit': {
      const form = model.writeForms.pop();
      if (form === undefined) return;
      const isNews = disk?.op(form.opId)?.patch !== form.was;
      const done = await saveWrite(model, desk, form, act.value);
      if (isNews) model.met(`${done ? 'saved' : 'refused'} over what was folded in`);
      return;
    }
    case 'openForm': {
      const id = vehicleOf(model, desk, act.vehicle);
      const row = rowOf(desk, model.tenant, id);
      if (row?.base === undefined || row.base === null) return;
      const open = (disk?.ops() ?? []).filter(
        ({ target_id: target, state }) => target === id && !isSettled(state),
      );
      model.recordForms.push({
        ...{ id, base: row.base, shown: row.overlay ?? row.base, order: desk.network.order },
        atMs: act.untimed === true ? null : desk.time.desk.now(),
        open: new Set(open.map((op) => op.id)),
      });
      return;
    }
    case 'saveForm': {
      const form = model.recordForms.pop();
      if (form === undefined) return;
      const now = rowOf(desk, model.tenant, form.id);
      const isOld = (now?.overlay ?? now?.base) !== form.shown;
      model.met(isOld ? 'form of a record that was changed' : 'form of a record');
      const fields: [string, unknown][] = [[act.field, `mine ${act.value}`]];
      return write(model, desk, 'updateVehicle', { vehicleId: form.id }, fields, form);
    }
  }
}

/** Fields of which a person changes the first that the write sets. */
const EDITED = ['defaultLabel', 'model', 'name', 'regNo', 'phone', 'fullName'];

/** Saves the form of a write with one field changed; false where the desk refuses it. */
export async function saveWrite(
  model: Model,
  desk: Desk,
  { opId, was }: WriteForm,
  value: number,
): Promise<boolean> {
  const at = model.tenant;
  const order = nextOrder(desk);
  const body = JSON.parse(was) as Record<string, unknown>;
  const field = EDITED.find((name) => name in body);
  if (field === undefined) return false;
  delete body['fleetNo'];
  const changed = { ...body, [field]: `edited ${value}` };
  const now = desk.ledger(at)?.op(opId)?.patch ?? was;
  const done = await desk.call('outbox.decide', {
    opId,
    decision: { remedy: 'edit', body: changed as never, was },
  });
  if (!done.ok) return false;
  model.acknowledge(at, done.value.op);
  model.edited.add(opId);
  noteIntent(model, desk, at, opId, order);
  durableAfterEdit(model, desk, { opId, was, now, field });
  return true;
}

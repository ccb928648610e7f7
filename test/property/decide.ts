import type { Act, ActOf } from './acts.ts';
import type { Desk } from './desk.ts';
import { saveWrite } from './forms.ts';
import type { LedgerOp } from './ledger.ts';
import type { Model, ShownConflict } from './model.ts';
import { pick } from './performOwn.ts';
import { idOf, isCreate, valueOf } from './values.ts';
import { nextOrder, noteIntent } from './writing.ts';

type Decision = Extract<
  Act,
  {
    do:
      | 'hold'
      | 'resume'
      | 'retry'
      | 'retryUnseen'
      | 'discard'
      | 'undo'
      | 'recreate'
      | 'giveBack'
      | 'cancel'
      | 'edit'
      | 'link'
      | 'linkSlowly'
      | 'resolve'
      | 'openConflict';
  }
>;

/** The person presses something at a write. */
export async function decide(model: Model, desk: Desk, act: Decision): Promise<void> {
  const opId = pick(model.order[model.tenant], act.op);
  if (opId === null) return;
  const op = desk.ledger(model.tenant)?.op(opId) ?? null;
  // Whoever handed it over asks at the other computer first.
  const { handing } = desk.network.traffic;
  if (act.do === 'resume' && handing.isOpenElsewhere(desk, model.tenant, opId)) return;
  const done = await press(model, desk, act, opId, op);
  if (done && op !== null) model.met(`${act.do} of ${op.state}`);
}

/** Gives false where it was not possible. */
async function press(
  model: Model,
  desk: Desk,
  act: Decision,
  opId: string,
  op: LedgerOp | null,
): Promise<boolean> {
  const at = model.tenant;
  const order = nextOrder(desk);
  switch (act.do) {
    case 'hold':
    case 'resume':
    case 'retry':
    case 'retryUnseen':
    case 'discard':
    case 'undo':
    case 'recreate': {
      const seen = act.do === 'retry' ? candidatesOf(op) : [];
      const isRetry = act.do === 'retry' || act.do === 'retryUnseen';
      const asked = op?.state === 'NEEDS_USER' ? codeOf(op) : null;
      const decision = isRetry ? { remedy: 'retry' as const, seen, asked } : { remedy: act.do };
      const done = await desk.call('outbox.decide', { opId, decision });
      if (!done.ok) return false;
      if (isRetry) sentAgain(model, opId, op, seen);
      const known = model.acknowledged[at]?.has(done.value.op.id) === true;
      model.acknowledge(at, done.value.op);
      // An undo may have been folded into a write that waits: that is what the person wants now.
      if (!known || done.value.op.id !== opId) noteIntent(model, desk, at, done.value.op.id, order);
      return true;
    }
    case 'giveBack':
      model.givenBack.add(opId);
      return (await desk.call('outbox.decide', { opId, decision: { remedy: 'restore' } })).ok;
    case 'cancel':
      return (await desk.call('outbox.decide', { opId, decision: { remedy: 'cancel' } })).ok;
    case 'edit':
      return op !== null && saveWrite(model, desk, { opId, was: op.patch }, act.value);
    case 'link':
      return op !== null && link(model, desk, op, act.candidate);
    case 'linkSlowly':
      return linkSlowly(model, desk, act);
    case 'resolve':
      return op !== null && resolve(model, desk, conflictOf(op), act.choice);
    case 'openConflict':
      if (op !== null) model.conflicts.push(conflictOf(op));
      return op !== null;
  }
}

function codeOf({ error }: LedgerOp): string | null {
  return error === null ? null : (JSON.parse(error) as { code: string }).code;
}

function candidatesOf(op: LedgerOp | null): string[] {
  const { candidates = [] } = JSON.parse(op?.watch ?? '{}') as { candidates?: string[] };
  return candidates;
}

/** A person sends it again, who has looked at these records. */
function sentAgain(model: Model, opId: string, op: LedgerOp | null, seen: readonly string[]): void {
  model.hurried.add(opId);
  if (op?.state !== 'NEEDS_USER') return;
  model.retried.add(opId);
  if (candidatesOf(op).every((id) => seen.includes(id))) return;
  model.fault('I3', `${opId} was sent again over a record that nobody has seen`);
}

/** One of the records that it may have become, or any other that the desk shows. */
function recordFor(model: Model, desk: Desk, op: LedgerOp, candidate: number): string | null {
  const candidates = candidatesOf(op);
  const shown = (desk.ledger(model.tenant)?.records() ?? []).filter(
    ({ entity, temporary }) => entity === op.entity && temporary === 0,
  );
  return pick([...candidates, ...shown.map(({ id }) => id).reverse()], candidate);
}

async function link(model: Model, desk: Desk, op: LedgerOp, candidate: number): Promise<boolean> {
  const id = recordFor(model, desk, op, candidate);
  if (id === null) return false;
  const pressedOrder = nextOrder(desk);
  const done = await desk.call('outbox.decide', { opId: op.id, decision: { remedy: 'link', id } });
  if (!done.ok) return false;
  model.linked.set(op.id, id);
  model.linkedAt.set(op.id, pressedOrder);
  return true;
}

/** Gives whether it was pressed; what comes of it is taken down when it is answered. */
function linkSlowly(
  model: Model,
  desk: Desk,
  { op: index, candidate, ms }: ActOf<'linkSlowly'>,
): boolean {
  const asking = (desk.ledger(model.tenant)?.ops() ?? []).filter(
    ({ state, endpoint }) => state === 'NEEDS_USER' && isCreate(endpoint),
  );
  const op = asking.at(index % Math.max(1, asking.length));
  const id = op === undefined ? null : recordFor(model, desk, op, candidate);
  if (op === undefined || id === null) return false;
  const pressedOrder = nextOrder(desk);
  desk.network.faults.unshift({ on: 'one', is: 'slow', ms });
  const asked = desk.core().call('outbox.decide', {
    opId: op.id,
    decision: { remedy: 'link', id },
  });
  model.pressed.add(asked);
  void asked.then((done) => {
    model.pressed.delete(asked);
    if (!done.ok) return;
    model.linked.set(op.id, id);
    model.linkedAt.set(op.id, pressedOrder);
  });
  return true;
}

function conflictOf({ id, conflicts }: LedgerOp): ShownConflict {
  return { opId: id, fields: JSON.parse(conflicts ?? '[]') as ShownConflict['fields'] };
}

/** Chooses in the window in which a conflict was opened last, whatever became of it since. */
export async function saveConflict(
  model: Model,
  desk: Desk,
  { choice }: ActOf<'saveConflict'>,
): Promise<void> {
  const shown = model.conflicts.pop();
  if (shown === undefined) return;
  const isDone = await resolve(model, desk, shown, choice);
  model.met(`${isDone ? 'decided' : 'refused'} in a window that was open`);
}

async function resolve(
  model: Model,
  desk: Desk,
  { opId, fields: conflicts }: ShownConflict,
  side: 'base' | 'mine' | 'theirs',
): Promise<boolean> {
  const choices = Object.fromEntries(
    conflicts.map(({ field, theirs }) => [field, { side, theirs }]),
  );
  const decision = { remedy: 'resolve' as const, choices };
  const done = await desk.call('outbox.decide', { opId, decision });
  if (!done.ok) return false;
  model.decisions.push({
    opId,
    theirs: Object.fromEntries(
      conflicts.map(({ field, theirs }) => {
        const value = theirs === null ? null : valueOf(theirs);
        return field === 'vehicle' ? ['vehicleId', idOf(value)] : [field, value];
      }),
    ),
  });
  model.acknowledge(model.tenant, done.value.op);
  return true;
}

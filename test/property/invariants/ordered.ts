import type { Desk } from '../desk.ts';
import type { LedgerOp } from '../ledger.ts';
import type { Model } from '../model.ts';
import { wentOnce } from '../serviceBackup.ts';
import { isCreate } from '../values.ts';
import { wasTooLate } from '../wire.ts';
import type { Applied, Wire } from '../wire.ts';

/**
 * An earlier request of the same write came later than the settle window, and was seen to have done it: the next
 * write left while the second one was still on its way.
 */
function wasDoneByLateOne({ network }: Desk, { op, order }: Wire, done: Applied): boolean {
  return network.wires.some(
    (wire) =>
      wire.op?.id === op?.id &&
      wire.order < order &&
      wasTooLate(wire) &&
      (wire.applied?.order ?? Infinity) < done.order,
  );
}

/**
 * A write to a new record under its temporary id, and a later one to it as the service lists it, which left before
 * it was known that both are one. They have nothing in common, so either may be first.
 */
function isOfOtherName(desk: Desk, tenant: number, op: LedgerOp, later: LedgerOp): boolean {
  const disk = desk.ledger(tenant);
  const created = disk?.ops().find(({ id, endpoint }) => isCreate(endpoint) && waitsFor(op, id));
  if (created === undefined || waitsFor(later, created.id)) return false;
  const moves = disk?.moves() ?? [];
  const left = moves.findIndex(
    ({ op_id, to_state }) => op_id === later.id && to_state === 'SENDING',
  );
  const known = moves.findIndex(
    ({ op_id, to_state }) => op_id === created.id && to_state === 'CONFIRMED',
  );
  const laterFields = namesIn(later.patch);
  const shares =
    op.endpoint === later.endpoint || namesIn(op.patch).some((name) => laterFields.includes(name));
  return !shares && left !== -1 && left < known;
}

const waitsFor = (op: LedgerOp, id: string) => op.depends_on.includes(`"${id}"`);
const namesIn = (patch: string) => Object.keys(JSON.parse(patch) as object);

/** I5: what the service did to a record is in the order in which the person wanted it. */
export function ordered(model: Model, desk: Desk): void {
  const latest = new Map<string, LedgerOp>();
  const applied = desk.network.wires
    .flatMap((wire) => (wire.applied === null ? [] : [{ ...wire, applied: wire.applied }]))
    .sort((a, b) => a.applied.order - b.applied.order);
  for (const wire of applied) {
    const { op, applied: done, tenant, endpoint } = wire;
    if (op === null || wasTooLate(wire) || model.givenBack.has(op.id)) continue;
    if (wasDoneByLateOne(desk, wire, done)) continue;
    const key = `${tenant}/${op.entity}/${done.id}`;
    const before = latest.get(key);
    const isAnew = wentOnce(desk.network, op.entity, done.id);
    if (before === undefined || before.seq <= op.seq || isAnew) latest.set(key, op);
    else if (!isOfOtherName(desk, tenant, op, before)) {
      model.fault('I5', `${endpoint} ${op.id} was applied after ${before.endpoint} ${before.id}`);
    }
  }
}

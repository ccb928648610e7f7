import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';
import { wentOnce } from '../serviceBackup.ts';
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

/** I5: what the service did to a record is in the order in which the person wanted it. */
export function ordered(model: Model, desk: Desk): void {
  const latest = new Map<string, { seq: number; what: string }>();
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
    if (before !== undefined && before.seq > op.seq && !isAnew) {
      model.fault('I5', `${endpoint} ${op.id} was applied after ${before.what}`);
    }
    latest.set(key, { seq: op.seq, what: `${endpoint} ${op.id}` });
  }
}

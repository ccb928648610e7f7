import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';

/** I12: origin, tenant and user of a request are those of the op. */
export function isolated(model: Model, desk: Desk): void {
  for (const stray of desk.network.strays) model.fault('I12', stray);
  for (const { op, tenant, endpoint } of desk.network.wires) {
    if (op === null || model.acknowledged[1 - tenant]?.has(op.id) !== true) continue;
    model.fault('I12', `${endpoint} ${op.id} of one tenant left as the other's user`);
  }
}

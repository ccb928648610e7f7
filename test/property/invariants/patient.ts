import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';

/** I11, the other half: what the service asked to wait for is not sent again before that. */
export function patient(model: Model, desk: Desk): void {
  for (const { op, endpoint, tooSoonMs } of desk.network.wires) {
    // A person may hurry a write, and a clock that is set takes its pauses along.
    if (op === null || tooSoonMs <= 0 || model.timeWasOdd || model.hurried.has(op.id)) continue;
    model.fault('I11', `${endpoint} ${op.id} came back ${tooSoonMs} ms before it was wanted`);
  }
}

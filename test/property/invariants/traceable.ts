import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';

/** I4: each mutation on the wire maps to one op that is durably SENDING; one in flight per lane. */
export function traceable(model: Model, desk: Desk): void {
  for (const wire of desk.network.wires) {
    if (wire.op === null) {
      model.fault('I4', `${wire.endpoint} ${wire.url} left without an op that is SENDING on disk`);
    }
    if (wire.crowded.length > 0) {
      model.fault('I4', `${wire.endpoint} left while ${wire.crowded.join(', ')} was on the wire`);
    }
  }
}

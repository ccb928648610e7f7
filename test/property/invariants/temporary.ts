import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';

/** I6: no temporary id on the wire; what depends on a create leaves after its mapping is on disk. */
export function noTemporaryIds(model: Model, desk: Desk): void {
  for (const { url, body, endpoint, op, tooEarly } of desk.network.wires) {
    if (`${url} ${body}`.includes('~new-')) model.fault('I6', `${endpoint} names a temporary id`);
    if (tooEarly.length > 0) {
      model.fault(
        'I6',
        `${endpoint} ${op?.id ?? ''} left before ${tooEarly.join(', ')} was confirmed`,
      );
    }
  }
}

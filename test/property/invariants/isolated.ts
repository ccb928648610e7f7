import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';

/** I12: origin, tenant and user of a request are those of the op. */
export function isolated(model: Model, desk: Desk): void {
  for (const stray of desk.network.strays) model.fault('I12', stray);
}

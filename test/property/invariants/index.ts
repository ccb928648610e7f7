import type { Desk } from '../desk.ts';
import type { Model } from '../model.ts';
import { safeDeletion } from './deletion.ts';
import { isolated } from './isolated.ts';
import { rebased } from './rebased.ts';

/** The invariants that hold at every moment and are cheap enough to be asked after each act. */
export function always(model: Model, desk: Desk): void {
  safeDeletion(model, desk);
  rebased(model, desk);
  isolated(model, desk);
}

export { complete, settled } from './complete.ts';
export { durable } from './durable.ts';
export { doneAtOne } from './handed.ts';
export { judged } from './judged.ts';
export { legal } from './legal.ts';
export { ordered } from './ordered.ts';
export { noSilentOverwrite } from './overwrite.ts';
export { patient } from './patient.ts';
export { preserving } from './preserving.ts';
export { rebasedTwice, tenantsWithLanes } from './rebased.ts';
export { noSecrets } from './secrets.ts';
export { noTemporaryIds } from './temporary.ts';
export { traceable } from './traceable.ts';
export { unique } from './unique.ts';
export { wished } from './wished.ts';

import type { Act } from '../acts.ts';
import type { Edit } from './rule.ts';

/** Acts that rules are told by. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const pass = (ms: number): Act => ({ do: 'pass', ms });
export const down: Act = { do: 'network', down: true };
export const up: Act = { do: 'network', down: false };
export const offline: Act = { do: 'workOffline', on: true };
export const online: Act = { do: 'workOffline', on: false };
export const create = (number: number): Act => ({ do: 'createVehicle', number });
export const label = (vehicle: number, value: number): Act => ({
  do: 'change',
  vehicle,
  field: 'defaultLabel',
  value,
});
export const replyLost = (hang: boolean): Act => ({
  do: 'fault',
  fault: { on: 'write', is: 'replyLost', hang },
});
export const requestLost: Act = {
  do: 'fault',
  fault: { on: 'write', is: 'requestLost', hang: false },
};
export const late = (ms: number): Act => ({ do: 'fault', fault: { on: 'write', is: 'late', ms } });
export const status = (code: number): Act => ({
  do: 'fault',
  fault: { on: 'write', is: 'status', status: code },
});
export const stranger: Act = { do: 'fault', fault: { on: 'me', is: 'stranger' } };
export const scan: Act = { do: 'scan', entity: 'vehicle' };
export const twoScans: readonly Act[] = [pass(2_000), scan, pass(2_000), scan, pass(2_000)];

/** A create does not look whether like records were made since it was asked for. */
export const NO_FIRST_LOOK: Edit = {
  file: 'outbox/queue/sendCreate.ts',
  text: 'if (made.length === 0) return',
  becomes: 'if (made.length >= 0) return',
};

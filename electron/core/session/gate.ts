import type { EndpointName } from '../../../shared/api/catalogue.ts';
import type { Connection } from '../../../shared/ipc/shapes.ts';
import { fail, type AppError } from '../../../shared/result.ts';
import { OTHER_PERSON } from '../api/errors.ts';
import { workOffline } from '../refusals.ts';
import type { Monitor } from './connection.ts';

const WORK_OFFLINE = workOffline('Changes wait in the outbox.').error;

/** The local workspace signs in by itself; of another account the keychain is asked, which a person may unlock. */
const STARTING = fail({
  kind: 'offline',
  code: 'connection.starting',
  message: 'Waybill is still signing in to this account.',
  safe: 'Changes wait in the outbox.',
  next: 'waitForNetwork',
}).error;

/** A restart into an update lets nothing leave either, until what is on its way has ended. */
const ASLEEP = fail({
  kind: 'offline',
  code: 'connection.asleep',
  message:
    'Nothing is sent right now: the computer goes to sleep, or Waybill is about to restart for an update.',
  safe: 'Changes wait in the outbox.',
  next: 'waitForNetwork',
}).error;

function signInWanted(state: Connection['state']): AppError {
  const expired = state === 'expired';
  return fail({
    kind: 'auth',
    code: expired ? 'session.expired' : 'session.signedOut',
    message: expired ? 'The sign-in has ended.' : 'This account is signed out.',
    safe: 'Everything that was read is still here; changes wait in the outbox.',
    next: 'signIn',
  }).error;
}

/** Why a request to this endpoint may not leave right now, in words; null where it may. */
export function gateError(monitor: Monitor, name: EndpointName): AppError | null {
  if (monitor.maySend()) return null;
  const { state, error } = monitor.current();
  if (state === 'workOffline') return WORK_OFFLINE;
  const foreign = error?.code === OTHER_PERSON ? error : null;
  if (monitor.isAsleep() && (foreign !== null || state === 'offline')) return ASLEEP;
  // Who is signed in is asked until the service says the right thing again.
  if (foreign !== null) return name === 'getMe' ? null : foreign;
  return state === 'offline' ? STARTING : signInWanted(state);
}

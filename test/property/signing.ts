import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import { BASE } from './network.ts';

/** Signs in with a fresh token; false where the desk refuses it. */
export async function signIn(model: Model, desk: Desk, at = model.tenant): Promise<boolean> {
  const token = await desk.network.traffic.token(desk.world, at);
  desk.network.signingIn = true;
  const signedIn = await desk.call('session.signInWithToken', { baseUrl: BASE, token });
  desk.network.signingIn = false;
  if (!signedIn.ok) return false;
  const account = signedIn.value.account?.id ?? null;
  if (account !== null) desk.accounts[at] = account;
  model.use(at);
  model.signedOut[at] = false;
  return true;
}

/** The person signs in once more, and the answer drips: nobody waits for it. */
export async function signInHanging(model: Model, desk: Desk): Promise<void> {
  const token = await desk.network.traffic.token(desk.world, model.tenant);
  desk.network.faults.unshift({ on: 'me', is: 'drips' });
  void desk.core().call('session.signInWithToken', { baseUrl: BASE, token });
}

/** I17: the queue can be read, and working offline switched, whatever the network does. */
export async function look(model: Model, desk: Desk): Promise<void> {
  const isOffline = desk.isOffline;
  for (const [name, input] of [
    ['outbox.counts', {}],
    ['session.workOffline', { on: isOffline }],
  ] as const) {
    if (await desk.answersNow(name, input)) continue;
    model.fault('I17', `${name} waits for the network`);
  }
}

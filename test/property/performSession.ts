import type { ActOf } from './acts.ts';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import { look, signIn, signInHanging } from './signing.ts';

export type OfSession = ActOf<
  'workOffline' | 'signOut' | 'signIn' | 'signInAs' | 'signInHangs' | 'account' | 'look'
>;

/** Who is signed in, and whether anything may leave. */
export async function performSession(model: Model, desk: Desk, act: OfSession): Promise<void> {
  switch (act.do) {
    case 'workOffline':
      await desk.call('session.workOffline', { on: act.on });
      desk.isOffline = act.on;
      if (act.on) desk.network.note('working offline');
      return;
    case 'signOut': {
      const accountId = desk.accounts[model.tenant];
      if (accountId === null || accountId === undefined) return;
      await desk.call('session.signOut', { accountId });
      model.signedOut[model.tenant] = true;
      return;
    }
    case 'signIn':
      await signIn(model, desk);
      return;
    case 'signInAs':
      await signIn(model, desk, act.tenant);
      return;
    case 'account': {
      const accountId = desk.accounts[act.tenant];
      if (accountId === null || accountId === undefined) return;
      const used = await desk.call('session.use', { accountId });
      if (used.ok) model.use(act.tenant);
      return;
    }
    case 'look':
      return look(model, desk);
    case 'signInHangs':
      return signInHanging(model, desk);
  }
}

import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { defaultProfile } from '../api/profile.ts';
import type { OpenAccount } from '../session/openAccount.ts';
import { NO_ACCOUNT } from '../session/refusals.ts';
import type { Session } from '../session/session.ts';

/** Calls of the area `session`. None of them answers with a token. */
export function sessionHandlers(session: Session): HandlersOf<'session'> {
  const current = (): Result<OpenAccount> => {
    const account = session.current();
    return account === null ? NO_ACCOUNT : ok(account);
  };
  return {
    'session.accounts': async () => ok({ accounts: await session.accounts() }),
    'session.signInWithToken': ({ baseUrl, token, name }) =>
      session.signInWithToken({ baseUrl, token, ...(name === undefined ? {} : { name }) }),
    'session.signInWithPassword': ({ baseUrl, email, password, domain }) =>
      session.signInWithPassword({
        ...{ baseUrl, email, password },
        ...(domain === undefined ? {} : { domain }),
      }),
    'session.otp': (input) => session.otp(input),
    'session.openLocal': () => session.openLocal(),
    'session.cancelSignIn': () => {
      session.cancelSignIn();
      return ok({});
    },
    'session.use': async ({ accountId }) => {
      const account = await session.use(accountId);
      return account.ok ? ok({ account: account.value }) : account;
    },
    'session.signOut': ({ accountId }) => session.signOut(accountId),
    'session.waiting': ({ accountId }) => session.waiting(accountId ?? null),
    'session.exportWaiting': ({ accountId }) => session.exportWaiting(accountId),
    'session.remove': ({ accountId, confirmWaiting }) => session.remove(accountId, confirmWaiting),
    'session.connection': () => ok(session.connection()),
    'session.workOffline': ({ on }) => session.workOffline(on),
    'session.syncNow': async () => {
      const account = current();
      return account.ok ? account.value.context.sync.scan() : account;
    },
    'session.stopSync': () => {
      const account = current();
      if (!account.ok) return account;
      account.value.context.sync.stop();
      return ok({});
    },
    'session.availability': () => {
      const account = current();
      return account.ok ? ok({ endpoints: account.value.availability.list() }) : account;
    },
    'session.tryAgain': async ({ endpoint }) => {
      const account = current();
      if (!account.ok) return account;
      await account.value.availability.forget(endpoint);
      return ok({});
    },
    'session.profile': () =>
      ok({
        defaults: JSON.stringify(defaultProfile, null, 2),
        overrides: session.profileText(),
        probed: session.current()?.profile.probed() ?? null,
      }),
    'session.probeProfile': async () => {
      const account = current();
      return account.ok ? account.value.profile.probe() : account;
    },
    'session.setProfile': async ({ overrides, seen }) => {
      const changed = await session.setProfile(overrides, seen);
      return ok({ error: changed.ok ? null : changed.error });
    },
  };
}

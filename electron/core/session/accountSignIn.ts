import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/result.ts';
import type { SecretScope } from '../api/redactor.ts';
import { createTokens, type Renewed, type Tokens } from '../api/refresh.ts';
import type { Identity } from '../identity.ts';
import type { Ports, StoredSecret } from '../ports.ts';
import { claimsOf } from '../token.ts';
import type { SavedAccount } from './accountsFile.ts';
import type { SessionCalls } from './calls.ts';
import type { Monitor } from './connection.ts';
import type { LocalSession } from './localSession.ts';
import { createRenewal } from './renewal.ts';
import type { RenewalsUnderWay } from './renewalsUnderWay.ts';
import { keepSecret } from './secrets.ts';
import { createWhose, type PersonKeys, type Whose } from './whose.ts';

/** The sign-in of one account: its tokens, their renewal, and whose they prove to be. */
export interface AccountSignIn {
  tokens: Tokens;
  whose: Whose;
  /** `person`: whom `/me` named at this sign-in; null where it did not. */
  enter(secret: StoredSecret, person: PersonKeys | null): void;
  /** The same with tokens that are not in the keychain yet. */
  keepAndEnter(secret: StoredSecret): Promise<void>;
  /** Whether a person has signed out since the last sign-in: nothing that is still under way signs in. */
  hasLeft(): boolean;
  /** The service no longer accepts the session: a person has to sign in. */
  expire(): void;
  /** Forgets the tokens; the service is told where it can be reached, and nobody waits for that. */
  leave(): Promise<void>;
  /** The network may be back: looks now whether it is time to renew. */
  wake(): void;
  close(): void;
}

export interface AccountSignInSetup {
  ports: Ports;
  identity: Identity;
  saved: Pick<SavedAccount, 'me' | 'userName'>;
  calls: SessionCalls;
  /** Where tokens are hidden that are in use. */
  hidden: SecretScope;
  monitor: Monitor;
  /** They outlive the account that began them. */
  renewals: RenewalsUnderWay;
  /** For the local workspace: its service, else null. Asked for when it is needed. */
  local(): LocalSession | null;
  emit(event: AnyEvent): void;
  learned(person: PersonKeys): void;
}

/** Follows whom the service names; people are told when it answers as somebody else. */
function watchPerson(
  { ports, identity, saved, monitor, emit, learned }: AccountSignInSetup,
  tellAccount: (signedIn: boolean) => void,
): Whose {
  const changed = (foreign: AppError | null): void => {
    monitor.setForeign(foreign);
    tellAccount(monitor.signedIn());
    if (foreign === null) return;
    ports.log.write('warn', 'session.otherPerson');
    const { code, message, safe = '' } = foreign;
    const payload = { level: 'warning', code, message: `${message} ${safe}`.trim() } as const;
    emit({ name: 'notice', payload });
  };
  const known = saved.me ?? null;
  return createWhose({ identity, known, clock: ports.clock, learned, changed }, saved.userName);
}

export function createAccountSignIn(setup: AccountSignInSetup): AccountSignIn {
  const { ports, identity, calls, hidden, monitor, local, emit, renewals } = setup;
  const { id } = identity;

  const tellAccount = (signedIn: boolean): void =>
    emit({ name: 'account', payload: { accountId: id, signedIn } });

  const askForNew = async (old: StoredSecret): Promise<Renewed> => {
    const renewed = await calls.refresh(old);
    return renewed.ok ? renewed : ((await local()?.logIn()) ?? renewed);
  };
  const tokens = createTokens(async (old) => {
    const renewed = await renewals.renew(id, old, askForNew);
    if (renewed.ok && tokens.current() === old) {
      whose.renewed();
      use(renewed.secret);
    }
    return renewed;
  });
  const renewal = createRenewal({
    clock: ports.clock,
    renew: tokens.renew,
    maySend: () => monitor.maySend(),
    refused: ({ expiresAt }) => monitor.setSignIn('in', expiresAt, false),
  });

  /** A token is in use from now on: its end is shown, and put off where that can be done. */
  const use = ({ token, refreshToken }: StoredSecret): void => {
    hidden.issued(token);
    if (refreshToken !== null) hidden.issued(refreshToken);
    const expiresAt = claimsOf(token)?.expiresAt ?? null;
    const renews = refreshToken !== null || local() !== null;
    monitor.setSignIn('in', expiresAt, renews);
    renewal.watch({ token, expiresAt, renews });
  };

  const whose = watchPerson(setup, tellAccount);
  let left = false;

  const enter = (secret: StoredSecret, person: PersonKeys | null): void => {
    left = false;
    renewals.entered(id, secret);
    // Before whatever waited for the right person goes on: it may renew the token in use.
    tokens.replace(secret);
    whose.signedIn(person);
    local()?.stayOut(false);
    use(secret);
    tellAccount(true);
  };

  return {
    tokens,
    whose,
    enter,
    hasLeft: () => left,
    async keepAndEnter(secret) {
      await keepSecret(ports, id, secret);
      if (left) return ports.secrets.remove(id);
      enter(secret, null);
    },
    expire() {
      // What was still under way at a sign-out is refused, and ends no session.
      if (left) return;
      renewal.watch(null);
      monitor.setSignIn('expired', null);
      tellAccount(false);
    },
    async leave() {
      left = true;
      renewals.left(id);
      const token = tokens.current()?.token;
      tokens.replace(null);
      renewal.watch(null);
      local()?.stayOut(true);
      if (token !== undefined && monitor.maySend()) void calls.logout(token);
      monitor.setSignIn('out', null);
      tellAccount(false);
      await ports.secrets.remove(id);
    },
    wake: () => renewal.wake(),
    close: () => renewal.close(),
  };
}

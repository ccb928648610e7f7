import type { Account } from '../../../shared/ipc/shapes.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Identity } from '../identity.ts';
import { createExchange } from '../api/exchange.ts';
import type { Profile } from '../api/profile.ts';
import type { Redactor } from '../api/redactor.ts';
import { askingOnly } from '../ownServers.ts';
import type { Ports, StoredSecret } from '../ports.ts';
import { normaliseAddress, otherNamesOf } from '../address.ts';
import { createSessionCalls, type LoggedIn, type SessionCalls } from './calls.ts';
import { areTwoPeople, identityOf, personOfClaims, personOfMe, personOfName } from '../identity.ts';
import { unlessAborted } from '../waiting.ts';
import type { Entry, Names } from './recognise.ts';
import { MIXED_UP } from './refusals.ts';
import { claimsOf, readPastedToken } from '../token.ts';

export interface SignedIn {
  /** `otp`: a one-time code is wanted before anybody is signed in. */
  outcome: 'signedIn' | 'otp';
  account: Account | null;
}

export interface TokenInput {
  baseUrl: string;
  token: string;
  name?: string;
}

export interface PasswordInput {
  baseUrl: string;
  email: string;
  password: string;
  domain?: string;
}

/** `baseUrl` and `email` are those that the code was asked for with; absent, whichever sign-in asked last is meant. */
export interface CodeInput {
  baseUrl?: string | undefined;
  email?: string | undefined;
  code: string;
}

/**
 * The ways to sign in. Each ends in `adopt`, or leaves everything as it was. A sign-in that begins
 * takes the place of one whose service has not answered yet.
 *
 * Errors of their own: `session.signInCancelled`, `session.signInReplaced`, `session.signInTooLong`,
 * and `session.otherPerson` where token and service name two people.
 */
export interface SignIn {
  withToken(input: TokenInput): Promise<Result<SignedIn>>;
  withPassword(input: PasswordInput): Promise<Result<SignedIn>>;
  /** Goes on where `withPassword` asked for a one-time code: no other sign-in gets it. */
  withCode(input: CodeInput): Promise<Result<SignedIn>>;
  /** Starts the embedded service and signs in to it with its own credentials. */
  local(): Promise<Result<SignedIn>>;
  /** Gives up a sign-in whose service has not answered yet. */
  cancel(): void;
  /** The same because another account is opened: whoever waits for it is told why. */
  replace(): void;
  /** Tells a service that a token is given up; nobody waits for that. */
  tellOut(baseUrl: string, token: string): void;
}

export interface SignInSetup {
  ports: Ports;
  redactor: Redactor;
  /** The names to use with a service before the account is known. */
  profileFor(baseUrl: string): Profile;
  /**
   * Makes or finds the account of a sign-in and opens it signed in. Nothing is left to be asked of
   * the network then. `cancelled` tells until it begins whether it is still wanted.
   */
  adopt(entry: Entry, cancelled: () => Result<never> | null): Promise<Result<SignedIn>>;
}

/** A service that answers drop by drop: nobody waits longer for all of its answers together. */
export const SIGN_IN_TOTAL_MS = 60_000;

const CANCELLED = fail({
  kind: 'conflict',
  code: 'session.signInCancelled',
  message: 'The sign-in was cancelled.',
  safe: 'Nothing was changed.',
  next: 'signIn',
});

const REPLACED = fail({
  kind: 'conflict',
  code: 'session.signInReplaced',
  message: 'Another sign-in began, or another account was opened, before this one had ended.',
  safe: 'Nothing was changed.',
  next: 'signIn',
});

const TOO_LONG = fail({
  kind: 'offline',
  code: 'session.signInTooLong',
  message: `The service did not finish the sign-in within ${SIGN_IN_TOTAL_MS / 1000} s.`,
  safe: 'Nothing was changed.',
  next: 'retry',
});

/** What the service said of a sign-in. */
type Found = { is: 'person'; entry: Entry } | { is: 'otp'; baseUrl: string; email: string };

const NAME_NEEDED = fail({
  kind: 'invalid',
  code: 'session.nameNeeded',
  message: 'Neither the service nor the token tells whose account this is. Give it a name.',
  safe: 'Nothing was changed here.',
  next: 'editInput',
  fields: { name: ['is needed for this account'] },
});

const NO_CODE_WANTED = fail({
  kind: 'conflict',
  code: 'session.noCodeWanted',
  message: 'No sign-in waits for a code. Begin with e-mail and password.',
  safe: 'Nothing was changed.',
  next: 'signIn',
});

const LOCAL_WANTS_CODE = fail({
  kind: 'bug',
  code: 'local.otp',
  message: 'The embedded service asks for a one-time code, which nobody can have.',
  next: 'report',
});

/** Finds out whose token it is: from `/me`, else from its claims, else by the name given. */
async function enter(
  calls: SessionCalls,
  workspace: Identity['workspace'],
  service: string,
  secret: StoredSecret,
  name: string,
): Promise<Result<Found>> {
  const me = await calls.whoAmI(secret.token);
  if (!me.ok) return me;
  const given = name.trim();
  const confirmed = personOfMe(me.value);
  const claims = personOfClaims(claimsOf(secret.token));
  if (areTwoPeople(claims, confirmed)) return MIXED_UP;
  const person = confirmed ?? claims ?? (given === '' ? null : personOfName(given));
  if (person === null) return NAME_NEEDED;
  const under = (name: string): Names => ({
    identity: identityOf(workspace, name, person),
    claimed:
      claims === null || claims.tenant === '' ? null : identityOf(workspace, name, claims).id,
  });
  const aliases = otherNamesOf(service).map(under);
  const entry: Entry = {
    ...under(service),
    aliases,
    person,
    secret,
    confirmed: confirmed !== null,
  };
  return ok({ is: 'person', entry });
}

/** Where a log-in ends: with a person, or with the wish for a one-time code. */
async function goOn(
  calls: SessionCalls,
  baseUrl: string,
  email: string,
  loggedIn: LoggedIn,
): Promise<Result<Found>> {
  return loggedIn.is === 'otp'
    ? ok({ is: 'otp', baseUrl, email })
    : enter(calls, 'remote', baseUrl, loggedIn.secret, email);
}

/** Asking services who somebody is, one at a time. */
interface Attempts {
  /** Takes the place of an attempt that is under way. Then whoever it is is adopted. */
  run(ask: (signal: AbortSignal) => Promise<Result<Found>>): Promise<Result<SignedIn>>;
  /** A log-in that waits for its one-time code; the password is not kept. */
  pendingOtp(): { baseUrl: string; email: string } | null;
  cancel(): void;
  replace(): void;
}

/** Why a sign-in was given up. */
function reasonOf({ reason }: AbortSignal): Result<never> {
  return reason === TOO_LONG ? TOO_LONG : reason === REPLACED ? REPLACED : CANCELLED;
}

/** Whether a code was asked for by this log-in, as far as its form says so. */
function isOf(
  pending: { baseUrl: string; email: string },
  asked: Omit<CodeInput, 'code'>,
): boolean {
  const address = asked.baseUrl === undefined ? null : normaliseAddress(asked.baseUrl);
  const isSame = address === null || (address.ok && address.value === pending.baseUrl);
  return isSame && (asked.email === undefined || asked.email.trim() === pending.email);
}

function createAttempts({ ports, adopt }: Pick<SignInSetup, 'ports' | 'adopt'>): Attempts {
  let pendingOtp: ReturnType<Attempts['pendingOtp']> = null;
  let underWay: AbortController | null = null;
  return {
    pendingOtp: () => pendingOtp,
    async run(ask) {
      underWay?.abort(REPLACED);
      const mine = new AbortController();
      underWay = mine;
      const { signal } = mine;
      const givenUp = (): Result<never> => reasonOf(signal);
      const stopWatch = ports.clock.after(SIGN_IN_TOTAL_MS, () => mine.abort(TOO_LONG));
      try {
        const found = await unlessAborted(ask(signal), signal, givenUp);
        stopWatch();
        if (signal.aborted) return givenUp();
        if (!found.ok) return found;
        if (found.value.is === 'otp') {
          pendingOtp = found.value;
          return ok({ outcome: 'otp', account: null });
        }
        pendingOtp = null;
        return await adopt(found.value.entry, () => (signal.aborted ? givenUp() : null));
      } finally {
        stopWatch();
        if (underWay === mine) underWay = null;
      }
    },
    cancel: () => underWay?.abort(),
    replace: () => underWay?.abort(REPLACED),
  };
}

export function createSignIn(setup: SignInSetup): SignIn {
  const { ports, redactor, profileFor } = setup;
  /** Stays as long as the app runs: a service may quote a password much later. */
  const secrets = redactor.scope();
  const attempts = createAttempts(setup);

  const callsTo = (baseUrl: string, signal: AbortSignal): SessionCalls => {
    const profile = profileFor(baseUrl);
    const exchange = createExchange({
      http: askingOnly(ports.http, () => [baseUrl]),
      clock: ports.clock,
      version: ports.version,
      redactor,
      baseUrl: () => baseUrl,
      profile: () => profile,
    });
    return createSessionCalls(exchange, () => profile, secrets, signal);
  };

  return {
    async withToken(input) {
      const address = normaliseAddress(input.baseUrl);
      if (!address.ok) return address;
      const token = readPastedToken(input.token, ports.clock.now());
      if (!token.ok) return token;
      const secret = { token: token.value, refreshToken: null };
      return attempts.run((signal) => {
        const calls = callsTo(address.value, signal);
        return enter(calls, 'remote', address.value, secret, input.name ?? '');
      });
    },

    async withPassword({ baseUrl, email, password, domain }) {
      const address = normaliseAddress(baseUrl);
      if (!address.ok) return address;
      const login = { email: email.trim(), password, ...(domain ? { domain } : {}) };
      return attempts.run(async (signal) => {
        const calls = callsTo(address.value, signal);
        const loggedIn = await calls.login(login);
        return loggedIn.ok ? goOn(calls, address.value, login.email, loggedIn.value) : loggedIn;
      });
    },

    async withCode({ code, ...asked }) {
      const pending = attempts.pendingOtp();
      // Another window may have begun another sign-in since: its service is not to see this code.
      if (pending === null || !isOf(pending, asked)) return NO_CODE_WANTED;
      const { baseUrl, email } = pending;
      return attempts.run(async (signal) => {
        const calls = callsTo(baseUrl, signal);
        const loggedIn = await calls.otp({ email, code: code.trim() });
        return loggedIn.ok ? goOn(calls, baseUrl, email, loggedIn.value) : loggedIn;
      });
    },

    local: () =>
      attempts.run(async (signal) => {
        const started = await ports.localService.start();
        if (!started.ok) return started;
        const { workspaceId, baseUrl, email, password } = started.value;
        const calls = callsTo(baseUrl, signal);
        const loggedIn = await calls.login({ email, password });
        if (!loggedIn.ok) return loggedIn;
        if (loggedIn.value.is === 'otp') return LOCAL_WANTS_CODE;
        return enter(calls, 'local', workspaceId, loggedIn.value.secret, email);
      }),

    cancel: attempts.cancel,
    replace: attempts.replace,
    tellOut: (baseUrl, token) => void callsTo(baseUrl, new AbortController().signal).logout(token),
  };
}

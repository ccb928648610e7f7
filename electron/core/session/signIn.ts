import type { Account } from '../../../shared/ipc/shapes.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Identity } from '../account.ts';
import { createExchange } from '../api/exchange.ts';
import type { Profile } from '../api/profile.ts';
import type { Redactor } from '../api/redactor.ts';
import type { Ports, StoredSecret } from '../ports.ts';
import { normaliseAddress } from './address.ts';
import { createSessionCalls, type LoggedIn, type SessionCalls } from './calls.ts';
import { identityOf, personOfClaims, personOfMe, personOfName } from './identity.ts';
import type { Entry } from './recognise.ts';
import { claimsOf, readPastedToken } from './token.ts';

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

/** The ways to sign in. Each ends in `adopt`, or leaves everything as it was. */
export interface SignIn {
  withToken(input: TokenInput): Promise<Result<SignedIn>>;
  withPassword(input: PasswordInput): Promise<Result<SignedIn>>;
  /** Goes on where `withPassword` asked for a one-time code. */
  withCode(code: string): Promise<Result<SignedIn>>;
  /** Starts the embedded service and signs in to it with its own credentials. */
  local(): Promise<Result<SignedIn>>;
}

export interface SignInSetup {
  ports: Ports;
  redactor: Redactor;
  /** The names to use with a service before the account is known. */
  profileFor(baseUrl: string): Profile;
  /** Makes or finds the account of a sign-in and opens it signed in. */
  adopt(entry: Entry): Promise<Result<SignedIn>>;
}

export function createSignIn({ ports, redactor, profileFor, adopt }: SignInSetup): SignIn {
  /** Stays as long as the app runs: a service may quote a password much later. */
  const secrets = redactor.scope();
  /** A log-in that waits for its one-time code; the password is not kept. */
  let pendingOtp: { baseUrl: string; email: string } | null = null;

  const callsTo = (baseUrl: string): SessionCalls => {
    const profile = profileFor(baseUrl);
    const exchange = createExchange({
      http: ports.http,
      version: ports.version,
      redactor,
      baseUrl: () => baseUrl,
      profile: () => profile,
    });
    return createSessionCalls(exchange, () => profile, secrets);
  };

  /** Finds out whose token it is: from `/me`, else from its claims, else by the name given. */
  const enter = async (
    calls: SessionCalls,
    workspace: Identity['workspace'],
    service: string,
    secret: StoredSecret,
    name: string,
  ): Promise<Result<SignedIn>> => {
    const me = await calls.whoAmI(secret.token);
    if (!me.ok) return me;
    const given = name.trim();
    const told = personOfMe(me.value);
    const claims = personOfClaims(claimsOf(secret.token));
    const person = told ?? claims ?? (given === '' ? null : personOfName(given));
    if (person === null) {
      return fail({
        kind: 'invalid',
        code: 'session.nameNeeded',
        message: 'Neither the service nor the token tells whose account this is. Give it a name.',
        safe: 'Nothing was changed here.',
        next: 'editInput',
        fields: { name: ['is needed for this account'] },
      });
    }
    return adopt({
      ...{ identity: identityOf(workspace, service, person), person, secret, told: told !== null },
      claimed:
        claims === null || claims.tenant === '' ? null : identityOf(workspace, service, claims).id,
    });
  };

  const goOn = async (
    calls: SessionCalls,
    baseUrl: string,
    email: string,
    loggedIn: LoggedIn,
  ): Promise<Result<SignedIn>> => {
    if (loggedIn.is === 'otp') {
      pendingOtp = { baseUrl, email };
      return ok({ outcome: 'otp', account: null });
    }
    pendingOtp = null;
    return enter(calls, 'remote', baseUrl, loggedIn.secret, email);
  };

  return {
    async withToken(input) {
      const address = normaliseAddress(input.baseUrl);
      if (!address.ok) return address;
      const token = readPastedToken(input.token, ports.clock.now());
      if (!token.ok) return token;
      const secret = { token: token.value, refreshToken: null };
      const calls = callsTo(address.value);
      return enter(calls, 'remote', address.value, secret, input.name ?? '');
    },

    async withPassword({ baseUrl, email, password, domain }) {
      const address = normaliseAddress(baseUrl);
      if (!address.ok) return address;
      const calls = callsTo(address.value);
      const login = { email: email.trim(), password, ...(domain ? { domain } : {}) };
      const loggedIn = await calls.login(login);
      return loggedIn.ok ? goOn(calls, address.value, login.email, loggedIn.value) : loggedIn;
    },

    async withCode(code) {
      if (pendingOtp === null) {
        return fail({
          kind: 'conflict',
          code: 'session.noCodeWanted',
          message: 'No sign-in waits for a code. Begin with e-mail and password.',
          safe: 'Nothing was changed.',
          next: 'signIn',
        });
      }
      const { baseUrl, email } = pendingOtp;
      const calls = callsTo(baseUrl);
      const loggedIn = await calls.otp({ email, code: code.trim() });
      return loggedIn.ok ? goOn(calls, baseUrl, email, loggedIn.value) : loggedIn;
    },

    async local() {
      const started = await ports.localService.start();
      if (!started.ok) return started;
      const { workspaceId, baseUrl, email, password } = started.value;
      const calls = callsTo(baseUrl);
      const loggedIn = await calls.login({ email, password });
      if (!loggedIn.ok) return loggedIn;
      if (loggedIn.value.is === 'otp') {
        return fail({
          kind: 'bug',
          code: 'local.otp',
          message: 'The embedded service asks for a one-time code, which nobody can have.',
          next: 'report',
        });
      }
      return enter(calls, 'local', workspaceId, loggedIn.value.secret, email);
    },
  };
}

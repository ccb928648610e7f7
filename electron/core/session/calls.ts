import * as z from 'zod/mini';
import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import { loginReply, refreshReply } from '../../../shared/model/session.ts';
import { fail, ok, type AppError, type Result } from '../../../shared/result.ts';
import { renameBody } from '../api/bodyNames.ts';
import {
  bodyStart,
  failureError,
  looksLikeHtml,
  redirectError,
  shapeError,
  statusError,
} from '../api/errors.ts';
import type { Exchange } from '../api/exchange.ts';
import { parseExact } from '../../../shared/rules/jsonValue.ts';
import type { Profile } from '../api/profile.ts';
import type { SecretScope } from '../api/redactor.ts';
import type { Renewed } from '../api/refresh.ts';
import { checkReply } from '../api/reply.ts';
import { isSuccess } from '../api/witness.ts';
import type { HttpReply, StoredSecret } from '../ports.ts';

/**
 * Log-in, one-time code, refresh, log-out and “who am I” (section 5 leaves them open). None of
 * these is ever repeated by itself, and none of them starts a refresh.
 */

export type LoggedIn = { is: 'tokens'; secret: StoredSecret } | { is: 'otp' };

export interface SessionCalls {
  login(credentials: {
    email: string;
    password: string;
    domain?: string;
  }): Promise<Result<LoggedIn>>;
  otp(given: { email: string; code: string }): Promise<Result<LoggedIn>>;
  refresh(secret: StoredSecret): Promise<Renewed>;
  /** Best effort: the token is forgotten here whatever comes of it. */
  logout(token: string): Promise<void>;
  /** What `/me` answers, or null where the service does not offer it but accepts the token. */
  whoAmI(token: string): Promise<Result<unknown>>;
}

/** Statuses by which a service refuses what was typed. */
const NOT_ACCEPTED = new Set([400, 401, 403, 422]);
/** Statuses after which the same refresh token need not be tried again. */
const REFUSED = new Set([...NOT_ACCEPTED, 404]);

function isHeaderSafe(token: string): boolean {
  return /^[\x21-\x7e]{1,20000}$/.test(token);
}

const wrongAddress = {
  kind: 'invalid',
  code: 'session.wrongAddress',
  message:
    'Something answers at this address, but not the service’s interface. The address must include the path of the interface, often ending in /api.',
  safe: 'Nothing was changed here.',
  next: 'checkAddress',
} as const satisfies Partial<AppError>;

/** What is said instead of the service's own words where it refuses a password. */
function passwordRefused(status: number): Partial<AppError> {
  if (status === 404 || status === 405) return wrongAddress;
  if (!NOT_ACCEPTED.has(status)) return {};
  return {
    kind: 'auth',
    code: 'session.refused',
    message: 'The service does not accept this e-mail address and password.',
    next: 'editInput',
  };
}

/** The same of a one-time code. */
function codeRefused(status: number): Partial<AppError> {
  if (!NOT_ACCEPTED.has(status)) return {};
  return {
    kind: 'auth',
    code: 'session.codeRefused',
    message: 'The service does not accept this code. Codes work once and for a short time.',
    next: 'editInput',
  };
}

const TOKEN_REFUSED = fail({
  kind: 'auth',
  code: 'session.tokenRefused',
  message:
    'The service does not accept this token. It may have been revoked, or belong to another service.',
  safe: 'Nothing was changed here.',
  next: 'editInput',
  fields: { token: ['was refused by the service'] },
});

/** One request outside of the session, and what its answer holds. */
interface Asking {
  /** The answer to one call, whatever its status; an error where there is none. */
  ask(
    name: EndpointName,
    options: { body?: Record<string, string>; token?: string },
  ): Promise<Result<HttpReply>>;
  /** The payload of a successful answer as a value: these bodies are small and fully known. */
  payload(name: EndpointName, reply: HttpReply): Promise<Result<unknown>>;
}

function createAsking(
  exchange: Exchange,
  profile: () => Profile,
  secrets: SecretScope,
  signal: AbortSignal | undefined,
): Asking {
  return {
    async ask(name, { body: fields, token }) {
      const row = endpoint(name);
      if (token !== undefined) secrets.issued(token);
      const exchanged = await exchange.send(name, {
        ...(fields === undefined
          ? {}
          : { body: renameBody(profile(), name, JSON.stringify(fields)) }),
        ...(token === undefined ? {} : { token }),
        ...(signal === undefined ? {} : { signal }),
      });
      switch (exchanged.is) {
        case 'refused':
          return fail(exchanged.error);
        case 'failure':
          return fail(failureError(row, exchanged.failure));
        case 'redirect':
          return fail(redirectError(row, exchanged.reply, exchanged.to));
        case 'answer':
          return ok(exchanged.reply);
      }
    },
    async payload(name, reply) {
      const checked = await checkReply(profile(), name, reply, {});
      if (!checked.ok) return checked;
      const { text, payload } = checked.value;
      return ok(parseExact(text.slice(payload.start, payload.end)));
    },
  };
}

/** Tokens out of an answer to a log-in, hidden from then on; or that a code is wanted. An empty one is none. */
async function readTokens(
  { payload }: Asking,
  secrets: SecretScope,
  name: 'login' | 'loginOtp',
  reply: HttpReply,
): Promise<Result<LoggedIn>> {
  const body = await payload(name, reply);
  if (!body.ok) return body;
  const parsed = z.safeParse(loginReply, body.value);
  const wrong = (what: string) => fail(shapeError(endpoint(name), reply, what));
  if (!parsed.success) return wrong('its fields have other types');
  const { token, refreshToken, otp_required: otpRequired } = parsed.data;
  if (otpRequired === true) return ok({ is: 'otp' });
  if (typeof token === 'string') secrets.issued(token);
  if (typeof refreshToken === 'string') secrets.issued(refreshToken);
  return typeof token === 'string' && isHeaderSafe(token)
    ? ok({ is: 'tokens', secret: { token, refreshToken: refreshToken || null } })
    : wrong('it holds no token');
}

/** Trades a refresh token for new ones, which are hidden from then on; without a new one it stays. */
async function refresh(
  { ask, payload }: Asking,
  secrets: SecretScope,
  used: string,
): Promise<Renewed> {
  secrets.issued(used);
  const asked = await ask('refreshToken', { body: { refreshToken: used } });
  if (!asked.ok) return { ok: false, why: 'unreachable' };
  const reply = asked.value;
  // A page comes from a gateway or a portal, which knows nothing of the session.
  if (looksLikeHtml(bodyStart(reply.body, 1024))) return { ok: false, why: 'unreachable' };
  if (!isSuccess(reply)) {
    return { ok: false, why: REFUSED.has(reply.status) ? 'refused' : 'unreachable' };
  }
  const body = await payload('refreshToken', reply);
  const parsed = body.ok ? z.safeParse(refreshReply, body.value) : null;
  if (parsed?.success !== true || !isHeaderSafe(parsed.data.token)) {
    return { ok: false, why: 'unreachable' };
  }
  const { token, refreshToken } = parsed.data;
  secrets.issued(token);
  if (typeof refreshToken === 'string') secrets.issued(refreshToken);
  return { ok: true, secret: { token, refreshToken: refreshToken || used } };
}

/** Not every service has `/me`; another harmless read tells a wrong address from that. */
async function askForPlan({ ask, payload }: Asking, token: string): Promise<Result<null>> {
  const plan = await ask('getPlanPermissions', { token });
  if (!plan.ok) return plan;
  const { status } = plan.value;
  if (isSuccess(plan.value)) {
    const permissions = await payload('getPlanPermissions', plan.value);
    return permissions.ok ? ok(null) : permissions;
  }
  if (status === 401) return TOKEN_REFUSED;
  if (status === 403) return ok(null);
  const error = statusError(endpoint('getPlanPermissions'), plan.value);
  return fail(status === 404 ? { ...error, ...wrongAddress } : error);
}

async function whoAmI(asking: Asking, token: string): Promise<Result<unknown>> {
  const me = await asking.ask('getMe', { token });
  if (!me.ok) return me;
  const { status } = me.value;
  if (status === 401) return TOKEN_REFUSED;
  if (isSuccess(me.value)) return asking.payload('getMe', me.value);
  if (status >= 500 && status !== 501) return fail(statusError(endpoint('getMe'), me.value));
  return askForPlan(asking, token);
}

/**
 * @param secrets where what is typed, sent and issued here is hidden from then on
 * @param signal ends whatever is under way
 */
export function createSessionCalls(
  exchange: Exchange,
  profile: () => Profile,
  secrets: SecretScope,
  signal?: AbortSignal,
): SessionCalls {
  const asking = createAsking(exchange, profile, secrets, signal);

  const logIn = async (
    name: 'login' | 'loginOtp',
    body: Record<string, string>,
    refused: (status: number) => Partial<AppError>,
  ): Promise<Result<LoggedIn>> => {
    const asked = await asking.ask(name, { body });
    if (!asked.ok) return asked;
    const reply = asked.value;
    if (isSuccess(reply)) return readTokens(asking, secrets, name, reply);
    return fail({ ...statusError(endpoint(name), reply), ...refused(reply.status) });
  };

  return {
    login({ email, password, domain }) {
      secrets.typed(password, email);
      const body = { email, password, ...(domain ? { domain } : {}) };
      return logIn('login', body, passwordRefused);
    },
    otp(given) {
      secrets.typed(given.code);
      return logIn('loginOtp', given, codeRefused);
    },
    async refresh({ refreshToken }) {
      if (refreshToken === null) return { ok: false, why: 'refused' };
      return refresh(asking, secrets, refreshToken);
    },
    async logout(token) {
      await asking.ask('logout', { body: {}, token });
    },
    whoAmI: (token) => whoAmI(asking, token),
  };
}

import * as z from 'zod/mini';
import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import { loginReply, refreshReply } from '../../../shared/model/session.ts';
import { fail, ok, type AppError, type Result } from '../../../shared/result.ts';
import { renameBody } from '../api/bodyNames.ts';
import { failureError, redirectError, shapeError, statusError } from '../api/errors.ts';
import type { Exchange } from '../api/exchange.ts';
import { parseExact } from '../api/json.ts';
import type { Profile } from '../api/profile.ts';
import type { SecretScope } from '../api/redactor.ts';
import type { Renewed } from '../api/refresh.ts';
import { checkReply } from '../api/reply.ts';
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

const REFUSED = new Set([400, 401, 403, 404, 422]);

function isHeaderSafe(token: string): boolean {
  return /^[\x21-\x7e]{1,20000}$/.test(token);
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
  /** The answer to one call, whatever its status; an error where there is none. */
  const ask = async (
    name: EndpointName,
    options: { body?: Record<string, string>; token?: string },
  ): Promise<Result<HttpReply>> => {
    const row = endpoint(name);
    if (options.token !== undefined) secrets.issued(options.token);
    const body =
      options.body === undefined
        ? undefined
        : renameBody(profile(), name, JSON.stringify(options.body));
    const exchanged = await exchange.send(name, {
      ...(body === undefined ? {} : { body }),
      ...(options.token === undefined ? {} : { token: options.token }),
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
  };

  const succeeded = (reply: HttpReply): boolean => reply.status >= 200 && reply.status < 300;

  /** The payload of a successful answer as a value: these bodies are small and fully known. */
  const payload = async (name: EndpointName, reply: HttpReply): Promise<Result<unknown>> => {
    const checked = await checkReply(profile(), name, reply, {});
    if (!checked.ok) return checked;
    const { text, payload: found } = checked.value;
    return ok(parseExact(text.slice(found.start, found.end)));
  };

  const readTokens = async (name: EndpointName, reply: HttpReply): Promise<Result<LoggedIn>> => {
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
      ? ok({ is: 'tokens', secret: { token, refreshToken: refreshToken ?? null } })
      : wrong('it holds no token');
  };

  const logIn = async (
    name: 'login' | 'loginOtp',
    body: Record<string, string>,
    refused: (status: number) => Partial<AppError>,
  ): Promise<Result<LoggedIn>> => {
    const asked = await ask(name, { body });
    if (!asked.ok) return asked;
    const reply = asked.value;
    if (succeeded(reply)) return readTokens(name, reply);
    return fail({ ...statusError(endpoint(name), reply), ...refused(reply.status) });
  };

  return {
    login: (credentials) => {
      const { email, password, domain } = credentials;
      secrets.typed(password, email);
      const body = {
        email,
        password,
        ...(domain === undefined || domain === '' ? {} : { domain }),
      };
      return logIn('login', body, (status) => {
        if (status === 404 || status === 405) return wrongAddress;
        if (status !== 400 && status !== 401 && status !== 403 && status !== 422) return {};
        return {
          kind: 'auth',
          code: 'session.refused',
          message: 'The service does not accept this e-mail address and password.',
          next: 'editInput',
        };
      });
    },

    otp: (given) => {
      secrets.typed(given.code);
      return logIn('loginOtp', given, (status) =>
        status === 400 || status === 401 || status === 403 || status === 422
          ? {
              kind: 'auth',
              code: 'session.codeRefused',
              message:
                'The service does not accept this code. Codes work once and for a short time.',
              next: 'editInput',
            }
          : {},
      );
    },

    async refresh(secret) {
      if (secret.refreshToken === null) return { ok: false, why: 'refused' };
      secrets.issued(secret.refreshToken);
      const asked = await ask('refreshToken', { body: { refreshToken: secret.refreshToken } });
      if (!asked.ok) return { ok: false, why: 'unreachable' };
      const reply = asked.value;
      if (!succeeded(reply)) {
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
      return { ok: true, secret: { token, refreshToken: refreshToken ?? secret.refreshToken } };
    },

    async logout(token) {
      await ask('logout', { body: {}, token });
    },

    async whoAmI(token) {
      const refused = (): Result<never> =>
        fail({
          kind: 'auth',
          code: 'session.tokenRefused',
          message:
            'The service does not accept this token. It may have been revoked, or belong to another service.',
          safe: 'Nothing was changed here.',
          next: 'editInput',
          fields: { token: ['was refused by the service'] },
        });
      const me = await ask('getMe', { token });
      if (!me.ok) return me;
      if (me.value.status === 401) return refused();
      if (succeeded(me.value)) return payload('getMe', me.value);
      if (me.value.status >= 500 && me.value.status !== 501) {
        return fail(statusError(endpoint('getMe'), me.value));
      }
      // Not every service has `/me`; another harmless read tells a wrong address from that.
      const plan = await ask('getPlanPermissions', { token });
      if (!plan.ok) return plan;
      if (plan.value.status === 401) return refused();
      if (plan.value.status === 404) {
        return fail({
          ...statusError(endpoint('getPlanPermissions'), plan.value),
          ...wrongAddress,
        });
      }
      if (succeeded(plan.value)) {
        const permissions = await payload('getPlanPermissions', plan.value);
        return permissions.ok ? ok(null) : permissions;
      }
      return plan.value.status === 403
        ? ok(null)
        : fail(statusError(endpoint('getPlanPermissions'), plan.value));
    },
  };
}

const wrongAddress = {
  kind: 'invalid',
  code: 'session.wrongAddress',
  message:
    'Something answers at this address, but not the service’s interface. The address must include the path of the interface, often ending in /api.',
  safe: 'Nothing was changed here.',
  next: 'checkAddress',
} as const satisfies Partial<AppError>;

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Account } from './context.ts';
import { textOf, valueOf } from './doc.ts';
import { isOneTimeCode } from './oneTimeCode.ts';
import { isPassword } from './password.ts';
import { Refusal, unauthorised } from './refusal.ts';
import { ACTIVE, type Row, type Scope, type Store } from './store.ts';

/** How long an access token and a session without refresh live, in ms. */
export const TOKEN_LIFE_MS = 24 * 3600 * 1000;
const SESSION_LIFE_MS = 30 * 24 * 3600 * 1000;
/** How long a right password waits for its one-time code, and how many wrong codes it bears. */
const OTP_LIFE_MS = 5 * 60 * 1000;
const OTP_TRIES = 5;

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
  /** ISO 8601, when `token` ends. */
  readonly expireAt: string;
  readonly user: Row;
}

/** Log-in, tokens and who is behind one (section 5; names as public clients use them). */
export interface Auth {
  /** Tokens, or `otpRequired` where the account wants a code. Refuses with 401. */
  login(email: string, password: string): Promise<Tokens | { otpRequired: true }>;
  loginWithCode(email: string, code: string): Promise<Tokens>;
  /** Trades a refresh token for a new pair; it can't be used twice. */
  refresh(refreshToken: string): Promise<Tokens>;
  /** Tokens without a password, for the host of the service itself. */
  issue(email: string): Promise<Tokens>;
  logout(sessionId: string): void;
  /** The account behind an `Authorization` header. Refuses with 401. */
  accountOf(authorization: string | undefined): Promise<Account>;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const strings = (value: unknown) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The rights of a user: what the role allows and the client's plan contains. */
export function permissionsOf(store: Store, user: Row): ReadonlySet<string> {
  const platform: Scope = { of: 'platform' };
  const role = store.find('role', textOf(user.doc, 'roleId') ?? '', platform);
  const allowed = role === undefined ? [] : strings(valueOf(role.doc, 'permissions'));
  const plan = planOf(store, user.client);
  return new Set(plan === undefined ? allowed : allowed.filter((key) => plan.has(key)));
}

/** Permission and feature keys of a client's plan; undefined for teams that have no plan. */
export function planOf(store: Store, clientId: string | null): ReadonlySet<string> | undefined {
  if (clientId === null) return undefined;
  const client = store.find('client', clientId, { of: 'platform' });
  const planId = client === undefined ? null : textOf(client.doc, 'planId');
  const plan = store.find('plan', planId ?? '', { of: 'platform' });
  return plan === undefined ? undefined : new Set(strings(valueOf(plan.doc, 'permissions')));
}

function teamOf(user: Row): Pick<Account, 'teamType' | 'clientId' | 'resellerId' | 'scope'> {
  const { client: clientId, reseller: resellerId } = user;
  if (clientId !== null) {
    return { teamType: 'client', clientId, resellerId, scope: { of: 'client', client: clientId } };
  }
  if (resellerId !== null) {
    const scope: Scope = { of: 'reseller', reseller: resellerId };
    return { teamType: 'reseller', clientId, resellerId, scope };
  }
  return { teamType: 'admin', clientId, resellerId, scope: { of: 'platform' } };
}

/** Signs with HS256; `secretHex` is kept in the data folder, so tokens outlive a restart. */
export function createAuth(store: Store, secretHex: string, clock: () => number): Auth {
  const key = Buffer.from(secretHex, 'hex');
  const waiting = new Map<string, { untilMs: number; tries: number }>();

  const userOf = (id: string) => {
    const user = store.find('user', id, { of: 'platform' });
    return user?.state === ACTIVE ? user : undefined;
  };
  const loginRow = (email: string) =>
    store.list('SELECT * FROM account WHERE email = ?', email.trim().toLowerCase())[0];

  async function tokensFor(user: Row, sessionId: string): Promise<Tokens> {
    const nowMs = clock();
    const refreshToken = randomBytes(32).toString('base64url');
    store.run(
      `INSERT INTO session VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET refresh_hash = excluded.refresh_hash, expires = excluded.expires`,
      sessionId,
      user.id,
      digest(refreshToken),
      nowMs + SESSION_LIFE_MS,
    );
    const team = teamOf(user);
    const expiresS = Math.floor((nowMs + TOKEN_LIFE_MS) / 1000);
    const token = await new SignJWT({
      sid: sessionId,
      email: textOf(user.doc, 'email'),
      teamType: team.teamType,
      clientId: team.clientId,
      resellerId: team.resellerId,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(user.id)
      .setJti(randomUUID())
      .setIssuedAt(Math.floor(nowMs / 1000))
      .setExpirationTime(expiresS)
      .sign(key);
    return { token, refreshToken, expireAt: new Date(expiresS * 1000).toISOString(), user };
  }

  const wrong = () => unauthorised('E-mail or password is wrong.');

  return {
    async login(email, password) {
      const row = loginRow(email);
      const user = row === undefined ? undefined : userOf(String(row['user']));
      const right =
        row !== undefined && (await isPassword(password, String(row['salt']), String(row['hash'])));
      if (!right || user === undefined) throw wrong();
      if (row['otp_secret'] !== null) {
        waiting.set(user.id, { untilMs: clock() + OTP_LIFE_MS, tries: OTP_TRIES });
        return { otpRequired: true };
      }
      return tokensFor(user, randomUUID());
    },

    async loginWithCode(email, code) {
      const row = loginRow(email);
      const user = row === undefined ? undefined : userOf(String(row['user']));
      const pending = user === undefined ? undefined : waiting.get(user.id);
      if (user === undefined || pending === undefined || pending.untilMs < clock()) {
        throw unauthorised('Sign in with e-mail and password first.');
      }
      const secret = row?.['otp_secret'];
      if (typeof secret !== 'string' || !isOneTimeCode(secret, code, clock())) {
        pending.tries -= 1;
        if (pending.tries <= 0) waiting.delete(user.id);
        throw unauthorised('The code is wrong or too old.');
      }
      waiting.delete(user.id);
      return tokensFor(user, randomUUID());
    },

    async refresh(refreshToken) {
      const row = store.list(
        'SELECT * FROM session WHERE refresh_hash = ?',
        digest(refreshToken),
      )[0];
      const user = row === undefined ? undefined : userOf(String(row['user']));
      if (row === undefined || user === undefined || Number(row['expires']) < clock()) {
        throw unauthorised('The refresh token is not valid. Sign in again.');
      }
      return tokensFor(user, String(row['id']));
    },

    async issue(email) {
      const row = loginRow(email);
      const user = row === undefined ? undefined : userOf(String(row['user']));
      if (user === undefined) throw new Error(`There is no account ${email}`);
      return tokensFor(user, randomUUID());
    },

    logout: (sessionId) => store.run('DELETE FROM session WHERE id = ?', sessionId),

    async accountOf(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw unauthorised('An access token is missing.');
      let payload;
      try {
        ({ payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          currentDate: new Date(clock()),
        }));
      } catch (error) {
        if (!(error instanceof JOSEError)) throw error;
        const ended = error.code === 'ERR_JWT_EXPIRED';
        throw unauthorised(
          ended ? 'The access token has expired.' : 'The access token is not valid.',
        );
      }
      const sessionId = typeof payload['sid'] === 'string' ? payload['sid'] : '';
      const open = store.scalar('SELECT user FROM session WHERE id = ?', sessionId);
      const user = open === payload.sub ? userOf(payload.sub ?? '') : undefined;
      if (user === undefined) throw unauthorised('The session has ended. Sign in again.');
      return {
        userId: user.id,
        sessionId,
        email: textOf(user.doc, 'email') ?? '',
        fullName: textOf(user.doc, 'fullName') ?? '',
        roleId: textOf(user.doc, 'roleId') ?? '',
        permissions: permissionsOf(store, user),
        ...teamOf(user),
      };
    },
  };
}

/** The account of a call that the router let through only with one. */
export function signedIn(account: Account | undefined): Account {
  if (account === undefined) throw new Refusal(401, 'An access token is missing.');
  return account;
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Account } from './context.ts';
import { textOf, valueOf } from './doc.ts';
import { stepOfCode } from './oneTimeCode.ts';
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
  issue(userId: string): Promise<Tokens>;
  /** The address that an account signs in with now. */
  emailOf(userId: string): string | undefined;
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

/** Sessions and the tokens that belong to them. */
interface Sessions {
  /** A new pair of tokens; the refresh token that the session had before is worth nothing then. */
  issue(user: Row, sessionId: string): Promise<Tokens>;
  /** The session and the user that an access token names. Refuses with 401. */
  read(token: string): Promise<{ sessionId: string; userId: string }>;
}

function createSessions(store: Store, key: Buffer, clock: () => number): Sessions {
  const keep = (sessionId: string, userId: string, refreshToken: string): void =>
    store.run(
      `INSERT INTO session VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET refresh_hash = excluded.refresh_hash, expires = excluded.expires`,
      sessionId,
      userId,
      digest(refreshToken),
      clock() + SESSION_LIFE_MS,
    );
  return {
    async issue(user, sessionId) {
      const nowMs = clock();
      const refreshToken = randomBytes(32).toString('base64url');
      keep(sessionId, user.id, refreshToken);
      const { teamType, clientId, resellerId } = teamOf(user);
      const expiresS = Math.floor((nowMs + TOKEN_LIFE_MS) / 1000);
      const email = textOf(user.doc, 'email');
      const token = await new SignJWT({ sid: sessionId, email, teamType, clientId, resellerId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(user.id)
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(nowMs / 1000))
        .setExpirationTime(expiresS)
        .sign(key);
      return { token, refreshToken, expireAt: new Date(expiresS * 1000).toISOString(), user };
    },
    async read(token) {
      const currentDate = new Date(clock());
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate });
        const sessionId = typeof payload['sid'] === 'string' ? payload['sid'] : '';
        return { sessionId, userId: payload.sub ?? '' };
      } catch (error) {
        if (!(error instanceof JOSEError)) throw error;
        const ended = error.code === 'ERR_JWT_EXPIRED';
        throw unauthorised(
          ended ? 'The access token has expired.' : 'The access token is not valid.',
        );
      }
    },
  };
}

/** A row of `account`, and its user where that is active. */
interface Login {
  row: ReturnType<Store['list']>[number];
  user: Row;
}

/** Right passwords that wait for their one-time code. */
class PendingCodes {
  readonly #waiting = new Map<string, { untilMs: number; tries: number }>();
  readonly #store: Store;
  readonly #clock: () => number;

  constructor(store: Store, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  begin(userId: string): void {
    this.#waiting.set(userId, { untilMs: this.#clock() + OTP_LIFE_MS, tries: OTP_TRIES });
  }

  /** Refuses with 401 where no password came before, or the code is wrong. */
  finish({ row, user }: Login, code: string): void {
    const pending = this.#waiting.get(user.id);
    if (pending === undefined || pending.untilMs < this.#clock()) throw passwordFirst();
    const secret = row['otp_secret'];
    const step = typeof secret === 'string' ? stepOfCode(secret, code, this.#clock()) : undefined;
    if (step === undefined || !this.#use(user.id, step)) {
      pending.tries -= 1;
      if (pending.tries <= 0) this.#waiting.delete(user.id);
      throw unauthorised('The code is wrong or too old.');
    }
    this.#waiting.delete(user.id);
  }

  /** Remembers a code that was accepted, over a restart too; false for one that was before. */
  #use(userId: string, step: number): boolean {
    const key = `usedCodes.${userId}`;
    const known: unknown = JSON.parse(this.#store.meta(key) ?? '[]');
    const used = Array.isArray(known) ? known.filter((one) => typeof one === 'number') : [];
    if (used.includes(step)) return false;
    // No code is valid so far from this one's time.
    const near = used.filter((one) => Math.abs(one - step) <= 2);
    this.#store.setMeta(key, JSON.stringify([...near, step]));
    return true;
  }
}

const passwordFirst = () => unauthorised('Sign in with e-mail and password first.');

/** Signs with HS256; `secretHex` is kept in the data folder, so tokens outlive a restart. */
export function createAuth(store: Store, secretHex: string, clock: () => number): Auth {
  const sessions = createSessions(store, Buffer.from(secretHex, 'hex'), clock);
  const codes = new PendingCodes(store, clock);

  const userOf = (id: string) => {
    const user = store.find('user', id, { of: 'platform' });
    return user?.state === ACTIVE ? user : undefined;
  };
  const loginOf = (email: string): Login | undefined => {
    const [row] = store.list('SELECT * FROM account WHERE email = ?', email.trim().toLowerCase());
    const user = row === undefined ? undefined : userOf(String(row['user']));
    return row === undefined || user === undefined ? undefined : { row, user };
  };

  return {
    async login(email, password) {
      const found = loginOf(email);
      const right =
        found !== undefined &&
        (await isPassword(password, String(found.row['salt']), String(found.row['hash'])));
      if (!right) throw unauthorised('E-mail or password is wrong.');
      const { row, user } = found;
      if (row['otp_secret'] === null) return sessions.issue(user, randomUUID());
      codes.begin(user.id);
      return { otpRequired: true };
    },

    async loginWithCode(email, code) {
      const found = loginOf(email);
      if (found === undefined) throw passwordFirst();
      codes.finish(found, code);
      return sessions.issue(found.user, randomUUID());
    },

    async refresh(refreshToken) {
      const [row] = store.list(
        'SELECT * FROM session WHERE refresh_hash = ?',
        digest(refreshToken),
      );
      const user = row === undefined ? undefined : userOf(String(row['user']));
      if (row === undefined || user === undefined || Number(row['expires']) < clock()) {
        throw unauthorised('The refresh token is not valid. Sign in again.');
      }
      return sessions.issue(user, String(row['id']));
    },

    async issue(userId) {
      const user = userOf(userId);
      if (user === undefined) throw new Error(`There is no account ${userId}`);
      return sessions.issue(user, randomUUID());
    },
    emailOf(userId) {
      const email = store.scalar('SELECT email FROM account WHERE user = ?', userId);
      return typeof email === 'string' ? email : undefined;
    },

    logout: (sessionId) => store.run('DELETE FROM session WHERE id = ?', sessionId),

    async accountOf(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw unauthorised('An access token is missing.');
      const { sessionId, userId } = await sessions.read(token);
      const open = store.scalar('SELECT user FROM session WHERE id = ?', sessionId);
      const user = open === userId ? userOf(userId) : undefined;
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

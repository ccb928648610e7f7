import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { outbox } from './outbox.ts';
import { account, appError, connection, epochMs, jsonText, none, waitingWrites } from './shapes.ts';

const accountId = z.strictObject({ accountId: z.string() });
const signedIn = z.object({
  /** `otp`: the service wants a one-time code; go on with `session.otp`. */
  outcome: z.enum(['signedIn', 'otp']),
  account: z.nullable(account),
});

/** What a service was seen to understand of the names that the interface leaves open. */
const probed = z.object({
  at: epochMs,
  /** What differs, as overrides: JSON object text. */
  overrides: jsonText,
  findings: z.array(
    z.object({
      about: z.enum(['limit', 'page', 'firstPage', 'pageSize', 'archived', 'envelope']),
      endpoint: z.string(),
      used: z.string(),
      /** Null where it could not be told. */
      found: z.nullable(z.string()),
    }),
  ),
});

const overrides = z.string().check(z.maxLength(100_000));

/** Accounts, sign-in, the connection and what it allows. No call answers with a token. */
export const session = {
  'session.accounts': {
    does: 'read',
    input: none,
    output: z.object({ accounts: z.array(account) }),
  },
  'session.signInWithToken': {
    does: 'write',
    of: 'app',
    input: z.strictObject({
      baseUrl: z.string().check(z.minLength(1), z.maxLength(2000)),
      token: z.string().check(z.minLength(1), z.maxLength(20_000)),
      /** Names the account where neither `/me` nor the token tells who it is. */
      name: z.optional(z.string().check(z.maxLength(200))),
    }),
    output: signedIn,
  },
  'session.signInWithPassword': {
    does: 'write',
    of: 'app',
    input: z.strictObject({
      baseUrl: z.string().check(z.minLength(1), z.maxLength(2000)),
      email: z.string().check(z.minLength(1), z.maxLength(320)),
      password: z.string().check(z.minLength(1), z.maxLength(2000)),
      domain: z.optional(z.string().check(z.maxLength(300))),
    }),
    output: signedIn,
  },
  'session.otp': {
    does: 'write',
    of: 'app',
    input: z.strictObject({
      /** Those of the sign-in that wants the code; absent: whichever asked for one last. */
      baseUrl: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
      email: z.optional(z.string().check(z.minLength(1), z.maxLength(320))),
      code: z.string().check(z.minLength(1), z.maxLength(100)),
    }),
    output: signedIn,
  },
  /** Opens the local workspace: starts the embedded service and signs in to it. */
  'session.openLocal': { does: 'write', of: 'app', input: none, output: signedIn },
  /**
   * Gives up a sign-in whose service has not answered yet: that call ends as `session.signInCancelled`,
   * and as `session.signInReplaced` where another sign-in, or another account, takes its place.
   */
  'session.cancelSignIn': { does: 'write', of: 'app', input: none, output: none },
  'session.use': { does: 'write', of: 'app', input: accountId, output: z.object({ account }) },
  /** Forgets the tokens; mirror and queue stay. */
  'session.signOut': { does: 'write', of: 'app', input: accountId, output: none },
  /** The unsettled writes of an account, by what they do; of the one in use where none is named. */
  'session.waiting': {
    does: 'read',
    input: z.strictObject({ accountId: z.optional(z.string()) }),
    output: waitingWrites,
  },
  /** Hands the person a copy of the unsettled writes of an account, as `outbox.export` does. */
  'session.exportWaiting': {
    does: 'write',
    of: 'app',
    input: accountId,
    output: outbox['outbox.export'].output,
  },
  /**
   * Removes an account with its mirror, queue, journal and keychain entry. `confirmWaiting` must
   * equal the number of waiting writes; they are kept as an exported file, whose path inside the
   * data folder is `setAsideAs`, and so are its reviews (`reviewsAs`, several files where one would be too
   * large to be imported). A database that can't be opened is
   * set aside as it is, as `setAsideAs`. Where some of its files could not be deleted, `leftAs` is their folder
   * inside the data folder.
   */
  'session.remove': {
    does: 'write',
    of: 'app',
    input: z.strictObject({ accountId: z.string(), confirmWaiting: z.number() }),
    output: z.object({
      setAsideAs: z.nullable(z.string()),
      reviewsAs: z.array(z.string()),
      leftAs: z.nullable(z.string()),
    }),
  },
  'session.connection': { does: 'read', input: none, output: connection },
  /** The switch *Work offline*. */
  'session.workOffline': {
    does: 'write',
    of: 'app',
    input: z.strictObject({ on: z.boolean() }),
    output: connection,
  },
  /** Scans everything now. */
  'session.syncNow': { does: 'write', input: none, output: none },
  /** Ends the reading of lists that is under way; what was read stays. */
  'session.stopSync': { does: 'write', input: none, output: none },
  /** What the account may do, learned from evidence. Endpoints without any evidence are absent. */
  'session.availability': {
    does: 'read',
    input: none,
    output: z.object({
      endpoints: z.array(
        z.object({
          endpoint: z.string(),
          available: z.boolean(),
          why: z.string(),
          since: epochMs,
        }),
      ),
    }),
  },
  /** Forgets the evidence against an endpoint, so that it is tried again. */
  'session.tryAgain': {
    does: 'write',
    input: z.strictObject({ endpoint: z.string() }),
    output: none,
  },
  /**
   * The connection profile: the defaults, what this account overrides, both as JSON text, and
   * between them what was found by asking the service; null before it was asked.
   */
  'session.profile': {
    does: 'read',
    input: none,
    output: z.object({ defaults: jsonText, overrides: jsonText, probed: z.nullable(probed) }),
  },
  /** Asks the service about its names, by reads that change nothing. */
  'session.probeProfile': { does: 'write', input: none, output: probed },
  /**
   * Keeps other overrides. `seen` are those that the person had before them when they began: where
   * others are kept by now, as another window may have done, it is refused (`profile.changed`).
   */
  'session.setProfile': {
    does: 'write',
    input: z.strictObject({ overrides, seen: z.optional(overrides) }),
    output: z.object({ error: z.nullable(appError) }),
  },
} as const satisfies Calls;

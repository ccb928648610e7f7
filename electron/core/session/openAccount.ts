import path from 'node:path';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import { fail, ok, type AppError, type Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import type { Identity } from '../identity.ts';
import type { EndpointName } from '../../../shared/api/catalogue.ts';
import { createClient } from '../api/client.ts';
import { OTHER_PERSON } from '../api/errors.ts';
import { createExchange, type Exchange } from '../api/exchange.ts';
import type { Profile } from '../api/profile.ts';
import type { Redactor } from '../api/redactor.ts';
import { createTokens } from '../api/refresh.ts';
import { openStore } from '../database.ts';
import { createOutbox } from '../outbox/queue/createOutbox.ts';
import type { Ports, StoredSecret } from '../ports.ts';
import { createSync } from '../sync/createSync.ts';
import { createAccountProfile, type AccountProfile } from './accountProfile.ts';
import type { SavedAccount } from './accountsFile.ts';
import { createAvailability, type Availability } from './availability.ts';
import { createSessionCalls } from './calls.ts';
import { createConnectionMonitor, type Monitor } from './connection.ts';
import { createLocalSession, type LocalSession } from './localSession.ts';
import { addressOf } from './recognise.ts';
import { createRenewal } from './renewal.ts';
import { keepSecret } from './secrets.ts';
import { claimsOf } from '../token.ts';
import { createWhose, type Told } from './whose.ts';

/** An account in use: its context, and what only the session touches. */
export interface OpenAccount {
  identity: Identity;
  context: AccountContext;
  monitor: Monitor;
  availability: Availability;
  /** Starts timers and, where a session is kept or can be had, the network. Never rejects. */
  start(): Promise<void>;
  /** `told`: whom `/me` named at this sign-in; null where it did not. */
  signIn(secret: StoredSecret, told: Told | null): void;
  /** Another name of the same service: requests go there from now on. */
  reachAt(address: string): void;
  /** Forgets the tokens; the service is told where it can be reached, and nobody waits for that. */
  signOut(): Promise<void>;
  /** The names in use with this service, and what it was seen to understand. */
  profile: AccountProfile;
  /** Writes that are not settled: they would be lost with the account. */
  waiting(): Promise<number>;
  /** For the local workspace: its service, else null. */
  local: LocalSession | null;
  close(): Promise<void>;
}

export interface OpenAccountOptions {
  redactor: Redactor;
  workOffline: boolean;
  emit(event: AnyEvent): void;
  /** The database is known to be damaged: it is set aside and made anew. */
  damaged: boolean;
  /** Whom `/me` names was not kept with this account yet, and has proved to be its person. */
  learned(told: Told): void;
  /** Called once when a query meets a broken page of the database. */
  damageFound(): void;
  /** Called once when a thread of the database ended by itself. */
  died(): void;
}

/** States in which a write still matters to somebody. */
const UNSETTLED = ['QUEUED', 'SENDING', 'UNCERTAIN', 'VERIFYING', 'REJECTED', 'NEEDS_USER'];

/** Folder of everything that belongs to one identity: removing it removes the account. */
export function accountFolder(ports: Ports, id: string): string {
  return path.join(ports.paths.data, 'accounts', id);
}

/** Why nothing may leave right now, in words. */
function gateError(monitor: Monitor, name: EndpointName): AppError | null {
  if (monitor.maySend()) return null;
  const { state, error } = monitor.current();
  // Who is signed in is asked until the service says the right thing again.
  if (error?.code === OTHER_PERSON) return name === 'getMe' ? null : error;
  if (state === 'workOffline') {
    return fail({
      kind: 'offline',
      code: 'connection.workOffline',
      message: 'Work offline is switched on.',
      safe: 'Changes wait in the outbox.',
      next: 'waitForNetwork',
    }).error;
  }
  if (state === 'offline') {
    return fail({
      kind: 'offline',
      code: 'connection.starting',
      message: 'The local workspace is starting.',
      safe: 'Changes wait in the outbox.',
      next: 'waitForNetwork',
    }).error;
  }
  return fail({
    kind: 'auth',
    code: state === 'expired' ? 'session.expired' : 'session.signedOut',
    message: state === 'expired' ? 'The sign-in has ended.' : 'This account is signed out.',
    safe: 'Everything that was read is still here; changes wait in the outbox.',
    next: 'signIn',
  }).error;
}

/**
 * Opens the database of an account and builds everything around it. The mirror answers when this
 * does; nothing has gone to the network before `start`.
 *
 * Errors: those of `openStore`.
 */
export async function openAccount(
  ports: Ports,
  saved: SavedAccount,
  options: OpenAccountOptions,
): Promise<Result<OpenAccount>> {
  const { id, workspace, service, tenant, user } = saved;
  const identity: Identity = { id, workspace, service, tenant, user };
  const opened = await openStore({
    file: path.join(accountFolder(ports, id), 'mirror.db'),
    mode: ports.database,
    log: ports.log,
    now: ports.clock.now,
    damaged: options.damaged,
  });
  if (!opened.ok) return opened;
  const store = opened.value;
  store.onDamage(options.damageFound);
  store.onDeath(options.died);

  let address = addressOf(saved);
  const { redactor } = options;
  const hidden = redactor.scope();
  const exchangeWith = (names: () => Profile): Exchange =>
    createExchange({
      http: ports.http,
      clock: ports.clock,
      baseUrl: () => (local === null ? address : local.baseUrl()),
      profile: names,
      version: ports.version,
      redactor,
    });
  const ending = new AbortController();
  const profile = createAccountProfile({
    store,
    clock: ports.clock,
    overrides: saved.profile,
    exchange: exchangeWith,
    token: () => (monitor.maySend() ? (tokens.current()?.token ?? null) : null),
    signal: ending.signal,
  });
  await profile.load();
  const exchange = exchangeWith(profile.current);
  const calls = createSessionCalls(exchange, profile.current, hidden);
  const keep = (secret: StoredSecret): Promise<void> => keepSecret(ports, id, secret);

  const tokens = createTokens(async (old) => {
    let renewed = await calls.refresh(old);
    if (!renewed.ok && local !== null) renewed = await local.logIn();
    // Signed out meanwhile: nothing of the old session may come back to the keychain.
    if (renewed.ok && tokens.current() === old) {
      await keep(renewed.secret);
      if (tokens.current() === old) {
        entered(renewed.secret);
      } else if (tokens.current() === null) {
        await ports.secrets.remove(id);
      }
    }
    return renewed;
  });

  const monitor = createConnectionMonitor({
    clock: ports.clock,
    random: ports.random,
    emit: options.emit,
    workOffline: options.workOffline,
    address: workspace === 'remote' ? address : '',
    probe: async () => {
      if (local !== null) await local.connect();
      if (gateError(monitor, 'getMe') === null) await api.read('getMe');
    },
  });

  const renewal = createRenewal({
    clock: ports.clock,
    renew: tokens.renew,
    maySend: () => monitor.maySend(),
    refused: ({ expiresAt }) => monitor.setSignIn('in', expiresAt, false),
  });

  /** A token is in use from now on: its end is shown, and put off where that can be done. */
  const entered = ({ token, refreshToken }: StoredSecret): void => {
    hidden.issued(token);
    if (refreshToken !== null) hidden.issued(refreshToken);
    const expiresAt = claimsOf(token)?.expiresAt ?? null;
    const renews = refreshToken !== null || local !== null;
    monitor.setSignIn('in', expiresAt, renews);
    renewal.watch({ token, expiresAt, renews });
  };

  const whose = createWhose(
    {
      ...{ identity, clock: ports.clock, learned: options.learned },
      told: saved.me ?? null,
      changed: (foreign) => {
        monitor.setForeign(foreign);
        const signedIn = monitor.signedIn();
        options.emit({ name: 'account', payload: { accountId: id, signedIn } });
        if (foreign === null) return;
        ports.log.write('warn', 'session.otherPerson');
        const { code, message, safe = '' } = foreign;
        const payload = { level: 'warning', code, message: `${message} ${safe}`.trim() } as const;
        options.emit({ name: 'notice', payload });
      },
    },
    saved.userName,
  );

  const signIn = (secret: StoredSecret, told: Told | null = null): void => {
    whose.signedIn(told);
    tokens.replace(secret);
    local?.stayOut(false);
    entered(secret);
    options.emit({ name: 'account', payload: { accountId: id, signedIn: true } });
  };

  const local: LocalSession | null =
    workspace === 'remote'
      ? null
      : createLocalSession({
          service: ports.localService,
          workspaceId: service,
          calls,
          hasTokens: () => tokens.current() !== null,
          signedIn: async (secret) => {
            await keep(secret);
            signIn(secret);
          },
          monitor: () => monitor,
        });

  const availability = createAvailability({
    store,
    clock: ports.clock,
    profile: profile.current,
    changed: () =>
      options.emit({ name: 'availability', payload: { endpoints: availability.list() } }),
  });
  await availability.load();

  const api = createClient({
    exchange,
    redactor,
    tokens,
    clock: ports.clock,
    profile: profile.current,
    signal: ending.signal,
    gate: (name) => gateError(monitor, name),
    whose,
    report: monitor.report,
    observe: availability.observe,
    signedOut: () => {
      renewal.watch(null);
      monitor.setSignIn('expired', null);
      options.emit({ name: 'account', payload: { accountId: id, signedIn: false } });
    },
  });

  const base = { identity, ports, store, api, connection: monitor, emit: options.emit };
  const outbox = createOutbox(base);
  const sync = createSync(base);
  const context: AccountContext = { ...base, outbox, sync };
  const stopListening: (() => void)[] = [];

  let closed = false;
  let probing: Promise<void> = Promise.resolve();
  /** The embedded service is known; what another one calls things is found out once. */
  const learnNames = async (): Promise<void> => {
    if (local !== null) return;
    await probing;
    if (!closed) await profile.probeWhenDue();
  };
  const hurry = (): void => {
    sync.hint();
    outbox.hint();
  };

  return ok({
    identity,
    context,
    monitor,
    availability,
    local,
    profile,
    signIn,

    reachAt(next) {
      if (local !== null || next === address) return;
      address = next;
      monitor.setAddress(next);
    },

    async start() {
      stopListening.push(
        monitor.onChange(() => {
          if (monitor.current().state !== 'online') return;
          renewal.hint();
          hurry();
          probing = learnNames();
        }),
        ports.connectivity.onHint(() => {
          monitor.hint();
          renewal.hint();
          hurry();
        }),
      );
      sync.start();
      outbox.start();
      const secret = await ports.secrets.get(id).catch(() => null);
      if (closed) return;
      if (secret !== null && tokens.current() === null) signIn(secret);
      if (local !== null) {
        stopListening.push(local.listen());
        await local.connect();
      } else if (tokens.current() === null) {
        monitor.setSignIn('out', null);
      }
    },

    async signOut() {
      const token = tokens.current()?.token;
      tokens.replace(null);
      renewal.watch(null);
      local?.stayOut(true);
      if (token !== undefined && monitor.maySend()) void calls.logout(token);
      monitor.setSignIn('out', null);
      options.emit({ name: 'account', payload: { accountId: id, signedIn: false } });
      await ports.secrets.remove(id);
    },

    async waiting() {
      const byState = await store.read('outbox.counts', null);
      return UNSETTLED.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
    },

    async close() {
      closed = true;
      for (const stop of stopListening) stop();
      ending.abort();
      renewal.close();
      monitor.close();
      // All are told to end before any is waited for; whatever happens, the lock on its files must
      // not stay.
      const ended = await Promise.allSettled([sync.close(), outbox.close(), probing]);
      await store.close().finally(() => hidden.close());
      const broken = ended.find((one) => one.status === 'rejected');
      if (broken !== undefined) ports.log.write('error', 'account.close');
    },
  });
}

import path from 'node:path';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { OPEN_STATES } from '../../../shared/rules/opStates.ts';
import type { AccountBase } from '../account.ts';
import type { AccountContext } from '../accountContext.ts';
import { createExporter } from '../exports/createExporter.ts';
import { createCollector } from '../answers/queue/createCollector.ts';
import type { Redactor } from '../api/redactor.ts';
import { isLoopback } from '../api/url.ts';
import { createAttachments } from '../attachments/attachments.ts';
import { createElsewhere } from '../attachments/elsewhere.ts';
import { openStore, type Store } from '../database.ts';
import { Refusal } from '../db/refusal.ts';
import { createPacks } from '../packs/createPacks.ts';
import { filesOfPacks } from '../packs/filesOfPacks.ts';
import { createGround, type GroundContext } from '../ground/createGround.ts';
import type { Identity } from '../identity.ts';
import { createOutbox } from '../outbox/queue/createOutbox.ts';
import type { Http, Ports, StoredSecret } from '../ports.ts';
import { createSync } from '../sync/createSync.ts';
import { documentKey } from '../sync/single.ts';
import type { AccountProfile } from './accountProfile.ts';
import type { SavedAccount } from './accountsFile.ts';
import type { Availability } from './availability.ts';
import { emptyTrash } from './emptyTrash.ts';
import type { Monitor } from './connection.ts';
import type { LocalSession } from './localSession.ts';
import { checkOwner, tellAllGone } from './owner.ts';
import type { RenewalsUnderWay } from './renewalsUnderWay.ts';
import { openServiceAccess, type ServiceAccess } from './serviceAccess.ts';
import type { PersonKeys } from './whose.ts';

/** An account in use: its context, and what only the session touches. */
export interface OpenAccount {
  identity: Identity;
  context: AccountContext;
  monitor: Monitor;
  availability: Availability;
  /** Starts timers and, where a session is kept or can be had, the network. Never rejects. */
  start(): Promise<void>;
  /** `person`: whom `/me` named at this sign-in; null where it did not. */
  signIn(secret: StoredSecret, person: PersonKeys | null): void;
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
  renewals: RenewalsUnderWay;
  emit(event: AnyEvent): void;
  /** The database is known to be damaged: it is set aside and made anew. */
  damaged: boolean;
  /** Whom `/me` names was not kept with this account yet, and has proved to be its person. */
  learned(person: PersonKeys): void;
  /** Called once when a query meets a broken page of the database. */
  damageFound(): void;
  /** Called once when a thread of the database ended by itself. */
  died(): void;
}

/** Folder of everything that belongs to one identity: removing it removes the account. */
export function accountFolder(ports: Ports, id: string): string {
  return path.join(ports.paths.data, 'accounts', id);
}

/**
 * Opens the database of an account and builds everything around it. The mirror answers when this
 * does; nothing has gone to the network before `start`.
 *
 * Errors: those of `openStore`, of `checkOwner` and of reading (`db.thread`, where a thread ends meanwhile).
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
  // Else the lock on its files would stay until the app ends.
  const free = (): Promise<void> => store.close().catch(() => undefined);
  try {
    const owned = await checkOwner(store, id);
    const hadOne = saved.opened === true || saved.waiting > 0;
    const noted =
      owned.ok && owned.value.isNew && hadOne ? await tellAllGone(store, ports.clock.now()) : owned;
    if (noted.ok) return ok(await buildAccount(ports, saved, identity, store, options));
    await free();
    return noted;
  } catch (cause) {
    await free();
    if (cause instanceof Refusal) return { ok: false, error: cause.error };
    throw cause;
  }
}

/** Builds an account around its database. Throws what reading it throws. */
async function buildAccount(
  ports: Ports,
  saved: SavedAccount,
  identity: Identity,
  store: Store,
  options: OpenAccountOptions,
): Promise<OpenAccount> {
  const { redactor, workOffline, renewals, emit, learned } = options;
  const access = await openServiceAccess({
    ...{ ports, identity, saved, store, redactor, workOffline, renewals, emit, learned },
  });
  store.onDamage(options.damageFound);
  store.onDeath(options.died);
  const { api, monitor, signIn, local, profile, availability } = access;
  const { http, ...others } = ports;
  const base = { identity, ports: others, store, api, connection: monitor, emit };
  const sync = createSync(base);
  const folder = accountFolder(ports, identity.id);
  const elsewhere = createElsewhere({ ports, mayAsk: () => mayAskOthers(monitor) });
  const attachments = createAttachments(base, folder, elsewhere);
  const collector = createCollector({ ...base, sync, attachments });
  const parts = { ...base, outbox: createOutbox(base), sync, collector, attachments };
  const ground = createGround(groundContext(base, http), folder);
  const context: AccountContext = {
    ...{ ...parts, ground },
    exporter: createExporter(parts, others, folder),
    packs: createPacks({ ...parts, ground }, folder),
  };
  attachments.hold(async () => filesOfPacks(context, (await context.packs.holds()).files));
  const life = createLife(context, access);

  return {
    ...{ identity, context, monitor, availability, local, profile },
    signIn: signIn.enter,
    reachAt: access.reachAt,
    signOut: signIn.leave,
    start: life.start,
    close: life.close,
    async waiting() {
      const byState = await store.read('outbox.counts', null);
      return OPEN_STATES.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
    },
  };
}

/** Whether servers other than the service may be asked: it may be out of reach, and they not. */
function mayAskOthers(connection: AccountBase['connection']): boolean {
  return connection.current().state !== 'workOffline';
}

/** What the maps of an account take from it. */
function groundContext({ ports, emit, store, connection }: AccountBase, http: Http): GroundContext {
  const key = documentKey('getMapApiOptions', {}, {});
  return {
    ...{ ports: { ...ports, http }, emit },
    tenantOptions: async () => (await store.read('documents.get', { key }))?.json ?? null,
    serviceIsLocal: () => {
      const { address } = connection.current();
      return URL.canParse(address) && isLoopback(new URL(address).hostname);
    },
    mayAsk: () => mayAskOthers(connection),
  };
}

/** All parts are told to end before any is waited for. Gives whether they all did. */
async function allEnd(
  parts: readonly { close(): Promise<void> }[],
  besides: Promise<void>,
): Promise<boolean> {
  const ended = await Promise.allSettled([...parts.map((part) => part.close()), besides]);
  return ended.every(({ status }) => status === 'fulfilled');
}

/** The beginning and the end of an account in use. */
function createLife(
  {
    identity,
    ports,
    store,
    emit,
    outbox,
    sync,
    collector,
    exporter,
    ground,
    packs,
    attachments,
  }: AccountContext,
  access: ServiceAccess,
): Pick<OpenAccount, 'start' | 'close'> {
  const { monitor, signIn, local, profile } = access;
  const stopListening: (() => void)[] = [];
  let closed = false;
  let probing: Promise<void> = Promise.resolve();

  /** The embedded service is known; what another one calls things is found out once. */
  const learnNames = async (): Promise<void> => {
    if (local !== null) return;
    await probing;
    if (!closed) await profile.probeWhenDue();
  };
  const wakeAll = (): void => {
    for (const part of [signIn, sync, outbox, collector]) part.wake();
  };
  const listen = (): void => {
    stopListening.push(
      monitor.onChange(() => {
        if (monitor.current().state !== 'online') return;
        wakeAll();
        probing = learnNames();
      }),
      ports.connectivity.onHint(() => {
        monitor.wake();
        wakeAll();
      }),
      ports.connectivity.onSleep((asleep) => {
        monitor.setAsleep(asleep);
        if (!asleep) wakeAll();
      }),
      // A person may take longer to unlock the keychain than the start waits for it.
      ports.secrets.onBack(() => void enterSaved()),
    );
  };

  /** Goes on with the session that the keychain holds, unless somebody has signed in meanwhile. */
  const enterSaved = async (): Promise<void> => {
    const secret = await ports.secrets.get(identity.id).catch(() => null);
    if (closed || secret === null || signIn.hasLeft() || signIn.tokens.current() !== null) return;
    signIn.enter(secret, null);
  };

  return {
    async start() {
      listen();
      sync.start();
      outbox.start();
      collector.start();
      void exporter.start();
      packs.start();
      stopListening.push(emptyTrash({ ports, store, emit }));
      await enterSaved();
      if (closed) return;
      if (local !== null) {
        stopListening.push(local.listen());
        await local.connect();
      } else if (signIn.tokens.current() === null) {
        monitor.setSignIn('out', null);
      }
    },

    async close() {
      closed = true;
      for (const stop of stopListening) stop();
      access.cut();
      // Whatever happens, the lock on its files must not stay.
      const parts = [sync, outbox, collector, exporter, packs, ground, attachments];
      const well = await allEnd(parts, probing);
      await store.close().finally(() => access.close());
      if (!well) ports.log.write('error', 'account.close');
    },
  };
}

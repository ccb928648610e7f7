import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import { createClient } from '../api/client.ts';
import { createExchange, type Exchange } from '../api/exchange.ts';
import type { Profile } from '../api/profile.ts';
import type { Redactor } from '../api/redactor.ts';
import type { ApiClient } from '../api/types.ts';
import type { Store } from '../database.ts';
import type { Identity } from '../identity.ts';
import { askingOnly } from '../ownServers.ts';
import type { Ports } from '../ports.ts';
import { createAccountProfile, type AccountProfile } from './accountProfile.ts';
import type { SavedAccount } from './accountsFile.ts';
import { createAccountSignIn, type AccountSignIn } from './accountSignIn.ts';
import { createAvailability, type Availability } from './availability.ts';
import { createSessionCalls } from './calls.ts';
import { createConnectionMonitor, type Monitor } from './connection.ts';
import { gateError } from './gate.ts';
import { createLocalSession, type LocalSession } from './localSession.ts';
import { addressOf } from './recognise.ts';
import type { RenewalsUnderWay } from './renewalsUnderWay.ts';
import type { PersonKeys } from './whose.ts';

/** The ways of one account to its service, and what they prove. */
export interface ServiceAccess {
  api: ApiClient;
  monitor: Monitor;
  signIn: AccountSignIn;
  availability: Availability;
  profile: AccountProfile;
  /** For the local workspace: its service, else null. */
  local: LocalSession | null;
  /** Another name of the same service: requests go there from now on. */
  reachAt(address: string): void;
  /** Ends what is under way. */
  cut(): void;
  /** What was hidden may be forgotten: nothing is written down any more. */
  close(): void;
}

export interface ServiceAccessSetup {
  ports: Ports;
  identity: Identity;
  saved: SavedAccount;
  store: Store;
  redactor: Redactor;
  workOffline: boolean;
  renewals: RenewalsUnderWay;
  emit(event: AnyEvent): void;
  /** Whom `/me` names was not kept with this account yet, and has proved to be its person. */
  learned(person: PersonKeys): void;
}

/** Reads what earlier runs learned of the service; nothing goes to the network. Throws what reading throws. */
export async function openServiceAccess(setup: ServiceAccessSetup): Promise<ServiceAccess> {
  const { ports, identity, saved, store, redactor, emit } = setup;
  const { clock } = ports;
  const isRemote = identity.workspace === 'remote';
  const ending = new AbortController();
  const { signal } = ending;
  let address = addressOf(saved);

  const servedAt = (): string | null => (local === null ? address : local.baseUrl());
  const http = askingOnly(ports.http, () => [servedAt() ?? '']);
  const exchangeWith = (names: () => Profile): Exchange =>
    createExchange({
      ...{ http, clock, profile: names, version: ports.version, redactor },
      baseUrl: servedAt,
    });
  const profile = createAccountProfile({
    ...{ store, clock, signal, exchange: exchangeWith, overrides: saved.profile },
    token: () => (monitor.maySend() ? (signIn.tokens.current()?.token ?? null) : null),
  });
  const availability = createAvailability({
    ...{ store, clock, profile: profile.current },
    changed: () => emit({ name: 'availability', payload: { endpoints: availability.list() } }),
  });
  // Reading may fail: nothing is begun before that would have to be ended.
  await profile.load();
  await availability.load();
  const hidden = redactor.scope();
  const exchange = exchangeWith(profile.current);
  const calls = createSessionCalls(exchange, profile.current, hidden);
  const monitor = createConnectionMonitor({
    ...{ clock, random: ports.random, emit, workOffline: setup.workOffline },
    address: isRemote ? address : '',
    probe: async () => {
      if (local !== null) await local.connect();
      if (gateError(monitor, 'getMe') === null) await api.read('getMe');
    },
  });
  const signIn = createAccountSignIn({
    ...{ ports, identity, saved, calls, hidden, monitor, emit, learned: setup.learned },
    renewals: setup.renewals,
    local: () => local,
  });
  const local: LocalSession | null = isRemote
    ? null
    : createLocalSession({
        ...{ service: ports.localService, workspaceId: identity.service, calls },
        hasTokens: () => signIn.tokens.current() !== null,
        signedIn: signIn.keepAndEnter,
        monitor: () => monitor,
      });
  const api = createClient({
    ...{ exchange, redactor, tokens: signIn.tokens, clock, profile: profile.current, signal },
    gate: (name) => gateError(monitor, name),
    whose: signIn.whose,
    report: monitor.report,
    observe: availability.observe,
    signedOut: signIn.expire,
  });

  return {
    ...{ api, monitor, signIn, availability, profile, local },
    reachAt(next) {
      if (local !== null || next === address) return;
      address = next;
      monitor.setAddress(next);
    },
    cut() {
      ending.abort();
      signIn.close();
      monitor.close();
    },
    close: () => hidden.close(),
  };
}

import { createClient } from '../../electron/core/api/client.ts';
import { createExchange } from '../../electron/core/api/exchange.ts';
import { defaultProfile } from '../../electron/core/api/profile.ts';
import { createRedactor } from '../../electron/core/api/redactor.ts';
import { createTokens } from '../../electron/core/api/refresh.ts';
import type { Ports } from '../../electron/core/ports.ts';
import type { ApiClient } from '../../electron/core/api/types.ts';
import type { ConnectionMonitor } from '../../electron/core/account.ts';
import { createAttachments } from '../../electron/core/attachments/attachments.ts';
import { createElsewhere } from '../../electron/core/attachments/elsewhere.ts';
import type { AccountContext } from '../../electron/core/accountContext.ts';
import type { Identity } from '../../electron/core/identity.ts';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { openStore } from '../../electron/core/database.ts';
import type { Store } from '../../electron/core/database.ts';
import type { Result } from '../../shared/result.ts';

/** The value of a result that has to be one. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Opens a mirror in its worker threads, as the app does. */
export async function openMirror(file: string): Promise<Store> {
  return valueOf(await openStore({ file, mode: 'thread' }));
}

const online: ConnectionMonitor = {
  maySend: () => true,
  signedIn: () => true,
  current: () => ({
    ...{ state: 'online', since: 0, address: '', syncing: null, waiting: 0, needsYou: 0 },
    ...{ lastContactAt: null, tokenExpiresAt: null, error: null, failed: {} },
  }),
  report: () => undefined,
  setSyncing: () => undefined,
  setFailed: () => undefined,
  setCounts: () => undefined,
  onChange: () => () => undefined,
};

/** The core's own client, over sockets, signed in with a token. */
export function clientOf(ports: Ports, baseUrl: string, token: string): ApiClient {
  const redactor = createRedactor();
  redactor.scope().issued(token);
  const exchange = createExchange({
    http: ports.http,
    clock: ports.clock,
    baseUrl: () => baseUrl,
    profile: () => defaultProfile,
    version: 'bench',
    redactor,
  });
  const tokens = createTokens(async () => ({ ok: false, why: 'refused' }));
  tokens.replace({ token, refreshToken: null });
  return createClient({
    ...{ exchange, redactor, tokens, clock: ports.clock, profile: () => defaultProfile },
    gate: () => null,
    report: () => undefined,
    observe: () => undefined,
    signedOut: () => undefined,
  });
}

export interface BenchAccount extends Omit<
  AccountContext,
  'sync' | 'outbox' | 'collector' | 'exporter' | 'ground' | 'packs'
> {
  /** Ends the connections of its client. */
  disconnect(): void;
}

/** What sync and outbox need of an account: always online, nobody listening. */
export function accountOver(
  folder: string,
  store: Store,
  api: (ports: Ports) => ApiClient,
): BenchAccount {
  const identity: Identity = {
    ...{ id: 'bench', workspace: 'remote', service: 'https://fleet.example' },
    ...{ tenant: '1', user: '1' },
  };
  const ports = createNodePorts({ dataDir: folder, logLevel: 'error' });
  const emit = (): void => undefined;
  const base = { identity, ports, store, api: api(ports), connection: online, emit };
  const disconnect = (): void => ports.http.close();
  const elsewhere = createElsewhere({ ports, mayAsk: () => false });
  return { ...base, attachments: createAttachments(base, folder, elsewhere), disconnect };
}

import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createAuth, type Auth } from './auth.ts';
import type { Service } from './context.ts';
import {
  acceptCredentials,
  credentialsOf,
  userIdOf,
  type Credentials,
  type DemoAccount,
  type DemoName,
} from './credentials.ts';
import {
  databaseOf,
  IN_MEMORY,
  inFolder,
  refusedBy,
  prepareFile,
  prepareFolder,
  takeFolder,
} from './dataFolder.ts';
import { createFaults, type FaultBox, type FaultRule } from './faults.ts';
import { createHandlers } from './handlers/index.ts';
import { restore } from './handlers/records.ts';
import { httpServer } from './httpLayer.ts';
import { createJournal, type AppliedChange, type SeenRequest } from './journal.ts';
import { oneTimeCode } from './oneTimeCode.ts';
import { mountRoutes, PREFIX } from './router.ts';
import { seed, type SeedKind } from './seed/index.ts';
import { fleetSize } from './seed/tenants.ts';
import type { Sleep } from './send.ts';
import { ARCHIVED, openStore, type Store } from './store.ts';
import { createFleet, createTown, townGeoJson, type Town } from './world/index.ts';

export interface ServiceOptions {
  /** A folder of its own, or `:memory:`. */
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** What a new data folder is filled with; a folder that has data keeps it. */
  readonly seed: SeedKind;
  /** Decides town, names and movements of a new data folder. */
  readonly seedText?: string;
  /** The town of the seed text, where the caller has it already: it takes long to lay out. */
  readonly town?: Town;
  /** Vehicles of the main client of a new data folder, 250 unless told. */
  readonly vehicles?: number;
  /** The service's time, ms since the epoch. */
  readonly clock: () => number;
  readonly faults?: readonly FaultRule[];
  readonly faultSeed?: number;
  /** Waits of faults; a test may let its own time pass. */
  readonly sleep?: Sleep;
  /** `false` opens no socket: requests come through `handle` only. */
  readonly listen?: boolean;
  /** Told of a mistake in the service; it answers 500 then. */
  readonly onBug?: (error: unknown) => void;
}

export interface PlainRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'OPTIONS';
  /** With prefix and query, as on the wire: `/api/vehicles/1?fields[]=regNo`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface PlainReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RunningService {
  /** `http://127.0.0.1:PORT/api`; the port is 0 where no socket is open. */
  readonly baseUrl: string;
  /** Constant for the data folder, whatever the port. */
  readonly workspaceId: string;
  /** The main user, and a fresh access token of theirs. */
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** Everybody of the demo. */
  readonly accounts: readonly DemoAccount[];
  /** GeoJSON text of the town. */
  readonly basemap: string;
  readonly faults: FaultBox;
  account(name: DemoName): DemoAccount;
  /** A fresh access token without a password. */
  tokenFor(name: DemoName): Promise<string>;
  /** The one-time code of an account that uses them, now. */
  oneTimeCode(name: DemoName): string;
  /**
   * The router without a socket. Rejects where a fault ends the connection, as `fetch` would.
   */
  handle(request: PlainRequest): Promise<PlainReply>;
  /** Requests so far, oldest first. */
  requests(): readonly SeenRequest[];
  /** Changes so far, in the order in which they were made. */
  log(): readonly AppliedChange[];
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Node's headers as plain texts; those with several values are joined. */
function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );
}

/** The town and the fleet of a database, which is filled first where it is new. */
function fillWorld(
  options: ServiceOptions,
  store: Store,
): { service: Service; credentials: Credentials } {
  const { dataDir, clock } = options;
  const credentials = credentialsOf(dataDir, store);
  const { accounts } = credentials;
  const seedText = store.meta('seedText') ?? options.seedText ?? 'waybill';
  const town = options.town?.seed === seedText ? options.town : createTown(seedText);
  const vehicles = options.seed === 'demo' ? (options.vehicles ?? 250) : 0;
  const simulated = store.meta('simulated') ?? fleetSize(vehicles);
  const fleet = createFleet(town, seedText, Number(simulated));
  if (store.meta('seeded') === undefined) {
    seed({ store, kind: options.seed, seedText, vehicles, accounts, town, fleet, nowMs: clock() });
  }
  acceptCredentials(store, credentials);
  return { service: { store, town, fleet, clock }, credentials };
}

/** Opens the database of a data folder with all that belongs to it, for this service alone. */
function openWorld(options: ServiceOptions): ReturnType<typeof fillWorld> & { close: () => void } {
  const { dataDir } = options;
  return inFolder(dataDir, () => {
    prepareFolder(dataDir);
    const hold = takeFolder(dataDir);
    let store: Store | undefined;
    const close = (): void => {
      store?.close();
      hold.release();
    };
    try {
      const file = databaseOf(dataDir);
      if (file !== IN_MEMORY) prepareFile(file);
      store = openStore(file);
      return { ...fillWorld(options, store), close };
    } catch (error) {
      close();
      throw error;
    }
  });
}

/** Asks the router without a socket. */
async function inject(
  app: FastifyInstance,
  { method, path: url, headers, body }: PlainRequest,
): Promise<PlainReply> {
  const reply = await app.inject({
    method,
    url,
    headers: { host: LOOPBACK, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: reply.statusCode,
    headers: plainHeaders(reply.headers),
    body: reply.rawPayload,
  };
}

/** Listens on loopback where that is wanted; gives the port, 0 where no socket is open. */
async function listen(app: FastifyInstance, { port, listen }: ServiceOptions): Promise<number> {
  await app.ready();
  if (listen === false) return 0;
  await app.listen({ host: LOOPBACK, port });
  // Not out of the address that it answers, which a URL reads without a port where that is 80.
  const [address] = app.addresses();
  return typeof address === 'object' ? address.port : 0;
}

/** The accounts of the demo by their names, and what they sign in with. */
function demoAccounts(
  accounts: readonly DemoAccount[],
  auth: Auth,
  clock: () => number,
): Pick<RunningService, 'account' | 'tokenFor' | 'oneTimeCode'> {
  const account = (name: DemoName): DemoAccount => {
    const found = accounts.find((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`There is no demo account ${name}`);
    return { ...found, email: auth.emailOf(userIdOf(name)) ?? found.email };
  };
  return {
    account,
    tokenFor: async (name) => (await auth.issue(userIdOf(name))).token,
    oneTimeCode(name) {
      const secret = account(name).otpSecret;
      if (secret === undefined) throw new Error(`${name} uses no one-time codes`);
      return oneTimeCode(secret, clock());
    },
  };
}

/** Somebody may have archived the user that this computer's workspace signs in as: it stays its way in. */
function keepMainUser(service: Service): void {
  const user = service.store.find('user', userIdOf('dispatcher'), { of: 'platform' });
  if (user?.state === ARCHIVED) restore(service, user, service.clock(), 'active', 'The user');
}

/** The server of a world, not listening yet. */
function serve(options: ServiceOptions, service: Service, auth: Auth) {
  const faults = createFaults(options.faults, options.faultSeed);
  const journal = createJournal();
  const app = httpServer();
  const ending = new AbortController();
  mountRoutes(app, {
    ...{ service, auth, faults, journal, handlers: createHandlers(service, auth) },
    sleep: options.sleep ?? ((ms, signal) => setTimeout(ms, undefined, { signal })),
    ending: ending.signal,
    onBug: options.onBug ?? (() => undefined),
  });
  const stop = async (): Promise<void> => {
    await app.close();
    // Requests that were to be applied later never are: their store closes now.
    ending.abort();
  };
  return { app, faults, journal, stop };
}

/**
 * Starts the embedded fleet service over its own database: the whole interface (sections 4 and 5)
 * on loopback, with a simulated fleet. Rejects when the folder or the port can't be had.
 */
export async function createService(options: ServiceOptions): Promise<RunningService> {
  const { service, credentials, close: closeWorld } = openWorld(options);
  const { accounts, workspaceId, tokenSecret } = credentials;
  const auth = createAuth(service.store, tokenSecret, options.clock);
  const { app, faults, journal, stop } = serve(options, service, auth);
  const close = async () => {
    await stop();
    closeWorld();
  };
  let basemap: string | undefined;
  try {
    keepMainUser(service);
    const demo = demoAccounts(accounts, auth, options.clock);
    const main = demo.account('dispatcher');
    const token = await demo.tokenFor('dispatcher');
    const port = await listen(app, options);
    return {
      ...{ workspaceId, accounts, faults, ...demo, close, token },
      baseUrl: `http://${LOOPBACK}:${port}${PREFIX}`,
      email: main.email,
      password: main.password,
      get basemap() {
        return (basemap ??= JSON.stringify(townGeoJson(service.town)));
      },
      handle: (request) => inject(app, request),
      requests: () => journal.requests(),
      log: () => journal.changes(),
    };
  } catch (error) {
    // Socket, lock and thread go: the next start may find room.
    await close();
    throw refusedBy(options.dataDir, error);
  }
}

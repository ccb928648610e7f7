import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
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
import { IN_MEMORY, prepareFile, prepareFolder, withSoundDatabase } from './dataFolder.ts';
import { createFaults, type FaultBox, type FaultRule } from './faults.ts';
import { createHandlers } from './handlers/index.ts';
import { restore } from './handlers/records.ts';
import { createJournal, type AppliedChange, type SeenRequest } from './journal.ts';
import { oneTimeCode } from './oneTimeCode.ts';
import { methodsAt, mountRoutes, PREFIX } from './router.ts';
import { seed, type SeedKind } from './seed/index.ts';
import { fleetSize } from './seed/tenants.ts';
import { errorReply, type Sleep } from './send.ts';
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
const BODY_LIMIT = 4 * 1024 * 1024;
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** An error in the one shape that the service has, with the id that every answer carries. */
function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): FastifyReply {
  const error = errorReply(status, message);
  const headers = { ...error.headers, 'x-request-id': request.id };
  return reply.code(status).headers(headers).send(error.body);
}

/** What the HTTP layer refuses by itself: paths, bodies, content types. */
function refuseError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const message = error instanceof Error && status < 500 ? error.message : 'The service failed.';
  return refuse(request, reply, status, message);
}

function httpServer(): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => void refuseError(error, request, reply),
    routerOptions: { maxParamLength: 500 },
  });
  // Bodies stay text: unknown fields are stored as they were spelled.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
    if (!isPlain) done(unsupportedType());
    else if (typeof body !== 'string' && !isUtf8(body))
      done(new BodyRefused(400, 'The body is not UTF-8.'));
    else done(null, body.toString());
  });
  // A body of nothing is none, whatever it calls itself.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null, body) : done(unsupportedType()),
  );
  // Names that lead here from elsewhere (DNS rebinding) get nothing.
  app.addHook('onRequest', async (request, reply) => {
    if (LOOPBACK_HOST.test(request.headers.host ?? '')) {
      void reply.header('x-request-id', request.id);
      return;
    }
    return refuse(request, reply, 421, 'This service answers on loopback only.');
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url.replace(/\?.*$/s, ''));
    if (methods.length === 0) return refuse(request, reply, 404, 'There is no such endpoint.');
    void reply.header('allow', methods.join(', '));
    return refuse(request, reply, 405, `This endpoint knows ${methods.join(', ')} only.`);
  });
  app.setErrorHandler(refuseError);
  return app;
}

/** A body that is refused before anybody reads it. */
class BodyRefused extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const unsupportedType = () => new BodyRefused(415, 'Bodies are application/json, and not packed.');

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

/** Opens the database of a data folder with all that belongs to it. */
function openWorld(options: ServiceOptions): ReturnType<typeof fillWorld> {
  const { dataDir } = options;
  prepareFolder(dataDir);
  const file = dataDir === IN_MEMORY ? IN_MEMORY : path.join(dataDir, 'service.sqlite');
  if (file !== IN_MEMORY) prepareFile(file);
  return withSoundDatabase(file, () => {
    const store = openStore(file);
    try {
      return fillWorld(options, store);
    } catch (error) {
      store.close();
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
  return Number(new URL(await app.listen({ host: LOOPBACK, port })).port);
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

/**
 * Starts the embedded fleet service over its own database: the whole interface (sections 4 and 5)
 * on loopback, with a simulated fleet. Rejects when the folder or the port can't be had.
 */
export async function createService(options: ServiceOptions): Promise<RunningService> {
  const { clock } = options;
  const { service, credentials } = openWorld(options);
  const { accounts, workspaceId, tokenSecret } = credentials;
  keepMainUser(service);
  const { store, town } = service;
  const auth = createAuth(store, tokenSecret, clock);
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
  const close = async () => {
    await app.close();
    // Requests that were to be applied later never are: their store closes now.
    ending.abort();
    store.close();
  };
  const port = await listen(app, options).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const demo = demoAccounts(accounts, auth, clock);
  const main = demo.account('dispatcher');
  let basemap: string | undefined;

  return {
    ...{ workspaceId, accounts, faults, ...demo, close },
    baseUrl: `http://${LOOPBACK}:${port}${PREFIX}`,
    email: main.email,
    password: main.password,
    token: await demo.tokenFor('dispatcher'),
    get basemap() {
      return (basemap ??= JSON.stringify(townGeoJson(town)));
    },
    handle: (request) => inject(app, request),
    requests: () => journal.requests(),
    log: () => journal.changes(),
  };
}

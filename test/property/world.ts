import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { createService } from '../../electron/service/createService.ts';
import type { PlainRequest, RunningService } from '../../electron/service/createService.ts';
import type { DemoName } from '../../electron/service/credentials.ts';
import type { HttpReply, StoredSecret } from '../../electron/core/ports.ts';
import { jsonMember } from '../../shared/rules/jsonText.ts';
import { fillUp } from './fuel.ts';
import { CHANGING, undo } from './serviceBackup.ts';
import type { Undone } from './serviceBackup.ts';

/**
 * The world around the desk: the real embedded service in this process, without sockets, holding a
 * small fleet of two tenants. It is made once; each run starts from the same state.
 */
export interface World {
  service: RunningService;
  /** True time of the run that is under way. */
  setNow(now: () => number): void;
  /** When every run starts, ms since 1970. */
  startMs: number;
  tenants: readonly Tenant[];
  /** Answers to reads that nothing in the model changes, by user and address. */
  constant: Map<string, HttpReply>;
  /** The service's own record, past every fault; null where it has none. */
  truth(entity: TruthEntity, id: string): Truth | null;
  /** The record as every run finds it; null where there is none. */
  first(entity: TruthEntity, id: string): string | null;
  /** Puts the service back to where every run starts. */
  reset(): void;
  /** Puts the service back to where the run began, as by a backup; gives what that undid. */
  putBack(): Undone[];
  /** A change made by somebody else of the same tenant. Rejects when the service refuses. */
  elsewhere(
    tenant: number,
    method: PlainRequest['method'],
    url: string,
    body?: string,
  ): Promise<string>;
  /** Mistakes that the service made since the last question. */
  takeBugs(): unknown[];
  /** A folder of its own that is removed with the world. */
  newFolder(): string;
  /** A signed-in data folder and its secrets, kept for all runs; null before `keep`. */
  kept(): { folder: string; secrets: ReadonlyMap<string, StoredSecret> } | null;
  keep(folder: string, secrets: ReadonlyMap<string, StoredSecret>, nowMs: number): void;
  /** The same world as another person of the first tenant has it, with a data folder of their own. */
  readonly colleague: World | null;
  /** The same as the first person has it at another computer, not signed in there yet. */
  readonly computer: World | null;
  close(): Promise<void>;
}

export type TruthEntity =
  'vehicle' | 'user' | 'area' | 'areaGroup' | 'calibration' | 'fuelTransaction';

/** A driver is a user of the service. */
export function truthEntity(entity: string | undefined): TruthEntity {
  switch (entity) {
    case 'vehicle':
    case 'area':
    case 'areaGroup':
    case 'fuelTransaction':
      return entity;
    default:
      return 'user';
  }
}

export interface Truth {
  doc: string;
  /** 0 living, 1 archived, 2 deleted. */
  state: number;
}

export interface Tenant {
  name: DemoName;
  userId: string;
  email: string;
  password: string;
  token: string;
  /** Somebody else of the same tenant, whose changes come from elsewhere. */
  otherToken: string;
  vehicles: string[];
  drivers: string[];
  areas: string[];
  /** Fuel transactions, which nobody can make: the card company does. */
  fuel: string[];
  /** The client that the tenant's users belong to. */
  clientId: string;
}

/** A tenant's own fields: a number beyond doubles, a spelling that must survive, a nested value. */
export const UNKNOWN = '"contractNo":9007199254740993,"ratio":1.10,"note":{"a":[1,2.0]}';

const TABLES = ['meta', 'session', 'account'];

/** The clients whose people the tenants' users are. */
const CLIENTS = ['501', '502'];

/** Where fsync costs nothing: the model proves order and completeness, not the disk. */
function scratch(): string {
  const memory = '/dev/shm';
  return existsSync(memory) ? memory : tmpdir();
}

type Ask = (
  token: string,
  method: PlainRequest['method'],
  url: string,
  body?: string,
) => Promise<string>;

/** Requests of anybody's; a refused one throws. */
function askerOf(service: RunningService): Ask {
  return async (
    token: string,
    method: PlainRequest['method'],
    url: string,
    body?: string,
  ): Promise<string> => {
    const reply = await service.handle({
      method,
      path: `/api${url}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    const text = reply.body.toString();
    if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${text}`);
    return text;
  };
}

/** A tenant with its records, of which the second has fewer. */
async function settle(
  service: RunningService,
  ask: Ask,
  name: DemoName,
  at: number,
): Promise<Tenant> {
  const made = async (token: string, url: string, body: string): Promise<string> => {
    const text = await ask(token, 'POST', url, body);
    const record = jsonMember(text, 'data') ?? jsonMember(text, 'result') ?? text;
    return (jsonMember(record, 'id') ?? '').replaceAll('"', '');
  };
  const token = await service.tokenFor(name);
  const fill = async (
    count: number,
    url: string,
    body: (n: number) => string,
  ): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 1; n <= count; n += 1) ids.push(await made(token, url, body(at * 100 + n)));
    return ids;
  };
  const vehicles = await fill(
    at === 0 ? 4 : 2,
    '/vehicles',
    (n) => `{"regNo":"WB ${n}","defaultLabel":"Van ${n}","model":"M",${UNKNOWN}}`,
  );
  const areas = await fill(
    at === 0 ? 3 : 2,
    '/areas',
    (n) =>
      `{"name":"Area ${n}","type":"circle","radius":50,"coordinates":[{"lat":1,"lng":${n / 100}}],${UNKNOWN}}`,
  );
  // Only the first tenant's administrator may add users; the second tenant has no drivers.
  const drivers =
    at === 0
      ? await fill(
          2,
          '/users',
          (n) => `{"email":"d${n}@waybill.example","firstName":"D","lastName":"${n}","roleId":6}`,
        )
      : [];
  const { sub: userId } = claims(token);
  const { email, password } = service.account(name);
  const otherToken = at === 0 ? await service.tokenFor('otp') : token;
  const signed = { userId, email, password, token, otherToken };
  return { name, ...signed, vehicles, drivers, areas, fuel: [], clientId: CLIENTS[at] ?? '' };
}

export async function createWorld(): Promise<World> {
  const root = mkdtempSync(path.join(scratch(), 'waybill-model-'));
  const serviceFolder = path.join(root, 'service');
  let startMs = Date.UTC(2026, 4, 4, 7, 0, 0);
  let now = (): number => startMs;
  const bugs: unknown[] = [];
  const service = await createService({
    dataDir: serviceFolder,
    port: 0,
    seed: 'empty',
    vehicles: 0,
    clock: () => now(),
    listen: false,
    onBug: (error) => bugs.push(error),
  });
  const db = new Database(path.join(serviceFolder, 'service.sqlite'));
  const truthOf = db.prepare<[string, string], Truth>(
    'SELECT doc, state FROM record WHERE entity = ? AND id = ?',
  );

  const ask = askerOf(service);
  const tenants = [
    await settle(service, ask, 'dispatcher', 0),
    await settle(service, ask, 'neighbour', 1),
  ];
  tenants[0]?.fuel.push(...fillUp(db, tenants[0], startMs, UNKNOWN));
  db.exec("ATTACH ':memory:' AS kept");
  let firstOf: Database.Statement<[string, string], { doc: string }> | null = null;

  const own = keeper(path.join(root, 'kept'));
  const theirs = keeper(path.join(root, 'kept-beside'));
  const world: World = {
    service,
    setNow(next) {
      now = next;
    },
    get startMs() {
      return startMs;
    },
    tenants,
    constant: new Map(),
    truth: (entity, id) => truthOf.get(entity, id) ?? null,
    first(entity, id) {
      firstOf ??= db.prepare<[string, string], { doc: string }>(
        'SELECT doc FROM kept.record WHERE entity = ? AND id = ?',
      );
      return firstOf.get(entity, id)?.doc ?? null;
    },
    ...{ reset: () => putBack(db), putBack: () => undo(db) },
    elsewhere(tenant, method, url, body) {
      return ask(tenants[tenant]?.otherToken ?? '', method, url, body);
    },
    takeBugs: () => bugs.splice(0),
    newFolder: () => mkdtempSync(path.join(root, 'desk-')),
    kept: () => own.kept,
    keep(folder, secrets, nowMs) {
      own.keep(folder, secrets);
      startMs = nowMs;
      now = () => startMs;
      for (const table of TABLES) {
        db.exec(`CREATE TABLE kept.${table} AS SELECT * FROM main.${table}`);
      }
      db.exec(`CREATE TABLE kept.record AS SELECT * FROM main.record WHERE entity IN ${CHANGING}`);
    },
    async close() {
      db.close();
      await service.close();
      rmSync(root, { recursive: true, force: true });
    },
    ...{ colleague: null, computer: null },
  };
  const others = [colleagueOf(service, tenants[0]), tenants[1]].filter((one) => one !== undefined);
  return Object.assign(world, {
    colleague: seenBy(world, others, ask, theirs),
    computer: computerOf(world, ask, own),
  });
}

/** Puts the records and sessions back that were kept. */
function putBack(db: Database.Database): void {
  db.transaction(() => {
    db.exec(`DELETE FROM record WHERE entity IN ${CHANGING};
      INSERT INTO record SELECT * FROM kept.record;`);
    for (const table of TABLES) {
      db.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept.${table};`);
    }
  }).immediate();
}

/** The same service for other people, with data folders of their own. */
function seenBy(
  world: World,
  tenants: readonly Tenant[],
  ask: Ask,
  own: ReturnType<typeof keeper>,
): World {
  return {
    ...world,
    // Not the value of this moment.
    get startMs() {
      return world.startMs;
    },
    ...{ colleague: null, computer: null },
    tenants,
    elsewhere(tenant, method, url, body) {
      return ask(tenants[tenant]?.otherToken ?? '', method, url, body);
    },
    kept: () => own.kept,
    keep: (folder, secrets) => own.keep(folder, secrets),
  };
}

/** Another computer of the same people: the same account, to which nobody is signed in there. */
function computerOf(world: World, ask: Ask, own: ReturnType<typeof keeper>): World {
  const kept = (): ReturnType<World['kept']> =>
    own.kept === null ? null : { ...own.kept, secrets: new Map() };
  // Spread, it would name the start of the set-up, and entries for one moment would be for two, seconds apart.
  return Object.assign(seenBy(world, world.tenants, ask, own), { kept });
}

/** Keeps a signed-in data folder for all runs. */
function keeper(to: string): {
  readonly kept: ReturnType<World['kept']>;
  keep(folder: string, secrets: ReadonlyMap<string, StoredSecret>): void;
} {
  let kept: ReturnType<World['kept']> = null;
  return {
    get kept() {
      return kept;
    },
    keep(folder, secrets) {
      mkdirSync(to);
      cpSync(folder, to, { recursive: true });
      kept = { folder: to, secrets: new Map(secrets) };
    },
  };
}

/** The other person of the first tenant: the same records, and an account of their own. */
function colleagueOf(service: RunningService, first: Tenant | undefined): Tenant | undefined {
  if (first === undefined) return undefined;
  const { email, password } = service.account('otp');
  const { otherToken: token, token: otherToken } = first;
  return { ...first, name: 'otp', userId: claims(token).sub, email, password, token, otherToken };
}

/** What an access token says of its user; it is not checked here. */
export function claims(token: string): Claims {
  if (lastClaims?.token !== token) {
    const payload = token.split('.')[1] ?? '';
    const text = Buffer.from(payload, 'base64url').toString('utf8');
    lastClaims = { token, claims: JSON.parse(text) as Claims };
  }
  return lastClaims.claims;
}

interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly exp: number;
}

/** Each request asks for the same several times. */
let lastClaims: { token: string; claims: Claims } | null = null;

import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createService } from '../../electron/service/createService.ts';
import type { RunningService } from '../../electron/service/createService.ts';
import { createTown } from '../../electron/service/world/index.ts';
import type { Town } from '../../electron/service/world/index.ts';
import type { KillPlan } from './boundary.ts';
import type { Life } from './child.ts';
import { readDiary } from './diary.ts';
import type { Entry } from './diary.ts';
import { SEEDED } from './script.ts';
import { followedClock, setClock } from './sharedClock.ts';

/** The service, which outlives every kill, and the ids that the script builds on. */
export interface World {
  service: RunningService;
  folder: string;
  seeded: Life['seeded'];
  /** Resolves when no request is under way and none waits to be taken. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** One data folder with its diary: what a person has on one computer. */
export interface Desk {
  tag: string;
  dataDir: string;
  database: Life['database'];
  /** Where this desk's changes begin in the service's log. */
  logFrom: number;
  diary(): Entry[];
}

export interface LifeResult {
  /** Whether the process was killed rather than ending by itself. */
  killed: boolean;
  ms: number;
  /** The last place that the life passed. */
  last: string;
}

/** A place that is not passed in so many rounds never is. */
const MOST_ROUNDS = 15;
/** A life that takes longer hangs, ms of the machine's time. */
const LONGEST_LIFE_MS = 600_000;

async function idsOf(service: RunningService, list: string, count: number): Promise<string[]> {
  const reply = await service.handle({
    method: 'GET',
    path: `/api/${list}?limit=${count}`,
    headers: { authorization: `Bearer ${service.token}` },
  });
  const { data } = JSON.parse(reply.body.toString('utf8')) as { data: { id: number }[] };
  const ids = data.map(({ id }) => String(id));
  if (ids.length < count) throw new Error(`${list}: ${reply.status} with ${ids.length} records`);
  return ids.slice(0, count);
}

/** The town of all worlds, laid out once. */
let town: Town | undefined;

/** Starts a service of its own on a free port; its clock is one that a child can move. */
export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-crash-'));
  const clockFile = path.join(folder, 'clock');
  setClock(clockFile);
  const service = await createService({
    dataDir: ':memory:',
    port: 0,
    seed: 'demo',
    seedText: 'crash',
    town: (town ??= createTown('crash')),
    vehicles: 6,
    clock: () => Math.floor(followedClock(clockFile).now()),
  });
  const sockets = new Set<Socket>();
  const port = Number(new URL(service.baseUrl).port);
  const accepted = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    if (socket.localPort !== port) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  subscribe('net.server.socket', accepted);
  return {
    service,
    folder,
    seeded: {
      vehicle: await idsOf(service, 'vehicles/fields/json', SEEDED.vehicle),
      driver: await idsOf(service, 'drivers', SEEDED.driver),
    },
    async quiet() {
      // Connections are taken in their order: once this one is answered, none waits any more.
      await fetch(`${service.baseUrl}/me`, { headers: { connection: 'close' } });
      while (sockets.size > 0) {
        await Promise.race(
          [...sockets].map(
            (socket) =>
              new Promise((resolve) => {
                socket.once('close', resolve);
              }),
          ),
        );
      }
    },
    async close() {
      unsubscribe('net.server.socket', accepted);
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a world for `act`, and ends it whatever comes. */
export async function inWorld<T>(act: (world: World) => Promise<T>): Promise<T> {
  const world = await startWorld();
  try {
    return await act(world);
  } finally {
    await world.close();
  }
}

/** A fresh data folder. `number` names it and everything that is written there. */
export function newDesk(world: World, number: number, database: Life['database']): Desk {
  const tag = String(number).padStart(4, '0');
  const folder = path.join(world.folder, tag);
  return {
    tag,
    dataDir: path.join(folder, 'data'),
    database,
    logFrom: world.service.log().length,
    diary: () => readDiary(`${folder}-diary`),
  };
}

/** How a life is to end: at a boundary, after some time, or by itself once nothing is open. */
export interface Ending {
  kill?: KillPlan;
  /** Killed from outside after so many ms, wherever it is. */
  afterMs?: number;
}

/** Runs one life to its end and waits until the service has dealt with what it left behind. */
export async function runLife(
  world: World,
  desk: Desk,
  child: string,
  { kill, afterMs }: Ending = {},
  env: Record<string, string> = {},
): Promise<LifeResult> {
  const folder = path.dirname(desk.dataDir);
  const { workspaceId, baseUrl, email, password } = world.service;
  const life: Life = {
    dataDir: desk.dataDir,
    database: desk.database,
    diary: `${folder}-diary`,
    clock: path.join(world.folder, 'clock'),
    secrets: `${folder}-secrets`,
    service: { workspaceId, baseUrl, email, password, basemap: '{}' },
    until: kill === undefined && afterMs === undefined ? 'settled' : 'killed',
    // Killed from outside, it goes on until then, however fast the machine has become.
    rounds: kill === undefined ? 10_000 : MOST_ROUNDS,
    seeded: world.seeded,
    tag: desk.tag,
  };
  const before = desk.diary().length;
  if (before === 0) writeFileSync(life.secrets, '{}');
  const diary = openSync(life.diary, 'a');
  const places = openSync(`${folder}-places`, 'w');
  const from = performance.now();
  const running = spawn(process.execPath, [child], {
    stdio: ['ignore', 'inherit', 'inherit', diary, places],
    env: {
      ...process.env,
      ...env,
      NODE_COMPILE_CACHE: path.join(path.dirname(child), 'compiled'),
      WAYBILL_LIFE: JSON.stringify(life),
      WAYBILL_KILL: JSON.stringify(kill ?? { at: null, nth: 1 }),
    },
  });
  closeSync(diary);
  closeSync(places);
  const fate = { hung: false };
  const timer = setTimeout(() => {
    fate.hung = afterMs === undefined;
    running.kill('SIGKILL');
  }, afterMs ?? LONGEST_LIFE_MS);
  const killed = await new Promise<boolean>((resolve, reject) => {
    running.once('error', reject);
    running.once('exit', (_code, signal) => resolve(signal === 'SIGKILL'));
  });
  clearTimeout(timer);
  await world.quiet();
  const told = desk.diary().slice(before);
  const last = readFileSync(`${folder}-places`, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  const bug = told.find((entry) => entry.is === 'bug');
  if (bug !== undefined) throw new Error(`A life failed by itself: ${bug.error}`);
  if (fate.hung) throw new Error(`A life hangs; it passed last: ${last}`);
  if (!killed && kill !== undefined) throw new Error(`${kill.at ?? ''} was never reached.`);
  if (!killed && told.at(-1)?.is !== 'end') throw new Error(`A life ended early, after: ${last}`);
  return { killed, ms: performance.now() - from, last };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { WriteName } from '../../../shared/api/catalogue.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Connection, Op, OpState } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { AppError } from '../../../shared/result.ts';
import { fail } from '../../../shared/result.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import type { ConnectionMonitor } from '../../../electron/core/account.ts';
import type { Params } from '../../../electron/core/api/types.ts';
import { openStore } from '../../../electron/core/database.ts';
import type { Store } from '../../../electron/core/database.ts';
import { addFunctions } from '../../../electron/core/mirror/functions.ts';
import { createOutbox } from '../../../electron/core/outbox/queue/createOutbox.ts';
import { toOp } from '../../../electron/core/outbox/queue/ledger.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import { byHand } from '../../support/byHand.ts';
import type { ByHand } from '../../support/byHand.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { VirtualClock } from '../../support/virtualClock.ts';
import { apiOver, FakeService } from '../fakeService.ts';

const DISK_FULL: AppError = {
  kind: 'local',
  code: 'disk.full',
  message: 'The disk is full.',
  next: 'freeSpace',
};

/** Everything that is ready has run once the event loop comes round. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** What outlives the core: its files, its service, the clock and the switches of a test. */
interface Ground {
  readonly file: string;
  readonly clock: VirtualClock;
  readonly service: FakeService;
  readonly events: AnyEvent[];
  readonly connection: { signedIn: boolean; maySend: boolean };
  readonly disk: { full: boolean };
  /** Mistakes that the core logged: none is ever expected. */
  readonly problems: string[];
  readonly starts: boolean;
  /** Ids given so far. */
  numbered: number;
}

/** One life of the core; `kill` cuts it off from everything. */
interface Life {
  store: Store;
  outbox: ByHand;
  kill(): void;
}

function portsOf(ground: Ground, isDead: () => boolean): Ports {
  const { clock, problems } = ground;
  return {
    clock: {
      now: () => clock.now(),
      after: (ms: number, run: () => void) =>
        clock.after(ms, () => {
          if (!isDead()) run();
        }),
    },
    random: {
      uuid: () => {
        ground.numbered += 1;
        return `00000000-0000-4000-8000-${String(ground.numbered).padStart(12, '0')}`;
      },
      fraction: () => 0.5,
    },
    log: {
      write: (level: string, event: string, detail?: object) => {
        if (level === 'error') problems.push(`${event} ${JSON.stringify(detail)}`);
      },
    },
  } as unknown as Ports;
}

/** A store and an outbox of their own. */
async function openLife(ground: Ground): Promise<Life> {
  const { file, clock, service, disk } = ground;
  const result = await openStore({ file, mode: 'inline', now: () => clock.now() });
  if (!result.ok) throw new Error(result.error.message);
  const store = result.value;
  let dead = false;
  const never = new Promise<never>(() => undefined);
  const mortal: Store = {
    ...store,
    read: (name, input) => (dead ? never : store.read(name, input)),
    write: (name, input) => {
      if (dead) return never;
      return disk.full ? Promise.resolve(fail(DISK_FULL)) : store.write(name, input);
    },
  };
  const outbox = createOutbox({
    ports: portsOf(ground, () => dead),
    store: mortal,
    api: apiOver(service, () => never),
    connection: monitor(ground.connection),
    emit: (event) => ground.events.push(event),
  });
  if (ground.starts) outbox.start();
  return {
    store,
    outbox: byHand(outbox, async (id) => {
      const row = await store.read('outbox.get', { id });
      return row === null ? [] : toOp(row, null).conflicts;
    }),
    kill: () => {
      dead = true;
    },
  };
}

/** The real outbox over the real database in this thread, a service without sockets, virtual time. */
export async function bench(options: { start?: boolean } = {}): Promise<Bench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-outbox-'));
  const clock = virtualClock();
  const ground: Ground = {
    ...{ file: path.join(folder, 'mirror.db'), clock, service: new FakeService(clock) },
    ...{ events: [], connection: { signedIn: true, maySend: true }, disk: { full: false } },
    ...{ problems: [], starts: options.start !== false, numbered: 0 },
  };
  return new Bench(folder, ground, await openLife(ground));
}

/** The outbox under test, with everything around it in the test's hands. */
export class Bench {
  readonly #folder: string;
  readonly #ground: Ground;
  #life: Life;

  constructor(folder: string, ground: Ground, life: Life) {
    this.#folder = folder;
    this.#ground = ground;
    this.#life = life;
  }
  get clock(): VirtualClock {
    return this.#ground.clock;
  }
  get service(): FakeService {
    return this.#ground.service;
  }
  get store(): Store {
    return this.#life.store;
  }
  get outbox(): ByHand {
    return this.#life.outbox;
  }
  get events(): AnyEvent[] {
    return this.#ground.events;
  }
  /** Switches of the connection; turning them wakes nobody: only the timer does. */
  get connection(): Ground['connection'] {
    return this.#ground.connection;
  }
  /** A full disk refuses every write to the database. */
  get disk(): Ground['disk'] {
    return this.#ground.disk;
  }

  /** Gives the mirror a record, as a scan does, and the service too. */
  async give(entity: Entity, text: string): Promise<void> {
    const id = (jsonMember(text, 'id') ?? '').replaceAll('"', '');
    this.service.table(entity).set(id, text);
    const record = { entity, id, text, path: '$', readAt: this.clock.now() };
    const put = await this.store.write('records.put', record);
    if (!put.ok) throw new Error(put.error.message);
  }

  async op(id: string): Promise<Op & { state: OpState }> {
    const listed = await this.store.read('outbox.get', { id });
    if (listed === null) throw new Error(`no op ${id}`);
    return toOp(listed, null);
  }

  async shown(entity: Entity, id: string): Promise<string | null> {
    const found = await this.store.read('records.get', { entity, id });
    return found?.row.json ?? null;
  }

  async write(
    endpoint: WriteName,
    params: Params,
    body: Record<string, unknown> = {},
    extra: string | null = null,
  ): Promise<Op> {
    const written = await this.outbox.write({ endpoint, params, body, extra });
    if (!written.ok) throw new Error(`${written.error.code}: ${written.error.message}`);
    return written.value;
  }

  /** Lets virtual time pass in steps until it is so; fails after `limitMs`. */
  async until(what: () => Promise<boolean> | boolean, limitMs = 20 * 60_000): Promise<void> {
    const { problems } = this.#ground;
    for (let passed = 0; ; passed += 500) {
      await quiet();
      if (problems.length > 0) throw new Error(problems.join('\n'));
      if (await what()) return;
      if (passed >= limitMs) throw new Error(`Not so within ${limitMs} virtual ms`);
      this.clock.advance(500);
    }
  }

  settled(opId: string, state: OpState, limitMs?: number): Promise<void> {
    return this.until(async () => (await this.op(opId)).state === state, limitMs);
  }

  /** Writes into a column behind the core's back, as a damaged or a newer file would. */
  async corrupt(
    opId: string,
    column: 'payload_version' | 'patch' | 'params',
    value: string | number,
  ): Promise<void> {
    this.inFile((db) => db.prepare(`UPDATE op SET ${column} = ? WHERE id = ?`).run(value, opId));
  }

  /** The database itself, behind the core's back. */
  inFile(act: (db: Database.Database) => void): void {
    const raw = new Database(this.#ground.file);
    addFunctions(raw);
    act(raw);
    raw.close();
  }

  /** Kills the core (nothing more is written or sent by it) and opens the same files again. */
  async restart({
    loseDatabase = false,
    harm,
  }: { loseDatabase?: boolean; harm?: (journal: string) => void } = {}): Promise<void> {
    const { file } = this.#ground;
    this.#life.kill();
    await this.#life.store.close();
    if (loseDatabase) {
      for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    }
    harm?.(`${file}.journal`);
    this.#life = await openLife(this.#ground);
  }

  async close(): Promise<void> {
    this.#life.kill();
    await this.#life.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function monitor(state: { signedIn: boolean; maySend: boolean }): ConnectionMonitor {
  const current = (): Connection => ({
    state: !state.signedIn ? 'signedOut' : state.maySend ? 'online' : 'workOffline',
    since: 0,
    address: '',
    syncing: null,
    waiting: 0,
    needsYou: 0,
    lastContactAt: null,
    failed: {},
    tokenExpiresAt: null,
    error: null,
  });
  return {
    maySend: () => state.maySend && state.signedIn,
    signedIn: () => state.signedIn,
    current,
    report: () => undefined,
    setSyncing: () => undefined,
    setFailed: () => undefined,
    setCounts: () => undefined,
    onChange: () => () => undefined,
  };
}

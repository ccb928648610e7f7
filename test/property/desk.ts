import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { AnyEvent, CallName, Output } from '../../shared/ipc/contract.ts';
import { fail, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { Core } from '../../electron/core/core.ts';
import type { Ports, StoredSecret } from '../../electron/core/ports.ts';
import { fractionOf, hashInts } from '../../electron/service/world/random.ts';
import type { CoreModules } from './modules.ts';
import { filesAreBusy, settleFiles } from './files.ts';
import { openLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { Network } from './network.ts';
import type { Line } from './line.ts';
import { damageLine, remainsOf } from './remains.ts';
import type { Remains } from './remains.ts';
import { createTime } from './time.ts';
import type { Time } from './time.ts';
import type { World } from './world.ts';

/** The longest that the model waits for an answer to a call of the desk, virtual ms. */
const CALL_LIMIT_MS = 400_000;

/** How much is lost when Waybill is killed. */
export interface Loss {
  /** The database file is gone; the journal beside it is there. */
  database: boolean;
  /** The journal ends in half a line that was never acknowledged. */
  torn: boolean;
  /** A byte of this line of the journal is another one, taken round; null: none is. */
  badLine: number | null;
}

/** The real core over its real files, on a line of the network, in the model's time. */
export class Desk {
  readonly world: World;
  readonly modules: CoreModules;
  readonly time: Time;
  readonly network: Network;
  readonly events: AnyEvent[] = [];
  /** Everything that was logged, one line each. */
  readonly log: string[] = [];
  /** Mistakes that the core reported of itself. */
  readonly mistakes: string[] = [];
  readonly secrets = new Map<string, StoredSecret>();
  /** Every token that was ever kept. */
  readonly everSecret = new Set<string>();
  /** Account ids by tenant. */
  readonly accounts: (string | null)[] = [null, null];
  folder: string;
  /** What the person set last. */
  isOffline = false;
  /** Whether the person saves a file that is handed to them, and what they saved last. */
  savesFiles = true;
  saved: Uint8Array | null = null;
  /** Asked before time moves on; a scheduler puts its own order in place. */
  turn: () => Promise<void> = () => this.arrived();
  #core: Core | null = null;
  #line: Line | null = null;
  #ledgers = new Map<string, Ledger>();
  readonly #seed: number;
  /** A second desk beside another one, in the same time and at the same service. */
  readonly #isBeside: boolean;
  #uuids = 0;
  #hints = new Set<() => void>();
  #dead: { core: Core; line: Line; folder: string }[] = [];

  constructor(world: World, modules: CoreModules, seed: number, beside: Desk | null = null) {
    this.world = world;
    this.modules = modules;
    this.#isBeside = beside !== null;
    this.time = beside?.time ?? createTime(world.startMs);
    this.network = new Network(world, this.time, beside?.network.traffic);
    if (beside !== null) {
      this.turn = beside.turn;
      this.network.turn = beside.network.turn;
    }
    this.folder = world.newFolder();
    this.#seed = seed;
    world.setNow(() => this.time.service());
  }

  /** Starts from the folder that is kept for all runs, where there is one. */
  async start(): Promise<void> {
    const kept = this.world.kept();
    if (kept !== null) {
      if (!this.#isBeside) this.world.reset();
      copyData(kept.folder, this.folder, () => 'copy');
      for (const [id, secret] of kept.secrets) this.#keep(id, secret);
    }
    await this.open();
    const known = await this.call('session.accounts', {});
    if (!known.ok) throw new Error(known.error.message);
    for (const account of known.value.accounts) this.noteAccount(account.id);
  }

  /** Which tenant an account of the desk belongs to: told by its folder's secret. */
  noteAccount(id: string): void {
    const token = this.secrets.get(id)?.token;
    if (token === undefined) return;
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    const { sub } = JSON.parse(payload) as { sub: string };
    const tenant = this.world.tenants.findIndex(({ userId }) => userId === sub);
    if (tenant >= 0) this.accounts[tenant] = id;
  }

  async open(): Promise<void> {
    let line: Line;
    let core: Result<Core>;
    let wasFull: boolean;
    do {
      // Where a start failed because the disk was full, the person makes room and starts again.
      wasFull = this.modules.disk.full > 0;
      line = this.network.line((tenant) => this.ledger(tenant));
      core = await this.modules.createCore(this.#ports(line));
    } while (!core.ok && core.error.code === 'disk.full' && wasFull);
    if (!core.ok) throw new Error(`${core.error.code}: ${core.error.message}`);
    this.#core = core.value;
    this.#line = line;
    core.value.on((event) => this.events.push(event));
  }

  /** The core of this moment, for calls that the model does not wait for. */
  core(): Core {
    if (this.#core === null) throw new Error('the desk is shut');
    return this.#core;
  }

  /** Calls the core as the desk's window does; time passes while it waits for the network. */
  async call<N extends CallName>(name: N, input: unknown): Promise<Result<Output<N>>> {
    const asked = this.core().call(name, input);
    const isAnswered = settledFlag(asked);
    for (let passed = 0; ; passed += 250) {
      await settleFiles();
      if (isAnswered()) break;
      if (passed > CALL_LIMIT_MS) throw new Error(`${name} is not answered`);
      await this.turn();
      if (isAnswered()) break;
      if (passed > 0) this.time.moveTo(this.time.now() + 250);
    }
    return asked;
  }

  /** Whether a call is answered without an answer of the network, and before any time passes. */
  async answersNow(name: CallName, input: unknown): Promise<boolean> {
    const isAnswered = settledFlag(this.core().call(name, input));
    await this.quiet();
    return isAnswered();
  }

  /** Lets time pass; whatever falls due runs in its order, and so do answers of the network. */
  async pass(ms: number): Promise<void> {
    const until = this.time.now() + ms;
    for (;;) {
      await this.turn();
      const next = this.time.nextAt();
      if (next === null || next > until) break;
      this.time.moveTo(next);
    }
    this.time.moveTo(until);
    await this.turn();
  }

  get #traffic(): Network['traffic'] {
    return this.network.traffic;
  }

  /** Everything that is ready has run, and no call of the service is under way. */
  async quiet(): Promise<void> {
    do await nextRound();
    while (this.#traffic.busy > 0 || this.#traffic.departures.count > 0 || filesAreBusy());
  }

  /** Everything that can be answered has been, too. */
  async arrived(): Promise<void> {
    do await this.quiet();
    while (this.#traffic.flying > 0);
  }

  /** From now on a scheduler decides in which order things happen; null: everything at once. */
  pace(scheduler: (() => Promise<void>) | null): void {
    this.turn = scheduler ?? (() => this.arrived());
    this.network.turn = scheduler ?? (() => Promise.resolve());
  }

  hint(): void {
    for (const listener of [...this.#hints]) listener();
  }

  /** What is on disk of a tenant's account. */
  ledger(tenant: number): Ledger | null {
    const id = this.accounts[tenant] ?? null;
    if (id === null) return null;
    const known = this.#ledgers.get(id);
    if (known !== undefined) return known;
    const opened = openLedger(this.databaseOf(id));
    if (opened !== null) this.#ledgers.set(id, opened);
    return opened;
  }

  /** Makes an op one that only a newer Waybill understands; to be done while the core is shut. */
  spoil(tenant: number, opId: string): void {
    const db = new Database(this.databaseOf(this.accounts[tenant] ?? ''));
    db.prepare('UPDATE op SET payload_version = 99 WHERE id = ?').run(opId);
    db.close();
  }

  databaseOf(accountId: string): string {
    return path.join(this.folder, 'accounts', accountId, 'mirror.db');
  }

  /**
   * Kills the core: from now on nothing is read, written or sent by it. The files stay. Gives what is
   * left of those of each tenant.
   */
  async kill(
    loss: Loss = { database: false, torn: false, badLine: null },
  ): Promise<ReadonlyMap<number, Remains>> {
    const old = this.folder;
    this.#line?.cut();
    this.network.readings.end(this.network.order);
    this.#shutLedgers();
    this.#hints = new Set();
    this.folder = this.world.newFolder();
    // The journal knows its own copies from itself, so it moves; the dead core never writes again.
    copyData(old, this.folder, (name) => {
      if (name.endsWith('.journal')) return 'move';
      return loss.database && /^mirror\.db($|-)/.test(name) ? 'leave' : 'copy';
    });
    const left = new Map<number, Remains>();
    for (const [tenant, id] of this.accounts.entries()) {
      const database = id === null ? '' : this.databaseOf(id);
      const journal = `${database}.journal`;
      if (!existsSync(journal)) continue;
      if (loss.badLine !== null) damageLine(journal, loss.badLine);
      left.set(tenant, remainsOf(database));
      if (loss.torn) appendFileSync(journal, '812 9f3a1c {"table":"op","row":{"id":');
    }
    if (this.#core !== null && this.#line !== null) {
      this.#dead.push({ core: this.#core, line: this.#line, folder: old });
    }
    this.#core = null;
    this.#line = null;
    return left;
  }

  /** Closes the core in order; the files stay. */
  async shut(): Promise<void> {
    this.#shutLedgers();
    const core = this.#core;
    this.#core = null;
    this.#line?.cut();
    this.#line?.release();
    await core?.close();
  }

  /** Closes for good, the dead ones too: what they write on their way out is read by nobody. */
  async close(): Promise<void> {
    this.network.over = true;
    await this.shut();
    for (const { core, line, folder } of this.#dead.splice(0)) {
      line.release();
      await core.close();
      rmSync(folder, { recursive: true, force: true });
    }
    await this.quiet();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #shutLedgers(): void {
    for (const ledger of this.#ledgers.values()) ledger.close();
    this.#ledgers.clear();
  }

  #keep(id: string, secret: StoredSecret): void {
    this.secrets.set(id, secret);
    this.everSecret.add(secret.token);
    if (secret.refreshToken !== null) this.everSecret.add(secret.refreshToken);
  }

  #ports(line: Line): Ports {
    const dead = (): boolean => line.isCut();
    const hints = this.#hints;
    const missing = (): Promise<Result<never>> =>
      Promise.resolve(fail({ kind: 'local', code: 'model.none', message: 'There is none here.' }));
    return {
      clock: {
        now: () => this.time.desk.now(),
        after: (ms, run) =>
          this.time.desk.after(ms, () => {
            if (!dead()) run();
          }),
      },
      random: {
        uuid: () => {
          this.#uuids += 1;
          return `0000000${this.network.number}-0000-4000-8000-${String(this.#uuids).padStart(12, '0')}`;
        },
        // By the time alone: lanes that work at once ask in an order that is the machine's.
        fraction: () => fractionOf(hashInts(this.#seed, this.time.now())),
      },
      http: line.http,
      secrets: {
        onBack: () => () => undefined,
        state: () => 'session-only',
        backend: () => 'model',
        get: async (id) => this.secrets.get(id) ?? null,
        set: async (id, secret) => this.#keep(id, { ...secret }),
        remove: async (id) => void this.secrets.delete(id),
      },
      log: {
        write: (level, event, detail) => {
          const told = `${event} ${JSON.stringify(detail ?? {})}`;
          this.log.push(told);
          if (level === 'error') this.mistakes.push(told);
        },
      },
      paths: { data: this.folder },
      connectivity: {
        online: () => true,
        onHint: (listener) => {
          hints.add(listener);
          return () => hints.delete(listener);
        },
        onSleep: () => () => undefined,
      },
      typesetter: {
        ...{ make: missing, merge: missing, pictures: missing },
        look: () => Promise.resolve({ why: 'damaged' as const }),
        renewFonts: () => Promise.resolve(),
        close: () => Promise.resolve(),
      },
      files: {
        folder: missing,
        save: (fileName, _type, bytes) => {
          this.saved = this.savesFiles ? bytes : null;
          const outcome = this.savesFiles ? 'file' : 'cancelled';
          return Promise.resolve(ok({ outcome, href: null, fileName }));
        },
      },
      localService: {
        start: missing,
        onChange: () => () => undefined,
        remove: () => Promise.resolve({ ok: true, value: {} }),
        close: () => Promise.resolve(),
      },
      database: 'inline',
      host: 'headless',
      version: '0',
    };
  }
}

/** Takes over a data folder without its locks and without what SQLite keeps in memory. */
function copyData(
  from: string,
  to: string,
  how: (name: string) => 'copy' | 'move' | 'leave',
): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) copyData(source, target, how);
    else if (!/(\.lock(-journal)?|-shm|\.tmp)$/.test(entry.name)) {
      const what = how(entry.name);
      if (what === 'copy') copyFileSync(source, target);
      else if (what === 'move') renameSync(source, target);
    }
  }
}

/** Whether a promise has come to an end, to be asked at any time. */
function settledFlag(promise: Promise<unknown>): () => boolean {
  let settled = false;
  const note = (): void => {
    settled = true;
  };
  promise.then(note, note);
  return () => settled;
}

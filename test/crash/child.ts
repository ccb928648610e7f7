import { readFileSync, writeFileSync } from 'node:fs';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import { openLocalWhenEmpty } from '../../electron/core/openLocal.ts';
import type { LocalServiceInfo, Ports, Secrets, StoredSecret } from '../../electron/core/ports.ts';
import { ok } from '../../shared/result.ts';
import { note } from './boundary.ts';
import { isDatabaseBusy } from './databaseHooks.ts';
import { readDiary } from './diary.ts';
import { Person } from './person.ts';
import { sharedClock, timersOver } from './sharedClock.ts';
import { watched } from './wire.ts';

/**
 * One life of the application: the core as the hosts compose it, over a data folder that earlier
 * lives may have left in any state. It writes its share of the script, waits until nothing is open,
 * and ends; unless it is killed.
 */

/** What the parent says at the start, as JSON in `WAYBILL_LIFE`. */
export interface Life {
  dataDir: string;
  database: Ports['database'];
  /** Files beside the data folder: diary, clock, and what stands in for a keychain. */
  diary: string;
  clock: string;
  secrets: string;
  service: LocalServiceInfo;
  /** `settle` ends what is open, then itself; `work` follows the script until it is killed. */
  until: 'settled' | 'killed';
  /** Rounds of the script that it takes at most. */
  rounds: number;
  /** Ids of what the service was seeded with. */
  seeded: Record<'vehicle' | 'driver', readonly string[]>;
  /** Tells the runs over one service apart. */
  tag: string;
}

/** Nothing happened for this long: time may pass. */
const IDLE_MS = 6;
const TICK_MS = 2;
/** The longest that the queue sleeps, see `electron/core/outbox/queue/drain.ts`. */
const LEAP_MS = 15_000;

const life = JSON.parse(process.env['WAYBILL_LIFE'] ?? '') as Life;
const clock = sharedClock(life.clock);
const timers = timersOver(clock);

/** Tokens in a file: a keychain outlives the process. */
function fileSecrets(file: string): Secrets {
  const read = (): Record<string, StoredSecret> =>
    JSON.parse(readFileSync(file, 'utf8')) as Record<string, StoredSecret>;
  return {
    onBack: () => () => undefined,
    state: () => 'secure',
    backend: () => 'file',
    get: async (id) => read()[id] ?? null,
    set: async (id, secret) => writeFileSync(file, JSON.stringify({ ...read(), [id]: secret })),
    remove: async (id) => {
      const { [id]: _gone, ...rest } = read();
      writeFileSync(file, JSON.stringify(rest));
    },
  };
}

async function live(): Promise<void> {
  const base = createNodePorts({ dataDir: life.dataDir, logLevel: 'error' });
  const wire = watched(base.http);
  const ports: Ports = {
    ...base,
    clock: timers,
    http: wire.http,
    secrets: fileSecrets(life.secrets),
    localService: {
      start: async () => ok(life.service),
      onChange: () => () => undefined,
      remove: () => Promise.resolve({ ok: true, value: {} }),
      close: async () => undefined,
    },
    database: life.database,
  };
  const started = await createCore(ports);
  if (!started.ok) throw new Error(`${started.error.code}: ${started.error.message}`);
  const core: Core = started.value;
  await openLocalWhenEmpty(core);

  const parent = process.ppid;
  let busyAt = performance.now();
  setInterval(() => {
    // A test that was ended from outside leaves nobody running.
    if (process.ppid !== parent) process.exit(1);
    const now = performance.now();
    if (wire.busy() || isDatabaseBusy()) busyAt = now;
    if (now - busyAt > IDLE_MS) {
      clock.advance(LEAP_MS);
      busyAt = now;
    }
    timers.run();
  }, TICK_MS);

  const person = new Person(core, life, readDiary(life.diary));
  await person.live(() => {
    busyAt = performance.now();
  });
  await core.close();
  note({ is: 'end' });
  process.exit(0);
}

live().catch((error: unknown) => {
  note({ is: 'bug', error: error instanceof Error ? (error.stack ?? error.message) : 'unknown' });
  process.exit(1);
});

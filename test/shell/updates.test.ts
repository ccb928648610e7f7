import { describe, expect, it } from 'vitest';
import type { Connectivity, UpdateState } from '../../electron/core/ports.ts';
import { holdable } from '../../electron/shell/power.ts';
import { shellFile } from '../../electron/shell/shellFile.ts';
import {
  BUSY_LIMIT_MS,
  BUSY_LOOK_MS,
  createUpdates,
  FIRST_LOOK_MS,
  isNewer,
  LOOK_EVERY_MS,
  LOOK_LIMIT_MS,
  SILENT_MS,
  STALL_MS,
} from '../../electron/shell/updates.ts';
import type { Offered, UpdatesSetup } from '../../electron/shell/updates.ts';
import { ok } from '../../shared/result.ts';
import { freshFolder } from '../core/db/support.ts';
import { virtualClock } from '../support/virtualClock.ts';

const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

/** An app of version 1.2.0 whose feed offers this, with so many writes on their way at each look. */
function desk(offered: Offered | null | Error, inFlight: (number | null)[] = [0]) {
  const clock = virtualClock();
  const calls: string[] = [];
  const told: UpdateState[] = [];
  const fails: { fetch: boolean; install: Error | null } = { fetch: false, install: null };
  /** The version that the next start hears of. */
  const attempt: { version: string | null; handedOver: (error: unknown) => void } = {
    ...{ version: null, handedOver: () => undefined },
  };
  const setup: UpdatesSetup = {
    ...{ off: null, version: '1.2.0', clock, tell: (state) => told.push(state) },
    log: { write: (_level, event) => calls.push(event) },
    load: () =>
      Promise.resolve({
        look() {
          calls.push('look');
          return offered instanceof Error ? Promise.reject(offered) : Promise.resolve(offered);
        },
        fetch(percent: (whole: number) => void) {
          calls.push('fetch');
          for (const one of [10.2, 10.7, 99.9]) percent(one);
          const error = Object.assign(new Error('C:\\Users\\x'), {
            code: 'ERR_UPDATER_INVALID_SIGNATURE',
          });
          return fails.fetch ? Promise.reject(error) : Promise.resolve();
        },
        install(failed) {
          calls.push('install');
          attempt.handedOver = failed;
          if (fails.install !== null) throw fails.install;
        },
      }),
    closeWindows: () => void calls.push('close windows'),
    inFlight: () => Promise.resolve((inFlight.length > 1 ? inFlight.shift() : inFlight[0]) ?? null),
    hold: (held) => calls.push(held ? 'hold' : 'let go'),
    quit: () => calls.push('quit'),
    startAgain: () => calls.push('start again'),
    attempt: {
      attemptedUpdate: () => attempt.version,
      setAttemptedUpdate(version) {
        attempt.version = version;
        return Promise.resolve(ok({}));
      },
    },
  };
  const end = (): void => void calls.push('end');
  return { updates: createUpdates(setup), setup, clock, calls, told, fails, attempt, end };
}

async function fetched(inFlight?: (number | null)[]) {
  const made = desk({ version: '1.3.0', notes: 'New' }, inFlight);
  made.updates.look();
  await settled();
  made.updates.fetch();
  await settled();
  expect(made.updates.state()).toMatchObject({ state: 'ready', version: '1.3.0', percent: 100 });
  made.calls.length = 0;
  return made;
}

describe('updates', () => {
  it('are looked for a while after the start and every day, and nothing is fetched by itself', async () => {
    const { updates, clock, calls, told } = desk({ version: '1.3.0', notes: 'x'.repeat(30_000) });
    updates.start();
    expect(calls).toEqual([]);
    clock.advance(FIRST_LOOK_MS);
    await settled();
    expect(updates.state()).toMatchObject({ state: 'available', version: '1.3.0' });
    expect(updates.state().notes).toHaveLength(20_000);
    clock.advance(LOOK_EVERY_MS);
    await settled();
    expect(calls).toEqual(['look', 'look']);
    expect(told.map(({ state }) => state)).toEqual([
      'looking',
      'available',
      'looking',
      'available',
    ]);
  });

  it('that could not be loaded are loaded anew by the next look', async () => {
    const { setup, calls } = desk({ version: '1.3.0', notes: '' });
    let fails = true;
    const load = (): ReturnType<UpdatesSetup['load']> =>
      fails ? Promise.reject(new Error('EMFILE')) : setup.load();
    const updates = createUpdates({ ...setup, load });
    updates.look();
    await settled();
    expect(updates.state()).toMatchObject({ state: 'failed', problem: 'EMFILE' });
    fails = false;
    updates.look();
    await settled();
    expect(updates.state()).toMatchObject({ state: 'available', version: '1.3.0' });
    expect(calls).toContain('look');
  });

  it('that are off ask nobody, whoever wants it', () => {
    const { setup, calls, clock, end } = desk(null);
    const updates = createUpdates({ ...setup, off: 'forbidden' });
    updates.start();
    clock.advance(LOOK_EVERY_MS);
    expect([updates.look(), updates.fetch(), updates.install()]).toEqual([false, false, false]);
    updates.leave(end);
    expect(calls).toEqual(['end']);
    expect(updates.state()).toMatchObject({ state: 'off', why: 'forbidden' });
  });

  it.each(['1.2.0', '1.1.9', '0.9.0', '1.3.0-beta.1', '2', '', '../../1.3.0'])(
    'of version %s are not offered by 1.2.0: it would not open what it does not know',
    async (version) => {
      const { updates } = desk({ version, notes: '' });
      updates.look();
      await settled();
      expect(updates.state()).toMatchObject({ state: 'idle', version: '' });
      expect(updates.fetch()).toBe(false);
    },
  );

  it('compare versions part by part', () => {
    expect(isNewer('1.10.0', '1.9.9')).toBe(true);
    expect(isNewer('2.0.0', '1.99.99')).toBe(true);
    expect(isNewer('1.2.1', '1.2.0-test')).toBe(true);
    expect(isNewer('1.9.9', '1.10.0')).toBe(false);
  });

  it('that fail say why without what is of the computer, and can be tried again', async () => {
    const { updates, calls, fails } = desk({ version: '1.3.0', notes: '' });
    updates.look();
    await settled();
    fails.fetch = true;
    updates.fetch();
    await settled();
    expect(updates.state()).toMatchObject({
      state: 'failed',
      problem: 'ERR_UPDATER_INVALID_SIGNATURE',
    });
    expect(updates.install()).toBe(false);
    fails.fetch = false;
    expect(updates.fetch()).toBe(true);
    await settled();
    expect(updates.state().state).toBe('ready');
    expect(calls).toEqual(['look', 'fetch', 'update.fetch', 'fetch']);
    const down = desk(new Error('net::ERR_CONNECTION_REFUSED\n  at /home/x'));
    down.updates.look();
    await settled();
    expect(down.updates.state()).toMatchObject({
      state: 'failed',
      problem: 'net::ERR_CONNECTION_REFUSED',
    });
  });
});

describe('a feed that stalls', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const offer = { version: '1.3.0', notes: '' };

  it('is given up, and the next look begins anew', async () => {
    const { setup, clock } = desk(null);
    const looks = [never, () => Promise.resolve(offer)];
    const load = (): ReturnType<UpdatesSetup['load']> =>
      Promise.resolve({ look: looks.shift() ?? never, fetch: never, install: () => undefined });
    const updates = createUpdates({ ...setup, load });
    updates.look();
    await settled();
    clock.advance(LOOK_LIMIT_MS - 1);
    await settled();
    expect(updates.state().state).toBe('looking');
    clock.advance(1);
    await settled();
    expect(updates.state()).toMatchObject({ state: 'failed', problem: 'ETIMEDOUT', version: '' });
    expect(updates.fetch()).toBe(false);
    updates.look();
    await settled();
    expect(updates.state()).toMatchObject({ state: 'available', version: '1.3.0' });
  });

  it.each([
    ['that came', [10, 20], STALL_MS],
    ['of no known size', [], SILENT_MS],
    ['that is there and looked at', [99, 100], null],
  ])('in the middle of a file %s is given up when nothing more comes', async (...row) => {
    const [, percents, limit] = row;
    const { setup, clock } = desk(offer);
    let aborted = false;
    const load = async (): ReturnType<UpdatesSetup['load']> => ({
      ...(await setup.load()),
      fetch(onPercent, signal) {
        signal.addEventListener('abort', () => (aborted = true));
        for (const percent of percents) {
          clock.advance(STALL_MS - 1);
          onPercent(percent);
        }
        return never();
      },
    });
    const updates = createUpdates({ ...setup, load });
    updates.look();
    await settled();
    updates.fetch();
    await settled();
    clock.advance((limit ?? 10 * SILENT_MS) - 1);
    await settled();
    expect([updates.state().state, aborted]).toEqual(['fetching', false]);
    clock.advance(1);
    await settled();
    if (limit === null) {
      expect([updates.state().state, aborted]).toEqual(['fetching', false]);
      return;
    }
    expect(aborted).toBe(true);
    expect(updates.state()).toMatchObject({ state: 'failed', problem: 'ETIMEDOUT' });
    // It can be tried again.
    expect(updates.fetch()).toBe(true);
  });
});

describe('the restart into an update', () => {
  it('lets nothing more leave, waits for what is on its way, and installs once all is closed', async () => {
    const { updates, calls, clock, end, attempt } = await fetched([2, null, 1, 0]);
    expect(updates.install()).toBe(true);
    for (let look = 0; look < 3; look += 1) {
      await settled();
      expect([updates.state().state, calls]).toEqual(['waiting', ['hold']]);
      clock.advance(BUSY_LOOK_MS);
    }
    await settled();
    expect(calls).toEqual(['hold', 'quit']);
    updates.leave(end);
    await settled();
    expect(calls).toEqual(['hold', 'quit', 'close windows', 'install']);
    expect(attempt.version).toBe('1.3.0');
  });

  it.each(['at once', 'later'])(
    'that fails %s starts the app again, which says so once, and may be tried again',
    async (when) => {
      const { updates, setup, calls, fails, attempt, end, clock } = await fetched();
      const gone = new Error('The installer is gone.');
      if (when === 'at once') fails.install = gone;
      updates.install();
      await settled();
      calls.length = 0;
      updates.leave(end);
      await settled();
      if (when === 'later') attempt.handedOver(gone);
      attempt.handedOver(gone);
      const failing = ['update.install', 'start again', 'end'];
      expect(calls).toEqual(['close windows', 'install', ...failing]);

      const next = createUpdates(setup);
      next.start();
      expect(next.state()).toMatchObject({ state: 'failed', problem: 'notInstalled' });
      expect(attempt.version).toBeNull();
      clock.advance(FIRST_LOOK_MS);
      await settled();
      expect(next.state()).toMatchObject({ state: 'available', problem: '' });
    },
  );

  it('is remembered in a file until the next start, beside what else is there', async () => {
    const folder = freshFolder();
    const random = { uuid: () => 'x', fraction: () => 0 };
    const quiet = { notifications: false, quiet: true, quietFrom: '18:00', quietTo: '07:00' };
    const stored = shellFile(folder, random);
    await stored.setAttention(quiet);
    await stored.setAttemptedUpdate('1.3.0');
    const next = shellFile(folder, random);
    await next.load();
    expect([next.attemptedUpdate(), next.attention()]).toEqual(['1.3.0', quiet]);
  });

  it('that led to the version it was meant for is no failure', () => {
    const { updates, attempt } = desk(null);
    attempt.version = '1.2.0';
    updates.start();
    expect(updates.state()).toMatchObject({ state: 'idle', problem: '' });
    expect(attempt.version).toBeNull();
  });

  it('is called off where writes do not end, and where the person stays', async () => {
    const { updates, calls, clock } = await fetched([1]);
    updates.install();
    for (let spent = 0; spent <= BUSY_LIMIT_MS; spent += BUSY_LOOK_MS) {
      await settled();
      clock.advance(BUSY_LOOK_MS);
    }
    await settled();
    expect(calls).toEqual(['hold', 'let go']);
    expect(updates.state()).toMatchObject({ state: 'ready', problem: 'busy' });

    const other = await fetched();
    other.updates.install();
    await settled();
    other.updates.stayed();
    expect(other.calls).toEqual(['hold', 'quit', 'let go']);
    expect(other.updates.state()).toMatchObject({ state: 'ready', problem: '' });
    // Quitting later is no wish for an update.
    other.updates.leave(other.end);
    expect(other.calls).toEqual(['hold', 'quit', 'let go', 'end']);
  });

  it('that a person calls off while writes are on their way comes neither later nor over another one', async () => {
    const { updates, calls, clock } = await fetched([1, 1, 0]);
    updates.install();
    await settled();
    updates.stayed();
    updates.install();
    updates.stayed();
    await settled();
    clock.advance(BUSY_LOOK_MS);
    await settled();
    expect(calls).toEqual(['hold', 'let go', 'hold', 'let go']);
    expect(updates.state()).toMatchObject({ state: 'ready', problem: '' });
    updates.install();
    await settled();
    expect(calls.slice(4)).toEqual(['hold', 'quit']);
  });

  it('holds back what would leave, also of an account that is opened meanwhile', () => {
    let sleep: (asleep: boolean) => void = () => undefined;
    const machine: Connectivity = {
      ...{ online: () => true, onHint: () => () => undefined },
      onSleep(listener) {
        sleep = listener;
        return () => undefined;
      },
    };
    const connectivity = holdable(machine);
    const told: boolean[] = [];
    const stop = connectivity.onSleep((asleep) => told.push(asleep));
    connectivity.hold(true);
    // The machine wakes up while nothing may leave yet.
    sleep(true);
    sleep(false);
    const later: boolean[] = [];
    connectivity.onSleep((asleep) => later.push(asleep));
    connectivity.hold(false);
    expect([told, later]).toEqual([
      [true, true, true, false],
      [true, false],
    ]);
    stop();
    connectivity.hold(true);
    expect(told).toHaveLength(4);
  });
});

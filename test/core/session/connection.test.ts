import { beforeEach, describe, expect, it } from 'vitest';
import { OTHER_PERSON } from '../../../electron/core/api/errors.ts';
import {
  createConnectionMonitor,
  type Monitor,
} from '../../../electron/core/session/connection.ts';
import { gateError } from '../../../electron/core/session/gate.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import { fail } from '../../../shared/result.ts';
import { virtualClock, type VirtualClock } from '../../support/virtualClock.ts';

const gone = fail({ kind: 'offline', code: 'http.unreachable', message: 'Gone.' }).error;

let clock: VirtualClock;
let events: AnyEvent[];
let probes: number[];
let reachable: boolean;

function monitor(workOffline = false): Monitor {
  const made: Monitor = createConnectionMonitor({
    clock,
    random: { uuid: () => '', fraction: () => 1 },
    emit: (event) => events.push(event),
    probe: () => {
      probes.push(clock.now());
      made.report(reachable, reachable ? undefined : gone);
      return Promise.resolve();
    },
    workOffline,
    address: 'https://fleet.example/api',
  });
  return made;
}

/** Lets promises of finished probes settle. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  clock = virtualClock();
  events = [];
  probes = [];
  reachable = false;
});

describe('the connection monitor', () => {
  it('believes nothing before the first contact', () => {
    const connection = monitor();
    expect(connection.current()).toMatchObject({ state: 'offline', lastContactAt: null });
    expect(connection.maySend()).toBe(false);
    connection.setSignIn('in', null);
    expect(connection.maySend()).toBe(true);
    connection.report(true);
    expect(connection.current()).toMatchObject({ state: 'online', lastContactAt: clock.now() });
  });

  it('gives no reason that is another one’s: what holds back at first, and before a sleep or an update', () => {
    const connection = monitor();
    expect(gateError(connection, 'getMe')?.message).toMatch(/signing in to this account/);
    connection.setSignIn('in', null);
    connection.setAsleep(true);
    expect(gateError(connection, 'getMe')?.message).toMatch(/to sleep, or .* for an update/);
  });

  it('sends nothing while the computer sleeps, and looks again the moment it is awake', async () => {
    const connection = monitor();
    reachable = true;
    connection.setSignIn('in', null);
    await settled();
    expect(connection.current().state).toBe('online');
    connection.setAsleep(true);
    expect(connection.maySend()).toBe(false);
    expect(connection.current()).toMatchObject({ state: 'offline', error: null });
    expect(gateError(connection, 'getMe')?.code).toBe('connection.asleep');
    const before = probes.length;
    clock.advance(3_600_000);
    connection.wake();
    await settled();
    expect(probes).toHaveLength(before);
    connection.setAsleep(false);
    await settled();
    expect(probes.slice(before)).toEqual([clock.now()]);
    expect(connection.current().state).toBe('online');
    expect(gateError(connection, 'getMe')).toBeNull();
  });

  it('asks nobody who is signed in while it works offline or sleeps, and tells of no other person once signed out', () => {
    const connection = monitor();
    const codes = (): (string | undefined)[] => [
      gateError(connection, 'getMe')?.code,
      gateError(connection, 'listVehicles')?.code,
      connection.current().error?.code,
    ];
    const { error } = fail({ kind: 'auth', code: OTHER_PERSON, message: 'Somebody else.' });
    connection.setSignIn('in', null);
    connection.setForeign(error);
    expect(codes()).toEqual([undefined, OTHER_PERSON, OTHER_PERSON]);
    connection.setWorkOffline(true);
    expect(codes().slice(0, 2)).toEqual(['connection.workOffline', 'connection.workOffline']);
    connection.setWorkOffline(false);
    connection.setAsleep(true);
    expect(codes().slice(0, 2)).toEqual(['connection.asleep', 'connection.asleep']);
    connection.setAsleep(false);
    connection.setSignIn('out', null);
    expect(codes()).toEqual(['session.signedOut', 'session.signedOut', undefined]);
  });

  it('tells since when, and with which error, it is offline', () => {
    const connection = monitor();
    connection.setSignIn('in', null);
    connection.report(true);
    clock.advance(60_000);
    connection.report(false, gone);
    const since = clock.now();
    clock.advance(5_000);
    expect(connection.current()).toMatchObject({ state: 'offline', since, error: gone });
    connection.report(true);
    expect(connection.current()).toMatchObject({ state: 'online', error: null });
  });

  it('probes with growing pauses up to a minute until the service is back', async () => {
    const connection = monitor();
    connection.setSignIn('in', null);
    connection.report(true);
    probes.length = 0;
    connection.report(false, gone);
    for (let second = 0; second < 400; second += 1) {
      clock.advance(1_000);
      await settled();
    }
    const pauses = probes.map((at, index) => at - (probes[index - 1] ?? at)).slice(1);
    expect(pauses.slice(0, 5)).toEqual([4_000, 8_000, 16_000, 32_000, 60_000]);
    expect(Math.max(...pauses)).toBe(60_000);
    expect(probes.length).toBeGreaterThan(7);
    reachable = true;
    clock.advance(60_000);
    expect(connection.current().state).toBe('online');
    const before = probes.length;
    clock.advance(3_600_000);
    expect(probes).toHaveLength(before);
  });

  it('probes at once after a hint, one probe at a time', async () => {
    const connection = monitor();
    connection.setSignIn('in', null);
    await settled();
    probes.length = 0;
    connection.wake();
    connection.wake();
    expect(probes).toHaveLength(1);
    await settled();
    connection.wake();
    expect(probes).toHaveLength(2);
  });

  it('does not probe while it is told to work offline, signed out or expired', async () => {
    const connection = monitor(true);
    connection.setSignIn('in', null);
    for (const quiet of ['workOffline', 'out', 'expired'] as const) {
      if (quiet === 'workOffline') connection.setWorkOffline(true);
      else {
        connection.setWorkOffline(true);
        connection.setSignIn(quiet, null);
      }
      await settled();
      probes.length = 0;
      clock.advance(600_000);
      connection.wake();
      expect(probes).toEqual([]);
      expect(connection.maySend()).toBe(false);
    }
    connection.setWorkOffline(false);
    expect(connection.current().state).toBe('expired');
    connection.setSignIn('out', null);
    expect(connection.current().state).toBe('signedOut');
  });

  it('believes only a new contact after Work offline is switched off', () => {
    const connection = monitor();
    connection.setSignIn('in', null);
    connection.report(true);
    connection.setWorkOffline(true);
    expect(connection.current().state).toBe('workOffline');
    connection.setWorkOffline(false);
    expect(connection.current().state).toBe('offline');
    expect(probes.at(-1)).toBe(clock.now());
  });

  it('tells why lists could not be read, and no more once they were', () => {
    const connection = monitor();
    const reason = fail({ kind: 'server', code: 'http.server', message: 'It failed.' }).error;
    connection.setFailed('area', reason);
    connection.setFailed('driver', reason);
    connection.setFailed('area', null);
    expect(connection.current().failed).toEqual({ driver: reason });
    clock.advance(1_000);
    expect(events.at(-1)?.payload).toMatchObject({ failed: { driver: reason } });
    const told = events.length;
    connection.setFailed('driver', { ...reason });
    clock.advance(1_000);
    expect(events).toHaveLength(told);
  });

  it('tells changes of state at once and the rest at most ten times a second', () => {
    const connection = monitor();
    connection.setSignIn('in', null);
    connection.report(true);
    clock.advance(1_000);
    events = [];
    for (let step = 0; step < 50; step += 1) {
      connection.setSyncing({ entity: 'vehicle', step, steps: 50, rows: step });
      connection.setCounts({ waiting: step, needsYou: 0 });
    }
    expect(events).toHaveLength(0);
    clock.advance(100);
    expect(events).toHaveLength(1);
    expect(events[0]?.payload).toMatchObject({ waiting: 49, syncing: { step: 49 } });
    connection.report(false, gone);
    expect(events).toHaveLength(2);
  });

  it('shows when the token ends', () => {
    const connection = monitor();
    connection.setSignIn('in', 1_800_000_000_000);
    expect(connection.current().tokenExpiresAt).toBe(1_800_000_000_000);
  });

  it('is silent and leaves no timer once it is closed', () => {
    const connection = monitor();
    connection.setSignIn('in', null);
    connection.setSyncing({ entity: 'vehicle', step: 1, steps: 2, rows: 3 });
    connection.close();
    events = [];
    clock.advance(600_000);
    expect(events).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });
});

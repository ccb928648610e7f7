import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import type { Clock, Ports } from '../../electron/core/ports.ts';
import type { WriteName } from '../../shared/api/catalogue.ts';
import type { CallName } from '../../shared/ipc/contract.ts';
import type { Op } from '../../shared/ipc/shapes.ts';
import { at, type Json } from '../service/support.ts';
import { startTestService, type TestService } from '../support/localService.ts';

/** The machine's clock, which a test can set forward: timers that fall due run at once. */
export interface SkipClock extends Clock {
  skip(ms: number): void;
}

export function skipClock(): SkipClock {
  let ahead = 0;
  const timers = new Set<{ at: number; fire(): void }>();
  const now = (): number => Date.now() + ahead;
  return {
    now,
    after(delayMs, run) {
      const timer = { at: now() + Math.max(0, delayMs), fire: (): void => undefined };
      const stop = (): void => {
        clearTimeout(handle);
        timers.delete(timer);
      };
      timer.fire = () => {
        stop();
        run();
      };
      const handle = setTimeout(timer.fire, Math.max(0, delayMs));
      timers.add(timer);
      return stop;
    },
    skip(ms) {
      ahead += ms;
      for (const timer of [...timers]) if (timer.at <= now()) timer.fire();
    },
  };
}

/** The whole core on the embedded service, and a colleague who works there at the same time. */
export interface Office {
  core: Core;
  service: TestService;
  clock: SkipClock;
  /** The colleague's own request; answers with the parsed body, '' where there is none. */
  colleague(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: Json): Promise<Json>;
  /** Runs once, just before the next write leaves: too late for the fresh reading to show it. */
  ambush(act: () => Promise<unknown>): void;
  /** Queues a write; fails the test where the outbox refuses it. */
  write(
    endpoint: WriteName,
    params: Record<string, string>,
    body?: Record<string, unknown>,
  ): Promise<Op>;
  /** The op once it has come to rest: settled, or waiting for a person. */
  settled(opId: string): Promise<Op>;
  close(): Promise<void>;
}

const RESTING: ReadonlySet<string> = new Set(['CONFIRMED', 'NEEDS_USER', 'CANCELLED', 'DISCARDED']);

/** A colleague's requests to the service, past the app. */
async function colleagueAt(service: TestService): Promise<Office['colleague']> {
  const token = await service.running().tokenFor('dispatcher');
  return async (method, where, body) => {
    const reply = await service.running().handle({
      method,
      path: `/api${where}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const text = reply.body.toString();
    if (reply.status >= 300 && reply.status !== 404) {
      throw new Error(`${method} ${where}: ${reply.status} ${text}`);
    }
    return text === '' ? '' : (JSON.parse(text) as Json);
  };
}

/** The network of an office, and what happens once before the next write leaves. */
function ambushed(http: Ports['http']): Pick<Office, 'ambush'> & { http: Ports['http'] } {
  let waiting: (() => Promise<unknown>) | null = null;
  return {
    ambush: (act) => {
      waiting = act;
    },
    http: {
      async send(request) {
        if (request.purpose === 'mutation' && waiting !== null) {
          const act = waiting;
          waiting = null;
          await act();
        }
        return http.send(request);
      },
      close: () => http.close(),
    },
  };
}

/**
 * The op of an id once it rests, looked at whenever the core says anything. What waits for its next
 * try waits no longer.
 */
function settledIn(
  core: Core,
  clock: SkipClock,
  opOf: (opId: string) => Promise<Op>,
): Office['settled'] {
  return (opId) =>
    new Promise((resolve, reject) => {
      let looking = false;
      const look = async (): Promise<void> => {
        if (looking) return;
        looking = true;
        const op = await opOf(opId);
        looking = false;
        const waitsMs = op.hold === 'retry' ? (op.holdUntil ?? 0) - clock.now() : 0;
        if (waitsMs > 0) clock.skip(waitsMs);
        if (!RESTING.has(op.state)) return;
        stop();
        resolve(op);
      };
      const tell = (): void => void look().catch(reject);
      const stop = core.on(tell);
      tell();
    });
}

/** Opens the office: `prepare` works at the service before the core reads it for the first time. */
export async function openOffice(
  prepare: (colleague: Office['colleague']) => Promise<void>,
): Promise<Office> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-moves-'));
  const service = await startTestService({ dataDir: ':memory:', vehicles: 20 });
  const colleague = await colleagueAt(service);
  await prepare(colleague);

  const clock = skipClock();
  const base = createNodePorts({ dataDir: folder, logLevel: 'error' });
  const { ambush, http } = ambushed(base.http);
  const made = await createCore({
    ...base,
    ...{ clock, http, localService: service, database: 'inline' },
  });
  if (!made.ok) throw new Error(made.error.message);
  const core = made.value;
  const ask = async (name: CallName, input: unknown): Promise<unknown> => {
    const result = await core.call(name, input);
    if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
    return result.value;
  };
  await ask('session.openLocal', {});
  await ask('session.syncNow', {});

  const opOf = async (opId: string): Promise<Op> => {
    const listed = (await ask('outbox.list', { offset: 0, limit: 200 })) as { ops: Op[] };
    const op = listed.ops.find(({ id }) => id === opId);
    if (op === undefined) throw new Error('The write was lost');
    return op;
  };

  return {
    ...{ core, service, clock, colleague, ambush },
    settled: settledIn(core, clock, opOf),
    async write(endpoint, params, body) {
      const input = { endpoint, params, ...(body === undefined ? {} : { body }) };
      return at(await ask('outbox.write', input), 'op') as Op;
    },
    async close() {
      await core.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

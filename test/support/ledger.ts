import { expect } from 'vitest';
import type { Locator } from 'playwright';
import type { Clock } from '../../electron/core/ports.ts';
import type { Input } from '../../shared/ipc/contract.ts';
import type { Entity } from '../../shared/model/entity.ts';
import { OPEN_STATES } from '../../shared/rules/opStates.ts';
import type { TestDesk } from './desk.ts';

/** What tests of the ledger do beside the page: another client, the switch, writes, hurried time. */

/** A colleague's client, straight at the service. Gives the text of the answer. */
export async function colleague(
  desk: TestDesk,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<string> {
  const { baseUrl, token } = desk.service.running();
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text;
}

export async function workOffline(desk: TestDesk, on: boolean): Promise<void> {
  const done = await desk.host.core.call('session.workOffline', { on });
  expect(done.ok).toBe(true);
}

/** Brings an answer to a form here, so that what has no network can open it. */
export async function readAnswer({ host }: TestDesk, answerId: string): Promise<void> {
  const asked = { endpoint: 'getAnswer', params: { answerId }, refresh: 'ifMissing' } as const;
  expect(await host.core.call('records.read', asked)).toMatchObject({ ok: true });
}

/** Queues a write past the page; gives its id. */
export async function queue(desk: TestDesk, write: Input<'outbox.write'>): Promise<string> {
  const written = await desk.host.core.call('outbox.write', write);
  if (!written.ok) throw new Error(written.error.message);
  return written.value.op.id;
}

/**
 * Takes back every open write and lets the network in again: for tests that share a desk, so that none
 * meets what another left. Ends once nothing waits.
 */
export async function takeAllBack(desk: TestDesk): Promise<void> {
  const { core } = desk.host;
  desk.service.running().faults.set([]);
  const takeBack = async (): Promise<number> => {
    const found = await core.call('outbox.list', {
      states: [...OPEN_STATES],
      offset: 0,
      limit: 200,
    });
    if (!found.ok) throw new Error(found.error.message);
    for (const { id, remedies } of found.value.ops) {
      const remedy = (['cancel', 'discard'] as const).find((one) => remedies.includes(one));
      if (remedy !== undefined) {
        await core.call('outbox.decide', { opId: id, decision: { remedy } });
      }
    }
    return found.value.ops.length;
  };
  await workOffline(desk, true);
  await takeBack();
  await workOffline(desk, false);
  await expect.poll(takeBack).toBe(0);
}

/** Ids of a kind of record, once the mirror holds any. */
export async function recordIds(desk: TestDesk, entity: Entity): Promise<string[]> {
  let ids: readonly string[] = [];
  const read = async (): Promise<number> => {
    const found = await desk.host.core.call('records.ids', { view: { entity } });
    ids = found.ok ? found.value.ids : [];
    return ids.length;
  };
  await expect.poll(read).toBeGreaterThan(0);
  return [...ids];
}

/** The button of the open write that does this. */
export function remedy({ page }: Pick<TestDesk, 'page'>, name: string | RegExp): Locator {
  return page.locator('article').getByRole('button', { name, exact: true });
}

/** Time of a desk that a test can let pass, so that what waits for a minute waits no longer. */
export interface PassingTime extends Clock {
  /** So many milliseconds are over at once: what waited for them is due. */
  pass(ms: number): void;
}

export function passingTime(): PassingTime {
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const waits = new Set<() => void>();
  return {
    now,
    after(delayMs, run) {
      const due = now() + delayMs;
      let timer: NodeJS.Timeout | undefined;
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(
          () => {
            waits.delete(wait);
            run();
          },
          Math.max(0, due - now()),
        );
        timer.unref();
      };
      waits.add(wait);
      wait();
      return () => {
        clearTimeout(timer);
        waits.delete(wait);
      };
    },
    pass(ms) {
      aheadMs += ms;
      for (const wait of waits) wait();
    },
  };
}

/** Plates of vehicles that stand, or were not heard of, and have no driver. */
export async function standingWithoutDriver(desk: TestDesk): Promise<string[]> {
  const reply = await desk.host.core.call('records.window', {
    view: { entity: 'vehicle', filters: [{ field: 'status', oneOf: ['stopped', 'offline'] }] },
    offset: 0,
    limit: 200,
  });
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.rows
    .map((row) => JSON.parse(row.json) as { regNo: string; driver: unknown })
    .filter(({ driver }) => driver === null)
    .map(({ regNo }) => regNo);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoint, isEndpointName, isWriteName, writeNames } from '../../shared/api/catalogue.ts';
import { methodOf, paramNamesOf } from '../../shared/api/endpoint.ts';
import type { OpState } from '../../shared/ipc/shapes.ts';
import { jsonMember, setJsonMembers } from '../../shared/rules/jsonText.ts';
import { isLegal } from '../../electron/core/outbox/states.ts';
import { bench } from './outboxSupport.ts';
import type { Bench, Fault } from './outboxSupport.ts';
import { runs, RUNS_LIMIT_MS } from '../support/runs.ts';

/** What a person, the network and other people do; ids are few, so that they meet. */
type Act =
  | { do: 'rename'; vehicle: number; label: number }
  | { do: 'archive' | 'restore'; vehicle: number }
  | { do: 'assign'; vehicle: number; driver: number }
  | { do: 'create'; regNo: number }
  | { do: 'cancel' | 'discard' | 'retry' | 'undo'; op: number }
  | { do: 'fault'; fault: Fault }
  | { do: 'elsewhere'; vehicle: number; label: number }
  | { do: 'offline' | 'online' | 'restart' }
  | { do: 'wait'; ms: number };

const vehicle = fc.integer({ min: 1, max: 3 });
const label = fc.integer({ min: 1, max: 4 });
const op = fc.nat({ max: 30 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rename' as const), vehicle, label }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('archive', 'restore'), vehicle }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      vehicle,
      driver: fc.integer({ min: 31, max: 32 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), regNo: label }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('cancel', 'discard', 'retry', 'undo'), op }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>(
        'replyLost',
        'requestLost',
        'notSent',
        'crash',
        'rateLimited',
        { late: 20_000 },
        { late: 59_000 },
        { status: 422 },
        { status: 503 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), vehicle, label }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline', 'online', 'restart') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 500, 5_000, 61_000),
    }),
  },
);

async function perform(desk: Bench, ids: string[], what: Act): Promise<void> {
  const write = async (...args: Parameters<Bench['outbox']['write']>): Promise<void> => {
    const written = await desk.outbox.write(...args);
    if (written.ok && !ids.includes(written.value.id)) ids.push(written.value.id);
  };
  const plain = { body: {}, extra: null } as const;
  switch (what.do) {
    case 'rename':
      return write({
        ...plain,
        endpoint: 'updateVehicle',
        params: { vehicleId: String(what.vehicle) },
        body: { defaultLabel: `mine ${what.label}` },
      });
    case 'archive':
    case 'restore':
      return write({
        ...plain,
        endpoint: what.do === 'archive' ? 'archiveVehicle' : 'restoreVehicle',
        params: { vehicleId: String(what.vehicle) },
      });
    case 'assign':
      return write({
        ...plain,
        endpoint: 'setDriver',
        params: { vehicleId: String(what.vehicle), driverId: String(what.driver) },
      });
    case 'create':
      return write({
        ...plain,
        endpoint: 'createVehicle',
        params: {},
        body: { regNo: `NEW ${what.regNo}` },
      });
    case 'cancel':
    case 'discard':
    case 'retry':
    case 'undo': {
      const id = ids[what.op % Math.max(1, ids.length)];
      if (id === undefined) return;
      const result = await desk.outbox[what.do](id);
      // Taking back what was never sent can end in a write that is known already.
      if (what.do !== 'undo' || !result.ok || Array.isArray(result.value)) return;
      if (!ids.includes(result.value.id)) ids.push(result.value.id);
      return;
    }
    case 'fault':
      desk.service.faults.push(what.fault);
      return;
    case 'elsewhere': {
      const table = desk.service.table('vehicle');
      const text = table.get(String(what.vehicle)) ?? '{}';
      const theirs = new Map([['defaultLabel', `"theirs ${what.label}"`]]);
      table.set(String(what.vehicle), setJsonMembers(text, theirs));
      return;
    }
    case 'offline':
    case 'online':
      desk.connection.maySend = what.do === 'online';
      return;
    case 'restart':
      return desk.restart();
    case 'wait':
      desk.clock.advance(what.ms);
      return desk.until(() => true);
  }
}

/** Ends every fault and lets the queue settle: nothing may idle for longer than it has to. */
async function heal(desk: Bench): Promise<void> {
  desk.service.faults = [];
  desk.connection.maySend = true;
  await desk.restart();
  desk.outbox.hint();
  await desk.until(async () => {
    const counts = await desk.store.read('outbox.counts', null);
    return (['QUEUED', 'SENDING', 'UNCERTAIN', 'VERIFYING'] as const).every(
      (state) => (counts[state] ?? 0) === 0 || onlyBlocked(counts),
    );
  }, 3_600_000);
}

/** What waits behind a write that needs a person may wait. */
function onlyBlocked(counts: Record<string, number>): boolean {
  const moving = (counts['SENDING'] ?? 0) + (counts['UNCERTAIN'] ?? 0) + (counts['VERIFYING'] ?? 0);
  return moving === 0 && (counts['NEEDS_USER'] ?? 0) > 0;
}

describe('any order of writes, faults and restarts', () => {
  it('keeps every promise of the queue', { timeout: RUNS_LIMIT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
        const desk = await bench();
        try {
          for (const id of [1, 2, 3]) {
            await desk.give(
              'vehicle',
              `{"id":${id},"regNo":"WB ${id}","status":"active","x":1.10}`,
            );
          }
          for (const id of [31, 32]) await desk.give('driver', `{"id":${id},"fullName":"D ${id}"}`);
          const ids: string[] = [];
          for (const what of acts) await perform(desk, ids, what);
          await heal(desk);
          await check(desk, ids);
        } finally {
          await desk.close();
        }
      }),
      runs(30, 300),
    );
  });
});

async function check(desk: Bench, ids: readonly string[]): Promise<void> {
  const blocked = (await desk.store.read('outbox.counts', null))['NEEDS_USER'] ?? 0;
  for (const id of ids) {
    // I1 and I2: every acknowledged intent is there and has an outcome that can be told.
    const now = await desk.op(id);
    const told: OpState[] = ['CONFIRMED', 'CANCELLED', 'DISCARDED', 'NEEDS_USER'];
    if (blocked === 0) expect(told, `${id} ${now.endpoint}`).toContain(now.state);
    // I13: only legal moves.
    const history = await desk.store.read('outbox.history', { id });
    for (const { from, to } of history) {
      if (from === null || from === to) continue;
      expect(isLegal(from as OpState, to as OpState), `${from} to ${to}`).toBe(true);
    }
    // I3: a confirmed create made exactly the record that it names.
    if (now.endpoint === 'createVehicle' && now.state === 'CONFIRMED') {
      expect(desk.service.table('vehicle').has(now.targetId)).toBe(true);
    }
    if (now.endpoint === 'createVehicle' && now.state === 'CANCELLED') {
      expect(now.attempts, 'a cancelled create was never applied').toBeLessThanOrEqual(1);
    }
  }
  // I3: as many records as creates that arrived: none twice.
  const creates = await Promise.all(ids.map((id) => desk.op(id)));
  const confirmed = creates.filter(
    ({ endpoint: name, state }) => name === 'createVehicle' && state === 'CONFIRMED',
  );
  expect(new Set(confirmed.map(({ targetId }) => targetId)).size).toBe(confirmed.length);
  const unsettled = creates.filter(
    ({ endpoint: name, state, attempts }) =>
      name === 'createVehicle' && state !== 'CONFIRMED' && attempts > 0,
  );
  const made = desk.service.table('vehicle').size - 3;
  expect(made).toBeGreaterThanOrEqual(confirmed.length);
  expect(made).toBeLessThanOrEqual(confirmed.length + unsettled.length);
  // I8: what nobody sent is as it was.
  for (const id of ['1', '2', '3']) {
    expect(jsonMember(desk.service.table('vehicle').get(id) ?? '', 'x')).toBe('1.10');
    // I10 and the end of it all: with nothing open, the desk shows what was last read.
    const found = await desk.store.read('records.get', { entity: 'vehicle', id });
    if (found?.row.pending === 0) expect(found.row.json).toBe(found.base);
  }
}

describe('the catalogue of writes', () => {
  it.each(writeNames.map((name) => [name]))('%s can be verified and undone as it says', (name) => {
    const row = endpoint(name);
    const rule = row.write;
    if (rule === undefined) throw new Error('no rule');
    expect(isEndpointName(rule.verifyBy)).toBe(true);
    if (!isEndpointName(rule.verifyBy)) return;
    const verifier = endpoint(rule.verifyBy);
    expect(methodOf(verifier)).toBe('GET');
    const known = new Set(paramNamesOf(row));
    for (const param of paramNamesOf(verifier)) expect(known, rule.verifyBy).toContain(param);
    if (rule.does === 'create') expect(['page', 'list']).toContain(verifier.reply);
    else expect(known).toContain(rule.target.param);
    if (rule.does === 'assign' || rule.does === 'unassign') expect(rule.link).toBeDefined();
    if (rule.inverse !== 'none') expect(isWriteName(rule.inverse)).toBe(true);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WriteName } from '../../shared/api/catalogue.ts';
import { endpoint } from '../../shared/api/catalogue.ts';
import { at, type Json } from '../service/support.ts';
import { openOffice, type Office } from './movesSupport.ts';

/**
 * Every state move of section 3 through the whole core: queued by `outbox.write`, applied at the
 * service, confirmed; and its refusal, when a colleague is quicker by the time the request leaves.
 */

/** One set of records for a move that works, and one for the move that is refused. */
type Records = Record<string, string>;
type Colleague = Office['colleague'];

interface Move {
  /** Address in section 3. */
  at: string;
  write: WriteName;
  /** Makes the records, in the state that the move wants; path parameters by their names. */
  make(colleague: Colleague): Promise<Records>;
  body?: (records: Records) => Record<string, unknown>;
  /** Where the service shows the effect, and what it shows then; null where it is gone. */
  shows: (records: Records) => [path: string, effect: Record<string, Json> | null];
  /** What the colleague does just before our request arrives; a status where nobody could. */
  refused: ((records: Records, colleague: Colleague) => Promise<unknown>) | 404;
  /** How the refused write ends; `CONFIRMED` where what was wanted is so already. */
  ends: 'NEEDS_USER' | 'CONFIRMED';
}

let serial = 0;
const next = (): string => String((serial += 1)).padStart(3, '0');
const idOf = (json: Json): string => String(at(json, 'id') ?? at(json, 'result', 'id'));

const circle = { type: 'circle', coordinates: [{ lat: 41.02, lng: -2.32 }], radius: 50 };
const create = {
  device: async (c: Colleague) =>
    idOf(await c('POST', '/devices', { imei: `490154203237${next()}` })),
  user: async (c: Colleague) =>
    idOf(await c('POST', '/users', { email: `moves-${next()}@waybill.example`, roleId: 5 })),
  vehicle: async (c: Colleague) => idOf(await c('POST', '/vehicles', { regNo: `MV-${next()}` })),
  area: async (c: Colleague) =>
    idOf(await c('POST', '/areas', { name: `Moves ${next()}`, ...circle })),
  group: async (c: Colleague) => idOf(await c('POST', '/area-groups', { name: `Moves ${next()}` })),
  report: async (c: Colleague) =>
    idOf(
      await c('POST', '/scheduled-report', {
        name: `Moves ${next()}`,
        type: 'trips',
        format: 'csv',
      }),
    ),
};

/** Drivers and sensors come from the demo, each once. */
const taken = { driver: 0, sensor: 0 };
async function demo(kind: 'driver' | 'sensor', colleague: Colleague): Promise<string> {
  const list = await colleague('GET', kind === 'driver' ? '/drivers?limit=100' : '/sensors');
  taken[kind] += 1;
  return String(at(list, 'data', taken[kind], 'id'));
}

/** The two moves of what can be archived, with the address under which it is read. */
function archiving(
  what: 'device' | 'user' | 'vehicle' | 'area' | 'group',
  base: string,
  writes: { archive: WriteName; restore: WriteName },
  restored: string,
): Move[] {
  const param = `${what}Id`;
  const placeholder = `${base}/{${param}}`;
  const of = (records: Records) => `${base}/${records[param] ?? ''}`;
  const method = what === 'vehicle' ? 'POST' : 'PATCH';
  const deletable = what === 'area' || what === 'group';
  return [
    {
      at: `PATCH ${placeholder}/archive`,
      write: writes.archive,
      make: async (c) => ({ [param]: await create[what](c) }),
      shows: (records) => [of(records), { status: 'archived' }],
      refused: deletable ? (records, c) => c('DELETE', of(records)) : 404,
      ends: 'NEEDS_USER',
    },
    {
      at: `${method} ${placeholder}/restore`,
      write: writes.restore,
      make: async (c) => {
        const records = { [param]: await create[what](c) };
        await c('PATCH', `${of(records)}/archive`);
        return records;
      },
      shows: (records) => [of(records), { status: restored, archivedAt: null }],
      refused: (records, c) => c(method, `${of(records)}/restore`),
      ends: 'NEEDS_USER',
    },
  ];
}

function deleting(what: 'area' | 'group' | 'report', base: string, write: WriteName): Move {
  const param = `${what}Id`;
  const of = (records: Records) => `${base}/${records[param] ?? ''}`;
  return {
    at: `DELETE ${base}/{${param}}`,
    write,
    make: async (c) => ({ [param]: await create[what](c) }),
    shows: (records) => [of(records), null],
    refused: (records, c) => c('DELETE', of(records)),
    // A second delete is 404, which is looked into: it is gone, as was wanted.
    ends: 'CONFIRMED',
  };
}

const moves: readonly Move[] = [
  ...archiving(
    'device',
    '/devices',
    { archive: 'archiveDevice', restore: 'restoreDevice' },
    'in stock',
  ),
  ...archiving('user', '/users', { archive: 'archiveUser', restore: 'restoreUser' }, 'active'),
  ...archiving(
    'vehicle',
    '/vehicles',
    { archive: 'archiveVehicle', restore: 'restoreVehicle' },
    'offline',
  ),
  ...archiving('area', '/areas', { archive: 'archiveArea', restore: 'restoreArea' }, 'active'),
  deleting('area', '/areas', 'deleteArea'),
  ...archiving(
    'group',
    '/area-groups',
    { archive: 'archiveAreaGroup', restore: 'restoreAreaGroup' },
    'active',
  ),
  deleting('group', '/area-groups', 'deleteAreaGroup'),
  deleting('report', '/scheduled-report', 'deleteScheduledReport'),
  {
    at: 'POST /devices/{deviceId}/install',
    write: 'installDevice',
    make: async (c) => ({ deviceId: await create.device(c), vehicleId: await create.vehicle(c) }),
    body: ({ vehicleId }) => ({ vehicleId }),
    shows: ({ deviceId, vehicleId }) => [
      `/vehicles/${vehicleId ?? ''}`,
      { deviceId: deviceId ?? '' },
    ],
    refused: async ({ vehicleId }, c) =>
      c('POST', `/devices/${await create.device(c)}/install`, { vehicleId }),
    ends: 'NEEDS_USER',
  },
  {
    at: 'POST /devices/{deviceId}/uninstall',
    write: 'uninstallDevice',
    make: async (c) => {
      const deviceId = await create.device(c);
      const vehicleId = await create.vehicle(c);
      await c('POST', `/devices/${deviceId}/install`, { vehicleId });
      return { deviceId, vehicleId };
    },
    shows: ({ vehicleId }) => [`/vehicles/${vehicleId ?? ''}`, { deviceId: null }],
    refused: ({ deviceId }, c) => c('POST', `/devices/${deviceId ?? ''}/uninstall`),
    ends: 'NEEDS_USER',
  },
  {
    at: 'POST /sensors/{sensorId}/install',
    write: 'installSensor',
    make: async (c) => ({ sensorId: await demo('sensor', c), deviceId: await create.device(c) }),
    body: ({ deviceId }) => ({ deviceId }),
    shows: ({ sensorId, deviceId }) => [
      `/sensors/${sensorId ?? ''}`,
      { deviceId: deviceId ?? '', systemStatus: 'paired' },
    ],
    refused: ({ deviceId }, c) => c('PATCH', `/devices/${deviceId ?? ''}/archive`),
    ends: 'NEEDS_USER',
  },
  {
    at: 'POST /vehicle/{vehicleId}/set-driver/{driverId}',
    write: 'setDriver',
    make: async (c) => ({ vehicleId: await create.vehicle(c), driverId: await demo('driver', c) }),
    shows: ({ vehicleId, driverId }) => [
      `/vehicles/${vehicleId ?? ''}`,
      { driverId: Number(driverId) },
    ],
    refused: ({ vehicleId }, c) => c('PATCH', `/vehicles/${vehicleId ?? ''}/archive`),
    ends: 'NEEDS_USER',
  },
  {
    at: 'POST /vehicle/{vehicleId}/unset-driver/{driverId}',
    write: 'unsetDriver',
    make: async (c) => {
      const vehicleId = await create.vehicle(c);
      const driverId = await demo('driver', c);
      await c('POST', `/vehicle/${vehicleId}/set-driver/${driverId}`);
      return { vehicleId, driverId };
    },
    shows: ({ vehicleId }) => [`/vehicles/${vehicleId ?? ''}`, { driverId: null, driver: null }],
    refused: ({ vehicleId, driverId }, c) =>
      c('POST', `/vehicle/${vehicleId ?? ''}/unset-driver/${driverId ?? ''}`),
    ends: 'NEEDS_USER',
  },
];

let office: Office;
const good = new Map<string, Records>();
const late = new Map<string, Records>();
beforeAll(async () => {
  office = await openOffice(async (colleague) => {
    for (const move of moves) {
      good.set(move.at, await move.make(colleague));
      late.set(move.at, await move.make(colleague));
    }
  });
});
afterAll(() => office.close());

/** Queues a move; one that is final waits ten seconds, which pass here at once. */
async function queue(move: Move, records: Records): Promise<string> {
  const { write, body } = move;
  const names = endpoint(write).at.matchAll(/\{(\w+)\}/g);
  const params = Object.fromEntries([...names].map(([, name = '']) => [name, records[name] ?? '']));
  const op = await office.write(write, params, body?.(records));
  if (op.hold === 'grace') office.clock.skip(11_000);
  return op.id;
}

/** The record at the service, out of its envelope; null where it is gone. */
async function shown(path: string): Promise<Json> {
  const answer = await office.colleague('GET', path);
  if (at(answer, 'id') !== undefined) return answer;
  return at(answer, 'result') ?? at(answer, 'data') ?? null;
}

const changesOf = (write: WriteName): number =>
  office.service
    .running()
    .log()
    .filter((change) => change.endpoint === write).length;

describe('the moves of section 3', () => {
  test.each(moves)('$at is applied once and confirmed', async (move) => {
    const records = good.get(move.at) ?? {};
    const changes = changesOf(move.write);
    const op = await office.settled(await queue(move, records));
    expect(op).toMatchObject({ state: 'CONFIRMED', endpoint: move.write, error: null });
    expect(changesOf(move.write)).toBe(changes + 1);
    const [path, effect] = move.shows(records);
    const record = await shown(path);
    if (effect === null) expect(record).toBeNull();
    else expect(record).toMatchObject(effect);
  });
});

describe('refused, because a colleague was quicker:', () => {
  test.each(moves)('$at', async (move) => {
    const records = late.get(move.at) ?? {};
    let changes = 0;
    office.ambush(async () => {
      if (move.refused === 404) {
        office.service
          .running()
          .faults.set([{ kind: 'status', endpoint: move.write, status: 404, times: 1 }]);
      } else await move.refused(records, office.colleague);
      changes = changesOf(move.write);
    });
    const op = await office.settled(await queue(move, records));
    office.service.running().faults.set([]);
    // A 404 that passes is no refusal: the record is read, and it is asked for once more.
    const passes = move.refused === 404;
    expect(changesOf(move.write)).toBe(passes ? changes + 1 : changes);
    const state = passes ? 'CONFIRMED' : move.ends;
    expect(op).toMatchObject({ state, endpoint: move.write });
    if (state === 'CONFIRMED') return;
    expect(op.error?.message).toMatch(/\S/);
    expect(op.error?.status === 409 || op.error?.code === 'outbox.gone').toBe(true);
    expect(op.remedies).toContain('discard');
  });
});

describe('PATCH /scheduled-report/{reportId}/restore', () => {
  const deleted = async (): Promise<{ reportId: string; opId: string }> => {
    const reportId = await create.report(office.colleague);
    await office.core.call('records.refresh', { entity: 'scheduledReport' });
    const op = await office.settled((await office.write('deleteScheduledReport', { reportId })).id);
    expect(op).toMatchObject({ state: 'CONFIRMED', remedies: ['undo'] });
    return { reportId, opId: op.id };
  };
  const undo = async (opId: string): Promise<string> => {
    const undone = await office.core.call('outbox.decide', {
      opId,
      decision: { remedy: 'undo' },
    });
    if (!undone.ok) throw new Error(undone.error.message);
    return undone.value.op.id;
  };

  test('takes back the deletion, and the report is read again', async () => {
    const { reportId, opId } = await deleted();
    const op = await office.settled(await undo(opId));
    expect(op).toMatchObject({ state: 'CONFIRMED', endpoint: 'restoreScheduledReport' });
    expect(await shown(`/scheduled-report/${reportId}`)).toMatchObject({ status: 'active' });
    const read = await office.core.call('records.get', { entity: 'scheduledReport', id: reportId });
    expect(read).toMatchObject({ ok: true, value: { row: { id: reportId, archived: false } } });
  });

  test('is refused when a colleague was quicker', async () => {
    const { reportId, opId } = await deleted();
    office.ambush(() => office.colleague('PATCH', `/scheduled-report/${reportId}/restore`));
    const op = await office.settled(await undo(opId));
    expect(op).toMatchObject({ state: 'NEEDS_USER', endpoint: 'restoreScheduledReport' });
    expect(op.error?.status).toBe(409);
  });
});

test('are nineteen with the restored report', () => {
  expect(new Set(moves.map((move) => move.at)).size + 1).toBe(19);
});

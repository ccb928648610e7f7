import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { jsonMember } from '../../shared/rules/jsonText.ts';
import type { Identity } from '../../electron/core/account.ts';
import type { Store } from '../../electron/core/db/types.ts';
import { examineFile, exportOutbox, importFile } from '../../electron/core/outbox/files.ts';
import { packTexts, unpackText } from '../../electron/core/outbox/zip.ts';
import type { Ports } from '../../electron/core/ports.ts';
import { identityOf } from '../../electron/core/session/identity.ts';
import { bench } from './outboxSupport.ts';
import type { Bench } from './outboxSupport.ts';

const VEHICLE =
  '{"id":12,"regNo":"WB 12","defaultLabel":"old","model":"m","driver":null,"status":"driving"}';
const OTHER = '{"id":13,"regNo":"WB 13","defaultLabel":"other","status":"stopped"}';

const OWN = identityOf('remote', 'https://fleet.example/api', { tenant: '3', user: '17' });

/** The files that a desk hands out, and whether the person keeps them. */
interface Hand {
  account: { identity: Identity; ports: Ports; store: Store };
  files: { name: string; bytes: Uint8Array }[];
  keep: boolean;
}

function handOf(desk: Bench, identity = OWN): Hand {
  const hand: Hand = {
    files: [],
    keep: true,
    account: {
      identity,
      get store() {
        return desk.store;
      },
      ports: {
        clock: { now: () => desk.clock.now() },
        log: { write: () => undefined },
        files: {
          save: (name: string, _type: string, bytes: Uint8Array) => {
            hand.files.push({ name, bytes });
            const outcome = hand.keep ? 'file' : 'cancelled';
            return Promise.resolve(ok({ outcome, href: null, fileName: name } as const));
          },
        },
      } as unknown as Ports,
    },
  };
  return hand;
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

let desk: Bench;
let hand: Hand;
const further: Bench[] = [];
beforeEach(async () => {
  desk = await bench();
  hand = handOf(desk);
  desk.connection.maySend = false;
  await desk.give('vehicle', VEHICLE);
  await desk.give('vehicle', OTHER);
});
afterEach(async () => {
  for (const one of [desk, ...further.splice(0)]) await one.close();
});

/** Another computer with the same account, at the same service. */
async function elsewhere(): Promise<{ desk: Bench; hand: Hand }> {
  const there = await bench();
  further.push(there);
  there.connection.maySend = false;
  for (const [entity, table] of desk.service.tables) {
    for (const text of table.values()) await there.give(entity, text);
  }
  return { desk: there, hand: handOf(there) };
}

const rename = (label: string, id = '12') =>
  desk.write('updateVehicle', { vehicleId: id }, { defaultLabel: label });
const create = (regNo: string) => desk.write('createVehicle', {}, { regNo });

async function exported(kind: 'copy' | 'handOver', ids: string[] | null = null) {
  const done = valueOf(await exportOutbox(hand.account, kind, ids));
  const file = hand.files.at(-1);
  if (file === undefined) throw new Error('no file');
  return { ...done, bytes: file.bytes, name: file.name };
}

async function textIn(bytes: Uint8Array, name: string): Promise<string> {
  const read = await unpackText(bytes, name, 10_000_000);
  if (!read.ok) throw new Error(read.why);
  return read.text;
}

/** The file with its JSON changed by hand. */
async function changed(bytes: Uint8Array, change: (value: Json) => void): Promise<Uint8Array> {
  const value = JSON.parse(await textIn(bytes, 'outbox.json')) as Json;
  change(value);
  return packTexts([['outbox.json', JSON.stringify(value)]], 0);
}
interface Json {
  version: number;
  identity: Record<string, string>;
  ops: Record<string, unknown>[];
  [other: string]: unknown;
}

/** Every write of a desk by state and hold. */
async function states(of: Bench) {
  const { rows } = await of.store.read('outbox.list', { states: null, offset: 0, limit: 100 });
  return rows.map(({ state, hold }) => `${state} ${hold ?? '-'}`);
}

describe('an export', () => {
  it('is a ZIP with a page for people and everything that Waybill needs to go on', async () => {
    await rename('North <b>yard</b>');
    const made = await create('WB 99');
    const { bytes, name, count } = await exported('copy');
    expect(name).toMatch(/^Waybill outbox \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.zip$/);
    expect(count).toBe(2);
    const page = await textIn(bytes, 'writes.html');
    for (const words of [
      'Change a vehicle',
      'WB 12',
      '>Label<',
      '>old<',
      'North &lt;b&gt;yard',
      'Waiting.',
      'asked for',
      'Add a vehicle',
      'This is a copy',
    ]) {
      expect(page, words).toContain(words);
    }
    expect(page).not.toMatch(/<script|<b>yard/);
    const json = JSON.parse(await textIn(bytes, 'outbox.json')) as Json;
    expect(json).toMatchObject({
      format: 'waybill-outbox',
      version: 1,
      kind: 'copy',
      identity: { id: OWN.id, service: 'https://fleet.example/api' },
      ops: [
        {
          endpoint: 'updateVehicle',
          target_id: '12',
          patch: '{"defaultLabel":"North <b>yard</b>"}',
        },
        { id: made.id, target_id: made.targetId, history: [{ to: 'QUEUED', reason: 'asked for' }] },
      ],
      idMap: [],
    });
    expect(await states(desk)).toEqual(['QUEUED -', 'QUEUED -']);
  });

  it('holds the chosen writes and those that they need, and nothing settled unless it was chosen', async () => {
    const made = await create('WB 99');
    await rename('apart');
    const dependent = await desk.write('setDriver', {
      vehicleId: made.targetId,
      driverId: await driver(),
    });
    const { bytes } = await exported('copy', [dependent.id]);
    const json = JSON.parse(await textIn(bytes, 'outbox.json')) as Json;
    expect(json.ops.map(({ id }) => id)).toEqual([made.id, dependent.id]);
    valueOf(await desk.outbox.cancel(dependent.id));
    valueOf(await desk.outbox.cancel(made.id));
    expect((await exported('copy')).count).toBe(1);
    expect((await exported('copy', [made.id])).count).toBe(1);
  });

  it('of nothing is refused in words', async () => {
    const refused = await exportOutbox(hand.account, 'copy', null);
    expect(refused).toMatchObject({ ok: false, error: { code: 'transfer.nothing' } });
    expect(hand.files).toEqual([]);
  });

  it('to hand over holds the writes here, and they are looked for before they are sent after all', async () => {
    const { id } = await rename('mine');
    const { left } = await exported('handOver');
    expect(left).toBe(0);
    const held = await desk.op(id);
    expect(held).toMatchObject({
      state: 'UNCERTAIN',
      hold: 'handedOver',
      remedies: ['resume', 'discard'],
    });
    desk.connection.maySend = true;
    desk.outbox.hint();
    await desk.until(() => desk.clock.now() > 0, 60_000);
    expect(desk.service.arrivals).toEqual([]);
    // Somebody else sent it meanwhile: it is found, not sent again.
    desk.service.apply('updateVehicle', { vehicleId: '12' }, '{"defaultLabel":"mine"}');
    valueOf(await desk.outbox.resume(id));
    await desk.settled(id, 'CONFIRMED');
    expect(desk.service.arrivals).toEqual([]);
  });

  it('that the person does not keep leaves the writes what they were', async () => {
    const { id } = await rename('mine');
    const held = await rename('held', '13');
    valueOf(await desk.outbox.hold(held.id));
    hand.keep = false;
    expect((await exported('handOver')).saved.outcome).toBe('cancelled');
    expect(await states(desk)).toEqual(['QUEUED person', 'QUEUED -']);
    desk.connection.maySend = true;
    await desk.settled(id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('leaves a write on its way where it is', async () => {
    desk.service.faults = ['crash'];
    const { id } = await rename('mine');
    desk.connection.maySend = true;
    desk.outbox.hint();
    await desk.until(async () => (await desk.op(id)).state === 'SENDING');
    desk.connection.maySend = false;
    await rename('another', '13');
    const { left, count } = await exported('handOver');
    expect({ left, count }).toEqual({ left: 1, count: 1 });
    expect((await desk.op(id)).state).toBe('SENDING');
  });

  it('holds no token, whatever the service echoed', async () => {
    desk.service.faults = [{ status: 422 }];
    const { id } = await rename('mine');
    desk.connection.maySend = true;
    await desk.settled(id, 'NEEDS_USER');
    const { bytes } = await exported('copy');
    expect(await textIn(bytes, 'outbox.json')).not.toContain('"message":"no"');
    expect(await textIn(bytes, 'outbox.json')).not.toContain('last_body');
    expect(await textIn(bytes, 'writes.html')).toContain('The service answered 422.');
  });
});

let drivers = 30;
async function driver(): Promise<string> {
  drivers += 1;
  await desk.give('driver', `{"id":${drivers},"fullName":"Ada Quill"}`);
  return String(drivers);
}

describe('an import', () => {
  it('shows first what would come in, and changes nothing by that', async () => {
    await rename('mine');
    const { bytes } = await exported('handOver');
    const there = await elsewhere();
    const examined = valueOf(await examineFile(there.hand.account, bytes));
    expect(examined).toMatchObject({
      kind: 'handOver',
      counts: { new: 1, here: 0, settled: 0, notUnderstood: 0, orphaned: 0, unreadable: 0 },
      items: [{ title: 'Change a vehicle', label: 'WB 12', fate: 'new' }],
    });
    expect(await states(there.desk)).toEqual([]);
  });

  it('brings the writes in held, shows them on their records, and sends each once when let go', async () => {
    const { id } = await rename('mine');
    const { bytes } = await exported('handOver');
    const there = await elsewhere();
    expect(valueOf(await importFile(there.hand.account, bytes))).toEqual({ imported: 1 });
    expect(await states(there.desk)).toEqual(['UNCERTAIN imported']);
    expect(await there.desk.shown('vehicle', '12')).toContain('"mine"');
    const marked = await there.desk.store.read('records.get', { entity: 'vehicle', id: '12' });
    expect(marked?.row.mark).toBe('waiting');
    there.desk.connection.maySend = true;
    there.desk.outbox.hint();
    await there.desk.until(() => there.desk.clock.now() > 0, 60_000);
    expect(there.desk.service.arrivals).toEqual([]);
    valueOf(await there.desk.outbox.resume(id));
    await there.desk.settled(id, 'CONFIRMED');
    expect(there.desk.service.arrivals).toHaveLength(1);
    const history = await there.desk.store.read('outbox.history', { id });
    expect(history.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['asked for', 'handed over in a file', 'came out of a file']),
    );
  });

  it('sends nothing that the service has already', async () => {
    const { id } = await rename('mine');
    const { bytes } = await exported('copy');
    desk.connection.maySend = true;
    await desk.settled(id, 'CONFIRMED');
    const there = await elsewhere();
    valueOf(await importFile(there.hand.account, bytes));
    there.desk.connection.maySend = true;
    valueOf(await there.desk.outbox.resume(id));
    await there.desk.settled(id, 'CONFIRMED');
    expect(there.desk.service.arrivals).toEqual([]);
  });

  it('asks a person about a create that the service may hold by now', async () => {
    const { id } = await create('WB 99');
    const { bytes } = await exported('copy');
    desk.connection.maySend = true;
    await desk.settled(id, 'CONFIRMED');
    const there = await elsewhere();
    valueOf(await importFile(there.hand.account, bytes));
    there.desk.connection.maySend = true;
    valueOf(await there.desk.outbox.resume(id));
    await there.desk.settled(id, 'NEEDS_USER');
    const asked = await there.desk.op(id);
    expect(asked).toMatchObject({
      error: { code: 'outbox.unverifiable' },
      remedies: ['link', 'retry', 'discard'],
    });
    expect(there.desk.service.arrivals).toEqual([]);
    valueOf(await there.desk.outbox.link(id, asked.candidates?.[0] ?? ''));
    expect((await there.desk.op(id)).state).toBe('CONFIRMED');
  });

  it('keeps creates and what depends on them together, with no temporary id on the wire', async () => {
    const made = await create('WB 99');
    const person = await driver();
    const assigned = await desk.write('setDriver', {
      vehicleId: made.targetId,
      driverId: person,
    });
    const { bytes } = await exported('handOver');
    const there = await elsewhere();
    expect(valueOf(await importFile(there.hand.account, bytes))).toEqual({ imported: 2 });
    expect((await there.desk.op(assigned.id)).dependsOn).toEqual([made.id]);
    there.desk.connection.maySend = true;
    for (const id of [made.id, assigned.id]) valueOf(await there.desk.outbox.resume(id));
    await there.desk.settled(assigned.id, 'CONFIRMED');
    expect(there.desk.service.arrivals.map(({ endpoint }) => endpoint)).toEqual([
      'createVehicle',
      'setDriver',
    ]);
  });

  it('of the same file again brings in nothing, here and where it was made', async () => {
    await rename('mine');
    const { bytes } = await exported('handOver');
    const there = await elsewhere();
    valueOf(await importFile(there.hand.account, bytes));
    for (const { account } of [there.hand, hand]) {
      expect(valueOf(await examineFile(account, bytes)).counts).toMatchObject({ new: 0, here: 1 });
      expect(valueOf(await importFile(account, bytes))).toEqual({ imported: 0 });
    }
    expect(await states(desk)).toEqual(['UNCERTAIN handedOver']);
  });

  it('can be given up before anything was looked at, and brought back as it was', async () => {
    const { id } = await rename('mine');
    const { bytes } = await exported('handOver');
    const there = await elsewhere();
    valueOf(await importFile(there.hand.account, bytes));
    expect(valueOf(await there.desk.outbox.discard(id)).state).toBe('DISCARDED');
    expect(await there.desk.shown('vehicle', '12')).toContain('"old"');
    const back = valueOf(await there.desk.outbox.restore(id));
    expect(back).toMatchObject({ state: 'UNCERTAIN', hold: 'imported' });
  });

  it('survives the loss of the database, still held', async () => {
    const { id } = await rename('mine');
    const { bytes } = await exported('handOver');
    const there = await elsewhere();
    valueOf(await importFile(there.hand.account, bytes));
    await there.desk.restart({ loseDatabase: true });
    expect(await there.desk.op(id)).toMatchObject({ state: 'UNCERTAIN', hold: 'imported' });
  });

  it.each([
    ['another user', 'remote', 'https://fleet.example/api', '3', '18', /user “17” instead of “18”/],
    [
      'another tenant',
      'remote',
      'https://fleet.example/api',
      '4',
      '17',
      /tenant “3” instead of “4”/,
    ],
    [
      'another service',
      'remote',
      'https://other.example',
      '3',
      '17',
      /one at https:\/\/fleet\.example\/api; in use is one at https:\/\/other\.example/,
    ],
    ['a local workspace', 'local', 'abc', '3', '17', /a local workspace is in use/],
  ] as const)(
    'for %s is refused and names what differs',
    async (_what, workspace, service, tenant, user, words) => {
      await rename('mine');
      const { bytes } = await exported('copy');
      const foreign = handOf(desk, identityOf(workspace, service, { tenant, user }));
      for (const act of [examineFile, importFile]) {
        const result = await act(foreign.account, bytes);
        expect(result).toMatchObject({ ok: false, error: { code: 'transfer.otherIdentity' } });
        expect(result.ok ? '' : result.error.message).toMatch(words);
      }
    },
  );

  it('keeps a write of a newer Waybill as bytes, and one without its record, and asks', async () => {
    const made = await create('WB 99');
    const person = await driver();
    const assigned = await desk.write('setDriver', { vehicleId: made.targetId, driverId: person });
    const { id } = await rename('mine');
    const { bytes } = await exported('copy');
    const file = await changed(bytes, ({ ops }) => {
      ops.splice(0, 1);
      const renamed = ops.find((op) => op['id'] === id);
      Object.assign(renamed ?? {}, { payload_version: 7 });
      ops.push({ id: 'no write at all' });
    });
    const there = await elsewhere();
    expect(valueOf(await examineFile(there.hand.account, file))).toMatchObject({
      counts: { new: 0, notUnderstood: 1, orphaned: 1, unreadable: 1 },
    });
    valueOf(await importFile(there.hand.account, file));
    expect(await there.desk.op(id)).toMatchObject({
      state: 'NEEDS_USER',
      error: { code: 'outbox.undecodable' },
      remedies: ['discard'],
    });
    expect(await there.desk.op(assigned.id)).toMatchObject({
      state: 'NEEDS_USER',
      error: { code: 'outbox.orphaned' },
    });
  });
});

describe('a hostile file', () => {
  it('gives a clear error and changes nothing', async () => {
    await rename('mine');
    const { bytes } = await exported('copy');
    const json = await textIn(bytes, 'outbox.json');
    const zipOf = (text: string, name = 'outbox.json') => packTexts([[name, text]], 0);
    const flipped = bytes.slice();
    const at = Buffer.from(bytes).indexOf('outbox.json') + 60;
    flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    const cases: [string, Uint8Array, string][] = [
      ['nothing', new Uint8Array(0), 'transfer.notZip'],
      ['no ZIP', new TextEncoder().encode('hello'.repeat(100)), 'transfer.notZip'],
      ['truncated', bytes.slice(0, bytes.length - 40), 'transfer.notZip'],
      ['wrong checksum', flipped, 'transfer.damaged'],
      ['another ZIP', await zipOf('{}', 'photos.json'), 'transfer.notOutbox'],
      ['a path outside', await zipOf(json, '../outbox.json'), 'transfer.notZip'],
      ['no JSON', await zipOf('{"format":'), 'transfer.damaged'],
      ['other JSON', await zipOf('[1,2]'), 'transfer.notOutbox'],
      ['__proto__', await zipOf('{"__proto__":{"format":"waybill-outbox"}}'), 'transfer.notOutbox'],
      ['deep', await zipOf('['.repeat(200_000)), 'transfer.damaged'],
      ['a bomb', await zipOf('0'.repeat(70 * 1024 * 1024)), 'transfer.tooLarge'],
      ['a newer file', await changed(bytes, (file) => (file.version = 2)), 'transfer.newer'],
      [
        'an identity that is not its hash',
        await changed(bytes, ({ identity }) => (identity['user'] = '18')),
        'transfer.damaged',
      ],
    ];
    for (const [what, file, code] of cases) {
      for (const act of [examineFile, importFile]) {
        const result = await act(hand.account, file);
        expect(result, what).toMatchObject({
          ok: false,
          error: { kind: 'invalid', code, safe: 'Nothing was imported, and nothing was changed.' },
        });
      }
    }
    expect(await states(desk)).toEqual(['QUEUED -']);
  });

  it('can not bring in a write that contradicts itself, or two that wait for each other', async () => {
    const one = await create('WB 1');
    const two = await create('WB 2');
    const { id } = await rename('mine');
    const { bytes } = await exported('copy');
    const file = await changed(bytes, ({ ops }) => {
      const by = new Map(ops.map((op) => [op['id'], op]));
      const refer = (target: string) => ({ patch: `{"regNo":"X","depotId":"${target}"}` });
      Object.assign(by.get(one.id) ?? {}, refer(two.targetId));
      Object.assign(by.get(two.id) ?? {}, refer(one.targetId));
      Object.assign(by.get(id) ?? {}, { target_id: '13' });
      ops.push({ ...by.get(one.id), id: '00000000-0000-4000-8000-00000000ffff', attempts: -1 });
    });
    const there = await elsewhere();
    const { counts } = valueOf(await examineFile(there.hand.account, file));
    expect(counts).toMatchObject({ new: 0, orphaned: 2, notUnderstood: 0, unreadable: 2 });
    valueOf(await importFile(there.hand.account, file));
    expect(new Set(await states(there.desk))).toEqual(new Set(['NEEDS_USER -']));
    expect(jsonMember((await there.desk.shown('vehicle', '13')) ?? '{}', 'defaultLabel')).toBe(
      '"other"',
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examineFile, importFile } from '../../../electron/core/outbox/queue/files.ts';
import { packTexts } from '../../../electron/core/zip.ts';
import { identityOf } from '../../../electron/core/identity.ts';
import { fail } from '../../../shared/result.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { changed, place, textIn, valueOf } from '../transferSupport.ts';
import type { Place } from '../transferSupport.ts';

const FULL = fail({
  ...{ kind: 'local', code: 'disk.full', message: 'The disk is full.', next: 'freeSpace' },
});

let here: Place;
let desk: Place['desk'];
const further: Place[] = [];
beforeEach(async () => {
  here = await place();
  desk = here.desk;
});
afterEach(async () => {
  for (const one of [here, ...further.splice(0)]) await one.desk.close();
});

/** Another computer with the same account, at the same service. */
async function elsewhere(): Promise<Place> {
  const there = await place(here);
  further.push(there);
  return there;
}

describe('an import', () => {
  it('shows first what would come in, and changes nothing by that', async () => {
    await here.rename('mine');
    const { bytes } = await here.exported('handOver');
    const there = await elsewhere();
    const examined = valueOf(await examineFile(there.account, bytes));
    expect(examined).toMatchObject({
      kind: 'handOver',
      counts: { new: 1, here: 0, settled: 0, notUnderstood: 0, orphaned: 0, unreadable: 0 },
      items: [{ title: 'Change a vehicle', label: 'WB 12', fate: 'new' }],
    });
    expect(await there.states()).toEqual([]);
  });

  it('brings the writes in held, shows them on their records, and sends each once when let go', async () => {
    const { id } = await here.rename('mine');
    const { bytes } = await here.exported('handOver');
    const there = await elsewhere();
    expect(valueOf(await importFile(there.account, bytes))).toMatchObject({ imported: 1 });
    expect(await there.states()).toEqual(['UNCERTAIN imported']);
    expect(await there.desk.shown('vehicle', '12')).toContain('"mine"');
    const marked = await there.desk.store.read('records.get', { entity: 'vehicle', id: '12' });
    expect(marked?.row.mark).toBe('waiting');
    there.desk.connection.maySend = true;
    there.desk.outbox.wake();
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
    const { id } = await here.rename('mine');
    const { bytes } = await here.exported('copy');
    desk.connection.maySend = true;
    await desk.settled(id, 'CONFIRMED');
    const there = await elsewhere();
    valueOf(await importFile(there.account, bytes));
    there.desk.connection.maySend = true;
    valueOf(await there.desk.outbox.resume(id));
    await there.desk.settled(id, 'CONFIRMED');
    expect(there.desk.service.arrivals).toEqual([]);
  });

  it('asks a person about a create that the service may hold by now', async () => {
    const { id } = await here.create('WB 99');
    const { bytes } = await here.exported('copy');
    desk.connection.maySend = true;
    await desk.settled(id, 'CONFIRMED');
    const there = await elsewhere();
    valueOf(await importFile(there.account, bytes));
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
    const made = await here.create('WB 99');
    const person = await here.driver();
    const assigned = await desk.write('setDriver', {
      vehicleId: made.targetId,
      driverId: person,
    });
    const { bytes } = await here.exported('handOver');
    const there = await elsewhere();
    expect(valueOf(await importFile(there.account, bytes))).toEqual({
      imported: 2,
      opIds: expect.arrayContaining([assigned.id]) as unknown,
    });
    expect((await there.desk.op(assigned.id)).dependsOn).toEqual([made.id]);
    there.desk.connection.maySend = true;
    for (const id of [made.id, assigned.id]) valueOf(await there.desk.outbox.resume(id));
    // What the service held when it was made is not known here: a person lets it go.
    await there.desk.settled(made.id, 'NEEDS_USER');
    expect(there.desk.service.arrivals).toEqual([]);
    valueOf(await there.desk.outbox.retry(made.id));
    await there.desk.settled(assigned.id, 'CONFIRMED');
    expect(there.desk.service.arrivals.map(({ endpoint }) => endpoint)).toEqual([
      'createVehicle',
      'setDriver',
    ]);
  });

  it('of the same file again brings in nothing, here and where it was made', async () => {
    await here.rename('mine');
    const { bytes } = await here.exported('handOver');
    const there = await elsewhere();
    valueOf(await importFile(there.account, bytes));
    for (const { account } of [there, here]) {
      expect(valueOf(await examineFile(account, bytes)).counts).toMatchObject({ new: 0, here: 1 });
      expect(valueOf(await importFile(account, bytes))).toMatchObject({ imported: 0 });
    }
    expect(await here.states()).toEqual(['UNCERTAIN handedOver']);
  });

  it('can be given up before anything was looked at, and brought back as it was', async () => {
    const { id } = await here.rename('mine');
    const { bytes } = await here.exported('handOver');
    const there = await elsewhere();
    valueOf(await importFile(there.account, bytes));
    expect(valueOf(await there.desk.outbox.discard(id)).state).toBe('DISCARDED');
    expect(await there.desk.shown('vehicle', '12')).toContain('"old"');
    const back = valueOf(await there.desk.outbox.restore(id));
    expect(back).toMatchObject({ state: 'UNCERTAIN', hold: 'imported' });
  });

  it('lets many go in one step, and leaves those that nobody holds', async () => {
    const ids = [(await here.rename('mine')).id, (await here.rename('mine, too', '13')).id];
    expect(valueOf(await desk.outbox.resumeAll(ids))).toEqual([]);
    expect(valueOf(await desk.outbox.holdAll([...ids, 'unknown']))).toEqual(ids);
    expect(await here.states()).toEqual(['QUEUED person', 'QUEUED person']);
    const { bytes } = await here.exported('handOver');
    const there = await elsewhere();
    valueOf(await importFile(there.account, bytes));
    expect(valueOf(await there.desk.outbox.holdAll(ids))).toEqual([]);
    expect(valueOf(await there.desk.outbox.resumeAll([...ids, 'unknown']))).toEqual(ids);
    expect(await there.states()).toEqual(['UNCERTAIN -', 'UNCERTAIN -']);
  });

  it('survives the loss of the database, still held', async () => {
    const { id } = await here.rename('mine');
    const { bytes } = await here.exported('handOver');
    const there = await elsewhere();
    valueOf(await importFile(there.account, bytes));
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
      await here.rename('mine');
      const { bytes } = await here.exported('copy');
      const foreign = here.as(identityOf(workspace, service, { tenant, user }));
      for (const act of [examineFile, importFile]) {
        const result = await act(foreign, bytes);
        expect(result).toMatchObject({ ok: false, error: { code: 'transfer.otherIdentity' } });
        expect(result.ok ? '' : result.error.message).toMatch(words);
      }
    },
  );

  it('made under another name of this computer belongs to the same account', async () => {
    await here.rename('mine');
    const { bytes } = await here.exported('copy');
    const person = { tenant: '3', user: '17' };
    const made = identityOf('remote', 'http://127.0.0.1:4010/api', person);
    const file = await changed(bytes, (value) => Object.assign(value, { identity: made }));
    const at = (service: string) =>
      examineFile(here.as(identityOf('remote', service, person)), file);
    expect(await at('http://localhost:4010/api')).toMatchObject({ ok: true });
    expect(await at('http://localhost:4011/api')).toMatchObject({
      error: { code: 'transfer.otherIdentity' },
    });
  });

  it('keeps a create of a kind of record that only a newer Waybill knows, beside the others', async () => {
    const made = await here.create('WB 99');
    const { id } = await here.rename('mine');
    const { bytes } = await here.exported('copy');
    const file = await changed(bytes, ({ ops }) => {
      const create = ops.find((op) => op['id'] === made.id);
      Object.assign(create ?? {}, { payload_version: 7, entity: 'depot', endpoint: 'createDepot' });
    });
    const there = await elsewhere();
    valueOf(await importFile(there.account, file));
    expect((await there.desk.op(id)).state).toBe('UNCERTAIN');
    expect(await there.desk.op(made.id)).toMatchObject({
      ...{ state: 'NEEDS_USER', error: { code: 'outbox.undecodable' } },
    });
  });

  it('keeps a write of a newer Waybill as bytes, and one without its record, and asks', async () => {
    const made = await here.create('WB 99');
    const person = await here.driver();
    const assigned = await desk.write('setDriver', { vehicleId: made.targetId, driverId: person });
    const { id } = await here.rename('mine');
    const { bytes } = await here.exported('copy');
    const file = await changed(bytes, ({ ops }) => {
      ops.splice(0, 1);
      const renamed = ops.find((op) => op['id'] === id);
      Object.assign(renamed ?? {}, { payload_version: 7 });
      ops.push({ id: 'no write at all' });
    });
    const there = await elsewhere();
    expect(valueOf(await examineFile(there.account, file))).toMatchObject({
      counts: { new: 0, notUnderstood: 1, orphaned: 1, unreadable: 1 },
    });
    valueOf(await importFile(there.account, file));
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

/** A file of so many creates, made of one. */
async function manyCreates(count: number): Promise<{ bytes: Uint8Array; ids: string[] }> {
  const made = await here.create('WB 99');
  const { bytes } = await here.exported('copy');
  const ids = Array.from(
    { length: count },
    (_, at) => `a0000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  );
  const file = await changed(bytes, (value) => {
    const [one] = value.ops;
    const text = JSON.stringify(one);
    value.ops = ids.map((id, at) => ({
      ...(JSON.parse(text.replaceAll(made.id, id)) as Record<string, unknown>),
      seq: at + 1,
    }));
  });
  return { bytes: file, ids };
}

describe('a file of very many writes', () => {
  it('comes in some at a time, and what is written meanwhile waits for some of them alone', async () => {
    const { bytes, ids } = await manyCreates(450);
    const there = await elsewhere();
    const order: string[] = [];
    const { store } = there.account;
    const watched = {
      ...there.account,
      store: {
        ...store,
        write: async (...[name, input]: Parameters<typeof store.write>) => {
          const done = await store.write(name, input);
          order.push(name);
          if (order.length === 1) await there.rename('meanwhile').then(() => order.push('mine'));
          return done;
        },
      },
    } as typeof there.account;
    expect(valueOf(await importFile(watched, bytes))).toMatchObject({ imported: 450 });
    expect(order).toEqual(['outbox.bringIn', 'mine', 'outbox.bringIn', 'outbox.bringIn']);
    const inOrder = await store.read('outbox.ids', { states: ['UNCERTAIN'] });
    expect(inOrder).toEqual([...ids].reverse());
  });

  it('says how many came in where the disk fails in its middle; the same file brings in the others', async () => {
    const { bytes } = await manyCreates(250);
    const there = await elsewhere();
    const { store } = there.account;
    let parts = 0;
    const failing = {
      ...there.account,
      store: {
        ...store,
        write: (...[name, input]: Parameters<typeof store.write>) =>
          (parts += 1) === 2 ? Promise.resolve(FULL) : store.write(name, input),
      },
    } as typeof there.account;
    expect(await importFile(failing, bytes)).toMatchObject({
      ok: false,
      error: {
        code: 'transfer.partly',
        next: 'freeSpace',
        safe: expect.stringMatching(/^200 writes of the file came in/) as string,
      },
    });
    expect(valueOf(await importFile(there.account, bytes))).toMatchObject({ imported: 50 });
  });
});

describe('a hostile file', () => {
  it('gives a clear error and changes nothing', async () => {
    await here.rename('mine');
    const { bytes } = await here.exported('copy');
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
        const result = await act(here.account, file);
        expect(result, what).toMatchObject({
          ok: false,
          error: { kind: 'invalid', code, safe: 'Nothing was imported, and nothing was changed.' },
        });
      }
    }
    expect(await here.states()).toEqual(['QUEUED -']);
  });

  it('can not bring in a write that contradicts itself, or two that wait for each other', async () => {
    const one = await here.create('WB 1');
    const two = await here.create('WB 2');
    const { id } = await here.rename('mine');
    const { bytes } = await here.exported('copy');
    const file = await changed(bytes, ({ ops }) => {
      const by = new Map(ops.map((op) => [op['id'], op]));
      const refer = (target: string) => ({ patch: `{"regNo":"X","depotId":"${target}"}` });
      Object.assign(by.get(one.id) ?? {}, refer(two.targetId));
      Object.assign(by.get(two.id) ?? {}, refer(one.targetId));
      Object.assign(by.get(id) ?? {}, { target_id: '13' });
      ops.push({ ...by.get(one.id), id: '00000000-0000-4000-8000-00000000ffff', attempts: -1 });
    });
    const there = await elsewhere();
    const { counts } = valueOf(await examineFile(there.account, file));
    expect(counts).toMatchObject({ new: 0, orphaned: 2, notUnderstood: 0, unreadable: 2 });
    valueOf(await importFile(there.account, file));
    expect(new Set(await there.states())).toEqual(new Set(['NEEDS_USER -']));
    expect(jsonMember((await there.desk.shown('vehicle', '13')) ?? '{}', 'defaultLabel')).toBe(
      '"other"',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordChange } from '../../../electron/core/db/types.ts';
import type { Store } from '../../../electron/core/database.ts';
import { runs, RUNS_LIMIT_MS } from '../../support/runs.ts';
import { codeOf, freshStore, ingest, valueOf } from '../db/support.ts';

const vehicle = (id: number, label: string): string => `{"id":${id},"defaultLabel":"${label}"}`;

async function baseOf(store: Store, id: string): Promise<string> {
  return (await store.read('records.get', { entity: 'vehicle', id }))?.base ?? 'none';
}

async function begin(store: Store, at = 1000): Promise<number> {
  return valueOf(await store.write('scan.begin', { entity: 'vehicle', at })).generation;
}

/** A page of a running scan. */
const page = (store: Store, generation: number, rows: readonly string[], readAt: number) =>
  store.write('records.ingest', {
    ...{ entity: 'vehicle', text: `{"data":[${rows.join(',')}],"total":9}`, path: '$.data' },
    ...{ readAt, generation },
  });

/** A change of vehicle 1 is confirmed at 2500: the service shows it to nobody, and its answer is believed. */
async function believed(store: Store): Promise<void> {
  const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964fc';
  valueOf(
    await store.write('outbox.enqueue', {
      ...{ id, endpoint: 'updateVehicle', params: { vehicleId: '1' }, now: 1500 },
      ...{ patch: '{"defaultLabel":"Mine"}', undoes: null, graceMs: null },
    }),
  );
  const confirmed = { id, now: 2500, reason: 'sent', record: null };
  expect(valueOf(await store.write('outbox.confirm', confirmed))).not.toBeNull();
}

describe('pages of a running scan', () => {
  it('write nothing of rows that are the same to the letter, and count them as met', async () => {
    const store = await freshStore();
    const rows = [vehicle(1, 'A'), '{"id":2,"n":1.10,"__proto__":{"x":1},"a":"\\u0041"}'];
    await ingest(store, 'vehicle', rows);
    const told: RecordChange[] = [];
    store.onChange((changes) => told.push(...changes));
    const generation = await begin(store);
    const taken = valueOf(await page(store, generation, rows, 2000));
    expect(taken).toEqual({ rows: 2, bad: 0, archived: 0, staged: 2, added: 0, changed: 0 });
    expect(valueOf(await page(store, generation, rows, 2000)).staged).toBe(0);
    const end = {
      entity: 'vehicle',
      generation,
      at: 3000,
      total: 2,
      archivedListed: false,
      living: 0,
      isApart: false,
    } as const;
    expect(valueOf(await store.write('scan.complete', end))).toMatchObject({ absent: 0 });
    expect(told).toEqual([]);
  });

  it.each([
    ['few', 3],
    ['many', 450],
  ])('say of %s kept records that they are listed again, and keep them no longer', async (_, n) => {
    const store = await freshStore();
    const rows = Array.from({ length: n }, (__, id) => vehicle(id, 'A'));
    await ingest(store, 'vehicle', rows);
    const emptied = await begin(store);
    const end = {
      entity: 'vehicle',
      at: 3000,
      total: null,
      archivedListed: false,
      living: 0,
      isApart: false,
    } as const;
    valueOf(await store.write('scan.complete', { ...end, generation: emptied }));
    const note = { entity: 'vehicle', why: 'empty', at: 3000 } as const;
    valueOf(await store.write('removals.note', note));
    expect(valueOf(await store.write('removals.keep', { entity: 'vehicle' }))).toEqual({
      retained: n,
    });
    const row = async () => (await store.read('records.get', { entity: 'vehicle', id: '1' }))?.row;
    const unkept = async () => (await store.read('removals.going', note)).ids.length;
    expect((await row())?.listed).toBe(false);
    expect(await unkept()).toBe(0);

    const told: RecordChange[] = [];
    store.onChange((changes) => told.push(...changes));
    const generation = await begin(store, 9000);
    for (let from = 0; from < n; from += 225) {
      valueOf(await page(store, generation, rows.slice(from, from + 225), 9000 + from));
    }
    valueOf(await store.write('scan.complete', { ...end, at: 9500, generation }));
    expect(await row()).toMatchObject({ listed: true, readAt: 9000 });
    expect(await unkept()).toBe(n);
    expect(told.length).toBeGreaterThan(0);
    // Known to be listed, it is a row like any other: nothing is written of it.
    told.length = 0;
    const again = await begin(store, 9600);
    valueOf(await page(store, again, rows.slice(0, 225), 9600));
    expect(told).toEqual([]);
  });

  it('gather a few changes, and have them in the mirror when the scan ends', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A'), vehicle(2, 'B'), vehicle(3, 'C')]);
    const generation = await begin(store);
    const first = valueOf(await page(store, generation, [vehicle(1, 'A2')], 2000));
    expect(first).toMatchObject({ rows: 1, staged: 1, changed: 0 });
    valueOf(await page(store, generation, [vehicle(2, 'B2'), vehicle(4, 'D')], 2050));
    valueOf(await store.write('scan.abandon', { entity: 'vehicle', at: 2060 }));
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'A2'));
    expect(await baseOf(store, '2')).toBe(vehicle(2, 'B2'));
    expect(await baseOf(store, '3')).toBe(vehicle(3, 'C'));
    expect(await baseOf(store, '4')).toBe(vehicle(4, 'D'));
  });

  it('wait no longer than a second for each other, and not when they are many', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A')]);
    const generation = await begin(store);
    valueOf(await page(store, generation, [vehicle(1, 'A2')], 2000));
    expect(valueOf(await page(store, generation, [], 3000)).changed).toBe(1);
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'A2'));
    const many = Array.from({ length: 500 }, (_, index) => vehicle(index + 10, 'new'));
    expect(valueOf(await page(store, generation, many, 3100)).added).toBe(500);
  });

  it('never write to other kinds, nor what telemetry brought meanwhile', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A')]);
    await ingest(store, 'area', [vehicle(1, 'An area')]);
    const generation = await begin(store);
    valueOf(await page(store, generation, [vehicle(1, 'A2')], 2000));
    valueOf(
      await store.write('records.telemetry', {
        ...{ entity: 'vehicle', text: '[{"id":1,"status":"driving"}]', path: '$' },
        ...{ readAt: 2010, ids: ['1'], tell: true },
      }),
    );
    await ingest(store, 'area', [vehicle(2, 'Another')]);
    expect(await baseOf(store, '1')).toBe('{"id":1,"status":"driving","defaultLabel":"A"}');
    valueOf(await store.write('scan.abandon', { entity: 'vehicle', at: 2060 }));
    expect(await baseOf(store, '1')).toBe('{"id":1,"defaultLabel":"A2","status":"driving"}');
    const area = await store.read('records.get', { entity: 'area', id: '1' });
    expect(area?.base).toBe(vehicle(1, 'An area'));
  });

  it('that were asked for before a delete was confirmed do not bring its record back', async () => {
    const store = await freshStore();
    await ingest(store, 'area', [vehicle(1, 'A'), vehicle(2, 'B')]);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964fb';
    valueOf(
      await store.write('outbox.enqueue', {
        ...{ id, endpoint: 'deleteArea', params: { areaId: '1' }, now: 1500 },
        ...{ patch: '{}', undoes: null, graceMs: null },
      }),
    );
    const begun = await store.write('scan.begin', { entity: 'area', at: 1600 });
    const confirmed = { id, now: 2500, reason: 'sent', record: null, gone: true };
    expect(valueOf(await store.write('outbox.confirm', confirmed))).not.toBeNull();
    const taking = { entity: 'area', path: '$', ...valueOf(begun) } as const;
    const taken = async (text: string, readAt: number): Promise<boolean> => {
      valueOf(await store.write('records.ingest', { ...taking, text, readAt }));
      valueOf(await store.write('scan.abandon', { entity: 'area', at: readAt + 1000 }));
      return (await store.read('records.get', { entity: 'area', id: '1' })) !== null;
    };
    const text = `[${vehicle(1, 'A')},${vehicle(2, 'B')}]`;
    expect(await taken(text, 2000)).toBe(false);
    // What is listed after it is there again.
    expect(await taken(text, 2501)).toBe(true);
  });

  it('that were asked for before a write was confirmed do not take it back', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A'), vehicle(2, 'B')]);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    valueOf(
      await store.write('outbox.enqueue', {
        ...{ id, endpoint: 'updateVehicle', params: { vehicleId: '1' }, now: 1500 },
        ...{ patch: '{"defaultLabel":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    const generation = await begin(store);
    const confirmed = { id, now: 2500, reason: 'sent', record: vehicle(1, 'Mine') };
    expect(valueOf(await store.write('outbox.confirm', confirmed))).not.toBeNull();
    // Asked for at 2000, when the service did not have the write yet.
    valueOf(await page(store, generation, [vehicle(1, 'A'), vehicle(2, 'B2')], 2000));
    valueOf(await store.write('scan.abandon', { entity: 'vehicle', at: 3000 }));
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'Mine'));
    expect(await baseOf(store, '2')).toBe(vehicle(2, 'B2'));
    await ingest(store, 'vehicle', [vehicle(1, 'Theirs, later')], 2501);
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'Theirs, later'));
    // The clock was put back by a week: the confirmation lies ahead of every reading.
    const weekMs = 7 * 24 * 3_600_000;
    await ingest(store, 'vehicle', [vehicle(1, 'After the clock')], 2500 - weekMs);
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'After the clock'));
  });

  it.each([
    ['the whole record ends', '{"id":1,"regNo":"WB 1","defaultLabel":"A"}', '"A"'],
    ['fewer fields end', '{"id":1,"defaultLabel":"A"}', '"A"'],
    ['one without the field of the write leaves', '{"id":1,"regNo":"WB 1"}', '"Mine"'],
  ])(
    'that were asked for after it and are as before: %s what shows on',
    async (_what, row, left) => {
      const store = await freshStore();
      const before = '{"id":1,"regNo":"WB 1","defaultLabel":"A"}';
      await ingest(store, 'vehicle', [before]);
      await believed(store);
      const shown = async () =>
        (await store.read('records.get', { entity: 'vehicle', id: '1' }))?.row.json ?? '';
      expect(await shown()).toContain('"Mine"');
      const generation = await begin(store);
      valueOf(await page(store, generation, [row], 3000));
      valueOf(await store.write('scan.abandon', { entity: 'vehicle', at: 3500 }));
      expect(await shown()).toContain(left);
    },
  );

  it.each([
    ['a broken row beside known ones', `{"data":[${vehicle(1, 'A')},{"id":2,}]}`],
    ['a comma too many', `{"data":[${vehicle(1, 'A')},]}`],
    ['no comma', `{"data":[${vehicle(1, 'A')}${vehicle(1, 'A')}]}`],
    ['something behind it', `{"data":[${vehicle(1, 'A')}]}x`],
    ['a broken member behind it', `{"data":[${vehicle(1, 'A')}],"total":01}`],
    ['a row that goes on', `{"data":[${vehicle(1, 'A')}"x"]}`],
    ['no end', `{"data":[${vehicle(1, 'A')}`],
  ])('are refused whole where one has %s', async (_what, text) => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A')]);
    const generation = await begin(store);
    const refused = await store.write('records.ingest', {
      ...{ entity: 'vehicle', text, path: '$.data', readAt: 2000, generation },
    });
    expect(codeOf(refused)).toBe('mirror.notJson');
  });

  it('leave the mirror as single rows would', { timeout: RUNS_LIMIT_MS }, async () => {
    const row = fc
      .tuple(
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('"a":1', '"a":1.0', '"a":{"id":9}', '"status":"archived"', '"b":"},{"'),
        fc.boolean(),
      )
      .map(([id, rest, first]) => (first ? `{"id":${id},${rest}}` : `{${rest}, "id" : "${id}"}`));
    const scan = fc.array(fc.array(row, { maxLength: 5 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(scan, scan, async (known, pages) => {
        const together = await freshStore();
        const apart = await freshStore();
        for (const rows of known) {
          for (const store of [together, apart]) await ingest(store, 'vehicle', rows);
        }
        const generation = await begin(together);
        for (const [index, rows] of pages.entries()) {
          valueOf(await page(together, generation, rows, 2000 + index * 40));
          for (const one of rows) await ingest(apart, 'vehicle', [one], 2000 + index * 40);
        }
        valueOf(await together.write('scan.abandon', { entity: 'vehicle', at: 3000 }));
        for (let id = 1; id <= 6; id += 1) {
          const input = { entity: 'vehicle', id: String(id) } as const;
          const [one, other] = [
            await together.read('records.get', input),
            await apart.read('records.get', input),
          ];
          expect(one?.base).toBe(other?.base);
          expect(one?.row.archived).toBe(other?.row.archived);
        }
        await together.close();
        await apart.close();
      }),
      runs(30, 1_000),
    );
  });
});

describe('rows that come in after a write was confirmed', () => {
  it('and were asked for before it do not take it back, though the computer slept for hours', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A'), vehicle(2, 'A')]);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964fe';
    const [askedAt, confirmedAt, now] = [2000, 3_602_000, 3_605_000];
    valueOf(
      await store.write('outbox.enqueue', {
        ...{ id, endpoint: 'updateVehicle', params: { vehicleId: '1' }, now: confirmedAt - 500 },
        ...{ patch: '{"defaultLabel":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    const confirmed = { id, now: confirmedAt, reason: 'sent', record: vehicle(1, 'Mine') };
    expect(valueOf(await store.write('outbox.confirm', confirmed))).not.toBeNull();
    const list = { entity: 'vehicle', path: '$', readAt: askedAt, now } as const;
    const text = `[${vehicle(1, 'A')},${vehicle(2, 'B')}]`;
    expect(valueOf(await store.write('records.ingest', { ...list, text })).changed).toBe(1);
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'Mine'));
    expect(await baseOf(store, '2')).toBe(vehicle(2, 'B'));
    valueOf(await store.write('records.put', { ...list, id: '1', text: vehicle(1, 'A') }));
    const record = { entity: 'vehicle', id: '1' } as const;
    const reread = { ...record, text: vehicle(1, 'A'), readAt: askedAt, now };
    valueOf(await store.write('outbox.reread', reread));
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'Mine'));
  });

  it('count where the confirmation is from before the clock was put back by hours', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A')]);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964fd';
    valueOf(
      await store.write('outbox.enqueue', {
        ...{ id, endpoint: 'updateVehicle', params: { vehicleId: '1' }, now: 9_000_000 },
        ...{ patch: '{"defaultLabel":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    const confirmed = { id, now: 9_000_500, reason: 'sent', record: vehicle(1, 'Mine') };
    expect(valueOf(await store.write('outbox.confirm', confirmed))).not.toBeNull();
    const list = { entity: 'vehicle', path: '$', readAt: 2000, now: 2500 } as const;
    valueOf(await store.write('records.ingest', { ...list, text: `[${vehicle(1, 'Theirs')}]` }));
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'Theirs'));
  });
});

describe('telemetry of a vehicle', () => {
  it('is no reading of it: what was confirmed shows on, and it is as old as before', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A')]);
    await believed(store);
    const record = { entity: 'vehicle', id: '1' } as const;
    const before = await store.read('records.get', record);
    const telemetry = {
      ...record,
      ...{ text: '[{"id":1,"status":"driving"}]', path: '$', readAt: 3000 },
      ...{ ids: ['1'], tell: true },
    };
    expect(valueOf(await store.write('records.telemetry', telemetry)).changed).toBe(1);
    const after = await store.read('records.get', record);
    expect(JSON.parse(after?.row.json ?? '')).toMatchObject({
      ...{ status: 'driving', defaultLabel: 'Mine' },
    });
    expect(after?.row.readAt).toBe(before?.row.readAt);
    await ingest(store, 'vehicle', [vehicle(1, 'Theirs')], 3500);
    expect((await store.read('records.get', record))?.row.json).toContain('"Theirs"');
  });
});

describe('a record that is read alone', () => {
  it('and was asked for before a write was confirmed does not take it back', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [vehicle(1, 'A')]);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    valueOf(
      await store.write('outbox.enqueue', {
        ...{ id, endpoint: 'updateVehicle', params: { vehicleId: '1' }, now: 1500 },
        ...{ patch: '{"defaultLabel":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    const confirmed = { id, now: 2500, reason: 'sent', record: vehicle(1, 'Mine') };
    expect(valueOf(await store.write('outbox.confirm', confirmed))).not.toBeNull();
    const record = { entity: 'vehicle', id: '1' } as const;
    const put = (text: string, readAt: number) =>
      store.write('records.put', { ...record, text, path: '$', readAt });
    expect(valueOf(await put(vehicle(1, 'A'), 2000)).json).toBe(vehicle(1, 'Mine'));
    // In the millisecond of the confirmation nobody knows which came first.
    expect(valueOf(await put(vehicle(1, 'A'), 2500)).json).toBe(vehicle(1, 'Mine'));
    const reread = { ...record, text: vehicle(1, 'A'), readAt: 2400, now: 2600 };
    valueOf(await store.write('outbox.reread', reread));
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'Mine'));
    valueOf(await put(vehicle(1, 'Theirs, later'), 2501));
    expect(await baseOf(store, '1')).toBe(vehicle(1, 'Theirs, later'));
  });
});

it('archived rows are as old as the last list that held them', async () => {
  const store = await freshStore();
  const row = '{"id":1,"name":"A","status":"archived"}';
  await ingest(store, 'vehicle', ['{"id":2,"name":"B"}', row], 1000);
  const scanned = async (at: number, archivedListed: boolean, rows: string) => {
    const { generation } = valueOf(await store.write('scan.begin', { entity: 'vehicle', at }));
    const page = { entity: 'vehicle', text: rows, path: '$', readAt: at, generation } as const;
    valueOf(await store.write('records.ingest', page));
    const end = {
      entity: 'vehicle',
      generation,
      at: at + 10,
      total: null,
      archivedListed,
    } as const;
    valueOf(await store.write('scan.complete', { ...end, living: 1, isApart: false }));
    const read = await store.read('records.get', { entity: 'vehicle', id: '1' });
    return read?.row.readAt;
  };
  const living = '{"id":2,"name":"B"}';
  expect(await scanned(5000, false, `[${living}]`)).toBe(1000);
  expect(await scanned(6000, true, `[${living},${row}]`)).toBe(6000);
  expect(await scanned(7000, false, `[${living}]`)).toBe(6000);
});

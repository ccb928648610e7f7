import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/**
 * A computer that is put back to what it was hours ago, as a virtual machine is to a snapshot: both
 * files are as they were, under the same numbers of the file system, and nothing in them tells that
 * writes which wait there have long been done.
 */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  desk.connection.maySend = false;
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const ENDS = ['', '-wal', '-shm', '.journal'];

/** Goes on for a while, and puts the files back in place to what they were before. */
async function putBack(meanwhile: () => Promise<void>): Promise<void> {
  const kept = new Map<string, Buffer>();
  await desk.restart({
    harm: (journal) => {
      const file = journal.replace(/\.journal$/, '');
      for (const end of ENDS) {
        if (existsSync(file + end)) kept.set(file + end, readFileSync(file + end));
      }
    },
  });
  await meanwhile();
  desk.connection.maySend = false;
  await desk.restart({
    harm: (journal) => {
      const file = journal.replace(/\.journal$/, '');
      for (const end of ENDS) {
        const bytes = kept.get(file + end);
        // Written over, not put in its place: it is the same file.
        if (bytes !== undefined) writeFileSync(file + end, bytes);
        else rmSync(file + end, { force: true });
      }
    },
  });
  expect(desk.store.recovery).toBeNull();
}

/** The service tells when a record was made, and by whom. */
function stamped(id: string, by = 7): void {
  const table = desk.service.table('areaGroup');
  const made = `"createdAt":"${new Date(desk.clock.now()).toISOString()}","createdBy":${by}}`;
  table.set(id, (table.get(id) ?? '{}').replace(/}$/, `,${made}`));
}

const group = (name: string) => desk.write('createAreaGroup', {}, { name });

describe('files that were put back in place', () => {
  it('a create that had been done asks, and is not made twice', async () => {
    const op = await group('Yard');
    await putBack(async () => {
      desk.connection.maySend = true;
      await desk.settled(op.id, 'CONFIRMED');
      stamped('901');
    });
    desk.clock.advance(3_600_000);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await desk.op(op.id)).toMatchObject({
      error: { code: 'outbox.unverifiable' },
      candidates: ['901'],
    });
    expect(sent()).toEqual(['createAreaGroup']);
    expect((await desk.outbox.link(op.id, '901')).ok).toBe(true);
    expect(await desk.op(op.id)).toMatchObject({ state: 'CONFIRMED', targetId: '901' });
  });

  it('and is made once more where a person wants it so', async () => {
    const op = await group('Yard');
    await putBack(async () => {
      desk.connection.maySend = true;
      await desk.settled(op.id, 'CONFIRMED');
      stamped('901');
    });
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    const { candidates } = await desk.op(op.id);
    expect((await desk.outbox.retry(op.id, candidates)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createAreaGroup', 'createAreaGroup']);
  });

  it('a change that had been done is not sent again', async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"ZZ 1","defaultLabel":"old"}');
    const op = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
    await putBack(async () => {
      desk.connection.maySend = true;
      await desk.settled(op.id, 'CONFIRMED');
    });
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateVehicle']);
  });

  it('a change that somebody has gone beyond since asks', async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"ZZ 1","defaultLabel":"old"}');
    const op = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
    await putBack(async () => {
      desk.connection.maySend = true;
      await desk.settled(op.id, 'CONFIRMED');
      desk.service.table('vehicle').set('12', '{"id":12,"regNo":"ZZ 1","defaultLabel":"third"}');
    });
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).conflicts).toMatchObject([{ field: 'defaultLabel' }]);
    expect(sent()).toEqual(['updateVehicle']);
  });
});

describe('a create that never left', () => {
  it.each([
    ['that somebody else made since', 8, 0],
    ['from before it was asked for', 7, 600_000],
  ])('leaves although there is a like record %s', async (_which, by, laterMs) => {
    await desk.give('areaGroup', '{"id":5,"name":"Yard"}');
    stamped('5', by);
    desk.clock.advance(laterMs);
    const op = await group('Yard');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createAreaGroup']);
  });

  it('is made twice where two were wanted', async () => {
    const first = await group('Yard');
    const second = await group('Yard');
    desk.connection.maySend = true;
    await desk.settled(first.id, 'CONFIRMED');
    stamped('901');
    await desk.settled(second.id, 'CONFIRMED');
    expect(sent()).toEqual(['createAreaGroup', 'createAreaGroup']);
  });
});

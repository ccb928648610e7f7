import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OFFLINE } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/** A service that tidies up what it is sent: blanks around a text, the last digits of coordinates. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const isOpen = async (id: string): Promise<boolean> =>
  ['QUEUED', 'SENDING', 'UNCERTAIN', 'VERIFYING'].includes((await desk.op(id)).state);

const CORNERS = [
  { lat: 52.123456789012, lng: 13.400000049 },
  { lat: 52.2, lng: 13.5 },
];
const ROUNDED = [
  { lat: 52.1234568, lng: 13.4 },
  { lat: 52.2, lng: 13.5 },
];

beforeEach(async () => {
  await desk.give('area', '{"id":5,"name":"Yard","coordinates":[{"lat":1.5,"lng":2.5}]}');
  desk.service.keeps = (text) =>
    text.replace(JSON.stringify(CORNERS), JSON.stringify(ROUNDED)).replace(/ +"/g, '"');
});

describe('a change that a service keeps in its own spelling', () => {
  it.each([
    ['a text without its blanks', { name: 'Depot  ' }],
    ['coordinates with fewer digits', { coordinates: CORNERS }],
  ])('is found after a lost reply: %s', async (_what, body) => {
    desk.service.faults = ['replyLost'];
    const op = await desk.write('updateArea', { areaId: '5' }, body);
    await desk.until(async () => !(await isOpen(op.id)));
    const found = await desk.op(op.id);
    expect(found).toMatchObject({ state: 'CONFIRMED', error: { code: 'outbox.flagged' } });
    expect(sent()).toEqual(['updateArea']);
  });

  it.each([
    ['a text', { name: 'Depot' }, '"Depots"'],
    [
      'coordinates',
      { coordinates: CORNERS },
      '[{"lat":52.1236,"lng":13.4},{"lat":52.2,"lng":13.5}]',
    ],
    ['fewer corners', { coordinates: CORNERS }, '[{"lat":52.1234568,"lng":13.4}]'],
  ])('asks where somebody else has set another: %s', async (_what, body, theirs) => {
    desk.service.faults = ['requestLost'];
    const op = await desk.write('updateArea', { areaId: '5' }, body);
    await desk.until(() => sent().length === 1);
    const [field = ''] = Object.keys(body);
    desk.service.table('area').set('5', `{"id":5,"${field}":${theirs}}`);
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).conflicts).toMatchObject([{ field, theirs }]);
  });

  it('is the base of the next one', async () => {
    desk.service.faults = ['replyLost'];
    const first = await desk.write('updateArea', { areaId: '5' }, { coordinates: CORNERS });
    await desk.settled(first.id, 'UNCERTAIN');
    const later = { coordinates: [{ lat: 3.5, lng: 4.5 }] };
    const next = await desk.write('updateArea', { areaId: '5' }, later);
    await desk.until(async () => !(await isOpen(next.id)));
    expect((await desk.op(first.id)).state).toBe('CONFIRMED');
    expect((await desk.op(next.id)).state).toBe('CONFIRMED');
    expect(sent()).toEqual(['updateArea', 'updateArea']);
  });
});

describe('a create that a service keeps in its own spelling', () => {
  const group = () => desk.write('createAreaGroup', {}, { name: 'Depots ' });

  it('and that was refused, though a copy of it was done, is not made twice', async () => {
    desk.service.faults = ['copyTooMany'];
    const op = await group();
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await desk.op(op.id)).toMatchObject({
      error: { code: 'outbox.unverifiable' },
      candidates: ['901'],
    });
    expect(sent()).toEqual(['createAreaGroup']);
  });

  it('and that something on the way sent twice is shown with its second record', async () => {
    const op = await group();
    await desk.settled(op.id, 'CONFIRMED');
    desk.service.table('areaGroup').set('950', '{"id":950,"name":"Depots"}');
    await desk.until(async () => (await desk.op(op.id)).error?.code === 'outbox.duplicate');
    expect((await desk.op(op.id)).candidates).toEqual(['950']);
  });
});

describe('an entry of a meter that a service answers as taken', () => {
  const READ = '{"id":12,"odometer":4000,"occurredAt":"2026-11-01T08:00:00.000Z"}';
  const entry = () => {
    const body = { occurredAt: '2026-11-02T08:00:00.000Z', odometer: 5000 };
    return desk.write('calibrateOdometer', { vehicleId: '12' }, body);
  };

  it('is told where the reading stays as it was', async () => {
    await desk.give('vehicle', READ);
    desk.service.faults = ['onlySaid'];
    const op = await entry();
    await desk.settled(op.id, 'CONFIRMED');
    const { error } = await desk.op(op.id);
    expect(error?.message).toBe('It does not show: Odometer.');
    expect(sent()).toEqual(['calibrateOdometer']);
  });

  it.each([
    ['done', [], null],
    ['not done', ['onlySaid' as const], 'It does not show: Odometer.'],
  ])('is read again where the reading right after fails: %s', async (_is, faults, message) => {
    await desk.give('vehicle', READ);
    desk.service.faults = faults;
    const real = desk.service.mutate.bind(desk.service);
    desk.service.mutate = (...request) => {
      const outcome = real(...request);
      desk.service.readError = OFFLINE;
      return outcome;
    };
    const op = await entry();
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.readError = null;
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error?.message ?? null).toBe(message);
    expect(sent()).toEqual(['calibrateOdometer']);
  });

  it.each([
    ['shows it', () => desk.service.keeps],
    ['has run on since', () => (text: string) => text.replace('5000', '5001')],
  ])('is not where the reading %s', async (_which, keeps) => {
    await desk.give('vehicle', READ);
    desk.service.keeps = keeps();
    const op = await entry();
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error).toBeNull();
  });
});

describe('a change that a service answers as done and did not do', () => {
  it('is told where it set a field of the tenant’s own', async () => {
    desk.service.faults = ['onlySaid'];
    const op = await desk.write('updateArea', { areaId: '5' }, {}, '{"bayDoor":"7"}');
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error?.message).toBe('It does not show: Bay door.');
  });

  it('is no base of the next one', async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"ZZ 1"}');
    await desk.give('driver', '{"id":3,"firstName":"D"}');
    await desk.give('driver', '{"id":4,"firstName":"E"}');
    desk.service.faults = ['onlySaid'];
    const first = await desk.write('setDriver', { vehicleId: '12', driverId: '3' });
    await desk.settled(first.id, 'CONFIRMED');
    const next = await desk.write('setDriver', { vehicleId: '12', driverId: '4' });
    await desk.settled(next.id, 'CONFIRMED');
    expect(sent()).toEqual(['setDriver', 'setDriver']);
  });
});

import { expect, test } from 'vitest';
import { namedFactsOf, nameFactsOf } from '../../../electron/core/forms/sources.ts';
import { freshStore, ingest } from '../db/support.ts';

test.each([
  [{ createdAt: '', submittedAt: '2026-03-05T16:20:00Z' }, '2026-03-05'],
  [{ createdAt: 0, submittedAt: '2026-03-05T16:20:00Z' }, '2026-03-05'],
  [{ startedAt: '2026-03-04T16:20:00Z' }, '2026-03-04'],
  [{ createdAt: '2026-03-06', submittedAt: '2026-03-05T16:20:00Z' }, '2026-03-06'],
  [{ createdAt: '' }, ''],
])('the name of a file has the day that the list shows: %j', (answer, date) => {
  expect(nameFactsOf('7', JSON.stringify(answer), null, 'UTC').date).toBe(date);
});

test('the name of a file has the vehicle and the driver that the list shows', async () => {
  const store = await freshStore();
  await ingest(store, 'vehicle', [{ id: 3, regNo: 'WB 95' }]);
  await ingest(store, 'driver', [{ id: 5, fullName: 'Mira Holt' }]);
  const named = async (answer: object): Promise<string[]> => {
    const facts = await namedFactsOf({ store }, '7', JSON.stringify(answer), null, 'UTC');
    return [facts.vehicle, facts.driver];
  };
  expect(await named({ vehicleId: 3, driver: { id: 5 } })).toEqual(['WB 95', 'Mira Holt']);
  expect(await named({ vehicle: 'WB 10', driver: 'Ada' })).toEqual(['WB 10', 'Ada']);
  expect(await named({ vehicle: { id: 3, regNo: 'WB 9' } })).toEqual(['WB 9', '']);
  expect(await named({ vehicle: { id: 4 }, driverId: 4 })).toEqual(['4', '']);
});

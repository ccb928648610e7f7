import { afterAll, expect, test } from 'vitest';
import { createService } from '../../electron/service/createService.ts';
import { NOON_MS } from '../service/support.ts';
import { walk } from './walk.ts';
import { demoTown } from '../support/localService.ts';

const service = await createService({
  dataDir: ':memory:',
  port: 0,
  seed: 'demo',
  vehicles: 20,
  clock: () => NOON_MS,
  town: demoTown(),
});
afterAll(() => service.close());

test('a second client that shares no code walks through the whole service', async () => {
  const { steps, counts } = await walk(service.baseUrl, service.email, service.password);
  expect(counts).toMatchObject({
    '/vehicles/fields/json': 20,
    // Sixty and the one that it made, when it counted last.
    '/areas': 61,
    '/drivers': 40,
    '/fuel-cards/json': 1200,
  });
  // Everything that it asked for was answered as it should; the two refusals were wanted.
  expect(steps.filter(({ status }) => status >= 400).map(({ status }) => status)).toEqual([
    404, 401,
  ]);
  expect(service.log().map(({ endpoint }) => endpoint)).toEqual([
    'createArea',
    'updateArea',
    'archiveArea',
    'restoreArea',
    'deleteArea',
  ]);
});

test('the walk stops at an answer that is not as documented', async () => {
  service.faults.set([{ kind: 'html', endpoint: 'listDrivers' }]);
  await expect(walk(service.baseUrl, service.email, service.password)).rejects.toThrow();
  service.faults.set([
    { kind: 'shiftPages', endpoint: 'listFuelTransactions', rows: -1, after: 1 },
  ]);
  await expect(walk(service.baseUrl, service.email, service.password)).rejects.toThrow(
    /comes twice/,
  );
});

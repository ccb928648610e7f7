import * as m from '../model/fuel.ts';
import type { Rows } from './endpoint.ts';
import { OPENED, QUEUED, scan } from './rows.ts';

/** Section 4.4: fuel. */
export const fuel = {
  listFuelTransactions: {
    at: 'GET /fuel-cards/json',
    title: 'Fuel transactions',
    reply: 'page',
    out: m.fuelTransaction,
    dates: 'startEndDate',
    permission: 'fuel.read',
    ...scan('fuelTransaction'),
  },
  listFuelSummary: {
    at: 'GET /fuel-summary-report',
    title: 'Fuel by vehicle, summed up',
    reply: 'page',
    query: m.fuelSummaryQuery,
    out: m.fuelSummaryRow,
    dates: 'startEndDate',
    permission: 'fuel.read',
    ...OPENED,
  },
  listVehicleFuel: {
    at: 'GET /fuel-cards-by-vehicle/json',
    title: 'Fuel transactions of a vehicle',
    reply: 'page',
    query: m.fuelByVehicleQuery,
    out: m.fuelTransaction,
    permission: 'fuel.read',
    ...OPENED,
  },
  listFuelTypes: {
    at: 'GET /fuel-types',
    title: 'Kinds of fuel',
    reply: 'list',
    out: m.fuelType,
    permission: 'fuel.read',
    ...scan('fuelType'),
  },
  assignFuelTransaction: {
    at: 'PATCH /fuel-cards/record/{recordId}',
    title: 'Assign a fuel transaction to a vehicle',
    reply: 'object',
    body: m.fuelAssignment,
    out: m.fuelAssigned,
    permission: 'fuel.write',
    ...QUEUED,
    write: {
      target: { entity: 'fuelTransaction', param: 'recordId' },
      also: { entity: 'vehicle', body: 'vehicleId' },
      does: 'assign',
      verifyBy: 'listFuelTransactions',
      // The first assignment can't be taken back: the interface has no way to unassign.
      inverse: 'none',
      readAs: { vehicleId: 'vehicle' },
      link: { entity: 'vehicle', object: 'vehicle' },
      sideEffects: ['vehicle', 'vehicleIds', 'updatedAt'],
    },
  },
} as const satisfies Rows;

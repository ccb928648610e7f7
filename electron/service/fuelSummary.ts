import { signedIn } from './auth.ts';
import type { Answer, Call, Service } from './context.ts';
import { textOf, valueOf } from './doc.ts';
import { pageOf } from './list.ts';
import { drivenM } from './meters.ts';
import { ofVehicles, rangeMs } from './query.ts';
import type { Row } from './store.ts';

const MONTH_MS = 30 * 24 * 3600 * 1000;
const ACTIVE_OR_FUELLED = `(state = 0 OR (state = 1 AND EXISTS (
  SELECT 1 FROM record AS fuel WHERE fuel.entity = 'fuelTransaction' AND fuel.link = record.id
  AND fuel.at BETWEEN ? AND ?)))`;
const hundredth = (value: number) => Math.round(value * 100) / 100;

function sums(service: Service, vehicle: Row, fromMs: number, toMs: number) {
  const [sum] = service.store.list(
    `SELECT coalesce(sum(doc ->> '$.refueled'), 0) AS litres, coalesce(sum(doc ->> '$.total'), 0) AS cost
     FROM record WHERE entity = 'fuelTransaction' AND link = ? AND at BETWEEN ? AND ?`,
    vehicle.id,
    fromMs,
    toMs,
  );
  return { refueled: hundredth(Number(sum?.['litres'])), total: hundredth(Number(sum?.['cost'])) };
}

/** Metres that a vehicle drove in a range, as far as its devices told. */
function mileage(service: Service, vehicle: Row, fromMs: number, toMs: number): number {
  const end = drivenM(service, vehicle, toMs) ?? 0;
  return Math.round(end - (drivenM(service, vehicle, fromMs) ?? 0));
}

/**
 * Litres, cost and metres per vehicle over a range (the last 30 days unless one is given): of the
 * active ones, and of those that are archived by now and took fuel in it; `status` chooses otherwise.
 */
export function fuelSummary(service: Service, call: Call): Answer {
  const lastMonth = { fromMs: call.nowMs - MONTH_MS, toMs: call.nowMs };
  const range = rangeMs(call.query, 'startDate', 'endDate', lastMonth);
  const toMs = Math.min(range.toMs, call.nowMs);
  const fromMs = Math.min(range.fromMs, toMs);
  const present = (vehicle: Row) =>
    JSON.stringify({
      id: valueOf(vehicle.doc, 'id'),
      regNo: textOf(vehicle.doc, 'regNo'),
      depot: valueOf(vehicle.doc, 'depot'),
      groups: valueOf(vehicle.doc, 'groups'),
      mileage: mileage(service, vehicle, fromMs, toMs),
      ...sums(service, vehicle, fromMs, toMs),
    });
  return pageOf(service.store, call, {
    entity: 'vehicle',
    scope: signedIn(call.account).scope,
    where: ofVehicles(call.query, 'id'),
    unasked: { sql: ACTIVE_OR_FUELLED, bind: [fromMs, toMs] },
    present,
    laidOver: 'all',
  });
}

import type { WriteName } from '../../shared/api/catalogue.ts';
import { SETTLE_MS } from './faults.ts';
import type { LedgerOp } from './ledger.ts';

/** A write as it left the desk, with what became of it: the log that the invariants read. */
export interface Wire {
  order: number;
  /** True time, ms. */
  sentAt: number;
  tenant: number;
  url: string;
  endpoint: WriteName;
  params: Record<string, string>;
  body: string;
  /** The op that was durably SENDING when it left, as it was on disk then. */
  op: LedgerOp | null;
  /** Ops that it depends on and that were not confirmed on disk then. */
  tooEarly: string[];
  /** Writes on the wire at that moment that share a record with it. */
  crowded: string[];
  /** By how much it left before the service, after the try before, wanted to be asked; ms. */
  tooSoonMs: number;
  /** Until then the service asked to be left alone, true time; null where it did not. */
  waitUntil: number | null;
  /** When the desk knew what came of it; null while it waits. */
  endedAt: number | null;
  /** What the desk was told: a status, or nothing. */
  told: number | null;
  applied: Applied | null;
  /** The latest read by id of the record before it, in the order of everything. */
  readOrder: number | null;
}

/** What the service did. */
export interface Applied {
  order: number;
  atMs: number;
  /** Id of what it made or changed. */
  id: string;
  before: string | null;
  after: string | null;
}

/** A change that somebody else made. */
export interface Elsewhere {
  order: number;
  atMs: number;
  tenant: number;
  entity: string;
  id: string;
  before: string | null;
  after: string | null;
}

/** The service applied it later than the settle window, whatever the desk's clock said. */
export function wasTooLate({ applied, sentAt }: Wire): boolean {
  return applied !== null && applied.atMs - sentAt > SETTLE_MS;
}

/** Whether two ops share a record. */
export function shareLane(a: LedgerOp, b: LedgerOp): boolean {
  const lanes = (op: LedgerOp): string[] => [
    `${op.entity}/${op.target_id}`,
    ...(op.also_id === null ? [] : [`${op.also_entity ?? ''}/${op.also_id}`]),
  ];
  const mine = new Set(lanes(a));
  return lanes(b).some((lane) => mine.has(lane));
}

/** Whether a request can be what this op sends. */
export function isOf(op: LedgerOp, write: Pick<Wire, 'endpoint' | 'params'>): boolean {
  if (op.endpoint !== write.endpoint) return false;
  const params = JSON.parse(op.params) as Record<string, string>;
  return Object.entries(write.params).every(([key, value]) => params[key] === value);
}

/** Whether a body holds nothing but what this op wants. */
export function carries(op: LedgerOp, body: string | undefined): boolean {
  const patch = JSON.parse(op.patch) as Record<string, unknown>;
  const sent = JSON.parse(body === undefined || body === '' ? '{}' : body) as object;
  return Object.entries(sent).every(
    ([field, value]) => JSON.stringify(patch[field]) === JSON.stringify(value),
  );
}

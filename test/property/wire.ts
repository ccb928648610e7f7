import type { HttpRequest } from '../../electron/core/ports.ts';
import type { WriteName } from '../../shared/api/catalogue.ts';
import { readBefore } from '../support/judgeCase.ts';
import { REQUEST_WINDOW_MS } from './faults.ts';
import type { Ledger, LedgerOp } from './ledger.ts';
import type { Network } from './network.ts';

/** A write as it left the desk, with what became of it: the log that the invariants read. */
export interface Wire {
  order: number;
  /** Its position when the desk let go of it. */
  handedOrder: number;
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
  /** What it did the second time, where something on the way sent it twice. */
  repeated: Applied | null;
  /** It was done, and its answer says that it was not: that of the second one, which was refused. */
  denied: boolean;
  /** It was not done, and its answer says that it was: that to another request, or a lie. */
  pretended: boolean;
  /** The reading by id of the record that it went by at the earliest, in the order of everything. */
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
  return applied !== null && applied.atMs - sentAt > REQUEST_WINDOW_MS;
}

/** What it made shows only where it is looked for later: it came late, or was told as not done. */
export function isHiddenAtFirst(wire: Wire): boolean {
  return wasTooLate(wire) || wire.denied;
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

/** A write leaves: whose it is, and whether it may. */
export function leave(
  network: Network,
  ledger: (tenant: number) => Ledger | null,
  { request, tenant, handedOrder }: { request: HttpRequest; tenant: number; handedOrder: number },
  write: Pick<Wire, 'endpoint' | 'params'>,
): Wire {
  const { time, wires, looks } = network;
  const disk = ledger(tenant);
  const open = wires.filter(({ endedAt }) => endedAt === null);
  const busy = new Set(open.map(({ op }) => op?.id));
  const op =
    disk
      ?.sending()
      .filter((one) => !busy.has(one.id) && isOf(one, write))
      .sort((a, b) => Number(carries(b, request.body)) - Number(carries(a, request.body)))[0] ??
    null;
  const isForeign = (at: number): boolean =>
    at !== tenant &&
    (ledger(at)
      ?.sending()
      .some((one) => isOf(one, write)) ??
      false);
  if (op === null && [0, 1].some(isForeign)) network.strays.push(`${request.url} as ${tenant}`);
  const needed = op === null ? [] : (JSON.parse(op.depends_on) as string[]);
  network.order += 1;
  const before = wires.findLast((one) => one.op?.id === op?.id && op !== null);
  const of = { entity: op?.entity ?? '', id: op?.target_id ?? '' };
  const reads = readBefore(looks, of, handedOrder).map((look) => look.order);
  const wire: Wire = {
    ...write,
    order: network.order,
    handedOrder,
    sentAt: time.now(),
    tenant,
    url: request.url,
    body: request.body ?? '',
    op,
    tooEarly: needed.filter((id) => disk?.op(id)?.state !== 'CONFIRMED'),
    crowded: op === null ? [] : crowd(open, op, tenant),
    tooSoonMs: before === undefined ? 0 : (before.waitUntil ?? 0) - time.now(),
    waitUntil: null,
    endedAt: null,
    told: null,
    applied: null,
    repeated: null,
    denied: false,
    pretended: false,
    readOrder: reads.length === 0 ? null : Math.min(...reads),
  };
  wires.push(wire);
  if (op !== null) network.readings.left(op.entity, op.target_id, handedOrder);
  return wire;
}

/** Writes on the way that share a record with this one. */
function crowd(open: readonly Wire[], op: LedgerOp, tenant: number): string[] {
  return open.flatMap((other) =>
    other.op !== null && other.tenant === tenant && shareLane(other.op, op) ? [other.op.id] : [],
  );
}

import { isDeepStrictEqual } from 'node:util';
import { object, same, value } from './judgeValues.ts';

/** What the second judge is given, and what all that it looks for goes by. */

/** Something that the service did. */
export interface Deed {
  /** Position in the order of everything. */
  order: number;
  atMs: number;
  /** When its request left; later than the settle window it promises nothing any more. */
  sentMs: number;
  /** Its position when the desk let go of its request. */
  sentOrder: number;
  who: 'desk' | 'other';
  tenant: number;
  /** Name of a write of the catalogue, or what another client asked for. */
  endpoint: string;
  entity: string;
  /** Something on the way sent the request a second time. */
  again?: boolean;
  /** Id of the record that was made or changed. */
  id: string;
  /** Body of the request, JSON. */
  body: string;
  /** The record around it, JSON; absent where the log does not keep it, null where it was none. */
  before?: string | null;
  after?: string | null;
}

/** The service answered the desk with a record by its id. */
export interface Look {
  order: number;
  /** The desk had the answer from then on; absent where it came at once. */
  cameOrder?: number;
  /**
   * Somebody had asked for it beside what the queue reads, and was told then, or only when a write was
   * on its way already; until then the desk may not have taken it in. Absent where nobody had.
   */
  toldOrder?: number;
  entity: string;
  id: string;
}

/**
 * The readings of a record that what left at `sentOrder` may have gone by: the last one that had surely
 * come in, and those that were just being taken in.
 */
export function readBefore(
  looks: readonly Look[],
  of: { entity: string; id: string },
  sentOrder: number,
): Look[] {
  const came = looks.filter(
    ({ order, cameOrder = order, id, entity }) =>
      cameOrder < sentOrder && id === of.id && entity === of.entity,
  );
  const isSure = ({ order, cameOrder = order, toldOrder = cameOrder }: Look): boolean =>
    toldOrder < sentOrder;
  const sure = came.findLast(isSure);
  return [...(sure === undefined ? [] : [sure]), ...came.filter((look) => !isSure(look))];
}

/** What a person was told to be kept, and what they had seen of it. */
export interface Promised {
  tenant: number;
  opId: string;
  /** Values on the screen under the fields that they changed, in what they had before them. */
  seen: Record<string, unknown>[];
  /** Bodies that were acknowledged. */
  bodies: Record<string, unknown>[];
  order: number;
}

/** A write as the ledger keeps it. */
export interface JudgedOp {
  id: string;
  seq: number;
  endpoint: string;
  entity: string;
  target_id: string;
  params: string;
  patch: string;
  state: string;
  watch: string | null;
  error: string | null;
}

export interface Case {
  tenant: number;
  deeds: readonly Deed[];
  looks: readonly Look[];
  /** Records in lists that the service answered the desk with, and that its mirror kept. */
  listed: readonly Look[];
  /** When the desk was last answered with a record, by its id, as it had been before a change. */
  staled: ReadonlyMap<string, number>;
  ops: readonly JudgedOp[];
  /** Changes of state with their reasons, as the ledger keeps them. */
  moves: readonly {
    op_id: string;
    from_state: string | null;
    to_state: string;
    reason: string | null;
  }[];
  promises: readonly Promised[];
  /**
   * Writes that the ledger has no more, for both places that kept them were damaged, as they were when
   * that happened: each asked for one effect, and asks nobody any more.
   */
  lost: readonly JudgedOp[];
  /**
   * Position in the order of everything when a database was lost last; null where none was. What had been
   * there before a create went with it.
   */
  lostAt: number | null;
  /** When the service was put back to a backup from before everything; absent where it was not. */
  putBackAt?: readonly number[];
  mirror: readonly { entity: string; id: string; base: string | null; temporary: number }[];
  /** The service's record in the end; null where it has none (any more). */
  truth(entity: string, id: string): string | null;
  /** The service's record before everything; null where it had none. Absent where nobody knows. */
  first?(entity: string, id: string): string | null;
  /** Whether the service, by a list and by its id, said that it has no such record. */
  denied?(entity: string, id: string): boolean;
  /** Whether a write was answered as done, while readings failed that would have shown more. */
  believed?(opId: string): boolean;
  /** Whether any computer, of several that have a write since it went by file, has made this record for it. */
  done?(opId: string, id: string): boolean;
  /** How late a request may be applied, ms. */
  settleMs: number;
}

/** A record that is older than others by this is no new one (docs/nothing-is-lost.md). */
const CLOCK_PUT_BACK_MS = 2 * 3_600_000;

export const isCreate = (endpoint: string): boolean => endpoint.startsWith('create');
export const isAppend = (endpoint: string): boolean => endpoint.startsWith('calibrate');
export const isUpdate = (endpoint: string): boolean => endpoint.startsWith('update');
/** An assignment of which records show the effect in a field, over what others have set there. */
export const isFuel = (endpoint: string): boolean => endpoint === 'assignFuelTransaction';
export const setsFields = (endpoint: string): boolean => isUpdate(endpoint) || isFuel(endpoint);
/** What two people enter alike, and no two records have. */
export const keyOf = (entity: string): string => (entity === 'user' ? 'email' : 'regNo');
export const OVER = new Set(['CONFIRMED', 'CANCELLED', 'DISCARDED']);

/** Bodies that an op ever stood for. */
export function bodiesOf(given: Case, op: JudgedOp): Record<string, unknown>[] {
  const told = given.promises.filter(({ opId }) => opId === op.id).flatMap(({ bodies }) => bodies);
  return [object(op.patch), ...told];
}

/** A person was asked about it at some time, and sent it again all the same. */
export function wasSentAgain(given: Case, op: JudgedOp): boolean {
  return given.moves.some(
    ({ op_id: id, from_state: from, to_state: to }) =>
      id === op.id && from === 'NEEDS_USER' && to === 'QUEUED',
  );
}

/** Nothing can be looked for by a write that the desk can not read: it asks, and says so. */
export function isBeyondReading({ error }: JudgedOp): boolean {
  return object(error)['code'] === 'outbox.undecodable';
}

/** It was not looked for again before the database was lost, and with it what had been there before. */
export function lostItsSight({ lostAt }: Case, deed: Deed, op: JudgedOp): boolean {
  const { looks = 0 } = object(op.watch) as { looks?: number };
  return lostAt !== null && deed.order < lostAt && looks === 0;
}

/** It left while no list of the service proved to be complete: what had been there before was never known. */
export function hadNoSight(op: JudgedOp): boolean {
  const { baseline = null } = object(op.watch) as { baseline?: string | null };
  return baseline === null;
}

/**
 * By its own word the record is hours older than it is, since the service's clock was put back, and others
 * changed half of what was sent, or more: it counts as theirs.
 */
export function countsAsOlder(deeds: readonly Deed[], deed: Deed): boolean {
  const { createdAt } = object(deed.after) as { createdAt?: string };
  if (createdAt === undefined || deed.atMs - Date.parse(createdAt) < CLOCK_PUT_BACK_MS)
    return false;
  const sent = Object.entries(object(deed.body));
  return deeds.some(
    ({ entity, id, order, after = null }) =>
      entity === deed.entity &&
      id === deed.id &&
      order > deed.order &&
      after !== null &&
      sent.filter(([field, mine]) => same(value(after, field), mine)).length <= sent.length / 2,
  );
}

/** Whether a request can have come of an op. */
export function isOf(given: Case, deed: Deed, op: JudgedOp): boolean {
  if (deed.endpoint !== op.endpoint) return false;
  if (isCreate(op.endpoint)) {
    const body = object(deed.body);
    return bodiesOf(given, op).some((wanted) => isDeepStrictEqual(wanted, body));
  }
  if (op.target_id !== deed.id && !Object.values(object(op.params)).includes(deed.id)) return false;
  const body = object(deed.body);
  return bodiesOf(given, op).some((wanted) =>
    Object.entries(body).every(([field, sent]) => field in wanted && same(wanted[field], sent)),
  );
}

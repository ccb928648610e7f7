import { isDeepStrictEqual } from 'node:util';
import { mirrored } from './judgeMirror.ts';
import { object, same, value } from './judgeValues.ts';

/**
 * A second judge of mirror and outbox. It is given what the service did, whoever asked for it, and
 * what lies on disk in the end; it knows nothing of faults, of what was expected, or of why. What
 * it finds begins with the number of the invariant that it breaks.
 */

/** Something that the service did. */
export interface Deed {
  /** Position in the order of everything. */
  order: number;
  atMs: number;
  /** When its request left; later than the settle window it promises nothing any more. */
  sentMs: number;
  /** Its position when its request left. */
  sentOrder: number;
  who: 'desk' | 'other';
  tenant: number;
  /** Name of a write of the catalogue, or what another client asked for. */
  endpoint: string;
  entity: string;
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
  entity: string;
  id: string;
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
  /** Records in lists that the service answered the desk with. */
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
  /** Ops that may be missing: both places that kept them were damaged. */
  damaged: ReadonlySet<string>;
  mirror: readonly { entity: string; id: string; base: string | null; temporary: number }[];
  /** The service's record in the end; null where it has none (any more). */
  truth(entity: string, id: string): string | null;
  /** The service's record before everything; null where it had none. Absent where nobody knows. */
  first?(entity: string, id: string): string | null;
  /** How late a request may be applied, ms. */
  settleMs: number;
}

/** Everything that does not hold, each once. */
export function judge(given: Case): string[] {
  const found = [
    ...kept(given),
    ...once(given),
    ...claimed(given),
    ...effective(given),
    ...unseen(given),
    ...latest(given),
    ...mirrored(given),
  ];
  return [...new Set(found)];
}

const isCreate = (endpoint: string): boolean => endpoint.startsWith('create');
const isAppend = (endpoint: string): boolean => endpoint.startsWith('calibrate');
const isUpdate = (endpoint: string): boolean => endpoint.startsWith('update');
const OVER = new Set(['CONFIRMED', 'CANCELLED', 'DISCARDED']);

/** Bodies that an op ever stood for. */
function bodiesOf(given: Case, op: JudgedOp): Record<string, unknown>[] {
  const told = given.promises.filter(({ opId }) => opId === op.id).flatMap(({ bodies }) => bodies);
  return [object(op.patch), ...told];
}

/** A person was asked about it at some time, and sent it again all the same. */
function wasSentAgain(given: Case, op: JudgedOp): boolean {
  return given.moves.some(
    ({ op_id: id, from_state: from, to_state: to }) =>
      id === op.id && from === 'NEEDS_USER' && to === 'QUEUED',
  );
}

/** I1: what was acknowledged is in the ledger. */
function kept({ promises, ops, damaged }: Case): string[] {
  const known = new Set(ops.map(({ id }) => id));
  return promises
    .filter(({ opId }) => !known.has(opId) && !damaged.has(opId))
    .map(({ opId }) => `I1: the acknowledged op ${opId} is not in the ledger`);
}

/** Whether a request can have come of an op. */
function isOf(given: Case, deed: Deed, op: JudgedOp): boolean {
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

/** What the ledger shows a person beside a write: records that it may have become. */
function shownWith(op: JudgedOp): string[] {
  const { candidates = [] } = object(op.watch) as { candidates?: string[] };
  return [op.target_id, ...candidates];
}

/**
 * I3, I15: of what a create or an append asks for there is no more than was wanted. A record beyond
 * that is shown with its write, or its write asks, or a person sent it again.
 */
function once(given: Case): string[] {
  const found: string[] = [];
  const mine = given.deeds.filter(
    ({ who, tenant, endpoint }) =>
      who === 'desk' && tenant === given.tenant && (isCreate(endpoint) || isAppend(endpoint)),
  );
  for (const deed of mine) {
    const ops = given.ops.filter((op) => isOf(given, deed, op));
    if (ops.length === 0) {
      if (given.damaged.size > 0) continue;
      found.push(`I4: the service did ${deed.endpoint} ${deed.id}, which no op asks for`);
      continue;
    }
    const made = mine.filter((other) => ops.some((op) => isOf(given, other, op)));
    const alike = made.filter((other) => !wasGoneUnseen(given, other, made));
    if (alike.length <= ops.length) continue;
    const again = ops.some((op) => !OVER.has(op.state) || wasSentAgain(given, op));
    const isShown = ops.some((op) => shownWith(op).includes(deed.id));
    if (again || isShown) continue;
    const late = alike.some(({ atMs, sentMs }) => atMs - sentMs > given.settleMs);
    if (late && isAppend(deed.endpoint)) continue;
    found.push(
      `I15: ${deed.endpoint} was done ${alike.length} times for ${ops.length} writes, and ${deed.id} is not shown`,
    );
  }
  return found;
}

/** Somebody deleted the record before it was made again, and the desk was never shown it. */
function wasGoneUnseen({ deeds, looks, listed }: Case, deed: Deed, made: readonly Deed[]): boolean {
  const isSame = ({ entity, id }: Look): boolean => entity === deed.entity && id === deed.id;
  const gone = deeds.find(
    (other) => other.who === 'other' && other.endpoint.startsWith('DELETE') && isSame(other),
  );
  if (gone === undefined || [...looks, ...listed].some(isSame)) return false;
  return made.some(({ order }) => order > gone.order);
}

/** I3: no two creates became one record, unless a person linked them. */
function claimed({ ops, moves }: Case): string[] {
  const taken = new Map<string, string>();
  const found: string[] = [];
  for (const op of ops) {
    if (!isCreate(op.endpoint) || op.state !== 'CONFIRMED' || isLinked(moves, op)) continue;
    const key = `${op.entity}/${op.target_id}`;
    const other = taken.get(key);
    if (other !== undefined) found.push(`I3: ${op.id} and ${other} both became ${key}`);
    taken.set(key, op.id);
  }
  return found;
}

function isLinked(moves: Case['moves'], op: JudgedOp): boolean {
  return moves.some(({ op_id: id, reason }) => id === op.id && reason?.includes('linked') === true);
}

/** A person had the last word: theirs was kept. */
function isDecided(moves: Case['moves'], op: JudgedOp): boolean {
  return moves.some(
    ({ op_id: id, from_state: from, to_state: to }) =>
      id === op.id && from === 'NEEDS_USER' && to === 'CONFIRMED',
  );
}

/** The record's texts from the moment when an op was acknowledged. */
function textsSince(given: Case, op: JudgedOp): (string | null)[] {
  const since = Math.min(
    ...given.promises.filter(({ opId }) => opId === op.id).map(({ order }) => order),
  );
  const own = given.deeds.filter(({ id, entity }) => id === op.target_id && entity === op.entity);
  const before = own.findLast(({ order }) => order < since);
  const start =
    before === undefined
      ? (given.first?.(op.entity, op.target_id) ?? own[0]?.before ?? null)
      : (before.after ?? null);
  return [start, ...own.filter(({ order }) => order > since).map(({ after }) => after ?? null)];
}

/** I2: a write that is called confirmed has its effect at the service, by whomever. */
function effective(given: Case): string[] {
  return given.ops
    .filter(({ state, id }) => state === 'CONFIRMED' && given.promises.some((p) => p.opId === id))
    .filter((op) => !isLinked(given.moves, op) && !isDecided(given.moves, op))
    .flatMap((op) => {
      const wrong = withoutEffect(given, op);
      return wrong === null ? [] : [`I2: ${op.endpoint} ${op.id} is CONFIRMED, but ${wrong}`];
    });
}

function withoutEffect(given: Case, op: JudgedOp): string | null {
  const own = given.deeds.filter(({ id, entity }) => id === op.target_id && entity === op.entity);
  if (isCreate(op.endpoint)) {
    if (own.some((deed) => deed.who === 'desk' && isOf(given, deed, op))) return null;
    const key = value(op.patch, 'regNo');
    const texts = own.flatMap(({ before, after }) => [before, after]);
    const isKey = key !== null && texts.some((text) => same(value(text, 'regNo'), key));
    const first = given.first?.(op.entity, op.target_id) ?? null;
    if (isKey || (key !== null && same(value(first, 'regNo'), key))) return null;
    return `the service made no such record as ${op.target_id}`;
  }
  if (own.some((deed) => deed.who === 'desk' && isOf(given, deed, op))) return null;
  if (op.endpoint.startsWith('delete')) {
    const isGone = given.truth(op.entity, op.target_id) === null;
    return isGone || own.some(({ after }) => after === null) ? null : 'the record lives';
  }
  if (isAppend(op.endpoint)) return 'the service has no such entry';
  if (given.first === undefined || !isUpdate(op.endpoint)) return null;
  const wanted = Object.entries(object(op.patch)).filter(([field]) => field !== 'groupIds');
  const isThere = textsSince(given, op).some(
    (text) => text !== null && wanted.every(([field, mine]) => same(value(text, field), mine)),
  );
  return isThere ? null : `${op.target_id} never was as it wants`;
}

/**
 * I16: what a write replaced had been on its author's screen, was the author's own, or came in the
 * instant between the last reading of the record and the arrival of the write.
 */
function unseen(given: Case): string[] {
  const found: string[] = [];
  for (const deed of given.deeds) {
    if (deed.who !== 'desk' || deed.tenant !== given.tenant || !isUpdate(deed.endpoint)) continue;
    if (deed.before === undefined || deed.before === null) continue;
    const ops = given.ops.filter((op) => isOf(given, deed, op));
    for (const [field, mine] of Object.entries(object(deed.body))) {
      if (field === 'groupIds') continue;
      const theirs = value(deed.before, field);
      if (same(theirs, mine)) continue;
      const setter = setterOf(given, deed, field, theirs);
      if (setter?.who !== 'other') continue;
      // A cache stood between: the interface has no version that would tell.
      if ((given.staled.get(deed.id) ?? 0) > setter.order) continue;
      const wrong = ops.every((op) => !hadSeen(given, op, deed, setter, field, theirs));
      if (wrong && ops.length > 0) {
        found.push(
          `I16: ${deed.endpoint} of ${deed.id} replaced ${field} = ${JSON.stringify(theirs)}, which its author had not seen (${ops.map(({ id }) => id).join(', ')})`,
        );
      }
    }
  }
  return found;
}

/** Who set the value that a field had when a deed was done; undefined where nobody did. */
function setterOf(given: Case, deed: Deed, field: string, theirs: unknown): Deed | undefined {
  return given.deeds.findLast(
    ({ order, id, entity, before, after }) =>
      order < deed.order &&
      id === deed.id &&
      entity === deed.entity &&
      same(value(after, field), theirs) &&
      !same(value(before, field), theirs),
  );
}

function hadSeen(
  given: Case,
  op: JudgedOp,
  deed: Deed,
  setter: Deed,
  field: string,
  theirs: unknown,
): boolean {
  const told = given.promises.filter(({ opId }) => opId === op.id);
  if (told.flatMap(({ seen }) => seen).some((s) => field in s && same(s[field], theirs)))
    return true;
  const from = Math.min(...told.map(({ order }) => order));
  // The request had left before the value came, or the record was read after the write was made and
  // before the value came: nobody could have known.
  if (setter.order > deed.sentOrder) return true;
  const look = given.looks.findLast(
    ({ order, id, entity }) => order < deed.sentOrder && id === deed.id && entity === deed.entity,
  );
  return look !== undefined && look.order > from && setter.order > look.order;
}

/** I5: of several writes of one field the service was given the last one last. */
function latest(given: Case): string[] {
  const found: string[] = [];
  const confirmed = given.ops.filter(
    (op) =>
      op.state === 'CONFIRMED' &&
      isUpdate(op.endpoint) &&
      !isDecided(given.moves, op) &&
      !given.moves.some(({ op_id: id, from_state: from }) => id === op.id && from === 'DISCARDED'),
  );
  const keys = new Set(
    confirmed.flatMap((op) => fieldsOf(op).map((f) => `${op.entity}/${op.target_id}/${f}`)),
  );
  for (const key of keys) {
    const [entity = '', id = '', field = ''] = key.split('/');
    const own = given.deeds.filter((deed) => deed.id === id && deed.entity === entity);
    if (own.some(({ atMs, sentMs }) => atMs - sentMs > given.settleMs)) continue;
    const last = own.findLast(
      ({ before, after }) => !same(value(before, field), value(after, field)),
    );
    if (last?.who !== 'desk' || last.after === undefined) continue;
    const writes = confirmed.filter(
      (op) => op.entity === entity && op.target_id === id && fieldsOf(op).includes(field),
    );
    const wanted = writes.toSorted((a, b) => b.seq - a.seq)[0];
    // Of a later one that was given up, or of which nobody knows yet.
    if (given.ops.some((op) => op.seq > (wanted?.seq ?? 0) && isOf(given, last, op))) continue;
    const now = value(last.after, field);
    if (wanted === undefined || same(value(wanted.patch, field), now)) continue;
    const older = writes.find((op) => op.seq < wanted.seq && same(value(op.patch, field), now));
    if (older === undefined) continue;
    found.push(`I5: ${field} of ${id} is what ${older.id} wanted, though ${wanted.id} came later`);
  }
  return found;
}

function fieldsOf(op: JudgedOp): string[] {
  return Object.keys(object(op.patch)).filter((field) => field !== 'groupIds');
}

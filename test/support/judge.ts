import { isDeepStrictEqual } from 'node:util';
import { isAppend, isCreate, isFuel, isOf, isUpdate, keyOf, readBefore } from './judgeCase.ts';
import { setsFields } from './judgeCase.ts';
import type { Case, Deed, JudgedOp, Promised } from './judgeCase.ts';
import { mirrored } from './judgeMirror.ts';
import { once } from './judgeOnce.ts';
import { object, same, value } from './judgeValues.ts';

/**
 * A second judge of mirror and outbox. It is given what the service did, whoever asked for it, and
 * what lies on disk in the end; it knows nothing of faults, of what was expected, or of why. What
 * it finds begins with the number of the invariant that it breaks.
 */

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

/** I1: what was acknowledged is in the ledger. */
function kept({ promises, ops, lost }: Case): string[] {
  const known = new Set([...ops, ...lost].map(({ id }) => id));
  return promises
    .filter(({ opId }) => !known.has(opId))
    .map(({ opId }) => `I1: the acknowledged op ${opId} is not in the ledger`);
}

/** I3: no two creates became one record, unless a person linked them. */
function claimed({ ops, moves, deeds }: Case): string[] {
  const taken = new Map<string, string>();
  const found: string[] = [];
  for (const op of ops) {
    if (!isCreate(op.endpoint) || op.state !== 'CONFIRMED' || isLinked(moves, op)) continue;
    const key = `${op.entity}/${op.target_id}`;
    const other = taken.get(key);
    // A service that was put back gives the id of what went to another record.
    const went = deeds.some(
      ({ entity, id, endpoint }) =>
        entity === op.entity && id === op.target_id && endpoint.startsWith('DELETE'),
    );
    if (other !== undefined && !went) found.push(`I3: ${op.id} and ${other} both became ${key}`);
    taken.set(key, op.id);
  }
  return found;
}

function isLinked(moves: Case['moves'], op: JudgedOp): boolean {
  return moves.some(({ op_id: id, reason }) => id === op.id && reason?.includes('linked') === true);
}

/** The service said that it did it, and the ledger tells that it shows otherwise. A create is looked for. */
function isToldOtherwise({ endpoint, error }: JudgedOp): boolean {
  return !isCreate(endpoint) && object(error)['code'] === 'outbox.flagged';
}

/** The service may only have said that it did it: it shows otherwise, or nothing more was seen of it. */
function mayBeOnlySaid(given: Case, op: JudgedOp): boolean {
  return isToldOtherwise(op) || given.believed?.(op.id) === true;
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
    .filter((op) => !mayBeOnlySaid(given, op))
    .flatMap((op) => {
      const wrong = withoutEffect(given, op);
      return wrong === null ? [] : [`I2: ${op.endpoint} ${op.id} is CONFIRMED, but ${wrong}`];
    });
}

function withoutEffect(given: Case, op: JudgedOp): string | null {
  const own = given.deeds.filter(({ id, entity }) => id === op.target_id && entity === op.entity);
  if (isCreate(op.endpoint)) {
    if (own.some((deed) => deed.who === 'desk' && isOf(given, deed, op))) return null;
    if (given.done?.(op.id, op.target_id) === true) return null;
    const field = keyOf(op.entity);
    const key = value(op.patch, field);
    const texts = own.flatMap(({ before, after }) => [before, after]);
    const isKey = key !== null && texts.some((text) => same(value(text, field), key));
    const first = given.first?.(op.entity, op.target_id) ?? null;
    if (isKey || (key !== null && same(value(first, field), key))) return null;
    return `the service made no such record as ${op.target_id}`;
  }
  if (own.some((deed) => deed.who === 'desk' && isOf(given, deed, op))) return null;
  if (op.endpoint.startsWith('delete')) {
    const isGone = given.truth(op.entity, op.target_id) === null;
    const isTold = given.denied?.(op.entity, op.target_id) === true;
    return isGone || isTold || own.some(({ after }) => after === null) ? null : 'the record lives';
  }
  if (isAppend(op.endpoint)) return isElsewhere(own, op) ? null : 'the service has no such entry';
  const wants = wantedBy(op);
  if (given.first === undefined || wants === null) return null;
  // Of what services refuse a second time a reading counts at once, and may be a cache's.
  if (!setsFields(op.endpoint) && given.staled.has(op.target_id)) return null;
  const isThere = textsSince(given, op).some((text) => text !== null && wants(text));
  return isThere ? null : `${op.target_id} never was as it wants`;
}

/** Whether a record shows what a change wants; null of a kind that is not looked at. */
function wantedBy({ endpoint, patch, params }: JudgedOp): ((text: string) => boolean) | null {
  const driver = (text: string): unknown => value(text, 'driverId');
  const isArchived = (text: string): boolean => value(text, 'status') === 'archived';
  if (endpoint.startsWith('archive')) return isArchived;
  if (endpoint.startsWith('restore')) return (text) => !isArchived(text);
  if (endpoint === 'setDriver') return (text) => same(driver(text), object(params)['driverId']);
  if (endpoint === 'unsetDriver') return (text) => driver(text) === null;
  if (isFuel(endpoint)) {
    return (text) => same(value(text, 'vehicle'), object(patch)['vehicleId']);
  }
  if (!isUpdate(endpoint)) return null;
  const wanted = Object.entries(object(patch)).filter(([field]) => field !== 'groupIds');
  return (text) => wanted.every(([field, mine]) => same(value(text, field), mine));
}

/** Somebody else made the same entry, for the same moment: nothing tells the two apart. */
function isElsewhere(own: readonly Deed[], op: JudgedOp): boolean {
  const entry = object(op.patch);
  return own.some(({ who, body }) => who === 'other' && isDeepStrictEqual(object(body), entry));
}

/**
 * I16: what a write replaced had been on its author's screen, was the author's own, or came in the
 * instant between the last reading of the record and the arrival of the write.
 */
function unseen(given: Case): string[] {
  const found: string[] = [];
  for (const deed of given.deeds) {
    if (deed.who !== 'desk' || deed.tenant !== given.tenant || !setsFields(deed.endpoint)) continue;
    if (deed.before === undefined || deed.before === null) continue;
    const ops = [...given.ops, ...given.lost].filter((op) => isOf(given, deed, op));
    for (const [field, mine] of Object.entries(object(deed.body))) {
      if (field === 'groupIds') continue;
      const theirs = value(deed.before, field);
      if (same(theirs, mine)) continue;
      const setter = setterOf(given, deed, field, theirs);
      if (setter?.who !== 'other') continue;
      // A cache stood between: the interface has no version that would tell.
      if ((given.staled.get(deed.id) ?? 0) > setter.order) continue;
      const wrong = ops.every(
        (op) => !hadSeen(given, op, deed, setter, field, theirs) && !wasSentUnread(given, op, deed),
      );
      if (wrong && ops.length > 0) {
        found.push(
          `I16: ${deed.endpoint} of ${deed.id} replaced ${field} = ${JSON.stringify(theirs)}, which its author had not seen (${ops.map(({ id }) => id).join(', ')})`,
        );
      }
    }
  }
  return found;
}

/** A person sent it all the same, and the service showed the record neither by its id nor in a list. */
function wasSentUnread({ denied, moves }: Case, op: JudgedOp, deed: Deed): boolean {
  if (denied?.(deed.entity, deed.id) !== true) return false;
  return moves.some(({ op_id, reason }) => op_id === op.id && reason === 'sent again by a person');
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
  const from = Math.min(...told.map(({ order }) => order));
  // With an earlier write to the record, too: it counts as seen however often others set it since.
  const earlier = new Set(
    [...given.ops, ...given.lost].flatMap(({ id, seq, entity, target_id: target }) =>
      seq < op.seq && entity === op.entity && target === op.target_id ? [id] : [],
    ),
  );
  const before = given.promises.filter(({ opId, order }) => earlier.has(opId) && order <= from);
  const seen = [...told, ...before].flatMap((one) => one.seen);
  if (seen.some((values) => field in values && same(values[field], theirs))) return true;
  if (hadLeft(op, told, field, theirs)) return true;
  // The request had left before the value came, or the last reading that had come in by then was asked for
  // after the write was made and before the value came: nobody could have known.
  if (setter.order > deed.sentOrder) return true;
  return readBefore(given.looks, deed, deed.sentOrder).some(
    ({ order }) => order > from && setter.order > order,
  );
}

/** The write itself had left for this value before it was changed: a copy of it may have set what somebody else did. */
function hadLeft(
  { watch }: JudgedOp,
  told: readonly Promised[],
  field: string,
  theirs: unknown,
): boolean {
  const left = value(watch, 'leftBefore');
  const asked = told.flatMap(({ bodies }) => bodies);
  const isSaid = (body: Record<string, unknown>): boolean =>
    field in body && same(body[field], theirs);
  return typeof left === 'string' && isSaid(object(left)) && asked.some(isSaid);
}

/** I5: of several writes of one field the service was given the last one last. */
function latest(given: Case): string[] {
  const found: string[] = [];
  const confirmed = given.ops.filter(
    (op) =>
      op.state === 'CONFIRMED' &&
      setsFields(op.endpoint) &&
      !isDecided(given.moves, op) &&
      // It would have left the one before it in place.
      !mayBeOnlySaid(given, op) &&
      !given.moves.some(({ op_id: id, from_state: from }) => id === op.id && from === 'DISCARDED'),
  );
  const keys = new Set(
    confirmed.flatMap((op) => fieldsOf(op).map((f) => `${op.entity}/${op.target_id}/${f}`)),
  );
  for (const key of keys) {
    const [entity = '', id = '', field = ''] = key.split('/');
    const own = given.deeds.filter((deed) => deed.id === id && deed.entity === entity);
    if (own.some(({ atMs, sentMs }) => atMs - sentMs > given.settleMs)) continue;
    // A copy that something on the way sends later is not the desk's doing.
    const last = own.findLast(
      ({ before, after, again }) =>
        again !== true && !same(value(before, field), value(after, field)),
    );
    if (last?.who !== 'desk' || last.after === undefined) continue;
    const writes = confirmed.filter(
      (op) => op.entity === entity && op.target_id === id && fieldsOf(op).includes(field),
    );
    const wanted = writes.toSorted((a, b) => b.seq - a.seq)[0];
    // Of a later one that was given up, that is lost, or of which nobody knows yet.
    if (
      [...given.ops, ...given.lost].some(
        (op) => op.seq > (wanted?.seq ?? 0) && isOf(given, last, op),
      )
    )
      continue;
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

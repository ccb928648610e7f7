import type { Desk } from '../desk.ts';
import { isSettled } from '../ledger.ts';
import type { LedgerOp } from '../ledger.ts';
import type { Model } from '../model.ts';
import { wentOnce } from '../serviceBackup.ts';
import { blockerOf, isHeldByFile } from '../queue.ts';
import { canDouble, fieldOf, isCreate, naturalKeyOf, same, shows, showsEffect } from '../values.ts';
import { isAppend, isFuel } from '../../support/judgeCase.ts';
import type { Deed } from '../../support/judgeCase.ts';
import { carries, isOf, wasTooLate } from '../wire.ts';
import type { Wire } from '../wire.ts';
import { truthEntity } from '../world.ts';

/** A list that is no older is good enough to tell what was there before a create. */
const LISTED_MS = 10_000;

/**
 * I2: once faults stop, every intent is CONFIRMED, CANCELLED, DISCARDED or NEEDS_USER; CONFIRMED
 * means that its effect is in the service's log, NEEDS_USER that something real stands behind it.
 */
export function complete(model: Model, desk: Desk): void {
  for (const tenant of [0, 1]) {
    const ops = desk.ledger(tenant)?.ops() ?? [];
    for (const op of ops) {
      if (op.state === 'CONFIRMED') confirmed(model, desk, op);
      else if (op.state === 'NEEDS_USER') needsUser(model, desk, op, ops);
      else if (!isSettled(op.state) && !waitsForPerson(op, ops)) {
        model.fault('I2', `${op.endpoint} ${op.id} is still ${op.state} (${op.hold ?? 'no hold'})`);
      }
    }
  }
}

/** It, or what it waits for, asks; or it is held, since another computer that has it asks there. */
function waitsForPerson(op: LedgerOp, ops: readonly LedgerOp[]): boolean {
  const head = blockerOf(op, ops) ?? op;
  return head.state === 'NEEDS_USER' || isHeldByFile(head);
}

/** After the person has decided everything, nothing is left. */
export function settled(model: Model, desk: Desk): void {
  for (const tenant of [0, 1]) {
    for (const op of desk.ledger(tenant)?.ops() ?? []) {
      if (isSettled(op.state)) continue;
      model.fault(
        'I2',
        `${op.endpoint} ${op.id} is ${op.state} after every decision: ${op.error ?? ''}`,
      );
    }
  }
}

function confirmed(model: Model, desk: Desk, op: LedgerOp): void {
  const { wires, elsewhere } = desk.network;
  const mine = wires.filter((wire) => wire.op?.id === op.id);
  const arrived = mine.filter(({ applied }) => applied !== null);
  const isUpdate = op.endpoint.startsWith('update');
  if (isCreate(op.endpoint) && desk.network.traffic.hasDone(op.id, op.target_id)) return;
  if (arrived.some(({ applied }) => !isUpdate || showsEffect(op, applied?.after ?? null))) return;
  if (model.linked.has(op.id) || model.decisions.some(({ opId }) => opId === op.id)) return;
  // By its lists and by its id the service said that it does not have it.
  if (op.endpoint === 'deleteArea' && isDenied(desk, 'area', op.target_id)) return;
  const isFlagged = op.error !== null && op.error.includes('outbox.flagged');
  if (mine.some(({ pretended }) => pretended) && isFlagged) return;
  // Others had set a part of it when it left, and something else since: that was not sent, and is told.
  if (isUpdate && isFlagged && arrived.length > 0 && hadEachField(desk, op)) return;
  if (isBelieved(desk, op.id)) return;
  const others = elsewhere.filter(({ id }) => id === op.target_id);
  // The same entry for the same moment, or the record of a like create of this desk, after a loss in
  // which no state proves anything: nothing tells which of the two it came of.
  const isAlike = (wire: Wire): boolean =>
    wire.applied?.id === op.target_id && isOf(op, wire) && carries(op, wire.body);
  if (canDouble(op.endpoint) && model.doubted.has(op.id) && wires.some(isAlike)) return;
  // One that came later than the settle window is taken for that of the like one that was sent meanwhile.
  if (isCreate(op.endpoint) && wires.some((wire) => isAlike(wire) && wasTooLate(wire))) return;
  // Or somebody else's entry: two people who do the same.
  const isSameEntry = (deed: Deed): boolean =>
    deed.endpoint.endsWith('/odometer') && deed.id === op.target_id && carries(op, deed.body);
  if (isAppend(op.endpoint) && desk.network.deeds.some(isSameEntry)) return;
  // An entry that went by file is looked for, and an own one for the same moment that says the same is there.
  if (isAppend(op.endpoint) && model.byFile.has(op.id) && wires.some(isAlike)) return;
  if (isCreate(op.endpoint)) {
    // Somebody else made a record with the same natural key, and the list that was read before the
    // first request did not have it yet: adopted as the protocol says.
    const field = naturalKeyOf(op.entity) ?? 'regNo';
    const key = fieldOf(op.patch, field);
    // Killed before its first byte, or out of files that prove nothing: it may have left at any time.
    const inDoubt = model.moves.some(
      ({ op_id: id, to_state: to }) => id === op.id && to === 'UNCERTAIN',
    );
    const leftAt = mine[0]?.sentAt ?? (inDoubt ? -Infinity : Infinity);
    const listedAt = leftAt - LISTED_MS;
    const isTheirs = others.some(
      ({ after, atMs }) => atMs >= listedAt && same(fieldOf(after, field), key),
    );
    if (key !== null && isTheirs) return;
    // One that was hidden when the list was read before: taken for the new one, which the ledger says
    // where anything of it is otherwise.
    const doc = desk.world.truth(truthEntity(op.entity), op.target_id)?.doc ?? null;
    const path = `/${op.entity}s/${op.target_id}`;
    const wasHidden = desk.network.bent || desk.network.omitted.has(path);
    const isSame = Object.entries(JSON.parse(op.patch) as object).every(([name, mine]) =>
      same(fieldOf(doc, name), mine),
    );
    const isTold = isFlagged || isSame;
    if (wasHidden && key !== null && same(fieldOf(doc, field), key) && isTold) return;
  } else {
    if (hadEver(desk, op).some((doc) => showsEffect(op, doc))) return;
  }
  model.fault('I2', `${op.endpoint} ${op.id} is CONFIRMED and nothing of it was ever applied`);
}

/** Answers to a reading which say that there will never be one. */
const NEVER_READ = [400, 401, 403, 404, 405, 410, 501];

/** It was answered as done, and readings may have been refused: nothing more was seen of it. */
export function isBelieved({ network }: Desk, opId: string): boolean {
  const { wires, refused, statuses } = network;
  const said = wires.filter((wire) => wire.op?.id === opId && wire.pretended);
  // Of a delete it takes more than an answer, and of a create, too, where its record may be read.
  if (said.length === 0 || said.some(({ endpoint }) => endpoint.startsWith('delete'))) return false;
  if (said.some(({ endpoint }) => endpoint.startsWith('create'))) return statuses.has(403);
  return refused.size > 0 || NEVER_READ.some((status) => statuses.has(status));
}

/** The record of an op as the service ever had it. */
function hadEver({ network, world }: Desk, op: LedgerOp): (string | null)[] {
  return [
    ...network.wires.flatMap(({ applied }) =>
      applied?.id === op.target_id ? [applied.before, applied.after] : [],
    ),
    ...network.elsewhere.flatMap(({ id, before, after }) =>
      id === op.target_id ? [before, after] : [],
    ),
    // Nobody may ever have changed it.
    world.truth(truthEntity(op.entity), op.target_id)?.doc ?? null,
  ];
}

/** Whether its record had each value that it sets, though maybe never all of them at once. */
function hadEachField(desk: Desk, op: LedgerOp): boolean {
  const ever = hadEver(desk, op);
  const patch = Object.entries(JSON.parse(op.patch) as Record<string, unknown>);
  return patch.every(([field, value]) =>
    ever.some((doc) => doc !== null && same(fieldOf(doc, field), value)),
  );
}

/** Whether lists left a record out while the reading of it was refused: gone, for all that can be seen. */
export function isDenied({ network }: Desk, entity: string, id: string): boolean {
  const path = `/${entity}s/${id}`;
  return (network.omitted.get(path)?.size ?? 0) > 0 && network.refused.has(path);
}

/** Somebody made each of the records that it asks about: the same, as far as one can see. */
function isThereAlready({ network }: Desk, op: LedgerOp): boolean {
  const { candidates = [] } = JSON.parse(op.watch ?? '{}') as { candidates?: string[] };
  const isMade = (id: string): boolean =>
    network.deeds.some(
      (deed) => deed.entity === op.entity && deed.id === id && deed.before === null,
    );
  return isCreate(op.endpoint) && candidates.length > 0 && candidates.every(isMade);
}

function isReadBetween({ network }: Desk, op: LedgerOp, from: number, to: number): boolean {
  return network.looks.some(
    ({ id, entity, order }) =>
      id === op.target_id && entity === op.entity && order > from && order < to,
  );
}

/** Fields of a conflict that, for all that happened, nobody can have set to what it shows. */
function unexplained(
  model: Model,
  desk: Desk,
  op: LedgerOp,
  ops: readonly LedgerOp[],
): { field: string; theirs: string | null }[] {
  const { wires, elsewhere, staled, struck } = desk.network;
  const fields = JSON.parse(op.conflicts ?? '[]') as { field: string; theirs: string | null }[];
  if (staled.has(op.target_id)) return [];
  const wasLate = wires.some(
    ({ applied, sentAt }) => applied?.id === op.target_id && applied.atMs > sentAt,
  );
  // The service said that it did an earlier change of this desk, and did not: it shows what was before.
  const wasDenied = wires.some(
    ({ pretended, op: sent }) =>
      pretended && ops.some(({ id, target_id }) => id === sent?.id && target_id === op.target_id),
  );
  // A service that was put back may have given the id to what this desk made since.
  if (wasLate || wasDenied || wentOnce(desk.network, op.entity, op.target_id)) return [];
  // A form may have been opened before writes of another window, and before what those replaced.
  const isOfForm = model.intentsOf(op.id).some(({ form }) => form !== null);
  const typedAt = Math.min(...model.intentsOf(op.id).map(({ order }) => order));
  return fields.filter(({ field, theirs }) => {
    const value: unknown = theirs === null ? null : JSON.parse(theirs);
    // A reading left it out.
    if (theirs === null && struck.has('one silent')) return false;
    const isTheirs = elsewhere.some(
      ({ id, after }) => id === op.target_id && shows(after, field, value),
    );
    // A write of this desk that arrived unseen and that a person gave up; or one that came after
    // what is to be undone.
    const wasOurs = wires.some(
      ({ applied, op: sent }) =>
        applied?.id === op.target_id &&
        shows(applied.after, field, value) &&
        (op.undoes !== null ||
          isOfForm ||
          // Made at another computer, and brought here by a file since.
          model.byFile.has(op.id) ||
          ops.some(({ id, state }) => id === sent?.id && state === 'DISCARDED')),
    );
    // What the service made of another field that this desk had set, where the record was not read alone since:
    // nothing tells that this is what it makes of it.
    const isMadeOfOurs = wires.some(
      ({ applied, body, order }) =>
        applied?.id === op.target_id &&
        shows(applied.after, field, value) &&
        !shows(applied.before, field, value) &&
        !(field in (JSON.parse(body === '' ? '{}' : body) as object)) &&
        !isReadBetween(desk, op, order, typedAt),
    );
    // What a record had that a person linked a create to: nobody need ever have set it.
    const wasLinked =
      [...model.linked.values()].includes(op.target_id) &&
      hadEver(desk, op).some((doc) => shows(doc, field, value));
    return !isTheirs && !wasOurs && !isMadeOfOurs && !wasLinked;
  });
}

/**
 * Users of the team that a create for a client asks about, though the client's own list, which alone tells of it, has
 * not shown them lately. The other way round the core asks about what it should not, which costs a question.
 */
function ofOtherList(model: Model, { network }: Desk, op: LedgerOp): string[] {
  const { apartAt, apartSinceMs, clientUsers } = network.traffic;
  const since = Math.min(...model.intentsOf(op.id).map(({ order }) => order));
  if (op.endpoint !== 'createClientUser' || apartAt === null || since < apartAt) return [];
  // Its own list may have been read just before users were kept apart, and showed those that were there then.
  const asked = model.moves.findLast(({ op_id: id, to_state: to }) => {
    return id === op.id && to === 'NEEDS_USER';
  });
  const isLately = asked !== undefined && asked.at - apartSinceMs < LISTED_MS;
  const wasShown = (one: string): boolean =>
    isLately &&
    network.deeds.some(
      ({ entity, id, before, order }) =>
        entity === 'user' && id === one && before === null && order < apartAt,
    );
  const { candidates = [] } = JSON.parse(op.watch ?? '{}') as { candidates?: string[] };
  return candidates.filter((id) => !clientUsers.has(id) && !wasShown(id));
}

interface Reason {
  code: string;
  status?: number;
}

function needsUser(model: Model, desk: Desk, op: LedgerOp, ops: readonly LedgerOp[]): void {
  const { wires, statuses, omitted } = desk.network;
  const mine = wires.filter((wire) => wire.op?.id === op.id);
  const reason = JSON.parse(op.error ?? '{"code":"none"}') as Reason;
  const wrong = (why: string): void =>
    model.fault('I2', `${op.endpoint} ${op.id} asks with ${reason.code}, but ${why}`);
  switch (reason.code) {
    case 'outbox.conflict':
      for (const { field, theirs } of unexplained(model, desk, op, ops)) {
        wrong(`nobody else set ${field} to ${theirs ?? 'nothing'}`);
      }
      return;
    case 'outbox.gone': {
      const wasHidden = [...omitted.keys()].some((path) => path.endsWith(`/${op.target_id}`));
      const isGone = desk.world.truth(truthEntity(op.entity), op.target_id) === null;
      // A mixed-up session, or a record that was not found three times: one 404 may pass.
      const times = desk.network.refused.times(`/${op.entity}s/${op.target_id}`);
      const wasRefused = times >= 3 || desk.network.bent;
      const went = wentOnce(desk.network, op.entity, op.target_id);
      // By the other of two paths, since users of clients are kept apart.
      const isApart = op.entity === 'user' && desk.network.traffic.isApart;
      if (!isGone && !wasHidden && !wasRefused && !went && !isApart) wrong('the record is there');
      return;
    }
    case 'outbox.another':
      if (!wentOnce(desk.network, op.entity, op.target_id)) wrong('the record never went');
      return;
    case 'outbox.unverifiable':
      for (const id of ofOtherList(model, desk, op)) wrong(`${id} is in no list of its own`);
      // Nobody knows that it never left, nor what was there before it might have.
      if (canDouble(op.endpoint) && (model.doubted.has(op.id) || model.byFile.has(op.id))) return;
      // Killed between SENDING on disk and the first byte: nobody knows that either.
      if (mine.length > 0 || op.attempts > 0) return;
      // No list proved to be complete, which alone shows what is there.
      const isUncounted = desk.network.struck.has('fuel hidden uncounted');
      if (isFuel(op.endpoint) && (desk.network.bent || isUncounted)) return;
      if (desk.network.refusals.size === 0 && !isThereAlready(desk, op)) {
        wrong('it was never sent, and nothing like it was made');
      }
      return;
    case 'outbox.old':
      if (!model.timeWasOdd) wrong('no week went by');
      return;
    case 'outbox.orphaned': {
      const needed = JSON.parse(op.depends_on) as string[];
      const missing = needed.some((id) => {
        const create = ops.find((one) => one.id === id);
        return create === undefined ? model.damaged.has(id) : create.state === 'DISCARDED';
      });
      if (!missing) wrong('what it needs was neither given up nor lost');
      return;
    }
    case 'outbox.undecodable':
      if (!model.spoilt.has(op.id)) wrong('it can be understood');
      return;
    default: {
      const status = reason.status ?? 0;
      // None of these says that the service will not have it.
      if (status === 401 || status === 429 || status >= 500) wrong('that is no refusal');
      const wasTold = (one: number): boolean =>
        statuses.has(one) || mine.some(({ told }) => told === one);
      // A 401 again and again, also to a new token that the service takes elsewhere, is meant for the
      // write, or for the reading before it.
      if (!wasTold(status) && !(status === 403 && wasTold(401))) {
        wrong(`the service never answered ${status}`);
      }
    }
  }
}

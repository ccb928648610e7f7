import {
  OVER,
  countsAsOlder,
  hadNoSight,
  isAppend,
  isBeyondReading,
  isCreate,
  isOf,
  lostItsSight,
  wasSentAgain,
} from './judgeCase.ts';
import type { Case, Deed, JudgedOp, Look } from './judgeCase.ts';
import { object } from './judgeValues.ts';

/** What the ledger shows a person beside a write: records that it may have become. */
function shownWith(op: JudgedOp): string[] {
  return [op.target_id, ...candidatesOf(op)];
}

function candidatesOf({ watch }: JudgedOp): string[] {
  const { candidates = [] } = object(watch) as { candidates?: string[] };
  return candidates;
}

function hasMade({ endpoint, state, entity, target_id: id }: JudgedOp, deed: Deed): boolean {
  return isCreate(endpoint) && state === 'CONFIRMED' && entity === deed.entity && id === deed.id;
}

/**
 * I3, I15: of what a create or an append asks for there is no more than was wanted. A record beyond
 * that is shown with its write, or its write asks, or a person sent it again.
 */
export function once(given: Case): string[] {
  const found: string[] = [];
  const mine = given.deeds.filter(
    ({ who, tenant, endpoint }) =>
      who === 'desk' && tenant === given.tenant && (isCreate(endpoint) || isAppend(endpoint)),
  );
  for (const deed of mine) {
    const ops = given.ops.filter((op) => isOf(given, deed, op));
    const wanted = [...ops, ...given.lost.filter((op) => isOf(given, deed, op))];
    if (wanted.length === 0) {
      found.push(`I4: the service did ${deed.endpoint} ${deed.id}, which no op asks for`);
      continue;
    }
    const made = mine.filter((other) => wanted.some((op) => isOf(given, other, op)));
    const alike = made.filter((other) => !wasGoneUnseen(given, other, made));
    // What is shown as one too many is none of those that were wanted, of lost writes, too.
    const isExtra = ({ id }: Deed): boolean => wanted.some((op) => candidatesOf(op).includes(id));
    const counted = alike.filter((one) => !isExtra(one));
    const others = mine.filter((one) => !isExtra(one));
    if (counted.length <= wanted.length || hasOneEach(given, counted, others)) continue;
    const asks = ops.some((op) => !OVER.has(op.state));
    const again = asks || wanted.some((op) => wasSentAgain(given, op));
    const isShown = wanted.some((op) => shownWith(op).includes(deed.id));
    // A person said that another write made it.
    const isTaken = given.ops.some((op) => hasMade(op, deed));
    if (again || isShown || isTaken || wasAnothersId(given, deed)) continue;
    // The desk had one answer, or adopted the one that was as it was sent; the other was changed since.
    if (alike.some((one) => one.again === true) && wasChangedSince(given, deed)) continue;
    if (alike.some((one) => countsAsOlder(given.deeds, one))) continue;
    // Of a request that was repeated nothing tells but what was there before.
    const isRepeated = alike.some((one) => one.again === true);
    const isBlind = (op: JudgedOp): boolean =>
      isBeyondReading(op) || (isRepeated && (hadNoSight(op) || lostItsSight(given, deed, op)));
    if (wanted.some(isBlind)) continue;
    const late = alike.some(({ atMs, sentMs }) => atMs - sentMs > given.settleMs);
    if (late && isAppend(deed.endpoint)) continue;
    found.push(
      `I15: ${deed.endpoint} was done ${alike.length} times for ${wanted.length} writes, and ${deed.id} is not shown`,
    );
  }
  return found;
}

/**
 * Whether each of the deeds can be a write's of its own: a write whose text was changed before it was
 * sent may stand for either text, but was sent with one. Others that need the same writes count, too.
 */
function hasOneEach(given: Case, some: readonly Deed[], mine: readonly Deed[]): boolean {
  const all = [...given.ops, ...given.lost];
  const deeds = new Set(some);
  const ops = new Set<JudgedOp>();
  for (const deed of deeds) {
    for (const op of all) if (isOf(given, deed, op)) ops.add(op);
    for (const other of mine) {
      const isNear = [...ops].some((op) => isOf(given, other, op));
      if (isNear && !wasGoneUnseen(given, other, mine)) deeds.add(other);
    }
  }
  const taken = new Map<JudgedOp, Deed>();
  const place = (deed: Deed, tried: Set<JudgedOp>): boolean =>
    [...ops].some((op) => {
      if (tried.has(op) || !isOf(given, deed, op)) return false;
      tried.add(op);
      const other = taken.get(op);
      if (other !== undefined && !place(other, tried)) return false;
      taken.set(op, deed);
      return true;
    });
  return [...deeds].every((deed) => place(deed, new Set()));
}

/** Before the service was put back, and gave the id again, a write of this desk was meant for it. */
function wasAnothersId({ ops, putBackAt = [] }: Case, deed: Deed): boolean {
  if (!putBackAt.some((at) => at < deed.order)) return false;
  return ops.some(
    ({ endpoint, entity, target_id: id }) =>
      !isCreate(endpoint) && entity === deed.entity && id === deed.id,
  );
}

/** The service lost it, or somebody deleted the record, before it was made again, and the desk was never shown it. */
function wasGoneUnseen(given: Case, deed: Deed, made: readonly Deed[]): boolean {
  const { deeds, looks, listed, putBackAt = [] } = given;
  const isLost = (order: number): boolean => putBackAt.some((at) => deed.order < at && at < order);
  if (made.some(({ order }) => isLost(order))) return true;
  const isSame = ({ entity, id }: Look): boolean => entity === deed.entity && id === deed.id;
  const gone = deeds.find(
    (other) =>
      other.who === 'other' &&
      other.endpoint.startsWith('DELETE') &&
      other.order > deed.order &&
      isSame(other),
  );
  // What was there under its id before and afterwards was another one.
  const isSeen = (look: Look): boolean =>
    isSame(look) && look.order >= deed.order && look.order < (gone?.order ?? 0);
  if (gone === undefined || [...looks, ...listed].some(isSeen)) return false;
  return made.some(({ order }) => order > gone.order);
}

function wasChangedSince({ deeds }: Case, { entity, id, order }: Deed): boolean {
  return deeds.some((one) => one.entity === entity && one.id === id && one.order > order);
}

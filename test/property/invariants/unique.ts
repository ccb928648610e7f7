import { countsAsOlder } from '../../support/judgeCase.ts';
import type { Deed, Look } from '../../support/judgeCase.ts';
import type { Desk } from '../desk.ts';
import type { LedgerOp } from '../ledger.ts';
import type { Model } from '../model.ts';
import { wentOnce } from '../serviceBackup.ts';
import { canDouble, isCreate } from '../values.ts';
import { isHiddenAtFirst, wasTooLate } from '../wire.ts';
import type { Wire } from '../wire.ts';

/**
 * I3: where the service applies a request within the settle window, there is at most one record
 * per create (and one effect per append); where it does so later, or refuses a copy of what it did,
 * every extra record is shown with its write. Twins that were both wanted stay two.
 */
export function unique(model: Model, desk: Desk): void {
  for (const tenant of [0, 1]) {
    const ops = (desk.ledger(tenant)?.ops() ?? []).filter(({ endpoint }) => canDouble(endpoint));
    // A like create became it, in place of a record of its own: there is none too many.
    const became = new Set(
      ops.flatMap(({ state, target_id: id }) => (state === 'CONFIRMED' ? [id] : [])),
    );
    const linked = ops.filter(({ id, state }) => state === 'CONFIRMED' && model.linked.has(id));
    for (const op of ops) {
      const others = linked.filter(({ id }) => id !== op.id).map((one) => one.target_id);
      once(model, desk, op, { became, others });
      linkedOnce(model, desk, op);
    }
    const taken = new Map<string, string>();
    for (const op of ops) {
      if (!isCreate(op.endpoint) || op.state !== 'CONFIRMED' || model.linked.has(op.id)) continue;
      const other = taken.get(op.target_id);
      // A service that was put back gives the id of what went to another record.
      const went = wentOnce(desk.network, op.entity, op.target_id);
      if (other !== undefined && !went) {
        model.fault('I3', `${op.id} and ${other} both became the record ${op.target_id}`);
      }
      taken.set(op.target_id, op.id);
    }
  }
}

/** What a person linked to a record has made none of its own since: it was linked while it asked. */
function linkedOnce(model: Model, { network }: Desk, { id }: LedgerOp): void {
  const [linked, at] = [model.linked.get(id), model.linkedAt.get(id)];
  // A journal without its last lines gave it back as it was before.
  if (at === undefined || model.older.has(id) || model.doubted.has(id)) return;
  for (const { op, order, applied } of network.wires) {
    if (op?.id !== id || order < at || applied === null || applied.id === linked) continue;
    model.fault('I3', `${id} was linked to ${linked ?? ''}, and made ${applied.id} since`);
  }
}

/** Records that creates became, and those that a person linked to other writes than this one. */
interface Taken {
  became: ReadonlySet<string>;
  others: readonly string[];
}

function once(model: Model, desk: Desk, op: LedgerOp, { became, others }: Taken): void {
  const mine = desk.network.wires.filter((wire) => wire.op?.id === op.id && wire.applied !== null);
  const applied = mine.filter(
    (wire) =>
      !others.includes(wire.applied?.id ?? '') &&
      !wasMadeAnew(model, desk, op, wire, mine) &&
      !wasPutBack(desk, op, wire, mine),
  );
  const { deeds } = desk.network;
  const made = deeds.filter(({ order }) => applied.some((wire) => wire.applied?.order === order));
  if (made.some((deed) => countsAsOlder(deeds, deed))) return;
  // Sent again by a person who was told that it may have arrived.
  if (applied.length <= 1 || model.retried.has(op.id)) return;
  // An entry is looked for before it leaves again, and nobody looks for a second one.
  const isHidden = isCreate(op.endpoint) ? isHiddenAtFirst : wasTooLate;
  if (!applied.some(isHidden)) {
    model.fault('I3', `${op.endpoint} ${op.id} was applied ${applied.length} times`);
    return;
  }
  if (!isCreate(op.endpoint)) return;
  // The desk's clock was put back to before it was sent: nobody knows when to look again.
  if ((op.sent_at ?? 0) > desk.time.desk.now()) return;
  const watch = JSON.parse(op.watch ?? '{}') as {
    candidates?: string[];
    seenBefore?: string[];
  };
  const known = [...(watch.candidates ?? []), ...(watch.seenBefore ?? [])];
  const shown = new Set([op.target_id, ...became, ...known]);
  for (const wire of applied) {
    const { applied: done } = wire;
    if (done === null || shown.has(done.id)) continue;
    // What was answered as refused and deleted since leaves one record.
    if (wire.denied && deletion(desk, op, wire) !== undefined) continue;
    // There is nothing left to show.
    if (goneUnseen(model, desk, op, wire) !== null) continue;
    // The database that had seen it was lost after it went.
    const goneOrder = deletion(desk, op, wire)?.order ?? Infinity;
    if (model.lostAt !== null && goneOrder < model.lostAt) continue;
    model.fault('I3', `the second record ${done.id} of ${op.id} is not shown`);
  }
}

/**
 * Before the request left again, the service was put back and lost what it had done; or somebody deleted
 * the record, and no answer had shown it: nothing told of it any more.
 */
function wasMadeAnew(
  model: Model,
  desk: Desk,
  op: LedgerOp,
  wire: Wire,
  mine: readonly Wire[],
): boolean {
  const since = wire.applied?.order ?? 0;
  const undoneOrder = desk.network.traffic.putBackAt.find((order) => order > since);
  const goneOrder = undoneOrder ?? goneUnseen(model, desk, op, wire);
  return goneOrder !== null && mine.some(({ order }) => order > goneOrder);
}

/**
 * Another's entry was there before this one, arrived a second time right after it, and nobody had read the meter in
 * between: each reading since is the one from before it, as if it had never come.
 */
function wasPutBack(
  { network: { deeds, looks } }: Desk,
  op: LedgerOp,
  { applied, order }: Wire,
  mine: readonly Wire[],
): boolean {
  if (isCreate(op.endpoint) || applied === null) return false;
  const theirs = deeds.filter(
    ({ who, id, body }) => who === 'other' && id === applied.id && body !== '',
  );
  const back = theirs.find((deed) => deed.order > applied.order && deed.again === true);
  if (back === undefined || !mine.some((wire) => wire.order > back.order)) return false;
  const isAlike = (deed: Deed): boolean =>
    deed.endpoint === back.endpoint && deed.body === back.body && deed.order < order;
  const isSeen = looks.some(
    (look) => look.id === applied.id && look.order > applied.order && look.order < back.order,
  );
  return theirs.some(isAlike) && !isSeen;
}

/**
 * When somebody deleted what a write had made, in the order of everything; null where nobody did, or an
 * answer had shown it before.
 */
function goneUnseen(model: Model, desk: Desk, op: LedgerOp, wire: Wire): number | null {
  const { looks, listed } = desk.network;
  const gone = deletion(desk, op, wire);
  const since = wire.applied?.order ?? 0;
  // What was there under its id before and afterwards was another one.
  const isSeen = (look: Look): boolean =>
    isMade(op, wire, look) && look.order >= since && look.order < (gone?.order ?? Infinity);
  // A list that is read for a write shows what is there, and is not kept.
  const isKept = model.everMirrored.has(`${op.entity}/${wire.applied?.id ?? ''}`);
  if (looks.some(isSeen) || (isKept && listed.some(isSeen))) return null;
  return gone?.order ?? null;
}

/** Somebody deleted what a write had made. */
function deletion({ network }: Desk, op: LedgerOp, wire: Wire): Deed | undefined {
  return network.deeds.find(
    (deed) =>
      isMade(op, wire, deed) &&
      deed.who === 'other' &&
      deed.endpoint.startsWith('DELETE') &&
      deed.order > (wire.applied?.order ?? 0),
  );
}

function isMade(op: LedgerOp, wire: Wire, one: { entity: string; id: string }): boolean {
  return one.entity === op.entity && one.id === (wire.applied?.id ?? '');
}

import type { Desk } from '../desk.ts';
import { isDenied } from './complete.ts';
import type { LedgerOp } from '../ledger.ts';
import type { Intent, Model, RecordForm } from '../model.ts';
import { fieldOf, same, setsFields } from '../values.ts';
import type { Wire } from '../wire.ts';

/**
 * I7: what a write replaced was what the person knew, what this desk had put there, what was wanted
 * anyway, or what a recorded decision was made against. Not covered, since no client can: what
 * somebody else set between the reading and the arrival of the write.
 */
export function noSilentOverwrite(model: Model, desk: Desk): void {
  for (const wire of desk.network.wires) {
    askedWhenOld(model, wire);
    if (wire.applied === null || wire.op === null) continue;
    if (!setsFields(wire.endpoint)) continue;
    readSinceRefusal(model, desk, wire);
    const sent = JSON.parse(wire.body === '' ? '{}' : wire.body) as Record<string, unknown>;
    for (const [field, mine] of Object.entries(sent)) {
      if (field !== 'groupIds') replaced(model, desk, wire, field, mine);
    }
  }
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** What waited for a week leaves only when a person has said so: nobody knows what it replaces. */
function askedWhenOld(model: Model, wire: Wire): void {
  const { op, endpoint } = wire;
  if (op === null || (op.sent_at ?? 0) - op.created_at <= WEEK_MS) return;
  const watch = JSON.parse(op.watch ?? '{}') as { approvedAt?: number | null };
  if ((watch.approvedAt ?? null) !== null || model.retried.has(op.id)) return;
  model.fault('I7', `${endpoint} ${op.id} left after a week, and nobody was asked`);
}

/** Of two refusals in a row the second one is met by the new session at once. */
const IN_A_ROW_MS = 60_000;

/** What was refused for a session that had ended reads its record anew before it leaves again. */
function readSinceRefusal(model: Model, { network }: Desk, wire: Wire): void {
  const { wires, looks, staled } = network;
  const mine = wires.filter(({ op, order }) => op?.id === wire.op?.id && order < wire.order);
  const [before, refused] = mine.slice(-2).length === 2 ? mine.slice(-2) : [undefined, mine.at(-1)];
  if (refused?.told !== 401 || staled.has(wire.applied?.id ?? '')) return;
  if (before?.told === 401 && refused.sentAt - before.sentAt < IN_A_ROW_MS) return;
  const isRead = looks.some(
    ({ id, order }) => id === wire.applied?.id && order > refused.order && order < wire.order,
  );
  if (isRead) return;
  model.fault('I7', `${wire.endpoint} ${wire.op?.id ?? ''} left again unread after a refusal`);
}

function replaced(model: Model, desk: Desk, wire: Wire, field: string, mine: unknown): void {
  const { applied, op } = wire;
  if (applied === null || op === null) return;
  const theirs = fieldOf(applied.before, field);
  if (same(theirs, mine)) return;
  // Of a change that was applied in part.
  if (!same(fieldOf(applied.after, field), mine)) return;
  const told = model.intentsOf(op.id);
  const form = told.find(({ fields }) => field in fields)?.form ?? null;
  // What was typed back, and is not what is sent, stood on what was seen before.
  const typedBack = told.findLastIndex(({ leftOut }) => leftOut.includes(field));
  const known = [
    ...told.slice(typedBack + 1).map((intent) => intent.known[field]),
    ...(form === null
      ? // What was seen before an own write stands behind the next one where that was given up.
        ahead(model, desk, op).flatMap((intent) => [
          intent.known[field],
          // Somebody else may have set again what the person themselves had set.
          ...(field in intent.fields ? [intent.fields[field]] : []),
        ])
      : knownOf(form, field, ahead(model, desk, op))),
    ...model.decisions.flatMap(({ opId, theirs: seen }) => (opId === op.id ? [seen[field]] : [])),
    // What it had left for before it was changed: nothing tells what somebody else set from a copy of it.
    ...desk.network.wires.flatMap((one) => {
      if (one.op?.id !== op.id || one.order >= wire.order) return [];
      const left = JSON.parse(one.body === '' ? '{}' : one.body) as Record<string, unknown>;
      return field in left ? [left[field]] : [];
    }),
  ];
  if (known.some((value) => same(value, theirs))) return;
  // Who set it last. A desk may set what somebody else had set before, where a person chose that in
  // a conflict: what the next write of theirs replaces is their own then.
  const source = desk.network.deeds.findLast(
    ({ order, id, before = null, after = null }) =>
      order < applied.order &&
      id === applied.id &&
      same(fieldOf(after, field), theirs) &&
      !same(fieldOf(before, field), theirs),
  );
  if (source?.who !== 'other') return;
  if (source.order > (wire.readOrder ?? wire.order)) return;
  // A person sent it all the same, and neither its id nor a list showed the record.
  const isUnread = wire.readOrder === null && model.retried.has(op.id);
  if (isUnread && isDenied(desk, op.entity, applied.id)) return;
  // A cache showed the record as it was before: no client can know.
  if ((desk.network.staled.get(applied.id) ?? 0) > source.order) return;
  model.fault(
    'I7',
    `${wire.endpoint} ${op.id} replaced ${field} = ${JSON.stringify(theirs)}, which nobody here had seen`,
  );
}

/**
 * What the person knew of a field whose form had been opened earlier: what that showed, and what own writes that
 * waited then, or came since, were made against and made of it. An own write of before counts only where it
 * leads on from that: nothing tells that it did not come since.
 */
function knownOf(form: RecordForm, field: string, earlier: readonly Intent[]): unknown[] {
  const known = [fieldOf(form.base, field), fieldOf(form.shown, field)];
  for (const { opId, order, known: before, shown, fields } of earlier) {
    const isSince = order > form.order || form.open.has(opId);
    if (isSince) known.push(before[field]);
    const follows = [before[field], shown[field]].some((one) =>
      known.some((value) => same(value, one)),
    );
    if (field in fields && (isSince || follows)) known.push(fields[field]);
  }
  return known;
}

/**
 * What the person knew when they made the writes of the same record before this one. Those before one that
 * came in with a file may be over at the computer that it is from: no write of this desk is theirs.
 */
export function ahead(model: Model, desk: Desk, op: LedgerOp): Intent[] {
  const ops = desk.ledger(model.tenantOf(op.id))?.ops() ?? [];
  const before = ops.filter(({ seq, target_id: id }) => seq < op.seq && id === op.target_id);
  return [
    ...before.flatMap(({ id }) => model.intentsOf(id)),
    ...[...before, op].flatMap(({ id }) => model.aheadElsewhere.get(id) ?? []),
  ];
}

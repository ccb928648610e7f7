import type { WriteName } from '../../../../shared/api/catalogue.ts';
import type { Decision, Op } from '../../../../shared/ipc/shapes.ts';
import type { Result } from '../../../../shared/result.ts';
import { isJsonObject, jsonMembers, setJsonMembers } from '../../../../shared/rules/jsonText.ts';
import { bodyText, invalid, knownFields } from '../model/body.ts';
import { looksLike } from '../model/matching.ts';
import { wrongState } from '../model/refusals.ts';
import { REASONS } from '../model/remedies.ts';
import { ruleOf } from '../model/rule.ts';
import { undoOf } from '../model/undo.ts';
import { cancel, sendAgain } from './decideLeaving.ts';
import { after, load } from './deciding.ts';
import type { Deciding } from './deciding.ts';
import { readRecord } from './service.ts';
import { insteadOfReply } from './suspects.ts';

/** Decisions about what a write says, and about which record it is. */

type Of<R extends Decision['remedy']> = Extract<Decision, { remedy: R }>;

/** The tenant's fields that a new record is to have no more; an update says by null that a field is emptied. */
function leftOutOf(endpoint: WriteName, extra: string | undefined): Map<string, null> {
  if (extra === undefined || !isJsonObject(extra)) return new Map();
  if (ruleOf(endpoint).does !== 'create') return new Map();
  const emptied = [...jsonMembers(extra)].filter(([, value]) => value === 'null');
  return new Map(emptied.map(([field]) => [field, null]));
}

export async function edit(
  on: Deciding,
  opId: string,
  { body, extra, was }: Pick<Of<'edit'>, 'body' | 'extra' | 'was'>,
): Promise<Result<Op>> {
  const op = await load(on, opId);
  if (!op.ok) return op;
  const known = new Set(knownFields(op.value.endpoint));
  const tenants = new Map([...jsonMembers(op.value.patch)].filter(([field]) => !known.has(field)));
  // A form asks for the tenant's fields of a write beside the others.
  const isTenants = ([field]: readonly [string, unknown]): boolean => tenants.has(field);
  const all = Object.entries(body);
  const own = Object.fromEntries(all.filter((one) => !isTenants(one)));
  const leftOut = leftOutOf(op.value.endpoint, extra);
  const more = extra === undefined ? null : setJsonMembers(extra, leftOut);
  const checked = bodyText(op.value.endpoint, own, more);
  if (!checked.ok) return checked;
  for (const field of leftOut.keys()) tenants.delete(field);
  for (const [field, value] of all.filter(isTenants)) tenants.set(field, JSON.stringify(value));
  for (const field of jsonMembers(checked.value).keys()) tenants.delete(field);
  const patch = setJsonMembers(checked.value, tenants);
  const { store, ports } = on.context;
  const now = ports.clock.now();
  const written = await store.write('outbox.edit', { id: opId, now, patch, was: was ?? null });
  return after(on, opId, written, 'This write may have left already; what it sends is fixed.');
}

export async function resolve(
  on: Deciding,
  opId: string,
  { choices }: Pick<Of<'resolve'>, 'choices'>,
): Promise<Result<Op>> {
  const op = await load(on, opId);
  if (!op.ok) return op;
  if (op.value.state !== 'NEEDS_USER' || op.value.error?.code !== REASONS.conflict) {
    return wrongState('This write has no conflict to resolve.');
  }
  const open = op.value.conflicts.filter(({ field }) => !Object.hasOwn(choices, field));
  if (open.length > 0) {
    return invalid(
      'Every disputed field needs a choice.',
      Object.fromEntries(open.map(({ field }) => [field, ['Choose base, mine or theirs.']])),
    );
  }
  const { store, ports } = on.context;
  const input = { id: opId, now: ports.clock.now(), choices };
  const written = await store.write('outbox.resolve', input);
  return after(on, opId, written, 'This choice is not possible here: choose mine or theirs.');
}

export async function link(
  on: Deciding,
  opId: string,
  { id }: Pick<Of<'link'>, 'id'>,
): Promise<Result<Op>> {
  const op = await load(on, opId);
  if (!op.ok) return op;
  const { state, endpoint, entity, params, attempts, watch } = op.value;
  if (state !== 'NEEDS_USER' || ruleOf(endpoint).does !== 'create') {
    return wrongState('Only a create that needs you can be linked to a record.');
  }
  if (attempts === 0 && watch.candidates.length === 0) {
    return wrongState('This write was never sent: no record came of it.');
  }
  const { context } = on;
  const reading = await readRecord(context, entity, id, params);
  if (reading === null) return wrongState('Records of this kind can not be read one by one.');
  if (reading.is === 'failed') return { ok: false, error: reading.error };
  if (reading.is === 'gone') {
    return invalid('The service has no such record.', { id: ['Not found.'] });
  }
  const odd = looksLike(op.value, reading.text) ? '' : ', though it looks different';
  const written = await context.store.write('outbox.link', {
    id: opId,
    now: context.ports.clock.now(),
    reason: `linked to ${id} by a person${odd}`,
    record: reading.text,
    reply: await insteadOfReply(context, op.value, reading.text),
  });
  return after(on, opId, written, 'This write was settled or sent again meanwhile.');
}

export async function recreate(on: Deciding, opId: string): Promise<Result<Op>> {
  const op = await load(on, opId);
  if (!op.ok) return op;
  const { context } = on;
  const { store, ports } = context;
  if (op.value.state === 'NEEDS_USER' && op.value.error?.code === REASONS.gone) {
    const { entity, targetId, params, watch } = op.value;
    const reading = await readRecord(context, entity, targetId, params);
    if (reading?.is === 'failed') return { ok: false, error: reading.error };
    // It is there again: its change goes on, and nothing is made twice.
    if (reading?.is === 'record') return sendAgain(on, opId, watch);
  }
  const written = await store.write('outbox.recreate', {
    id: opId,
    createId: ports.random.uuid(),
    now: ports.clock.now(),
  });
  if (!written.ok) return written;
  switch (written.value.is) {
    case 'notGone':
      return wrongState('Only a write whose record was deleted can make it anew.');
    case 'noCreate':
      return wrongState('Records of this kind can not be made anew here.');
    case 'queued':
      on.changed();
      return on.show(written.value.opId);
  }
}

const SHOWS_NO_CHANGE =
  'There is nothing to take back that shows: the record is as it was before, or does not show what this write set.';

export async function undo(on: Deciding, opId: string): Promise<Result<Op>> {
  const op = await load(on, opId);
  if (!op.ok) return op;
  if (op.value.state === 'QUEUED') return cancel(on, opId);
  if (op.value.state !== 'CONFIRMED') return wrongState('Only a write that arrived can be undone.');
  const intent = undoOf(op.value);
  const queued = intent.ok ? await on.enqueue(intent.value) : intent;
  if (queued.ok || queued.error.code !== 'outbox.noChange') return queued;
  return { ok: false, error: { ...queued.error, message: SHOWS_NO_CHANGE } };
}

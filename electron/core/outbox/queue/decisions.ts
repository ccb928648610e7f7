import { jsonMembers, setJsonMembers } from '../../../../shared/rules/jsonText.ts';
import type { Op } from '../../../../shared/ipc/shapes.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { OpColumns } from '../model/record.ts';
import { bodyText, invalid, knownFields } from '../model/body.ts';
import type { OutboxContext } from './context.ts';
import { wrongState, unknownOp } from '../model/refusals.ts';
import { looksLike } from '../model/matching.ts';
import { decodeOp } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { REASONS, isHeldBack } from '../model/remedies.ts';
import { readRecord } from './service.ts';
import { candidatesOf } from './candidates.ts';
import { insteadOfReply } from './suspects.ts';
import { ruleOf } from '../model/touched.ts';
import type { Intent, Outbox } from '../outbox.ts';
import { undoOf } from '../model/undo.ts';

/** What the decisions of a person need of the outbox around them. */
export interface DecisionTools {
  show(opId: string): Promise<Result<Op>>;
  /** The queue changed: tell the desk, look what can be sent. */
  changed(): void;
  enqueue(intent: Intent): Promise<Result<Op>>;
}

/** Everything that a person can decide about a write. */
export function createDecisions(
  context: OutboxContext,
  tools: DecisionTools,
): Omit<Outbox, 'start' | 'write' | 'finish' | 'changed' | 'hint' | 'close'> {
  const { store, ports } = context;
  const now = (): number => ports.clock.now();

  /** Answers with the op after a change on disk; `null` from there means that it moved meanwhile. */
  const after = async (
    id: string,
    written: Result<OpColumns | null>,
    why: string,
  ): Promise<Result<Op>> => {
    if (!written.ok) return written;
    if (written.value === null) return wrongState(why);
    tools.changed();
    return tools.show(id);
  };

  const holdAll = async (opIds: readonly string[]): Promise<Result<number>> => {
    const held = await store.write('outbox.hold', { ids: opIds, now: now() });
    if (held.ok && held.value > 0) tools.changed();
    return held;
  };
  const resumeAll = async (opIds: readonly string[]): Promise<Result<number>> => {
    const resumed = await store.write('outbox.resume', { ids: opIds, now: now() });
    if (resumed.ok && resumed.value > 0) tools.changed();
    return resumed;
  };
  /** The same for an act on one of many: none was changed where it did not apply. */
  const only = async (id: string, did: Result<number>, why: string): Promise<Result<Op>> => {
    if (!did.ok) return did;
    return did.value === 0 ? wrongState(why) : tools.show(id);
  };

  const load = async (id: string): Promise<Result<OpRecord>> => {
    const columns = await store.read('outbox.columns', { id });
    if (columns === null) return unknownOp();
    const op = decodeOp(columns);
    return op === null
      ? wrongState('Waybill does not understand this write; it can only be given up.')
      : ok(op);
  };

  const exists = async (id: string): Promise<boolean> =>
    (await store.read('outbox.columns', { id })) !== null;

  return {
    async cancel(opId) {
      if (!(await exists(opId))) return unknownOp();
      const written = await store.write('outbox.cancel', { id: opId, now: now() });
      if (!written.ok) return written;
      if (written.value.cancelled.length === 0) {
        return wrongState('This write no longer waits: it is on its way, or it is settled.');
      }
      tools.changed();
      return ok(written.value.cancelled);
    },

    async hold(opId) {
      if (!(await exists(opId))) return unknownOp();
      return only(opId, await holdAll([opId]), 'Only a write that waits can be held.');
    },

    async resume(opId) {
      if (!(await exists(opId))) return unknownOp();
      return only(opId, await resumeAll([opId]), 'This write is not held.');
    },

    holdAll,
    resumeAll,

    async retry(opId) {
      const op = await load(opId);
      if (!op.ok) return op;
      const { state, error, watch, hold } = op.value;
      const { signedIn, maySend } = context.connection;
      if (state !== 'NEEDS_USER' && !signedIn()) {
        return wrongState('Nothing can be sent before you sign in; it is sent by itself then.');
      }
      if (state !== 'NEEDS_USER' && !maySend()) {
        return wrongState('Waybill is set to work offline; it is sent by itself once that ends.');
      }
      if (state === 'QUEUED' && hold !== 'person' && hold !== 'grace') {
        const change = { hold: null, holdUntil: null };
        const reason = 'hurried by a person';
        const written = await store.write('outbox.adjust', {
          id: opId,
          now: now(),
          reason,
          change,
        });
        return after(opId, written, 'This write no longer waits.');
      }
      if (state === 'UNCERTAIN') {
        if (isHeldBack(hold)) return wrongState('This write is held: let it go on first.');
        // Verifying keeps its own time: a create is never looked for too early.
        tools.changed();
        return tools.show(opId);
      }
      const needsOther: readonly string[] = [
        REASONS.conflict,
        REASONS.gone,
        REASONS.orphaned,
        REASONS.noPath,
      ];
      if (state !== 'NEEDS_USER' || needsOther.includes(error?.code ?? '')) {
        return wrongState('Trying again would not help: see what this write offers.');
      }
      const written = await store.write('outbox.move', {
        id: opId,
        from: ['NEEDS_USER'],
        to: 'QUEUED',
        now: now(),
        reason: 'sent again by a person',
        change: {
          error: null,
          hold: null,
          holdUntil: null,
          watch: {
            ...watch,
            absences: 0,
            failures: 0,
            mixUps: 0,
            // A person has seen them and sends it all the same: they are not what it made.
            seenBefore: [...(watch.seenBefore ?? []), ...watch.candidates],
            sendAnyway: true,
            candidates: [],
            approvedAt: now(),
          },
        },
      });
      return after(opId, written, 'This write was settled meanwhile.');
    },

    async discard(opId) {
      if (!(await exists(opId))) return unknownOp();
      const written = await store.write('outbox.discard', { id: opId, now: now() });
      return after(opId, written, 'Only a write that needs you can be given up.');
    },

    async restore(opId) {
      if (!(await exists(opId))) return unknownOp();
      const written = await store.write('outbox.restore', { id: opId, now: now() });
      return after(opId, written, 'This write was not given up.');
    },

    async edit(opId, body) {
      const op = await load(opId);
      if (!op.ok) return op;
      const known = new Set(knownFields(op.value.endpoint));
      const checked = bodyText(op.value.endpoint, body, null);
      if (!checked.ok) return checked;
      const tenants = [...jsonMembers(op.value.patch)].filter(([field]) => !known.has(field));
      const patch = setJsonMembers(checked.value, new Map(tenants));
      const written = await store.write('outbox.edit', { id: opId, now: now(), patch });
      return after(opId, written, 'This write may have left already; what it sends is fixed.');
    },

    async resolve(opId, choices) {
      const op = await load(opId);
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
      const written = await store.write('outbox.resolve', { id: opId, now: now(), choices });
      return after(opId, written, 'This choice is not possible here: choose mine or theirs.');
    },

    async link(opId, id) {
      const op = await load(opId);
      if (!op.ok) return op;
      if (op.value.state !== 'NEEDS_USER' || ruleOf(op.value.endpoint).does !== 'create') {
        return wrongState('Only a create that needs you can be linked to a record.');
      }
      if (op.value.attempts === 0 && op.value.watch.candidates.length === 0)
        return wrongState('This write was never sent: no record came of it.');
      const reading = await readRecord(context, op.value.entity, id, op.value.params);
      if (reading === null) return wrongState('Records of this kind can not be read one by one.');
      if (reading.is === 'failed') return { ok: false, error: reading.error };
      if (reading.is === 'gone') {
        return invalid('The service has no such record.', { id: ['Not found.'] });
      }
      const reason = looksLike(op.value, reading.text)
        ? `linked to ${id} by a person`
        : `linked to ${id} by a person, though it looks different`;
      const written = await store.write('outbox.link', {
        id: opId,
        now: now(),
        reason,
        record: reading.text,
        reply: await insteadOfReply(context, op.value, reading.text),
      });
      return after(opId, written, 'This write was settled meanwhile.');
    },

    async candidates(opId) {
      const op = await load(opId);
      return op.ok ? ok(await candidatesOf(context, op.value)) : op;
    },

    async recreate(opId) {
      const op = await load(opId);
      if (!op.ok) return op;
      const written = await store.write('outbox.recreate', {
        id: opId,
        createId: ports.random.uuid(),
        now: now(),
      });
      if (!written.ok) return written;
      switch (written.value.is) {
        case 'notGone':
          return wrongState('Only a write whose record was deleted can make it anew.');
        case 'noCreate':
          return wrongState('Records of this kind can not be made anew here.');
        case 'queued':
          tools.changed();
          return tools.show(written.value.opId);
      }
    },

    async acknowledge(opId) {
      if (!(await exists(opId))) return unknownOp();
      const written = await store.write('outbox.acknowledge', { id: opId, now: now() });
      return after(opId, written, 'Nothing was found beside this write.');
    },

    async undo(opId) {
      const op = await load(opId);
      if (!op.ok) return op;
      if (op.value.state === 'QUEUED') {
        const written = await store.write('outbox.cancel', { id: opId, now: now() });
        if (!written.ok) return written;
        tools.changed();
        return tools.show(opId);
      }
      if (op.value.state !== 'CONFIRMED')
        return wrongState('Only a write that arrived can be undone.');
      const intent = undoOf(op.value);
      return intent.ok ? tools.enqueue(intent.value) : intent;
    },
  };
}

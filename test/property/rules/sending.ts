import type { Edit, Rule } from './rule.ts';
import {
  DAY_MS,
  NO_FIRST_LOOK,
  create,
  down,
  label,
  late,
  offline,
  online,
  pass,
  replyLost,
  requestLost,
  status,
  up,
} from './words.ts';

const TRANSITIONS = 'outbox/store/transitions.ts';
const OUTBOX = 'outbox/store/statements.ts';
const SEND = 'outbox/queue/send.ts';
const VERIFY = 'outbox/queue/verify.ts';
const SUSPECTS = 'outbox/queue/suspects.ts';

/** Before a second POST it is looked for once more; without that, the first line has to hold. */
const NO_LAST_LOOK: Edit = {
  file: 'outbox/queue/sendCreate.ts',
  text: 'if (candidates.length > 0) return',
  becomes: 'if (candidates.length < 0) return',
};

/** When a write leaves, in which order, and what is done when nobody knows whether it arrived. */
export const sendingRules: readonly Rule[] = [
  {
    rule: 'SENDING is on disk before the first byte leaves',
    edits: [
      {
        file: SEND,
        text: "const begun = await store.write('outbox.move', {",
        becomes:
          "const begun = await (async (_name: string, _move: object) => ({ ok: true, value: await store.read('outbox.columns', { id: op.id }) }) as const)('outbox.move', {",
      },
    ],
    breaks: 'I4',
    acts: [label(0, 1), pass(300)],
  },
  {
    rule: 'at start SENDING becomes UNCERTAIN',
    edits: [
      {
        file: 'outbox/store/recover.ts',
        text: "const to = row.state === 'REJECTED' ? 'NEEDS_USER' : 'UNCERTAIN';",
        becomes:
          "const to = row.state === 'REJECTED' ? 'NEEDS_USER' : row.state === 'SENDING' ? 'QUEUED' : 'UNCERTAIN';",
      },
      NO_LAST_LOOK,
      NO_FIRST_LOOK,
    ],
    breaks: 'I3',
    acts: [replyLost(true), create(1), pass(300), { do: 'restart', database: false, torn: false }],
  },
  {
    rule: 'a create is verified before it is sent again',
    edits: [
      {
        file: VERIFY,
        text: 'return verifyCreate(context, lists, verifying);',
        becomes:
          "return moveFrom(context, verifying, 'QUEUED', 'unverified', { hold: null, holdUntil: null });",
      },
      NO_LAST_LOOK,
    ],
    breaks: 'I3',
    acts: [replyLost(false), create(1), pass(300)],
  },
  {
    rule: 'the settle window goes by before a create is looked for',
    edits: [
      {
        file: VERIFY,
        text: 'const windowEndsAt = sentAt + REQUEST_WINDOW_MS;',
        becomes: 'const windowEndsAt = sentAt;',
      },
      {
        file: SEND,
        text: 'const ms = waits ? REQUEST_WINDOW_MS : backoffMs(random.fraction(), op.watch.failures);',
        becomes: 'const ms = waits ? 0 : backoffMs(random.fraction(), op.watch.failures);',
      },
      {
        file: VERIFY,
        text: 'if (mustWait && !context.requestWindows.isOver(op.id))',
        becomes: 'if (mustWait && sentAt < 0)',
      },
    ],
    breaks: 'I3',
    acts: [late(59_000), create(1), pass(300)],
  },
  {
    rule: 'the settle window is told by a timer, which no setting of the clock shortens',
    edits: [
      {
        file: VERIFY,
        text: 'if (mustWait && !context.requestWindows.isOver(op.id))',
        becomes: 'if (mustWait && sentAt < 0)',
      },
    ],
    breaks: 'I3',
    acts: [
      late(59_000),
      create(1),
      pass(300),
      { do: 'jump', ms: 3_600_000 },
      { do: 'hint' },
      pass(20_000),
    ],
  },
  {
    rule: 'a change without effect waits out the settle window before it is sent again',
    edits: [
      {
        file: 'outbox/queue/verifying.ts',
        text: 'if (now >= windowEndsAt && context.requestWindows.isOver(op.id)) return next();',
        becomes: 'if (windowEndsAt >= 0) return next();',
      },
    ],
    breaks: 'I5',
    acts: [late(59_000), label(0, 1), pass(300), label(0, 2), pass(300)],
  },
  {
    rule: 'three complete lists without it, not one',
    edits: [
      {
        file: 'outbox/queue/context.ts',
        text: 'export const ABSENCES = 3;',
        becomes: 'export const ABSENCES = 1;',
      },
      NO_LAST_LOOK,
    ],
    breaks: 'I3',
    acts: [
      replyLost(false),
      create(1),
      pass(300),
      { do: 'hideNew', where: 'list', forMs: 64_000 },
      pass(65_000),
    ],
  },
  {
    rule: 'what was there before a create is never taken for it',
    edits: [
      {
        file: SUSPECTS,
        text: 'filter(([id]) => isNew(id, list, baseline))',
        becomes: 'filter(() => true)',
      },
      {
        file: SUSPECTS,
        text: 'isGivenAgain = baseline?.ids.has(id) === true',
        becomes: 'isGivenAgain = false',
      },
    ],
    breaks: 'I2',
    acts: [{ do: 'elsewhereCreate', number: 1 }, pass(150_000), requestLost, create(1), pass(300)],
  },
  {
    rule: 'what one create became is never taken for another',
    edits: [
      {
        file: SUSPECTS,
        text: '.filter(({ id }) => !taken.has(id) || anew.has(id))',
        becomes: '.filter(() => taken.size >= 0)',
      },
      // The last look, in the transaction that confirms.
      {
        file: TRANSITIONS,
        text: 'if (creates && isClaimed(db, op, input)) return',
        becomes: 'if (creates && input.now < 0 && isClaimed(db, op, input)) return',
      },
    ],
    breaks: 'I3',
    acts: [create(1), pass(300), requestLost, create(1), pass(300)],
  },
  {
    rule: 'a create that was refused is looked for before it is sent again',
    edits: [
      {
        file: 'outbox/queue/sendCreate.ts',
        text: 'const wasRefused = mayHaveCopy(op) || (op.lastStatus !== null && op.watch.baseline !== null);',
        becomes: 'const wasRefused = op.lastStatus === 0;',
      },
      NO_FIRST_LOOK,
    ],
    breaks: 'I3',
    acts: [
      { do: 'fault', fault: { on: 'write', is: 'twice', ms: 20_000, answer: 'second' } },
      { do: 'createGroup', number: 2 },
      down,
      { do: 'sleep', ms: DAY_MS },
      { do: 'assignNew', driver: 0 },
    ],
  },
  {
    rule: 'wanted twins leave one after the other',
    edits: [
      {
        file: TRANSITIONS,
        text: 'if (input.alone === true && duplicateOf(db, input) !== null) return null;',
        becomes: '',
      },
    ],
    breaks: 'I3',
    acts: [replyLost(true), requestLost, offline, create(3), create(3), online, pass(20_000)],
  },
  {
    rule: 'ids are mapped in the transaction that confirms the create',
    edits: [
      { file: TRANSITIONS, text: 'remap(db, op.entity, temporary, id, literal);', becomes: '' },
    ],
    breaks: 'I6',
    acts: [
      offline,
      { do: 'createGroup', number: 1 },
      { do: 'moveToNewGroup', area: 0 },
      online,
      pass(20_000),
    ],
  },
  {
    rule: 'what depends on a create waits for it',
    edits: [
      {
        file: OUTBOX,
        text: "WHERE ${neededOp.state} <> 'CONFIRMED'))`;",
        becomes: "WHERE ${neededOp.state} <> 'CONFIRMED' AND 1 = 0))`;",
      },
    ],
    breaks: 'I6',
    acts: [
      offline,
      { do: 'createGroup', number: 1 },
      { do: 'moveToNewGroup', area: 0 },
      online,
      pass(20_000),
    ],
  },
  {
    rule: 'writes of one record leave one after the other',
    edits: [
      {
        file: OUTBOX,
        text: 'AND ${firstLane.seq} < ${mineLane.seq}',
        becomes: 'AND ${firstLane.seq} < ${mineLane.seq} AND 1 = 0',
      },
      {
        file: TRANSITIONS,
        text: "if (input.to === 'SENDING' && isBehindAnother(db, columns)) return null;",
        becomes: '',
      },
    ],
    breaks: 'I4',
    acts: [replyLost(true), label(0, 1), { do: 'archive', vehicle: 0 }, pass(20_000)],
  },
  {
    rule: 'an assignment holds the lanes of both records',
    edits: [
      {
        file: 'outbox/store/opStore.ts',
        text: 'return op.also === null ? [target] : [target, op.also];',
        becomes: 'return [target];',
      },
    ],
    breaks: 'I4',
    acts: [
      replyLost(true),
      { do: 'assign', vehicle: 0, driver: 0 },
      { do: 'assign', vehicle: 1, driver: 0 },
      pass(20_000),
    ],
  },
  {
    rule: 'what a reading shows is asked about once the request has surely ended',
    edits: [
      {
        file: VERIFY,
        text: "return notYet(context, op, () => again(context, op, 'its record is not found', watch));",
        becomes: "return again(context, op, 'its record is not found', watch);",
      },
    ],
    breaks: 'I5',
    acts: [
      late(59_000),
      label(1, 4),
      { do: 'hideAll', forMs: 20_000 },
      pass(20_000),
      { do: 'assign', vehicle: 1, driver: 1 },
      { do: 'recreate', op: 0 },
    ],
  },
  {
    rule: 'a stuck write stops its own lane only',
    edits: [
      {
        file: OUTBOX,
        text: 'ON ${firstLane.entity} = ${mineLane.entity}\n  AND ${firstLane.id} = ${mineLane.id} AND ${firstLane.seq}',
        becomes: 'ON ${firstLane.seq}',
      },
    ],
    breaks: 'I11',
    acts: [status(422), label(0, 1), pass(300), label(1, 1), pass(300)],
  },
  {
    rule: 'a fresh reading is compared before anything is sent',
    edits: [
      {
        file: 'outbox/model/compare.ts',
        text: 'conflicts.push({ field, base, mine, theirs: now });',
        becomes: '',
      },
    ],
    breaks: 'I7',
    acts: [
      down,
      label(0, 1),
      { do: 'elsewhere', vehicle: 0, field: 'defaultLabel', value: 2 },
      up,
      pass(20_000),
    ],
  },
  {
    rule: 'only touched fields travel',
    edits: [
      {
        file: SEND,
        text: 'return transmit(context, op, decision.body,',
        becomes:
          'return transmit(context, op, decision.body.replace(/^\\{(?!\\})/, \'{"make":"stale",\'),',
      },
    ],
    breaks: 'I8',
    acts: [label(0, 1), pass(300)],
  },
  {
    rule: 'a delete that was answered as done counts where its record can no longer be read',
    edits: [
      {
        file: 'outbox/queue/deleted.ts',
        text: "const isThere = after?.is === 'record' && !isDeleted(after.text);",
        becomes: "const isThere = after?.is === 'record' && isDeleted(after.text);",
      },
    ],
    breaks: 'I2',
    acts: [status(204), { do: 'deleteArea', area: 0 }, pass(20_000)],
  },
];

import type { Act } from '../acts.ts';
import type { Rule } from './rule.ts';
import {
  NO_FIRST_LOOK,
  create,
  label,
  late,
  offline,
  online,
  pass,
  replyLost,
  requestLost,
} from './words.ts';

const EDIT = 'outbox/store/edit.ts';
const BASE = 'outbox/store/base.ts';
const ENQUEUE = 'outbox/store/enqueue.ts';

const modelOf = (vehicle: number, value: number): Act => ({
  do: 'change',
  vehicle,
  field: 'model',
  value,
});
const theirLabel = (value: number): Act => ({
  do: 'elsewhere',
  vehicle: 1,
  field: 'defaultLabel',
  value,
});
const myLabelByThem = (value: number): Act => ({
  do: 'elsewhereSame',
  vehicle: 1,
  field: 'defaultLabel',
  value,
});
const read: readonly Act[] = [{ do: 'read', vehicle: 1 }, pass(2_000)];
const openForm: Act = { do: 'openForm', vehicle: 1 };
/** A form that does not say when it was opened: own writes of before count, too. */
const openUntimed: Act = { do: 'openForm', vehicle: 1, untimed: true };
/** A write that waits while the service is read. */
const held = (act: Act): readonly Act[] => [offline, act, { do: 'hold', op: 0 }, online];
const saveForm = (value: number): Act => ({ do: 'saveForm', field: 'defaultLabel', value });

/** What happens to a write or a record while a form, or a question, of another window is open. */
export const windowRules: readonly Rule[] = [
  {
    rule: 'what is folded into a write while its form is open stays',
    edits: [
      {
        file: EDIT,
        text: 'mergedEdit(was, mine, op.patch)',
        becomes: 'mergedEdit(op.patch, mine, op.patch)',
      },
    ],
    breaks: 'I1',
    acts: [
      ...[offline, label(1, 4), { do: 'openEdit', op: 0 } as const, modelOf(1, 2)],
      { do: 'saveEdit', value: 1 },
    ],
  },
  {
    rule: 'a field that two windows gave different values is refused to the second one',
    edits: [
      {
        file: EDIT,
        text: 'if (merged.disputed.length > 0) throw new Refusal(alsoEdited(op.endpoint, merged.disputed));',
        becomes: '',
      },
    ],
    breaks: 'I1',
    acts: [
      ...[offline, label(1, 4), { do: 'openEdit', op: 0 } as const, label(1, 3)],
      { do: 'saveEdit', value: 1 },
    ],
  },
  {
    rule: 'what a form showed when it was opened is what its write goes by',
    edits: [
      {
        file: ENQUEUE,
        text: 'seen: left ?? seen,',
        becomes: 'seen: left,',
      },
    ],
    breaks: 'I7',
    acts: [openForm, theirLabel(2), ...read, saveForm(3), pass(300)],
  },
  {
    rule: 'a value that one had once set oneself is own only where own writes alone led to it',
    edits: [
      {
        file: BASE,
        text: 'const follows = left(mine, shown) || steps.some((step) => sameValue(step, was, options));',
        becomes: "const follows = was !== '' || steps.length > 0;",
      },
    ],
    breaks: 'I7',
    acts: [
      ...[label(1, 4), pass(2_000), theirLabel(2), ...read, openUntimed],
      ...[myLabelByThem(4), ...read, saveForm(3), pass(300)],
    ],
  },
  {
    rule: 'what had ended before a form was opened is no reason for what it does not show',
    edits: [
      {
        file: BASE,
        text: 'ownWrites(db, target, seenAt ?? 0)',
        becomes: 'ownWrites(db, target, 0)',
      },
    ],
    breaks: 'I16',
    acts: [
      ...[theirLabel(2), ...read, label(1, 4), pass(2_000)],
      ...[theirLabel(2), ...read, openForm],
      ...[myLabelByThem(4), ...read, saveForm(3), pass(300)],
    ],
  },
  {
    rule: 'a write that ended with theirs chosen has set nothing',
    edits: [
      {
        file: BASE,
        text: 'WHERE ${t.opHistory.opId} = ${t.op.id} AND ${t.opHistory.reason} = ?)',
        becomes: 'WHERE ${t.opHistory.opId} = ${t.op.id} AND ${t.opHistory.reason} = ? AND FALSE)',
      },
    ],
    breaks: 'I7',
    acts: [
      ...[
        theirLabel(2),
        label(1, 4),
        pass(2_000),
        { do: 'resolve', op: 0, choice: 'theirs' } as const,
      ],
      ...[pass(300), openUntimed, myLabelByThem(4), ...read, saveForm(3), pass(300)],
    ],
  },
  {
    rule: 'a field that was typed back, and is changed again, stands on what was seen then',
    edits: [{ file: BASE, text: 'setFields.has(field) ?', becomes: 'known.has(field) ?' }],
    breaks: 'I7',
    acts: [
      ...[myLabelByThem(4), ...read, ...held(modelOf(1, 2)), label(1, 5), label(1, 4)],
      ...[theirLabel(2), ...read, label(1, 6), myLabelByThem(4), pass(300)],
    ],
  },
  {
    rule: 'a choice counts only over the value that it was made over',
    edits: [
      {
        file: EDIT,
        text: 'return chosen.theirs === theirs ? chosen.side : null;',
        becomes: 'return chosen.side;',
      },
    ],
    breaks: 'I7',
    acts: [
      ...[offline, label(1, 4), theirLabel(2), online, pass(2_000)],
      ...[{ do: 'openConflict', op: 0 } as const, theirLabel(3)],
      ...[{ do: 'resolve', op: 0, choice: 'mine' } as const, pass(2_000)],
      ...[{ do: 'saveConflict', choice: 'mine' } as const, pass(300)],
    ],
  },
  {
    rule: 'archiving that is taken back before it was sent is left out only where the service is still so',
    edits: [
      {
        file: ENQUEUE,
        text: 'if (opposite && isStillSo(db, op) && leavesSo(earlier, op)) {',
        becomes: 'if (opposite) {',
      },
    ],
    breaks: 'I2',
    acts: [
      ...held({ do: 'archive', vehicle: 1 }),
      ...[{ do: 'elsewhereArchive', vehicle: 1 } as const, ...read],
      ...[{ do: 'restore', vehicle: 1 } as const, pass(300)],
    ],
  },
  {
    rule: 'an assignment that is taken back before it was sent is left out only where nobody drives',
    edits: [
      {
        file: ENQUEUE,
        text: 'if (isTakenBack && isStillSo(db, op)) {',
        becomes: 'if (isTakenBack) {',
      },
    ],
    breaks: 'I2',
    acts: [
      ...held({ do: 'assign', vehicle: 1, driver: 0 }),
      ...[{ do: 'elsewhereAssign', vehicle: 1, driver: 1 } as const, ...read],
      ...[{ do: 'unassign', vehicle: 1 } as const, pass(300)],
    ],
  },
  {
    rule: 'a create that was sent again while its record was read is not linked',
    edits: [
      {
        file: 'outbox/store/transitions.ts',
        text: "if (op?.state !== 'NEEDS_USER' || id === null) return null;",
        becomes: 'if (op === null || id === null) return null;',
      },
    ],
    breaks: 'I3',
    acts: [
      ...[late(4 * 60_000), requestLost, create(1), pass(20 * 60_000), replyLost(true)],
      { do: 'linkSlowly', op: 0, candidate: 0, ms: 5_000 },
      ...[{ do: 'retry', op: 0 } as const, pass(20_000)],
    ],
  },
  {
    rule: 'a hand-over that is called off leaves nothing in doubt',
    edits: [
      {
        file: 'outbox/store/audit.ts',
        text: "LIMIT 1), '') = ${NOT_HANDED_OVER}))`;",
        becomes: "LIMIT 1), '') = ${HANDED_OVER + NOT_HANDED_OVER}))`;",
      },
    ],
    breaks: 'I2',
    acts: [
      ...[offline, create(1), { do: 'handOver', op: null, isSaved: false } as const],
      ...[online, pass(300)],
    ],
  },
  {
    rule: 'what comes out of a file is looked for before it is sent',
    edits: [
      {
        file: 'outbox/model/transfer.ts',
        text: "    state: 'UNCERTAIN',",
        becomes: "    state: 'QUEUED',",
      },
      {
        file: 'outbox/store/audit.ts',
        text: "WHERE ${t.opHistory.opId} = ${t.op.id} AND ${t.opHistory.toState} = 'UNCERTAIN'",
        becomes: "WHERE ${t.opHistory.opId} = ${t.op.id} AND ${t.opHistory.toState} = 'never'",
      },
      NO_FIRST_LOOK,
    ],
    breaks: 'I3',
    acts: [
      ...[replyLost(false), create(1), pass(300)],
      { do: 'handOver', op: null, isSaved: true },
      { do: 'computer', act: { do: 'takeIn' } },
      { do: 'computer', act: { do: 'resume', op: 0 } },
      pass(2_000),
    ],
  },
  {
    rule: 'the next write of a record waits for a request that nobody answered',
    edits: [
      {
        file: 'outbox/queue/sendOp.ts',
        text: 'if (await isBehindRequest(context, op)) return',
        becomes: 'if (op.seq < 0) return',
      },
    ],
    breaks: 'I5',
    acts: [
      { do: 'archive', vehicle: 0 },
      pass(6_000),
      { do: 'elsewhereRestore', vehicle: 0 },
      { do: 'fault', fault: { on: 'write', is: 'late', ms: 20_000, status: 504 } },
      { do: 'restore', vehicle: 0 },
      pass(300),
      { do: 'archive', vehicle: 0 },
      pass(61_000),
    ],
  },
];

import type { Edit, Rule } from './rule.ts';
import { create, label, late, offline, pass, requestLost, scan, status } from './words.ts';

/** What a write sets is not looked at before it leaves once more with a renewed session. */
const NO_LOOK: Edit = {
  file: 'outbox/queue/send.ts',
  text: 'create === null ? isUntouched(context, sending, before) : create.isUnmade(sending)',
  becomes: 'create === null ? Promise.resolve(true) : create.isUnmade(sending)',
};

/** What others do meanwhile, and what a reading leaves out. */
export const meanwhileRules: readonly Rule[] = [
  {
    rule: 'what is taken back goes by what that write left',
    edits: [
      {
        file: 'outbox/store/enqueue.ts',
        text: 'seen: left ?? seen',
        becomes: 'seen: input.seen ?? null',
      },
    ],
    breaks: 'I7',
    acts: [
      label(1, 4),
      pass(20_000),
      { do: 'elsewhere', vehicle: 1, field: 'defaultLabel', value: 2 },
      { do: 'read', vehicle: 1 },
      pass(2_000),
      { do: 'undo', op: 0 },
      pass(300),
    ],
  },
  {
    rule: 'a change that was refused for a session that had ended is read anew before it leaves again',
    edits: [
      {
        file: 'outbox/queue/send.ts',
        text: 'wasJustRefused(op, sentAt) &&',
        becomes: "(ruleOf(op.endpoint).does !== 'create' || wasJustRefused(op, sentAt)) &&",
      },
      NO_LOOK,
    ],
    breaks: 'I7',
    acts: [{ do: 'meddle', how: 'overwrite' }, status(401), label(1, 4), pass(20_000)],
  },
  {
    rule: 'an entry that was refused again right after the session was renewed is looked for before it leaves again',
    edits: [NO_LOOK],
    breaks: 'I3',
    acts: [
      status(401),
      { do: 'fault', fault: { on: 'write', is: 'statusAfter', status: 401 } },
      { do: 'odometer', vehicle: 1, km: 2 },
      pass(20_000),
    ],
  },
  {
    rule: 'an entry that was refused is not made again where the meter showed the very same before',
    edits: [
      {
        file: 'outbox/queue/send.ts',
        text: 'if (isOther || isShown) {',
        becomes: 'if (isOther) {',
      },
    ],
    breaks: 'I3',
    acts: [
      { do: 'odometer', vehicle: 1, km: 2 },
      pass(20_000),
      { do: 'fault', fault: { on: 'write', is: 'statusAfter', status: 401 } },
      { do: 'odometer', vehicle: 1, km: 2 },
      pass(20_000),
    ],
  },
  {
    rule: 'two writes take each other back only where those before them leave what is asked for',
    edits: [
      {
        file: 'outbox/store/enqueue.ts',
        text: 'last === undefined || sameValue(last.mine, mine, options)',
        becomes: 'true',
      },
    ],
    breaks: 'I1',
    acts: [
      { do: 'elsewhereArchive', vehicle: 1 },
      { do: 'read', vehicle: 1 },
      pass(2_000),
      status(409),
      { do: 'restore', vehicle: 1 },
      pass(2_000),
      offline,
      { do: 'archive', vehicle: 1 },
      { do: 'restore', vehicle: 1 },
      { do: 'cancel', op: -2 },
      { do: 'archive', vehicle: 1 },
      pass(300),
    ],
  },
  {
    rule: 'a reading that leaves out whether a record is archived proves nothing',
    edits: [
      {
        file: 'outbox/model/rule.ts',
        text: 'tellsArchived(members) ?',
        becomes: 'tellsArchived(members) || true ?',
      },
    ],
    breaks: 'I2',
    acts: [
      { do: 'elsewhereArchive', vehicle: 1 },
      scan,
      pass(2_000),
      { do: 'fault', fault: { on: 'one', is: 'silent' } },
      { do: 'restore', vehicle: 1 },
      pass(300),
    ],
  },
  {
    rule: 'a record that is not found is read three times before anybody is asked',
    edits: [
      {
        file: 'outbox/queue/sending.ts',
        text: 'if (absences >= ABSENCES) return ask(',
        becomes: 'if (absences > 0) return ask(',
      },
      {
        file: 'outbox/queue/drain.ts',
        text: 'await this.#goOnWithFound();',
        becomes: '',
      },
    ],
    breaks: 'I2',
    acts: [
      { do: 'fault', fault: { on: 'one', is: 'status', status: 404 } },
      label(1, 4),
      pass(300),
    ],
  },
  {
    rule: 'a create is not sent again over a record that the person has not seen',
    edits: [
      {
        file: 'outbox/queue/decideLeaving.ts',
        text: 'if (shown.some((id) => !seen.includes(id))) return wrongState(UNSEEN);',
        becomes: '',
      },
      {
        file: 'outbox/queue/decideLeaving.ts',
        text: 'watch.candidates.filter((id) => seen.includes(id));',
        becomes: 'watch.candidates;',
      },
    ],
    breaks: 'I3',
    acts: [
      ...[late(4 * 60_000), requestLost, create(1)],
      pass(20 * 60_000),
      { do: 'retryUnseen', op: 0 },
    ],
  },
];

import type { Act } from '../acts.ts';
import type { Edit, Rule } from './rule.ts';
import {
  HOUR_MS,
  create,
  label,
  offline,
  online,
  pass,
  replyLost,
  requestLost,
  scan,
} from './words.ts';

const onlySaid: Act = { do: 'fault', fault: { on: 'write', is: 'onlySaid' } };
const onlySaidUnread: Act = {
  do: 'fault',
  fault: { on: 'write', is: 'onlySaid', unread: true },
};
const stale: Act = { do: 'fault', fault: { on: 'one', is: 'stale' } };
const mixed: Act = { do: 'fault', fault: { on: 'one', is: 'mixed' } };
const silent: Act = { do: 'fault', fault: { on: 'one', is: 'silent' } };

/** A create in doubt is sent again although the mirror that may have shown its record was lost. */
const NO_QUESTION: Edit = {
  file: 'outbox/queue/verifyCreate.ts',
  text: 'if (!(await isInSight(context, op))) {',
  becomes: 'if (isInSight.length < 0) {',
};

/** What proves that something is so: the author's base, a suspect, the record that answered, a line. */
export const proofRules: readonly Rule[] = [
  {
    rule: 'a later edit takes over what the one before it left, not what was read afterwards',
    edits: [
      {
        file: 'outbox/store/base.ts',
        text: 'return [field, isMine ? (read ?? mine) : (replied ?? mine)] as const;',
        becomes: 'return [field, isMine ? (read ?? mine) : (read ?? replied ?? mine)] as const;',
      },
    ],
    breaks: 'I7',
    // The first edit was attempted once, so that the second waits behind it by itself.
    acts: [
      requestLost,
      label(0, 1),
      pass(300),
      label(0, 2),
      { do: 'meddle', how: 'overwrite' },
      pass(61_000),
      pass(20_000),
    ],
  },
  {
    rule: 'every new record may be what a create made, whatever its fields are by now',
    edits: [
      {
        file: 'outbox/queue/suspects.ts',
        text: '.filter(({ isAlike }) => isAlike || baseline !== null)',
        becomes: '.filter(({ isAlike }) => isAlike)',
      },
    ],
    breaks: 'I3',
    acts: [{ do: 'meddle', how: 'register' }, replyLost(false), create(1), pass(300)],
  },
  {
    rule: 'another record’s answer is none',
    edits: [
      {
        file: 'api/reply.ts',
        text: 'if (mistaken !== null) return fail(otherRecordError(row, mistaken));',
        becomes: '',
      },
    ],
    breaks: 'I8',
    acts: [pass(2_000), mixed, mixed, label(0, 1), pass(300)],
  },
  {
    rule: 'the name that the service gave a record proves that its create arrived',
    edits: [
      {
        file: 'recovery/restore.ts',
        text: "const state = named === undefined ? provenState(handle, op.id) : 'CONFIRMED';",
        becomes: 'const state = named === undefined ? provenState(handle, op.id) : null;',
      },
      NO_QUESTION,
    ],
    breaks: 'I3',
    // The line is the one that tells the end of the write; that of the name is left.
    acts: [
      pass(2_000),
      { do: 'createArea', number: 1 },
      pass(300),
      { do: 'elsewhereNew', how: 'delete', value: 1 },
      { do: 'restart', database: true, torn: false, badLine: 11 },
    ],
  },
  {
    rule: 'a create in doubt asks where the mirror that may have shown its record was lost',
    edits: [NO_QUESTION],
    breaks: 'I15',
    acts: [
      pass(2_000),
      replyLost(false),
      { do: 'createArea', number: 2 },
      pass(300),
      { do: 'scan', entity: 'area' },
      pass(300),
      { do: 'elsewhereNew', how: 'delete', value: 1 },
      { do: 'restart', database: true, torn: false },
    ],
  },
  {
    rule: 'what looks the same may be what a create made, though it calls itself older',
    edits: [
      {
        file: 'outbox/queue/suspects.ts',
        text: 'isExact || !isOlder || shown > MUCH_ALIKE,',
        becomes: '!isOlder,',
      },
    ],
    breaks: 'I3',
    acts: [
      pass(2_000),
      { do: 'jumpService', ms: -3 * HOUR_MS },
      replyLost(false),
      { do: 'createArea', number: 1 },
      pass(300),
    ],
  },
  {
    rule: 'what shows most of what was sent may be what a create made, though it calls itself older',
    edits: [
      {
        file: 'outbox/queue/suspects.ts',
        text: 'isExact || !isOlder || shown > MUCH_ALIKE,',
        becomes: 'isExact || !isOlder,',
      },
    ],
    breaks: 'I3',
    acts: [
      pass(2_000),
      { do: 'jumpService', ms: -3 * HOUR_MS },
      { do: 'meddle', how: 'change' },
      replyLost(false),
      { do: 'createArea', number: 1 },
      pass(300),
    ],
  },
  {
    rule: 'a change that was answered as done and does not show is told',
    edits: [
      {
        file: 'outbox/queue/finish.ts',
        text: "isRecognised || does === 'update' || does === 'assign';",
        becomes: 'isRecognised;',
      },
    ],
    breaks: 'I2',
    acts: [onlySaid, { do: 'change', vehicle: 0, field: 'fleetNo', value: 2 }, pass(2_000)],
  },
  {
    rule: 'a change that could not be read after it was answered as done is read again',
    edits: [
      {
        file: 'outbox/queue/changed.ts',
        text: '!isRefused(after.error)) {',
        becomes: 'after.error.code.length < 0) {',
      },
    ],
    breaks: 'I2',
    acts: [onlySaidUnread, { do: 'change', vehicle: 0, field: 'fleetNo', value: 2 }, pass(2_000)],
  },
  {
    rule: 'a create that was answered with an id which nobody knows was not made',
    edits: [
      {
        file: 'outbox/queue/created.ts',
        text: 'isUnknown || couldNotBeRead(reading)',
        becomes: 'couldNotBeRead(reading)',
      },
    ],
    breaks: 'I2',
    acts: [onlySaid, { do: 'createArea', number: 1 }, pass(2_000)],
  },
  {
    rule: 'a create whose record could not be read after it was answered was not made',
    edits: [
      {
        file: 'outbox/queue/created.ts',
        text: 'isUnknown || couldNotBeRead(reading)',
        becomes: 'isUnknown',
      },
    ],
    breaks: 'I2',
    acts: [
      { do: 'fault', fault: { on: 'one', is: 'mixed' } },
      onlySaid,
      { do: 'createArea', number: 1 },
      pass(2_000),
    ],
  },
  {
    rule: 'what has the id of a record that went may be what a create made',
    edits: [
      {
        file: 'outbox/queue/suspects.ts',
        text: 'baselines.length === 0 || taken.size === 0',
        becomes: 'baselines.length === 0 || taken.size >= 0',
      },
    ],
    breaks: 'I3',
    acts: [
      { do: 'createArea', number: 2 },
      { do: 'deleteNew' },
      { do: 'putServiceBack' },
      { do: 'createArea', number: 3 },
    ],
  },
  {
    rule: 'what this desk made and lost between two requests of a create may give it its id',
    edits: [
      {
        file: 'outbox/model/record.ts',
        text: 'return [baseline, latestBaseline]',
        becomes: 'return [baseline, latestBaseline === null ? null : baseline]',
      },
    ],
    breaks: 'I3',
    acts: [
      { do: 'network', down: true },
      { do: 'createArea', number: 2 },
      { do: 'createArea', number: 3 },
      { do: 'fault', fault: { on: 'write', is: 'status', status: 429 } },
      { do: 'network', down: false },
      pass(31_000),
      { do: 'putServiceBack' },
    ],
  },
  {
    rule: 'what is younger than all that was there may be what a create made, also under an id that was there',
    edits: [
      {
        file: 'outbox/queue/suspects.ts',
        text: 'return latestMs !== null && (madeAtMs',
        becomes: 'return latestMs === null && (madeAtMs',
      },
    ],
    breaks: 'I3',
    acts: [
      { do: 'elsewhereCreate', number: 1 },
      pass(2_000),
      { do: 'fault', fault: { on: 'write', is: 'late', ms: 90_000 } },
      { do: 'createVehicle', number: 4 },
      pass(2_000),
      { do: 'putServiceBack' },
      { do: 'network', down: true },
      pass(61_000),
      { do: 'network', down: false },
    ],
  },
  {
    rule: 'a reading that may be older than an own write does not show that the next one is done',
    edits: [
      {
        file: 'outbox/model/compare.ts',
        text: 'if (!mayBeOlder) dropped.add(field);',
        becomes: 'dropped.add(field);',
      },
    ],
    breaks: 'I2',
    acts: [label(1, 4), stale, { do: 'undo', op: 3 }, pass(300)],
  },
  {
    rule: 'without a total a page of fewer rows than were asked for is not the last one',
    edits: [
      {
        file: 'api/paging.ts',
        text: 'if (total === null) return false;',
        becomes: 'if (total === null) return rows < asked;',
      },
    ],
    breaks: 'I3',
    acts: [{ do: 'lists', manner: 'bare' }, replyLost(false), create(1), pass(300)],
  },
  {
    rule: 'a driver that a reading does not tell of is taken off only by a request',
    edits: [
      {
        file: 'outbox/model/compare.ts',
        text: '&& !shown.has(field);',
        becomes: '&& shown.has(field);',
      },
    ],
    breaks: 'I2',
    acts: [
      { do: 'colleague', act: { do: 'assign', vehicle: 0, driver: 0 } },
      pass(2_000),
      scan,
      pass(2_000),
      offline,
      { do: 'unassign', vehicle: 0 },
      { do: 'restart', database: true, torn: false, badLine: 1 },
      silent,
      silent,
      silent,
      online,
      pass(20_000),
    ],
  },
];

import { LAST_BATCH } from '../remains.ts';
import type { Rule } from './rule.ts';
import {
  DAY_MS,
  create,
  down,
  label,
  late,
  offline,
  online,
  pass,
  replyLost,
  status,
  up,
} from './words.ts';

const TRANSITIONS = 'outbox/store/transitions.ts';
const SEND = 'outbox/queue/send.ts';

/** What is compared and asked, what an answer means, and what is kept. */
export const keepingRules: readonly Rule[] = [
  {
    rule: 'what waited for a week asks before it leaves',
    edits: [{ file: SEND, text: '> OLD_MS) {', becomes: '> OLD_MS * 1e6) {' }],
    breaks: 'I7',
    acts: [down, label(0, 1), { do: 'jump', ms: 8 * DAY_MS }, pass(70_000), up, pass(70_000)],
  },
  {
    rule: 'Retry-After is honoured',
    edits: [
      {
        file: SEND,
        text: 'const ms = Math.min(RATE_LIMIT_MS, Math.max(0, outcome.waitMs));',
        becomes: 'const ms = 0;',
      },
    ],
    breaks: 'I11',
    acts: [
      { do: 'fault', fault: { on: 'write', is: 'status', status: 429, retryAfterS: 40 } },
      label(0, 1),
      pass(20_000),
    ],
  },
  {
    rule: 'a 401 holds the write and never refuses it',
    edits: [
      {
        file: 'api/outcome.ts',
        text: "if (reply.status === 401) return { is: 'signIn', wasRefused: exchanged.unsent !== true };",
        becomes:
          "if (reply.status === 401) return { is: 'rejected', status: 401, error: statusError(row, reply), body: '' };",
      },
    ],
    breaks: 'I2',
    acts: [
      ...[status(401), status(401), status(401)],
      // Nothing tells that the session is accepted elsewhere.
      { do: 'mistake', is: 'absent', forMs: 20_000 },
      label(0, 1),
      pass(5_000),
    ],
  },
  {
    rule: 'a gateway that gives up refuses nothing',
    edits: [
      {
        file: 'api/outcome.ts',
        text: 'if (REJECTED.has(reply.status)) {',
        becomes: 'if (reply.status >= 400) {',
      },
    ],
    breaks: 'I2',
    acts: [
      { do: 'fault', fault: { on: 'write', is: 'statusAfter', status: 502 } },
      create(1),
      pass(300),
    ],
  },
  {
    rule: 'a page of HTML confirms nothing',
    edits: [
      {
        file: 'api/outcome.ts',
        text: 'if (!checked.ok) return uncertain(checked.error.message, reply);',
        becomes:
          "if (!checked.ok) return { is: 'applied', reply: { status: 200, headers: {}, text: '{}', path: '$' } };",
      },
    ],
    breaks: 'I2',
    acts: [{ do: 'fault', fault: { on: 'write', is: 'html' } }, label(0, 1), pass(300)],
  },
  {
    rule: 'a passing 404 proves no delete: it takes two complete lists, too',
    edits: [
      {
        file: 'outbox/queue/verifyDelete.ts',
        text: "if (absence.is === 'unproved') return deleteAgain(context, op, absence.why);",
        becomes:
          "if (absence.is === 'unproved') return confirmOp(context, op, 'gone', null, { gone: true });",
      },
    ],
    breaks: 'I2',
    acts: [
      pass(2_000),
      { do: 'hideArea', area: 0, where: 'id', forMs: 30_000 },
      status(404),
      { do: 'deleteArea', area: 0 },
      pass(20_000),
    ],
  },
  {
    rule: 'the journal is written with every write',
    edits: [
      {
        file: 'db/journaling.ts',
        text: 'journal.append(entries);',
        becomes: '',
      },
    ],
    breaks: 'I1',
    acts: [down, label(0, 1), { do: 'restart', database: true, torn: false }],
  },
  {
    rule: 'what the journal holds comes back when the database is lost',
    edits: [
      {
        file: 'recovery/reconcile.ts',
        text: "restoreEntries(handle, journal.entries, { known: 'replace', proven, nowMs }),",
        becomes: "restoreEntries(handle, [], { known: 'replace', proven, nowMs }),",
      },
    ],
    breaks: 'I1',
    acts: [down, label(0, 1), { do: 'restart', database: true, torn: true }],
  },
  {
    rule: 'what can not be understood is set aside and asks',
    edits: [
      {
        file: 'outbox/queue/drain.ts',
        text: 'if (op === null) await quarantine(context, columns);',
        becomes: 'if (op === null) this.#lookAgain = false;',
      },
    ],
    breaks: 'I11',
    acts: [down, label(0, 1), { do: 'undecodable', op: 0 }, up, pass(20_000)],
  },
  {
    rule: 'only what was never attempted is folded into',
    edits: [
      {
        file: 'outbox/store/enqueue.ts',
        text: "return columns.state === 'QUEUED' && columns.attempts === 0 && columns.last_status === null;",
        becomes: "return columns.state === 'QUEUED' || columns.state === 'SENDING';",
      },
    ],
    breaks: 'I2',
    acts: [replyLost(true), label(0, 1), pass(300), label(0, 2), pass(300)],
  },
  {
    rule: 'a change that is typed back stays wanted where somebody else set something since',
    edits: [
      {
        file: 'outbox/store/enqueue.ts',
        text: 'const now = heldOf === null ? mine : heldOf(field);',
        becomes: 'const now = heldOf === null ? null : mine;',
      },
    ],
    breaks: 'I1',
    acts: [
      label(0, 1),
      pass(20_000),
      down,
      label(0, 2),
      { do: 'hold', op: 1 },
      up,
      { do: 'elsewhere', vehicle: 0, field: 'defaultLabel', value: 3 },
      { do: 'read', vehicle: 0 },
      pass(2_000),
      label(0, 1),
    ],
  },
  {
    rule: 'a step that was overtaken moves nothing, and no illegal move is made',
    edits: [
      {
        file: TRANSITIONS,
        text: 'if (columns === null || !input.from.includes(columns.state)) return null;',
        becomes: 'if (columns === null) return null;',
      },
      {
        file: 'outbox/model/states.ts',
        text: 'return TRANSITIONS[from].includes(to);',
        becomes: 'return TRANSITIONS[from].length >= 0 || TRANSITIONS[from].includes(to);',
      },
    ],
    breaks: 'I13',
    acts: [
      pass(2_000),
      { do: 'fault', fault: { on: 'read', is: 'requestLost', hang: true } },
      label(0, 1),
      pass(300),
      { do: 'cancel', op: 0 },
      pass(61_000),
    ],
  },
  {
    rule: 'an unreadable end of a journal proves no state where the database is lost',
    edits: [
      {
        file: 'recovery/reconcile.ts',
        text: 'isBehind ? withoutItsDatabase(read) : read;',
        becomes: 'isBehind && read.batch < 0 ? withoutItsDatabase(read) : read;',
      },
      {
        file: 'outbox/queue/sendCreate.ts',
        text: 'if (made.length === 0) return',
        becomes: 'if (made.length >= 0) return',
      },
    ],
    breaks: 'I3',
    acts: [
      { do: 'fault', fault: { on: 'write', is: 'replyLost', hang: true } },
      { do: 'createArea', number: 1 },
      pass(300),
      { do: 'restart', database: true, torn: false, badLine: LAST_BATCH },
    ],
  },
  {
    rule: 'the view is worked out from the base',
    edits: [
      {
        file: 'mirror/overlay.ts',
        text: 'const base = record.base ?? ',
        becomes: 'const base = record.overlay ?? record.base ?? ',
      },
    ],
    breaks: 'I10',
    acts: [down, label(0, 1), { do: 'cancel', op: 0 }],
  },
  {
    rule: 'the audit looks for second records',
    edits: [
      {
        file: 'outbox/queue/audit.ts',
        text: 'if (await audit(context, lists, op, { since, now })) found();',
        becomes: 'if (now < 0 && (await audit(context, lists, op, { since, now }))) found();',
      },
    ],
    breaks: 'I3',
    acts: [late(4 * 60_000), create(1), pass(300)],
  },
  {
    rule: 'each identity has a database of its own',
    edits: [
      {
        file: 'identity.ts',
        text: 'const parts = JSON.stringify([workspace, service, tenant, user]);',
        becomes: 'const parts = JSON.stringify([workspace, service]);',
      },
    ],
    breaks: 'I12',
    acts: [
      { do: 'signIn' },
      pass(2_000),
      offline,
      create(1),
      { do: 'signInAs', tenant: 1 },
      online,
      pass(20_000),
    ],
  },
  {
    rule: 'nobody is signed in whose token names another person than the service',
    edits: [
      {
        file: 'session/signIn.ts',
        text: 'if (areTwoPeople(claims, confirmed)) return MIXED_UP;',
        becomes: '',
      },
      {
        file: 'session/adopt.ts',
        text: 'if (isMixedUp(accounts.all(), known, entry)) return MIXED_UP;',
        becomes: '',
      },
    ],
    breaks: 'I12',
    acts: [
      offline,
      label(0, 1),
      { do: 'account', tenant: 1 },
      { do: 'mistake', is: 'session', forMs: 20_000 },
      { do: 'signIn' },
      online,
      pass(20_000),
    ],
  },
  {
    rule: 'what a changed write had wanted before is its author’s own',
    edits: [
      {
        file: 'outbox/model/compare.ts',
        text: 'if (leftBefore.has(field) && sameValue(',
        becomes: 'if (!leftBefore.has(field) && sameValue(',
      },
    ],
    breaks: 'I2',
    acts: [
      { do: 'fault', fault: { on: 'write', is: 'twice', ms: 20_000, answer: 'second' } },
      { do: 'changeArea', area: 2, value: 2 },
      down,
      { do: 'sleep', ms: DAY_MS },
      pass(2_000),
      { do: 'edit', op: 0, value: 2 },
    ],
  },
  {
    rule: 'working offline and the queue do not wait for a sign-in',
    edits: [
      {
        file: 'session/session.ts',
        text: 'inTurn(async () => cancelled() ?? adopt(session, entry)),',
        becomes: 'Promise.resolve(cancelled() ?? adopt(session, entry)),',
      },
      {
        file: 'session/session.ts',
        text: 'signInWithToken: signIn.withToken,',
        becomes: 'signInWithToken: (given) => inTurn(() => signIn.withToken(given)),',
      },
    ],
    breaks: 'I17',
    acts: [pass(2_000), { do: 'signInHangs' }, { do: 'look' }],
  },
  {
    rule: 'no secret is logged',
    edits: [
      {
        file: 'session/secrets.ts',
        text: 'await ports.secrets.set(accountId, secret);',
        becomes:
          "await ports.secrets.set(accountId, secret);\n    ports.log.write('info', 'secrets.kept', { token: secret.token });",
      },
      {
        file: 'createCore.ts',
        text: 'log: redactedLog(log, redactor) }, policy);',
        becomes: 'log }, policy);',
      },
    ],
    breaks: 'I14',
    acts: [{ do: 'signIn' }],
  },
  {
    rule: 'no secret that a service quotes is kept',
    edits: [
      {
        file: 'api/exchange.ts',
        text: "? await redactor.body(body.subarray(0, ERROR_BYTES), 'messages')",
        becomes: '? body.subarray(0, ERROR_BYTES)',
      },
      {
        file: 'api/client.ts',
        text: 'return { ...outcome, detail: text(outcome.detail), body: text(outcome.body) };',
        becomes: 'return text === undefined ? outcome : { ...outcome };',
      },
      {
        file: 'outbox/store/opStore.ts',
        text: 'withoutTokens(lastBody.slice(0, STORED_BODY))',
        becomes: 'lastBody.slice(0, STORED_BODY)',
      },
    ],
    breaks: 'I14',
    acts: [
      { do: 'fault', fault: { on: 'write', is: 'echo', status: 400 } },
      label(0, 1),
      pass(300),
    ],
  },
];

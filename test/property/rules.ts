import type { Act } from './acts.ts';

/** A change of one source text; it has to occur exactly once. */
export interface Edit {
  /** Under `electron/core`. */
  file: string;
  text: string;
  becomes: string;
}

/** A protective rule, how it is switched off, and what then no longer holds. */
export interface Rule {
  rule: string;
  edits: readonly Edit[];
  breaks: string;
  /** What makes the difference: with the rule in force these break nothing. */
  acts: readonly Act[];
}

const DAY_MS = 24 * 3_600_000;
const pass = (ms: number): Act => ({ do: 'pass', ms });
const down: Act = { do: 'network', down: true };
const up: Act = { do: 'network', down: false };
const offline: Act = { do: 'workOffline', on: true };
const online: Act = { do: 'workOffline', on: false };
const create = (number: number): Act => ({ do: 'createVehicle', number });
const label = (vehicle: number, value: number): Act => ({
  do: 'change',
  vehicle,
  field: 'defaultLabel',
  value,
});
const replyLost = (hang: boolean): Act => ({
  do: 'fault',
  fault: { on: 'write', is: 'replyLost', hang },
});
const requestLost: Act = {
  do: 'fault',
  fault: { on: 'write', is: 'requestLost', hang: false },
};
const late = (ms: number): Act => ({ do: 'fault', fault: { on: 'write', is: 'late', ms } });
const status = (code: number): Act => ({
  do: 'fault',
  fault: { on: 'write', is: 'status', status: code },
});
const stranger: Act = { do: 'fault', fault: { on: 'me', is: 'stranger' } };
const scan: Act = { do: 'scan', entity: 'vehicle' };
const twoScans: readonly Act[] = [pass(2_000), scan, pass(2_000), scan, pass(2_000)];

const SETTLE = 'db/queries/outboxSettle.ts';
const OUTBOX = 'db/queries/outbox.ts';
const SEND = 'outbox/send.ts';
const VERIFY = 'outbox/verify.ts';

/** Before a second POST it is looked for once more; without that, the first line has to hold. */
const NO_LAST_LOOK: Edit = {
  file: SEND,
  text: 'if (candidates.length > 0) {',
  becomes: 'if (candidates.length < 0) {',
};

/** Every protective rule of mirror and outbox that can be switched off by changing a text. */
export const rules: readonly Rule[] = [
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
        file: SETTLE,
        text: "const to = row.state === 'REJECTED' ? 'NEEDS_USER' : 'UNCERTAIN';",
        becomes:
          "const to = row.state === 'REJECTED' ? 'NEEDS_USER' : row.state === 'SENDING' ? 'QUEUED' : 'UNCERTAIN';",
      },
      NO_LAST_LOOK,
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
        becomes: "return again(context, verifying, 'unverified', verifying.watch);",
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
        text: 'const settlesAt = sentAt + SETTLE_MS;',
        becomes: 'const settlesAt = sentAt;',
      },
      {
        file: SEND,
        text: 'const ms = waits ? SETTLE_MS : pauseMs(random.fraction(), op.watch.failures);',
        becomes: 'const ms = waits ? 0 : pauseMs(random.fraction(), op.watch.failures);',
      },
    ],
    breaks: 'I3',
    acts: [late(59_000), create(1), pass(300)],
  },
  {
    rule: 'a change without effect waits out the settle window before it is sent again',
    edits: [
      {
        file: VERIFY,
        text: 'if (context.ports.clock.now() >= settlesAt) {',
        becomes: 'if (settlesAt >= 0) {',
      },
    ],
    breaks: 'I5',
    acts: [late(59_000), label(0, 1), pass(300), label(0, 2), pass(300)],
  },
  {
    rule: 'three complete lists without it, not one',
    edits: [
      {
        file: 'outbox/context.ts',
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
      { file: VERIFY, text: '!seen.has(id) && !adopted.has(id)', becomes: '!adopted.has(id)' },
    ],
    breaks: 'I2',
    acts: [{ do: 'elsewhereCreate', number: 1 }, requestLost, create(1), pass(300)],
  },
  {
    rule: 'what one create became is never taken for another',
    edits: [{ file: VERIFY, text: '!seen.has(id) && !adopted.has(id)', becomes: '!seen.has(id)' }],
    breaks: 'I3',
    acts: [create(1), pass(300), requestLost, create(1), pass(300)],
  },
  {
    rule: 'wanted twins leave one after the other',
    edits: [
      {
        file: SETTLE,
        text: 'if (input.alone === true && hasTwinUnderWay(db, columns)) return null;',
        becomes: '',
      },
    ],
    breaks: 'I3',
    acts: [replyLost(true), requestLost, offline, create(3), create(3), online, pass(20_000)],
  },
  {
    rule: 'ids are mapped in the transaction that confirms the create',
    edits: [{ file: SETTLE, text: 'remap(db, op.entity, temporary, id, literal);', becomes: '' }],
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
        text: "WHERE needed.state <> 'CONFIRMED'))`;",
        becomes: "WHERE needed.state <> 'CONFIRMED' AND 1 = 0))`;",
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
        text: 'AND first.seq < mine.seq',
        becomes: 'AND first.seq < mine.seq AND 1 = 0',
      },
    ],
    breaks: 'I4',
    acts: [replyLost(true), label(0, 1), { do: 'archive', vehicle: 0 }, pass(20_000)],
  },
  {
    rule: 'an assignment holds the lanes of both records',
    edits: [
      {
        file: 'db/queries/opStore.ts',
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
    rule: 'a stuck write stops its own lane only',
    edits: [
      {
        file: OUTBOX,
        text: 'ON first.entity = mine.entity AND first.id = mine.id AND first.seq < mine.seq',
        becomes: 'ON first.seq < mine.seq',
      },
    ],
    breaks: 'I11',
    acts: [status(422), label(0, 1), pass(300), label(1, 1), pass(300)],
  },
  {
    rule: 'a fresh reading is compared before anything is sent',
    edits: [
      {
        file: 'outbox/compare.ts',
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
        text: 'return transmit(context, op, decision.body, fresh.text, op.watch);',
        becomes:
          'return transmit(context, op, decision.body.replace(/^\\{(?!\\})/, \'{"make":"stale",\'), fresh.text, op.watch);',
      },
    ],
    breaks: 'I8',
    acts: [label(0, 1), pass(300)],
  },
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
        text: "if (reply.status === 401) return { is: 'signIn' };",
        becomes:
          "if (reply.status === 401) return { is: 'rejected', status: 401, error: statusError(row, reply), body: '' };",
      },
    ],
    breaks: 'I2',
    acts: [status(401), status(401), label(0, 1), pass(300)],
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
    rule: 'a missing record proves a delete only while the service knows who asks',
    edits: [
      {
        file: SEND,
        text: "if (same === true)\n    return confirmOp(context, op, 'the service no longer has it', null, { gone: true });",
        becomes:
          "return confirmOp(context, op, 'the service no longer has it', null, { gone: true });",
      },
    ],
    breaks: 'I2',
    acts: [
      pass(2_000),
      { do: 'hideArea', area: 0, where: 'id', forMs: 30_000 },
      ...Array.from({ length: 20 }, (): Act => ({
        do: 'fault',
        fault: { on: 'me', is: 'status', status: 403 },
      })),
      { do: 'deleteArea', area: 0 },
      pass(20_000),
    ],
  },
  {
    rule: 'the journal is written with every write',
    edits: [
      {
        file: 'db/keep.ts',
        text: 'journal.append(written.map((kept) => entryFor(handle, kept)));',
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
        file: 'db/reconcile.ts',
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
        file: 'outbox/drain.ts',
        text: 'if (op === null) await quarantine(context, columns);',
        becomes: 'if (op === null) lookAgain = false;',
      },
    ],
    breaks: 'I11',
    acts: [down, label(0, 1), { do: 'undecodable', op: 0 }, up, pass(20_000)],
  },
  {
    rule: 'only what was never attempted is folded into',
    edits: [
      {
        file: 'db/queries/outboxEnqueue.ts',
        text: "return columns.state === 'QUEUED' && columns.attempts === 0;",
        becomes: "return columns.state === 'QUEUED' || columns.state === 'SENDING';",
      },
    ],
    breaks: 'I2',
    acts: [replyLost(true), label(0, 1), pass(300), label(0, 2), pass(300)],
  },
  {
    rule: 'a step that was overtaken moves nothing, and no illegal move is made',
    edits: [
      {
        file: SETTLE,
        text: 'if (columns === null || !input.from.includes(columns.state)) return null;',
        becomes: 'if (columns === null) return null;',
      },
      {
        file: 'outbox/states.ts',
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
    rule: 'the view is worked out from the base',
    edits: [
      {
        file: 'db/queries/overlay.ts',
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
        file: 'outbox/audit.ts',
        text: 'if (await audit(context, lists, op)) news = true;',
        becomes: 'if (now < 0 && (await audit(context, lists, op))) news = true;',
      },
    ],
    breaks: 'I3',
    acts: [late(4 * 60_000), create(1), pass(300)],
  },
  {
    rule: 'each identity has a database of its own',
    edits: [
      {
        file: 'session/identity.ts',
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
    rule: 'no secret is logged',
    edits: [
      {
        file: 'session/secrets.ts',
        text: 'await ports.secrets.set(accountId, secret);',
        becomes:
          "await ports.secrets.set(accountId, secret);\n    ports.log.write('info', 'secrets.kept', { token: secret.token });",
      },
    ],
    breaks: 'I14',
    acts: [{ do: 'signIn' }],
  },
  {
    rule: 'two complete lists without a record, not one',
    edits: [
      {
        file: 'db/queries/scans.ts',
        text: 'export const ABSENCES_WANTED = 2;',
        becomes: 'export const ABSENCES_WANTED = 1;',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      scan,
      pass(2_000),
    ],
  },
  {
    rule: 'a record goes only when its id is refused, too',
    edits: [
      {
        file: 'sync/prune.ts',
        text: 'if (read.value === null) gone.push(id);',
        becomes: 'gone.push(id);',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'list', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'many records never go at once',
    edits: [
      {
        file: 'sync/prune.ts',
        text: 'return going > MOST_ROWS || (going > 1 && going > total * MOST_SHARE);',
        becomes: 'return going > MOST_ROWS;',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      { do: 'hide', vehicle: 1, where: 'both', forMs: 20_000 },
      ...twoScans,
    ],
  },
  {
    rule: 'the total has to be the number of records',
    edits: [
      {
        file: 'sync/scan.ts',
        text: 'if (totals.some((total) => total !== null && total !== unique)) {',
        becomes: 'if (totals.length < 0) {',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'uncounted', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'the first page has to be the same again',
    edits: [
      {
        file: 'sync/scan.ts',
        text: "if (again.value.ids.join('\\n') !== firstIds.join('\\n')) doubt ??= 'the first page changed';",
        becomes: '',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'moved', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'an incomplete scan only adds and updates',
    edits: [
      {
        file: 'sync/scan.ts',
        text: 'if (doubt !== null) {',
        becomes: 'if (doubt !== null && rows < 0) {',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'uncounted', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'the same person is signed in before and after a scan',
    edits: [
      {
        file: 'sync/scan.ts',
        text: '(before?.canary === after?.canary ? null :',
        becomes: '(before?.canary !== undefined ? null :',
      },
      {
        file: 'sync/prune.ts',
        text: 'if (after?.canary !== who?.canary) return',
        becomes: 'if (after === undefined) return',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      stranger,
      scan,
      pass(2_000),
      stranger,
      scan,
      pass(2_000),
    ],
  },
  {
    rule: 'what a write waits for never goes',
    edits: [
      {
        file: 'db/queries/scans.ts',
        text: 'WHERE entity = ? AND id = ? AND pending = 0 AND base IS NOT NULL`,',
        becomes: 'WHERE entity = ? AND id = ? AND base IS NOT NULL`,',
      },
      {
        file: 'db/queries/scans.ts',
        text: "'DELETE FROM record WHERE entity = ? AND id = ? AND pending = 0'",
        becomes: "'DELETE FROM record WHERE entity = ? AND id = ?'",
      },
      {
        file: 'db/queries/removals.ts',
        text: '${absent} AND pending = 0 AND temporary = 0',
        becomes: '${absent} AND temporary = 0',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      status(422),
      label(0, 1),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      ...twoScans,
    ],
  },
];

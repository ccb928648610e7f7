import { readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { addFunctions } from '../../electron/core/mirror/functions.ts';
import { derivedFaults } from '../support/derived.ts';
import { readJournal } from '../../electron/core/db/journal.ts';
import type { AppliedChange } from '../../electron/service/journal.ts';
import { endpoint } from '../../shared/api/catalogue.ts';
import { judge } from '../support/judge.ts';
import type { Case, Deed, JudgedOp } from '../support/judgeCase.ts';
import type { Entry } from './diary.ts';
import type { Desk, World } from './lives.ts';
import type { Intent, Ref } from './script.ts';

/** What was found after everything settled. All lists are empty when the promises hold. */
export interface Findings {
  /** Acknowledged, and neither applied nor told of. */
  lost: string[];
  /** Applied more than once. */
  duplicated: string[];
  /** Applied without having been asked for, or in another order. */
  unexplained: string[];
  /** Files that are not whole. */
  damaged: string[];
  /** What the second judge finds in the service's log and the ledger. */
  judged: string[];
  /** Edits that the application refused at once: nobody was told that they are kept. */
  refused: number;
  /** How often the application said that it can't know and asked. */
  flagged: number;
  /** Acknowledged steps that were checked. */
  acknowledged: number;
}

interface Step {
  intent: Intent;
  /** Whether it was acknowledged; else the process was killed before it could be, or after. */
  kept: boolean;
  opId: string | null;
  cancelled: boolean;
  /** What was applied of it. */
  applied: AppliedChange[];
}

/** Holds what the person was told against the service's log and the files. Call after a last life. */
export function audit(world: World, desk: Desk): Findings {
  const diary = desk.diary();
  const findings: Findings = {
    lost: [],
    duplicated: [],
    unexplained: [],
    damaged: [],
    judged: [],
    refused: 0,
    flagged: diary.filter((entry) => entry.is === 'asked' && entry.answer !== 'corrected').length,
    acknowledged: diary.filter(({ is }) => is === 'kept').length,
  };
  const steps = stepsOf(diary, findings);
  const changes = world.service.log().slice(desk.logFrom);
  const ids = explain(world, steps, changes, findings);
  const files = filesOf(desk.dataDir);
  if (files.length !== 1) findings.damaged.push(`${files.length} databases instead of one`);
  for (const file of files) {
    const states = checkFiles(file, steps, findings);
    for (const [number, step] of steps) checkStep(number, step, states, findings);
    const sent = [...steps].filter(([, { opId }]) => states.get(opId ?? '') !== 'CANCELLED');
    checkSettings(new Map(sent), ids, changes, findings, historiesOf(file));
    findings.judged.push(...judgeFile(file, steps, changes));
  }
  return findings;
}

function stepsOf(diary: readonly Entry[], findings: Findings): Map<number, Step> {
  const steps = new Map<number, Step>();
  for (const entry of diary) {
    switch (entry.is) {
      case 'intent':
        steps.set(entry.step, {
          intent: entry.intent,
          kept: false,
          opId: null,
          cancelled: false,
          applied: [],
        });
        break;
      case 'kept':
        Object.assign(steps.get(entry.step) ?? {}, { kept: true, opId: entry.opId });
        break;
      case 'cancelled':
        Object.assign(steps.get(entry.step) ?? {}, { cancelled: true });
        break;
      case 'skipped':
        steps.delete(entry.step);
        break;
      case 'refused': {
        const step = steps.get(entry.step);
        steps.delete(entry.step);
        findings.refused += 1;
        // What it builds on may have been cut off by a kill, or be read again only now.
        const told = entry.code === 'outbox.noChange' || entry.code === 'outbox.unknownRecord';
        if (told && step !== undefined && 'on' in step.intent) break;
        findings.lost.push(`step ${entry.step} was refused: ${entry.code}`);
        break;
      }
      case 'asked':
      case 'settled':
      case 'end':
      case 'bug':
        break;
    }
  }
  return steps;
}

function field(change: AppliedChange, name: string): string {
  const body = JSON.parse(change.bodyText === '' ? '{}' : change.bodyText) as Record<
    string,
    unknown
  >;
  return String(body[name]);
}

const KEY_FIELD: Partial<Record<string, string>> = {
  createVehicle: 'regNo',
  createArea: 'name',
  createDevice: 'imei',
};

/** Gives every change to the step that it came of; tells the id of what each step made. */
function explain(
  world: World,
  steps: ReadonlyMap<number, Step>,
  changes: readonly AppliedChange[],
  findings: Findings,
): Map<number, string> {
  const made = new Map<number, string>();
  for (const change of changes) {
    const key = KEY_FIELD[change.endpoint];
    if (key === undefined) continue;
    const value = field(change, key);
    for (const [number, { intent }] of steps) {
      if ('key' in intent && intent.do !== 'remember' && intent.key === value) {
        made.set(number, change.createdId ?? '');
      }
    }
  }
  const idOf = (ref: Ref): string | undefined =>
    'seeded' in ref ? world.seeded[ref.seeded][ref.index] : made.get(ref.madeBy);
  const isOf = (change: AppliedChange, intent: Intent): boolean => {
    switch (intent.do) {
      case 'create':
      case 'createWrong':
      case 'createAndCancel':
        return (
          change.endpoint === intent.endpoint &&
          field(change, KEY_FIELD[change.endpoint] ?? '') === intent.key
        );
      case 'set': {
        // What is set before a record was sent travels with it.
        const own =
          change.endpoint === intent.endpoint && change.params[intent.param] === idOf(intent.on);
        const within = intent.thing === 'color' && change.endpoint === 'createArea';
        if (!own && !within) return false;
        return Object.entries(intent.body).every(([name, value]) => field(change, name) === value);
      }
      case 'delete':
        return (
          change.endpoint === intent.endpoint && change.params[intent.param] === idOf(intent.on)
        );
      case 'append':
        return (
          change.endpoint === intent.endpoint && field(change, 'odometer') === String(intent.value)
        );
      case 'remember':
        return false;
    }
  };
  for (const change of changes) {
    const own = [...steps.values()].filter(({ intent }) => isOf(change, intent));
    if (own.length === 0) {
      findings.unexplained.push(`${change.endpoint} ${change.bodyText}`);
    }
    for (const step of own) step.applied.push(change);
  }
  return made;
}

/** The one database below a data folder, as a path. */
function filesOf(dataDir: string): string[] {
  const accounts = path.join(dataDir, 'accounts');
  return readdirSync(accounts).map((id) => path.join(accounts, id, 'mirror.db'));
}

/** Holds the ledger of a file against the service's log, whatever the script meant by it. */
function judgeFile(
  file: string,
  steps: ReadonlyMap<number, Step>,
  changes: readonly AppliedChange[],
): string[] {
  const deeds = changes.map((change, order): Deed => {
    const { endpoint: name, params, bodyText: body, createdId, atMs } = change;
    const target = endpoint(name).write?.target;
    const id = params[target?.param ?? ''] ?? createdId ?? '';
    const at = { order, atMs, sentMs: atMs, sentOrder: order, who: 'desk' as const, tenant: 0 };
    return { ...at, endpoint: name, entity: target?.entity ?? '', id, body };
  });
  const gone = new Set(deeds.filter((deed) => deed.endpoint.startsWith('delete')).map((d) => d.id));
  const db = new Database(file, { readonly: true });
  try {
    return judge({
      tenant: 0,
      deeds,
      looks: [],
      listed: [],
      staled: new Map(),
      ops: db.prepare<[], JudgedOp>('SELECT * FROM op ORDER BY seq').all(),
      moves: db.prepare<[], Case['moves'][number]>('SELECT * FROM op_history').all(),
      promises: [...steps.values()].flatMap(({ kept, opId }) =>
        kept && opId !== null ? [{ tenant: 0, opId, seen: [], bodies: [], order: 0 }] : [],
      ),
      lost: [],
      lostAt: null,
      mirror: [],
      truth: (_entity, id) => (gone.has(id) ? null : '{}'),
      settleMs: Number.POSITIVE_INFINITY,
    });
  } finally {
    db.close();
  }
}

/** Whether database and journal are whole and agree; the state of each op, and the desk's memory. */
function checkFiles(
  file: string,
  steps: ReadonlyMap<number, Step>,
  findings: Findings,
): Map<string, string> {
  const db = new Database(file);
  addFunctions(db);
  try {
    const bad = (what: string, rows: unknown[]): void => {
      if (rows.length > 0) findings.damaged.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
    };
    bad(
      'integrity_check',
      db.pragma('integrity_check', { simple: true }) === 'ok' ? [] : ['not ok'],
    );
    bad('foreign_key_check', db.pragma('foreign_key_check') as unknown[]);
    db.exec("INSERT INTO search_text (search_text) VALUES ('integrity-check')");
    findings.damaged.push(...derivedFaults(db));
    const ops = db.prepare<[], { id: string; state: string }>('SELECT id, state FROM op').all();
    const states = new Map(ops.map(({ id, state }) => [id, state]));
    const journal = readJournal(`${file}.journal`);
    if (journal.state !== 'whole') findings.damaged.push(`the journal is ${journal.state}`);
    const kept = new Map<string, unknown>();
    for (const { table, row } of journal.entries) {
      if (table === 'op') kept.set(String(row['id']), row['state']);
    }
    for (const [id, state] of states) {
      if (kept.get(id) === state) continue;
      findings.damaged.push(`op ${id} is ${state}, in the journal ${String(kept.get(id))}`);
    }
    checkMemory(db, steps, findings);
    return states;
  } finally {
    db.close();
  }
}

/** Drafts, views and notes: what was acknowledged last, or what was asked after that. */
function checkMemory(
  db: Database.Database,
  steps: ReadonlyMap<number, Step>,
  findings: Findings,
): void {
  const wanted = new Map<string, (string | null)[]>();
  for (const { intent, kept } of steps.values()) {
    if (intent.do !== 'remember') continue;
    const possible = kept ? [] : (wanted.get(intent.key) ?? [null]);
    wanted.set(intent.key, [...possible, intent.value]);
  }
  const read = db.prepare<[string], { value: string }>('SELECT value FROM desk WHERE key = ?');
  for (const [key, possible] of wanted) {
    const value = read.get(key)?.value ?? null;
    if (!possible.includes(value)) {
      findings.lost.push(`${key} is ${String(value)} instead of ${possible.join(' or ')}`);
    }
  }
}

function checkStep(
  number: number,
  { intent, kept, opId, cancelled, applied }: Step,
  states: ReadonlyMap<string, string>,
  findings: Findings,
): void {
  if (intent.do === 'remember') return;
  const what = `step ${number} (${intent.endpoint})`;
  if (applied.length > 1) findings.duplicated.push(`${what} was applied ${applied.length} times`);
  if (!kept || opId === null) return;
  const state = states.get(opId);
  if (state === undefined) findings.lost.push(`${what} is not in the outbox any more`);
  // Taken back by the person, or by a later step before it was sent.
  else if (state === 'CANCELLED') {
    if (applied.length > 0) findings.unexplained.push(`${what} was taken back, and applied`);
    const mayVanish = intent.do === 'createAndCancel' || intent.do === 'delete';
    if (!mayVanish && intent.endpoint !== 'createArea' && intent.do !== 'set') {
      findings.lost.push(`${what} was taken back by nobody`);
    }
  } else if (state !== 'CONFIRMED') findings.lost.push(`${what} is ${state}`);
  else if (intent.do !== 'set' && applied.length === 0) {
    findings.lost.push(`${what} is said to be confirmed, and was never applied`);
  }
  if (cancelled && applied.length > 0) {
    findings.unexplained.push(`${what} was applied after the person was told that it was not`);
  }
}

/** How each op came to its end, for whoever looks for a mistake: `asked for; is being sent; sent`. */
function historiesOf(file: string): Map<string, string> {
  const db = new Database(file, { readonly: true });
  try {
    const rows = db
      .prepare<[], { op_id: string; reason: string }>('SELECT op_id, reason FROM op_history')
      .all();
    const histories = new Map<string, string>();
    for (const { op_id: id, reason } of rows) {
      histories.set(id, [...(histories.get(id)?.split('; ') ?? []), reason].join('; '));
    }
    return histories;
  } finally {
    db.close();
  }
}

/** Where a thing was set several times, the service holds the last value, in the person's order. */
function checkSettings(
  steps: ReadonlyMap<number, Step>,
  made: ReadonlyMap<number, string>,
  changes: readonly AppliedChange[],
  findings: Findings,
  histories: ReadonlyMap<string, string>,
): void {
  const byThing = new Map<string, [number, Step & { intent: { do: 'set' } }][]>();
  for (const [number, step] of steps) {
    const { intent } = step;
    if (intent.do !== 'set') continue;
    // Things of a record that was taken back before it was sent have no effect to look for.
    if ('madeBy' in intent.on && !made.has(intent.on.madeBy)) continue;
    const key = JSON.stringify([intent.on, intent.thing]);
    byThing.set(key, [...(byThing.get(key) ?? []), [number, { ...step, intent }]]);
  }
  for (const [key, list] of byThing) {
    const order = list.flatMap(([number, { applied }]) =>
      applied.map((change) => ({ number, at: changes.indexOf(change) })),
    );
    const inTime = order.sort((a, b) => a.at - b.at);
    const last = list.findLast(([, { kept }]) => kept)?.[0] ?? -1;
    const final = inTime.at(-1)?.number ?? -1;
    if (final < last) {
      const how = list.map(([number, { kept, opId, applied }]) => {
        const became = kept ? (histories.get(opId ?? '') ?? 'no op') : 'not acknowledged';
        return `step ${number}, applied ${applied.length} times: ${became}`;
      });
      findings.lost.push(`${key}: step ${last} is not what the service holds (${how.join(' | ')})`);
    }
    if (inTime.some(({ number }, index) => number < (inTime[index - 1]?.number ?? -1))) {
      findings.unexplained.push(`${key}: the steps arrived in another order`);
    }
  }
}

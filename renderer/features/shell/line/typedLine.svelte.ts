import { call } from '../../../bridge.ts';
import type { Entity, Op, Result, Row } from '../../../bridge.ts';
import { clock } from '../../../state/clock.svelte.ts';
import { columnsOf } from '../../../records/columns.ts';
import { deletedReports } from '../../../records/deletedReports.ts';
import { deviceModels } from '../../../records/deviceModels.svelte.ts';
import type { Named } from '../../../records/driver.ts';
import { deviceIn } from '../../../records/install.ts';
import { OWNER } from '../../../records/form.ts';
import { needsOwner } from '../../../records/owner.ts';
import { vehicleParts } from '../../../records/vehicleParts.svelte.ts';
import { fieldName } from '../../../state/fieldName.ts';
import { distanceIn } from '../../../state/unitChoice.ts';
import { reference } from '../../../state/reference.svelte.ts';
import { refusal } from '../../../state/refusal.svelte.ts';
import { remembered } from '../../../state/remembered.svelte.ts';
import { whose } from '../../../state/whose.svelte.ts';
import { writeByName } from '../../../state/write.ts';
import { text } from '../../../text/en.ts';
import { METRES } from './readValue.ts';
import { beginsCommand, commandsFor } from './commandOf.ts';
import type { Command } from './lineForms.ts';
import { fieldsFor, typedName } from './fields.ts';
import type {
  Completion,
  Hit,
  LineContext,
  NamedKind,
  NamedRecord,
  Plan,
  Problem,
} from './plan.ts';
import { plain, tokensOf } from './tokens.ts';
import { understand } from './understand.ts';

/** Records that are looked at for one name. */
const MOST_HITS = 20;
const MOST_REMEMBERED = 200;
/** Lines and commands that are offered for what was typed so far. */
const MOST_OFFERED = 4;

async function named(kind: NamedKind): Promise<readonly Named[]> {
  switch (kind) {
    case 'depot':
    case 'groups':
      await vehicleParts.upToDate();
      return vehicleParts.of(kind);
    case 'model':
      await deviceModels.upToDate();
      return deviceModels.all;
    case 'reportKind':
      return reference.reportKinds.map(({ value, name }) => ({ id: value, name }));
  }
}

/** Fuel that belongs to no vehicle, by when, where and how much; every other kind is found by its name. */
async function offered(entity: Entity): Promise<readonly Hit[]> {
  if (entity !== 'fuelTransaction') return [];
  const view = { entity, filters: [{ field: 'vehicle', oneOf: [null] }] };
  const found = await call('records.window', { view, offset: 0, limit: MOST_HITS });
  const columns = columnsOf(entity).filter(({ key }) => key !== 'id');
  return (found.ok ? found.value.rows : []).map((row) => ({
    ...{ entity, id: row.id, archived: row.archived, detail: text.entity[entity] },
    title: columns
      .map((column) => column.text(row))
      .filter((one) => one !== '')
      .join(' · '),
  }));
}

/** Reports alone are deleted so that they can be restored. */
async function deleted(entity: Entity): Promise<readonly NamedRecord[]> {
  if (entity !== 'scheduledReport') return [];
  const gone = await deletedReports();
  return (gone.ok ? gone.value : []).map(({ id, title, json, deletedAt }) => {
    const row: Row = {
      ...{ id, json, archived: true, readAt: deletedAt },
      ...{ temporary: false, pending: 0, mark: null, changed: [], listed: false },
    };
    return { entity, title, row };
  });
}

/** What lines are understood by on this desk. */
export function lineContext(): LineContext {
  return {
    async search(typed, entities) {
      const input = { text: typed, entities: [...entities], limit: MOST_HITS };
      const found = await call('records.search', input);
      return found.ok ? found.value.hits : [];
    },
    async get(entity, id) {
      const found = await call('records.get', { entity, id });
      return found.ok ? (found.value?.row ?? null) : null;
    },
    named,
    offered,
    deleted,
    deviceIn,
    earlier: [],
    needsOwner: needsOwner(),
    refused: (endpoint) => refusal.why(endpoint),
    whose: whose.id,
    clientId: reference.clientId,
    nowMs: clock.nowMs,
    unitM: distanceIn() === 'mi' ? METRES.mi : METRES.km,
  };
}

/** Lines that were sent before, newest first. */
const history = remembered<readonly string[]>('line.history', [], (stored) =>
  (Array.isArray(stored) ? stored : [])
    .filter((line): line is string => typeof line === 'string')
    .slice(0, MOST_REMEMBERED),
);

/** Whether a line makes something for which accounts above the clients have to name one, and names none. */
function isWithoutOwner({ endpoint, extra }: Plan): boolean {
  const owner = fieldsFor(endpoint, { needsOwner: true }).find(({ name }) => name === OWNER.name);
  return owner?.required === true && extra === null;
}

/** Waits, before lines are sent, until it is known whether what they make needs its client named. */
export async function knowOwner(plans: readonly Plan[]): Promise<void> {
  if (plans.some(isWithoutOwner)) await reference.readMe();
}

/**
 * Queues what a line stands for, and remembers the line. Errors: where the core refuses it, where it
 * was understood on the records of another account, and where it lacks the client for which nobody could ask
 * while it was not known who is signed in.
 */
export async function send(line: string, plan: Plan): Promise<Result<Op>> {
  if (plan.whose !== whose.id) {
    const { otherAccount } = text.line;
    const error = { kind: 'local', code: 'desk.otherAccount', ...otherAccount } as const;
    return { ok: false, error: { ...error, next: 'none' } };
  }
  if (isWithoutOwner(plan) && needsOwner()) {
    const message = text.line.needs(fieldName(plan.endpoint, OWNER.name));
    const error = { kind: 'invalid', code: 'desk.ownerMissing', message } as const;
    return { ok: false, error: { ...error, next: 'editInput' } };
  }
  const { endpoint, params, body, seen, seenAt, extra } = plan;
  const result = await writeByName(endpoint, params, { body, seen, seenAt, extra });
  if (!result.ok) return result;
  const typed = line.trim();
  history.change((all) => [typed, ...all.filter((one) => one !== typed)].slice(0, MOST_REMEMBERED));
  return result;
}

/** How a line goes on behind its words. */
function shape({ endpoint, form }: Command): string {
  return form.takes
    .map((argument) => {
      switch (argument.is) {
        case 'shape':
          return text.line.takes.shape;
        case 'value':
          return typedName(endpoint, argument.field).toUpperCase();
        case 'record':
        case 'link':
          return text.entity[argument.entity].toUpperCase();
      }
    })
    .join(' ');
}

/** The line that is being typed, with what it would do. */
export class TypedLine {
  #read = $state.raw<{ line: string; result: Plan | Problem | null } | null>(null);
  #asked = 0;

  /** Fetches the lines that were sent before by the account that is open. */
  async load(): Promise<void> {
    await history.load();
  }

  /** Reads a line anew; the last one that was asked for counts. */
  async read(line: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const result = line.trim() === '' ? null : await understand(line, lineContext());
    if (asked === this.#asked) this.#read = { line, result };
  }

  /** Whether it is known what a line does: at once where it begins with no command. */
  isRead(line: string): boolean {
    return this.#read?.line === line || !beginsCommand(tokensOf(line), reference.clientId);
  }

  /** What the line stands for; null while it is read, and where it is no command. */
  of(line: string): Plan | Problem | null {
    return this.#read?.line === line ? this.#read.result : null;
  }

  /** Commands and earlier lines that what was typed may become. */
  completions(line: string): Completion[] {
    const typed = line.trimStart().toLowerCase();
    if (typed === '') return [];
    const started = commandsFor(reference.clientId)
      .filter(({ form }) => form.words.startsWith(typed) && form.words !== typed.trimEnd())
      .map((command) => ({
        title: command.form.words,
        detail: shape(command),
        line: `${command.form.words} `,
      }));
    const earlier = history.value
      .filter((one) => plain(one).includes(plain(typed)) && one !== line.trim())
      .map((one) => ({ title: one, detail: text.line.history, line: one }));
    return [...started.slice(0, MOST_OFFERED), ...earlier.slice(0, MOST_OFFERED)];
  }
}

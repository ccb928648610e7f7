import { fieldName } from '../../../state/fieldName.ts';
import { OWNER } from '../../../records/form.ts';
import { ownerExtra } from '../../../records/owner.ts';
import type { WriteName } from '../../../bridge.ts';
import { writeForms } from '../../../records/writeForms.ts';
import { fieldsOfRow, idAt } from '../../../state/record.ts';
import type { WriteBody } from '../../../state/write.ts';
import { writeTitle } from '../../../text/coreWords.ts';
import { text } from '../../../text/en.ts';
import { commandOf } from './commandOf.ts';
import type { Chosen } from './commandOf.ts';
import { differences } from './differences.ts';
import { doesOf, fieldsFor, typedName } from './fields.ts';
import { inTheWay } from './installing.ts';
import { problem } from './plan.ts';
import type { Completion, LineContext, Plan, Problem, TypedField } from './plan.ts';
import { known, readArguments } from './readArguments.ts';
import type { Read } from './readArguments.ts';
import { tokensOf } from './tokens.ts';

/**
 * What a typed line stands for: the write with what it changes, or what is missing of it; null for a
 * line that begins with no command. Asks the mirror alone, and changes nothing.
 */
export async function understand(
  line: string,
  context: LineContext,
): Promise<Plan | Problem | null> {
  const command = await commandOf(line, tokensOf(line), context);
  if (command === null || 'is' in command) return command;
  const refused = context.refused(command.endpoint);
  if (refused !== null) return problem(refused);
  const read = await readArguments(line, command, context);
  return 'is' in read ? read : planOf(line, command, read, context);
}

/** The line with each field that it may go on with. */
function goesOn(line: string, endpoint: WriteName, context: LineContext): Completion[] {
  return fieldsFor(endpoint, context).map(({ name }) => {
    const field = `${typedName(endpoint, name)}=`;
    return { title: field, detail: fieldName(endpoint, name), line: `${line.trimEnd()} ${field}` };
  });
}

async function planOf(
  line: string,
  { endpoint, form }: Pick<Chosen, 'endpoint' | 'form'>,
  read: Read,
  context: LineContext,
): Promise<Plan | Problem> {
  const params = { ...read.params };
  const row = read.target?.row ?? null;
  for (const [param, path] of form.also ?? []) {
    const id = row === null ? null : idAt(fieldsOfRow(row), path);
    if (id !== null) params[param] = id;
    else if (endpoint === 'unsetDriver') {
      return problem(text.line.notAssigned(read.target?.title ?? ''));
    }
  }
  if (form.scope === 'client' && context.clientId !== null) params['clientId'] ??= context.clientId;
  // What an earlier line of several changes is not as the mirror tells it.
  const isChanged =
    row !== null && context.earlier.some((plan) => Object.values(plan.params).includes(row.id));
  const wrong = isChanged ? null : wrongState(endpoint, read);
  if (wrong !== null) return problem(wrong);
  const obstacle = await inTheWay({ endpoint }, read, context);
  if (obstacle !== null) return obstacle;
  if (endpoint.startsWith('update') && read.fields.length === 0) {
    const said = text.line.saysNothing(known(endpoint, context));
    return problem(said, null, goesOn(line, endpoint, context));
  }
  const changes = await differences({ endpoint, form }, read, context);
  if (!isChanged && changes.length > 0 && changes.every(({ before, after }) => before === after)) {
    return problem(text.line.changesNothing);
  }
  const written = writeForms[endpoint];
  // The words of lines are the same in every language; what a line does is not.
  const title = writeTitle({ endpoint, title: form.words });
  return {
    is: 'plan',
    endpoint,
    params,
    body: bodyOf(endpoint, read.fields),
    extra: ownerIn(read.fields),
    seen: row?.json ?? null,
    seenAt: context.nowMs,
    title: read.target === null ? title : text.line.of(title, read.target.title),
    differences: changes,
    irreversible: 'irreversible' in written && written.irreversible,
    whose: context.whose,
  };
}

/** Whether the record is already where the line would move it. */
function wrongState(endpoint: WriteName, { target }: Read): string | null {
  if (target === null) return null;
  const does = doesOf(endpoint);
  if (does === 'archive' && target.row.archived) return text.line.archivedAlready(target.title);
  if (does === 'restore' && !target.row.archived) {
    const { notArchived, notDeleted } = text.line;
    return (endpoint === 'restoreScheduledReport' ? notDeleted : notArchived)(target.title);
  }
  return null;
}

function bodyOf(endpoint: WriteName, fields: readonly TypedField[]): WriteBody | undefined {
  if (doesOf(endpoint) !== 'send') return undefined;
  const own = fields.filter(({ field }) => field !== OWNER.name);
  return Object.fromEntries(own.map(({ field, value }) => [field, value]));
}

/** The owner of what is new, as it travels beside the body. */
function ownerIn(fields: readonly TypedField[]): string | null {
  const owner = fields.find(({ field }) => field === OWNER.name);
  const id = owner?.value;
  if (owner === undefined || (typeof id !== 'string' && typeof id !== 'number')) return null;
  return ownerExtra({ id, name: owner.shown });
}

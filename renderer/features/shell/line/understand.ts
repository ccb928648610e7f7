import { fieldName } from '../../../state/fieldName.ts';
import { ownerExtra } from '../../../records/owner.ts';
import type { WriteName } from '../../../bridge.ts';
import { writeForms } from '../../../records/writeForms.ts';
import { fieldsOfRow, idAt, nameOf, valueAt } from '../../../state/record.ts';
import type { WriteBody } from '../../../state/write.ts';
import { text } from '../../../text/en.ts';
import { commandOf } from './commandOf.ts';
import type { Chosen } from './commandOf.ts';
import { OWNER, doesOf, fieldsFor, typedName } from './fields.ts';
import { nowIn } from './nowIn.ts';
import { problem } from './plan.ts';
import type { Completion, Difference, LineContext, Plan, Problem, TypedField } from './plan.ts';
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
  { endpoint, form }: Chosen,
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
  const wrong = wrongState(endpoint, read);
  if (wrong !== null) return problem(wrong);
  if (endpoint.startsWith('update') && read.fields.length === 0) {
    const said = text.line.saysNothing(known(endpoint, context));
    return problem(said, null, goesOn(line, endpoint, context));
  }
  const changes = await differences(endpoint, read, context);
  if (changes.length > 0 && changes.every(({ before, after }) => before === after)) {
    return problem(text.line.changesNothing);
  }
  const written = writeForms[endpoint];
  const title = `${form.words.charAt(0).toUpperCase()}${form.words.slice(1)}`;
  return {
    is: 'plan',
    endpoint,
    params,
    body: bodyOf(endpoint, read.fields),
    extra: ownerIn(read.fields),
    seen: row?.json ?? null,
    title: read.target === null ? title : text.line.of(title, read.target.title),
    differences: changes,
    irreversible: 'irreversible' in written && written.irreversible,
  };
}

/** Whether the record is already where the line would move it. */
function wrongState(endpoint: WriteName, { target }: Read): string | null {
  if (target === null) return null;
  const does = doesOf(endpoint);
  if (does === 'archive' && target.row.archived) return text.line.archivedAlready(target.title);
  if (does === 'restore' && !target.row.archived) return text.line.notArchived(target.title);
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

/** What the write changes, in the words of the form. */
async function differences(
  endpoint: WriteName,
  { target, others, fields }: Read,
  context: LineContext,
): Promise<Difference[]> {
  const does = doesOf(endpoint);
  const now = target === null ? new Map<string, unknown>() : fieldsOfRow(target.row);
  const shown = (path: string): string | null => nameOf(valueAt(now, path));
  switch (does) {
    case 'archive':
    case 'restore': {
      const [before, after] = does === 'archive' ? ['no', 'yes'] : ['yes', 'no'];
      return [{ label: text.record.archived, before: words(before), after: words(after) }];
    }
    case 'delete':
      return [{ label: text.states.deleted, before: target?.title ?? null, after: null }];
    default:
      break;
  }
  const drivers = others.map((driver): Difference[] => {
    const theirs = nameOf(valueAt(fieldsOfRow(driver.row), 'vehicle'));
    const label = text.line.driverOf(driver.title);
    return theirs === null || theirs === target?.title
      ? []
      : [{ label, before: theirs, after: target?.title ?? null }];
  });
  const assigned: Difference[] =
    endpoint === 'setDriver' || endpoint === 'unsetDriver'
      ? [
          {
            label: text.entity.driver,
            before: shown('driver'),
            after: others[0]?.title ?? null,
          },
        ]
      : [];
  const asked = fieldsFor(endpoint, context);
  const row = target?.row ?? null;
  const changed = fields.map(async ({ field, shown: after }): Promise<Difference> => {
    const known = asked.find(({ name }) => name === field);
    const before = known === undefined ? shown(field) : await nowIn(known, row, context);
    return { label: fieldName(endpoint, field), before, after: after === '' ? null : after };
  });
  return [...assigned, ...drivers.flat(), ...(await Promise.all(changed))];
}

function words(answer: string | undefined): string {
  return answer === 'yes' ? text.fact.yes : text.fact.no;
}

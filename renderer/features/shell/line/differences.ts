import { fieldName } from '../../../state/fieldName.ts';
import { fieldsOfRow, nameOf, valueAt } from '../../../state/record.ts';
import { text } from '../../../text/en.ts';
import type { Chosen } from './commandOf.ts';
import { doesOf, fieldsFor } from './fields.ts';
import { nowIn } from './nowIn.ts';
import type { Difference, LineContext } from './plan.ts';
import type { Read } from './readArguments.ts';

/** What a record says of a driver or a vehicle, by its name. */
function nameAt(record: Read['target'], path: string): string | null {
  return record === null ? null : nameOf(valueAt(fieldsOfRow(record.row), path));
}

/** Whose vehicle changes its driver, and what the driver leaves. */
function ofDrivers({ target, others }: Read): Difference[] {
  const after = target?.title ?? null;
  const left = others.flatMap((driver): Difference[] => {
    const before = nameAt(driver, 'vehicle');
    if (before === null || before === target?.title) return [];
    return [{ label: text.line.driverOf(driver.title), before, after }];
  });
  const driver = { before: nameAt(target, 'driver'), after: others[0]?.title ?? null };
  return [{ label: text.word.driver, ...driver }, ...left];
}

/** Fields of the body, each with what stands there now. */
async function ofFields(
  { endpoint, form }: Pick<Chosen, 'endpoint' | 'form'>,
  { target, fields }: Read,
  context: LineContext,
): Promise<Difference[]> {
  const row = target?.row ?? null;
  const linked = new Map(
    form.takes.flatMap((argument) =>
      argument.is === 'link' ? [[argument.field, argument.now] as const] : [],
    ),
  );
  const asked = fieldsFor(endpoint, context).map((field) => {
    const now = linked.get(field.name);
    return now === undefined ? field : { ...field, from: now };
  });
  return Promise.all(
    fields.map(async ({ field, shown: after }): Promise<Difference> => {
      const known = asked.find(({ name }) => name === field);
      const before = known === undefined ? nameAt(target, field) : await nowIn(known, row, context);
      return { label: fieldName(endpoint, field), before, after: after === '' ? null : after };
    }),
  );
}

/** What a write changes, in the words of the form. */
export async function differences(
  chosen: Pick<Chosen, 'endpoint' | 'form'>,
  read: Read,
  context: LineContext,
): Promise<Difference[]> {
  const { endpoint } = chosen;
  const { target } = read;
  const { yes, no } = text.fact;
  switch (doesOf(endpoint)) {
    case 'archive':
      return [{ label: text.record.archived, before: no, after: yes }];
    case 'restore':
      return endpoint === 'restoreScheduledReport'
        ? [{ label: text.states.deleted, before: yes, after: no }]
        : [{ label: text.record.archived, before: yes, after: no }];
    case 'delete':
      return [{ label: text.states.deleted, before: target?.title ?? null, after: null }];
    case 'send':
      break;
  }
  const drives = endpoint === 'setDriver' || endpoint === 'unsetDriver';
  const before = endpoint === 'uninstallDevice' ? nameAt(target, 'vehicle') : null;
  return [
    ...(drives ? ofDrivers(read) : []),
    ...(before === null ? [] : [{ label: text.word.vehicle, before, after: null }]),
    ...(await ofFields(chosen, read, context)),
  ];
}

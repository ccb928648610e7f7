import { driverOf } from '../../../records/driver.ts';
import { vehicleOf } from '../../../records/install.ts';
import { idOf } from '../../../records/partsOf.ts';
import { fieldName } from '../../../state/fieldName.ts';
import { fieldsOfRow, nameOf, valueAt } from '../../../state/record.ts';
import { text } from '../../../text/en.ts';
import type { Chosen } from './commandOf.ts';
import { doesOf, fieldsFor } from './fields.ts';
import { idsNow, nowIn } from './nowIn.ts';
import type { Difference, LineContext, NamedRecord } from './plan.ts';
import type { Read } from './readArguments.ts';

/** What a record says of a driver or a vehicle, by its name. */
function nameAt(record: Read['target'], path: string): string | null {
  return record === null ? null : nameOf(valueAt(fieldsOfRow(record.row), path));
}

interface Named {
  readonly name: string | null;
  /** Null where nothing tells it. */
  readonly ids: readonly string[] | null;
}

/** Before and after; records of one name are told apart by their ids. */
function apart(before: Named, after: Named): Pick<Difference, 'before' | 'after'> {
  const [was, willBe] = [before.ids?.join(', '), after.ids?.join(', ')];
  const isOther = was !== undefined && willBe !== undefined && was !== willBe;
  if (!isOther || before.name === null || before.name !== after.name) {
    return { before: before.name, after: after.name };
  }
  const { of } = text.line;
  return { before: of(before.name, was), after: of(before.name, willBe) };
}

/** A record by its name and id; nothing for none. */
function namedRecord(record: NamedRecord | null): Named {
  return { name: record?.title ?? null, ids: record === null ? null : [record.row.id] };
}

/** Whose vehicle changes its driver, and what the driver leaves. */
function ofDrivers({ target, others }: Read): Difference[] {
  const after = namedRecord(target);
  const left = others.flatMap((driver): Difference[] => {
    const vehicle = vehicleOf(driver.row);
    const ids = vehicle === null ? null : [vehicle.id];
    const change = apart({ name: nameAt(driver, 'vehicle'), ids }, after);
    if (change.before === null || change.before === change.after) return [];
    return [{ label: text.line.driverOf(driver.title), ...change }];
  });
  const now = target === null ? null : driverOf(target.row);
  const before = { name: nameAt(target, 'driver'), ids: now === null ? null : [now.id] };
  return [{ label: text.word.driver, ...apart(before, namedRecord(others[0] ?? null)) }, ...left];
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
    fields.map(async ({ field, value, shown }): Promise<Difference> => {
      const known = asked.find(({ name }) => name === field);
      const name = known === undefined ? nameAt(target, field) : await nowIn(known, row, context);
      const ids = known === undefined || name === null ? null : idsNow(known, row, name);
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      const after = {
        name: shown === '' ? null : shown,
        ids: list.map(idOf).filter((id) => id !== null),
      };
      return { label: fieldName(endpoint, field), ...apart({ name, ids }, after) };
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

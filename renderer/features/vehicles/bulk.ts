import { ok } from '../../../shared/result.ts';
import { call } from '../../bridge.ts';
import type { ListView, Op, Result, Row } from '../../bridge.ts';
import { driverOf } from '../../records/driver.ts';
import { idsIn, nothingIn, readField } from '../../records/formValues.ts';
import type { FormField } from '../../records/form.ts';
import { idOf } from '../../records/partsOf.ts';
import { writeForms } from '../../records/writeForms.ts';
import type { Way } from '../../state/job.svelte.ts';
import { fieldsOfRow, idAt, textAt, valueAt } from '../../state/record.ts';
import type { WriteBody } from '../../state/write.ts';
import { write, writeByName } from '../../state/write.ts';
import { text } from '../../text/en.ts';
import { vehicleOf } from './vehicle.ts';

/** One change for many vehicles: what it would do to each, and doing it. */

/** A driver is assigned; everything else is a field of the vehicle. */
export type BulkField = 'driver' | 'depotId' | 'groupIds' | 'typeId' | 'model' | 'defaultLabel';
export const BULK_FIELDS: readonly BulkField[] = [
  ...(['driver', 'depotId', 'groupIds', 'typeId', 'model', 'defaultLabel'] as const),
];
/** `add` and `remove` are for groups, of which a vehicle can have several. */
export type BulkWay = 'set' | 'add' | 'remove' | 'clear';
export function waysOf(field: BulkField): readonly BulkWay[] {
  return field === 'groupIds' ? ['add', 'remove', 'set', 'clear'] : ['set', 'clear'];
}

export interface BulkChange {
  readonly field: BulkField;
  readonly way: BulkWay;
  /** As the form holds it: text, an id, or ids with commas; without meaning where it is cleared. */
  readonly value: string;
  /** What an id is called. */
  readonly nameOf: (id: string) => string;
}

/** The change of one vehicle, in words and as it travels. */
export interface BulkStep {
  readonly row: Row;
  readonly plate: string;
  readonly before: string;
  readonly after: string;
  readonly send: () => Promise<Result<Op>>;
}

/** The form's own field, so that it is asked and read in the same way. */
export function formFieldOf(field: BulkField): FormField | null {
  const form = writeForms.updateVehicle;
  return 'fields' in form ? (form.fields.find(({ name }) => name === field) ?? null) : null;
}

/** Whether there is something to set; groups are added or taken out by name. */
export function isComplete({ way, value }: BulkChange): boolean {
  return way === 'clear' || value.trim() !== '';
}

/**
 * What it would do to each; vehicles that are so already are left out.
 *
 * @param readAt when the rows were read, ms since 1970
 */
export function stepsOf(rows: readonly Row[], change: BulkChange, readAt: number): BulkStep[] {
  if (!isComplete(change)) return [];
  return rows.flatMap((row) => {
    const step =
      change.field === 'driver' ? ofDriver(row, change, readAt) : ofField(row, change, readAt);
    return step === null ? [] : [step];
  });
}

function ofDriver(row: Row, change: BulkChange, seenAt: number): BulkStep | null {
  const { way, value, nameOf } = change;
  const present = driverOf(row);
  const [vehicleId, what] = [row.id, { body: {}, seen: row.json, seenAt }];
  const head = { row, plate: vehicleOf(row).plate, before: present?.name ?? '' };
  if (way === 'clear') {
    if (present === null) return null;
    const send = () => write('unsetDriver', { vehicleId, driverId: present.id }, what);
    return { ...head, after: '', send };
  }
  if (present?.id === value) return null;
  const send = () => write('setDriver', { vehicleId, driverId: value }, what);
  return { ...head, after: nameOf(value), send };
}

function ofField(row: Row, change: BulkChange, seenAt: number): BulkStep | null {
  const field = formFieldOf(change.field);
  if (field === null) return null;
  const [before, after] = [presentText(row, change), nextText(row, change)];
  if (before.value === after) return null;
  const read = after === '' ? { value: nothingIn(field) } : readField(field, after);
  if ('error' in read) return null;
  const body: WriteBody = { [field.name]: read.value };
  return {
    row,
    plate: vehicleOf(row).plate,
    before: before.shown,
    after: textOf(change, after),
    send: () =>
      writeByName('updateVehicle', { vehicleId: row.id }, { body, seen: row.json, seenAt }),
  };
}

const isNamed = ({ field }: BulkChange): boolean => field.endsWith('Id') || field === 'groupIds';
const joined = (ids: readonly string[]): string => ids.join(', ');

function textOf(change: BulkChange, value: string): string {
  return isNamed(change) ? joined(idsIn(value).map(change.nameOf)) : value;
}

/** The present value in the words of the form and of people. */
function presentText(row: Row, change: BulkChange): { value: string; shown: string } {
  const fields = fieldsOfRow(row);
  switch (change.field) {
    case 'groupIds': {
      const value = joined(groupsOf(row));
      return { value, shown: textOf(change, value) };
    }
    case 'depotId': {
      const value = idAt(fields, 'depotId') ?? idAt(fields, 'depot') ?? '';
      return { value, shown: value === '' ? '' : textOf(change, value) };
    }
    case 'typeId': {
      const value = idAt(fields, 'typeId') ?? '';
      return { value, shown: value === '' ? '' : textOf(change, value) };
    }
    default: {
      const value = textAt(fields, change.field) ?? '';
      return { value, shown: value };
    }
  }
}

function groupsOf(row: Row): string[] {
  const listed = valueAt(fieldsOfRow(row), 'groups');
  const groups: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return groups.flatMap((group) => {
    const id = idOf(group);
    return id === null ? [] : [id];
  });
}

function nextText(row: Row, { field, way, value }: BulkChange): string {
  if (way === 'clear') return '';
  if (field !== 'groupIds') return value.trim();
  const [present, chosen] = [groupsOf(row), idsIn(value)];
  switch (way) {
    case 'add':
      return joined([...present, ...chosen.filter((id) => !present.includes(id))]);
    case 'remove':
      return joined(present.filter((id) => !chosen.includes(id)));
    case 'set':
      // The order of groups says nothing: those that a vehicle has keep theirs.
      return joined([
        ...present.filter((id) => chosen.includes(id)),
        ...chosen.filter((id) => !present.includes(id)),
      ]);
  }
}

/** More at once are no change that a person looks through before it is sent. */
export const MOST_AT_ONCE = 2_000;
const WINDOW = 500;

/**
 * The chosen vehicles as the mirror holds them, also those that are not on screen, in no order. Null
 * where it was stopped.
 */
export async function readChosen(
  ids: readonly string[],
  way: Way = () => true,
): Promise<Result<Row[]> | null> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += WINDOW) {
    // The first are here before a person could follow it.
    if (at > 0 && !way(at, ids.length)) return null;
    const some = ids.slice(at, at + WINDOW);
    const view: ListView = {
      entity: 'vehicle',
      archived: 'all',
      filters: [{ field: 'id', oneOf: some }],
    };
    const found = await call('records.window', { view, offset: 0, limit: WINDOW });
    if (!found.ok) return found;
    rows.push(...found.value.rows);
  }
  return ok(rows);
}

/** The registrations of what is chosen, in its order; an id where the mirror has no such vehicle. */
export async function platesOf(ids: readonly string[], way: Way): Promise<Result<string[]> | null> {
  const read = await readChosen(ids, way);
  if (read?.ok !== true) return read;
  const plates = new Map(read.value.map((row) => [row.id, vehicleOf(row).plate]));
  return ok(ids.map((id) => plates.get(id) ?? id));
}

/** What the change of many is called where it waits. */
export function bulkTitle(field: BulkField, count: string): string {
  return text.vehicles.bulk.title(text.vehicles.bulk.fields[field], count);
}

import { idAt, instantAt, numberAt, textAt, valueAt } from '../../state/record.ts';
import { fieldsOfRow } from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';
import { call } from '../../bridge.ts';
import type { ListView, Result, Row } from '../../bridge.ts';
import { everyRecord } from '../../records/everyRecord.ts';
import { unitL, volumeUnit } from '../../state/units.ts';
import { text } from '../../text/en.ts';
import { momentColumn, numberColumn, plainSheet } from '../../ui/sheet.ts';
import type { Cell } from '../../ui/table.ts';

/** A fuel transaction as a vehicle lists it. */
export interface Fuelled {
  readonly key: string;
  readonly id: string | null;
  readonly atMs: number | null;
  readonly station: string | null;
  readonly litres: number | null;
  readonly total: number | null;
}

/**
 * The vehicles that a transaction of the mirror tells of: by its summary, which an assignment that
 * waits changes, else by an id or a list of them.
 */
function vehiclesIn(fields: Fields): string[] {
  const summary = typeof valueAt(fields, 'vehicle') === 'object' ? idAt(fields, 'vehicle') : null;
  const one = summary ?? textAt(fields, 'vehicleId');
  if (one !== null) return [one];
  const ids = valueAt(fields, 'vehicleIds');
  const listed: readonly unknown[] = Array.isArray(ids) ? ids : [];
  return listed.map(String);
}

/** Whether the mirror knows better than a list that was read then: by a write of this computer too. */
function isNewer({ pending, readAt }: Row, listReadAt: number | null): boolean {
  return pending > 0 || (readAt !== null && readAt >= (listReadAt ?? 0));
}

/** What the service listed for a vehicle, when it did, and what the mirror has. */
export interface FuelKnown {
  /** Null where the service's list was never read here. */
  readonly answered: readonly Fields[] | null;
  readonly answeredAt: number | null;
  readonly mirrored: readonly Row[];
}

/**
 * The transactions of a vehicle, the latest first: those that the service listed for it, and those
 * that the mirror has of it since (an assignment that waits to be sent counts), each once. What was
 * given to another vehicle since then is that one's.
 */
export function fuelOf(
  vehicleId: string,
  { answered, answeredAt, mirrored }: FuelKnown,
): Fuelled[] {
  const found = new Map<string, Fuelled>();
  const own: Fields[] = [];
  const others = new Set<string | null>();
  for (const row of mirrored) {
    const fields = fieldsOfRow(row);
    const vehicles = vehiclesIn(fields);
    if (vehicles.includes(vehicleId)) own.push(fields);
    else if (vehicles.length > 0 && isNewer(row, answeredAt)) others.add(row.id);
  }
  const left = (answered ?? []).filter((fields) => !others.has(textAt(fields, 'id')));
  const all = [...own, ...left];
  for (const [index, fields] of all.entries()) {
    const id = textAt(fields, 'id');
    const key = id ?? `#${String(index)}`;
    if (found.has(key)) continue;
    found.set(key, {
      ...{ key, id },
      atMs: instantAt(fields, 'transactionDate'),
      station: textAt(fields, 'petrolStation'),
      litres: numberAt(fields, 'refueled'),
      total: numberAt(fields, 'total'),
    });
  }
  return [...found.values()].sort((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0));
}

/** Rows of a window. */
const WINDOW = 500;

/**
 * What the mirror may know of the fuel of a vehicle: all transactions whose record names it; the first of
 * those in whose text its name stands, as one that lists several vehicles has it; and those that the
 * service listed for it, by their ids, as under another vehicle they bear another name.
 */
export async function mirroredFuel({
  vehicleId,
  name,
  answered,
}: {
  vehicleId: string;
  name: string;
  answered: readonly Fields[];
}): Promise<Result<readonly Row[]>> {
  const ids = answered.map((fields) => textAt(fields, 'id')).filter((id) => id !== null);
  const byId = Array.from({ length: Math.ceil(ids.length / WINDOW) }, (_none, at) => ({
    filters: [{ field: 'id', oneOf: ids.slice(at * WINDOW, (at + 1) * WINDOW) }],
  }));
  const named: ListView = {
    entity: 'fuelTransaction',
    conditions: [{ field: 'vehicle.id', or: ['vehicleId'], is: 'oneOf', values: [vehicleId] }],
  };
  const whole = await everyRecord(named, () => true);
  const windows = await Promise.all(
    [{ text: name.slice(0, 200) }, ...byId].map((of) =>
      call('records.window', {
        view: { entity: 'fuelTransaction', ...of },
        ...{ offset: 0, limit: WINDOW },
      }),
    ),
  );
  const rows: Row[] = [];
  if (whole !== null && !whole.ok) return whole;
  for (const one of windows) {
    if (!one.ok) return one;
    rows.push(...one.value.rows);
  }
  const all = new Map([...(whole?.value ?? []), ...rows].map((row) => [row.id, row]));
  return { ok: true, value: [...all.values()] };
}

/** Litres and money of several together; what is not told counts as nothing. */
export function sumOf(all: readonly Fuelled[]): { litres: number; cost: number } {
  return all.reduce(
    (sum, { litres, total }) => ({
      litres: sum.litres + (litres ?? 0),
      cost: sum.cost + (total ?? 0),
    }),
    { litres: 0, cost: 0 },
  );
}

/** All of it as it leaves, in the person's unit and the zone that it is shown in. */
export function fuelSheet(all: readonly Fuelled[], zone: string | undefined): Cell[][] {
  const { petrolStation, refueled, total } = text.columns;
  return plainSheet<Fuelled>(
    [
      momentColumn(text.word.when, ({ atMs }) => atMs, zone),
      { title: petrolStation, value: ({ station }) => station },
      numberColumn(refueled, volumeUnit(), ({ litres }) =>
        litres === null ? null : litres / unitL(),
      ),
      numberColumn(total, '', (one) => one.total),
    ],
    all,
  );
}

import { idAt, instantAt, numberAt, textAt, valueAt } from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';
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

/** Whether a transaction of the mirror is of a vehicle: by its summary, or by a list of ids. */
function isOf(fields: Fields, vehicleId: string): boolean {
  const ids = valueAt(fields, 'vehicleIds');
  return (
    idAt(fields, 'vehicle') === vehicleId ||
    textAt(fields, 'vehicleId') === vehicleId ||
    (Array.isArray(ids) && ids.some((id) => String(id) === vehicleId))
  );
}

/**
 * The transactions of a vehicle, the latest first: those that the service listed for it, and those
 * that the mirror has of it since (an assignment that waits to be sent counts), each once.
 *
 * @param answered null where the service's list was never read here
 */
export function fuelOf(
  vehicleId: string,
  answered: readonly Fields[] | null,
  mirrored: readonly Fields[],
): Fuelled[] {
  const found = new Map<string, Fuelled>();
  const all = [...mirrored.filter((fields) => isOf(fields, vehicleId)), ...(answered ?? [])];
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

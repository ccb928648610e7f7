import type { Snippet } from 'svelte';
import {
  formatAmount,
  formatDateTime,
  formatDistance,
  formatCount,
  formatZone,
} from '../../state/format.ts';
import {
  consumptionUnit,
  distanceUnit,
  formatConsumption,
  formatUnitPrice,
  formatVolume,
  inConsumptionUnits,
  inDistanceUnits,
  unitL,
  volumeUnit,
} from '../../state/units.ts';
import { sheetTime } from '../../state/zone.ts';
import { zones } from '../../state/zones.svelte.ts';
import { recordNames } from '../../records/writes/names.svelte.ts';
import { text } from '../../text/en.ts';
import type { FilterField } from '../../ui/conditions.ts';
import type { Column, SheetColumn } from '../../ui/table.ts';
import type { Mark } from './marks.ts';
import { costPer100Km, per100Km } from './summary.ts';
import type { FuelSum } from './summary.ts';
import type { FuelTransaction } from './transaction.ts';
import { markText } from './words.ts';

const words = text.fuel.columns;
const heading = text.table.saveAs.heading;

type Cell<T> = Snippet<[T, Column<T>]>;

const some = (value: number | null, format: (value: number) => string): string =>
  value === null ? '' : format(value);
/** A plain number for a spreadsheet, without the noise of a conversion. */
const plain = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(6));

/** What a transaction is sorted by, and narrowed by, under a field's name. */
export const TRANSACTION_VALUES: Readonly<
  Record<string, (one: FuelTransaction) => string | number | null>
> = {
  when: ({ atMs }) => atMs,
  vehicle: ({ vehicle }) => vehicle,
  driver: ({ driver }) => driver,
  station: ({ station }) => station,
  volume: ({ litres }) => litres,
  price: ({ price }) => price,
  total: ({ total }) => total,
  card: ({ card }) => card,
  fuelType: ({ fuelTypeId }) => fuelTypeId,
  id: ({ id }) => id,
};

/** What a kind of fuel is called; empty where that is not known here. */
export function fuelName(fuelTypeId: string | null): string {
  return (fuelTypeId === null ? null : recordNames.of('fuelType', fuelTypeId)) ?? '';
}

/** The table of transactions. */
export function transactionColumns(
  cells: { vehicle: Cell<FuelTransaction>; marks: Cell<FuelTransaction> },
  marksOf: (id: string) => readonly Mark[],
): Column<FuelTransaction>[] {
  const perUnit = words.price(volumeUnit());
  const sheet = (
    title: string,
    value: (one: FuelTransaction) => number | string | null,
  ): { sheet: () => SheetColumn<FuelTransaction> } => ({ sheet: () => ({ title, value }) });
  return [
    {
      ...{ key: 'when', title: text.word.when, width: 150, rigid: true, sort: 'when' },
      text: ({ atMs }) => some(atMs, formatDateTime),
      sheet: () => ({
        title: heading(text.word.when, formatZone()),
        value: ({ atMs }) => some(atMs, (at) => sheetTime(at, zones.current)),
      }),
    },
    {
      ...{ key: 'vehicle', title: text.word.vehicle, width: 112, rigid: true, sort: 'vehicle' },
      text: ({ vehicle }) => (vehicle === '' ? text.word.noVehicle : vehicle),
      cell: cells.vehicle,
      ...sheet(text.word.vehicle, ({ vehicle }) => vehicle),
    },
    {
      ...{ key: 'station', title: text.columns.petrolStation, width: 210, sort: 'station' },
      least: 124,
      text: ({ station }) => station,
    },
    {
      ...{ key: 'volume', title: text.columns.refueled, width: 88, sort: 'volume', align: 'end' },
      text: ({ litres }) => some(litres, formatVolume),
      ...sheet(heading(text.columns.refueled, volumeUnit()), ({ litres }) =>
        plain(litres === null ? null : litres / unitL()),
      ),
    },
    {
      ...{ key: 'marks', title: words.marks, width: 132, rigid: true, sort: 'marks' },
      text: ({ id }) => marksOf(id).map(markText).join(' '),
      blank: true,
      cell: cells.marks,
    },
    {
      ...{ key: 'price', title: perUnit, width: 96, sort: 'price', align: 'end' },
      text: ({ price }) => some(price, formatUnitPrice),
      ...sheet(perUnit, ({ price }) => plain(price === null ? null : price * unitL())),
    },
    {
      ...{ key: 'total', title: text.columns.total, width: 84, sort: 'total', align: 'end' },
      text: ({ total }) => some(total, formatAmount),
      ...sheet(text.columns.total, ({ total }) => plain(total)),
    },
    {
      ...{ key: 'driver', title: text.word.driver, width: 150, sort: 'driver' },
      text: ({ driver }) => driver,
    },
    {
      ...{ key: 'card', title: text.columns.fuelCardNumber, width: 140, sort: 'card', extra: true },
      text: ({ card }) => card,
    },
    {
      ...{ key: 'fuelType', title: text.columns.fuelType, width: 110, sort: 'fuelType' },
      extra: true,
      text: ({ fuelTypeId }) => fuelName(fuelTypeId),
    },
    {
      ...{ key: 'id', title: text.word.id, width: 80, sort: 'id', extra: true },
      text: ({ id }) => id,
    },
  ];
}

/** Fields that transactions can be narrowed by: every column but their marks, which are chips. */
export function transactionFields(): FilterField<FuelTransaction>[] {
  const value = (key: string) => TRANSACTION_VALUES[key] ?? (() => null);
  const texts = [
    ['vehicle', text.word.vehicle],
    ['driver', text.word.driver],
    ['station', text.columns.petrolStation],
    ['card', text.columns.fuelCardNumber],
    ['id', text.word.id],
  ] as const;
  const volume = { name: volumeUnit(), perOne: 1 / unitL() };
  return [
    ...texts.map(([key, title]) => ({ key, title, kind: 'text' as const, value: value(key) })),
    {
      key: 'volume',
      title: text.columns.refueled,
      kind: 'number',
      value: value('volume'),
      unit: volume,
    },
    {
      ...{ key: 'price', title: words.price(volumeUnit()), kind: 'number', value: value('price') },
      unit: { name: '', perOne: unitL() },
    },
    { key: 'total', title: text.columns.total, kind: 'number', value: value('total') },
    { key: 'when', title: text.word.when, kind: 'instant', value: value('when') },
    {
      ...{ key: 'fuelType', title: text.columns.fuelType, kind: 'choice' },
      ...{ value: value('fuelType'), nameOf: (id: string) => fuelName(id) || id },
    },
  ];
}

/** The values of a field among some transactions, the most frequent first. */
export function valuesAmong(
  transactions: readonly FuelTransaction[],
  key: string,
): readonly string[] {
  const valueOf = TRANSACTION_VALUES[key] ?? (() => null);
  const counts = new Map<string, number>();
  for (const one of transactions) {
    const value = String(valueOf(one) ?? '');
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

export const SUM_VALUES: Readonly<Record<string, (sum: FuelSum) => string | number | null>> = {
  vehicle: ({ vehicle }) => vehicle,
  depot: ({ depot }) => depot,
  distance: ({ distanceM }) => distanceM,
  volume: ({ litres }) => litres,
  cost: ({ cost }) => cost,
  count: ({ count }) => count,
  consumption: per100Km,
  costPerDistance: costPer100Km,
};

/** What 100 of the person's units of distance cost. */
function costPer100(sum: Pick<FuelSum, 'distanceM' | 'cost'>): number | null {
  const perKm = costPer100Km(sum);
  return perKm === null ? null : perKm / inDistanceUnits(1_000);
}

/** The table of vehicles. */
export function sumColumns(vehicle: Cell<FuelSum>): Column<FuelSum>[] {
  const number = (
    key: string,
    title: string,
    width: number,
    show: (sum: FuelSum) => string,
    unit: string,
    value: (sum: FuelSum) => number | null,
  ): Column<FuelSum> => ({
    ...{ key, title, width, sort: key, align: 'end', text: show },
    sheet: () => ({
      title: unit === '' ? title : heading(title, unit),
      value: (sum) => plain(value(sum)),
    }),
  });
  return [
    {
      ...{ key: 'vehicle', title: text.word.vehicle, width: 130, sort: 'vehicle', cell: vehicle },
      text: ({ vehicle: name }) => name,
    },
    {
      ...{ key: 'depot', title: text.columns.depotName, width: 150, sort: 'depot' },
      text: ({ depot }) => depot,
    },
    number(
      'distance',
      text.word.distance,
      100,
      ({ distanceM }) => some(distanceM, formatDistance),
      distanceUnit(),
      ({ distanceM }) => (distanceM === null ? null : inDistanceUnits(distanceM)),
    ),
    number(
      'volume',
      text.columns.refueled,
      110,
      ({ litres }) => formatVolume(litres),
      volumeUnit(),
      ({ litres }) => litres / unitL(),
    ),
    number(
      'consumption',
      words.consumption,
      130,
      (sum) => some(per100Km(sum), formatConsumption),
      consumptionUnit(),
      (sum) => {
        const rate = per100Km(sum);
        return rate === null ? null : inConsumptionUnits(rate);
      },
    ),
    number(
      'cost',
      words.cost,
      100,
      ({ cost }) => formatAmount(cost),
      '',
      ({ cost }) => cost,
    ),
    number(
      'costPerDistance',
      words.costPerDistance(distanceUnit()),
      130,
      (sum) => some(costPer100(sum), formatAmount),
      '',
      costPer100,
    ),
    number(
      'count',
      words.count,
      110,
      ({ count }) => formatCount(count),
      '',
      ({ count }) => count,
    ),
  ];
}

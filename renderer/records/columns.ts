import { instantOf } from '../../shared/rules/instant.ts';
import { POSITION_STATUSES } from '../../shared/rules/positions.ts';
import type { PositionStatus } from '../../shared/rules/positions.ts';
import type { Entity, Row } from '../bridge.ts';
import { clock } from '../state/clock.svelte.ts';
import { colourName } from '../state/colour.ts';
import {
  formatAge,
  formatAmount,
  formatCount,
  formatCountry,
  formatDateTime,
  formatDistance,
  formatDuration,
  formatExact,
  formatHeading,
  formatPhone,
  formatPosition,
  formatSpeed,
  formatZone,
} from '../state/format.ts';
import {
  accountLevel,
  eventSeverity,
  recordState,
  reportFormat,
  sensorKind,
} from '../state/keys.ts';
import { reference } from '../state/reference.svelte.ts';
import {
  S_PER_MINUTE,
  distanceUnit,
  formatVolume,
  inDistanceUnits,
  inSpeedUnits,
  minuteUnit,
  speedUnit,
  unitL,
  volumeUnit,
} from '../state/units.ts';
import { sheetTime } from '../state/zone.ts';
import { zones } from '../state/zones.svelte.ts';
import {
  fieldsOf,
  fieldsOfRow,
  idAt,
  nameOf,
  nameOfRow,
  numberAt,
  valueAt,
} from '../state/record.ts';
import type { Fields } from '../state/record.ts';
import { text } from '../text/en.ts';
import type { Cell, Column, SheetColumn } from '../ui/table.ts';
import { entityPages, hrefOf } from './entities.ts';
import type { FieldColumn, FieldKind } from './fieldColumns.ts';

/** The value that a column shows: the first of its paths that holds something. */
export function columnValue(fields: Fields, column: FieldColumn): unknown {
  for (const path of [column.field, ...(column.or ?? [])]) {
    const value = valueAt(fields, path);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Address of the record that a column names; null where it names none. */
export function linkOf(fields: Fields, { names }: FieldColumn): string | null {
  for (const path of names?.at ?? []) {
    const id = idAt(fields, path);
    if (names !== undefined && id !== null) return hrefOf(names.entity, id);
  }
  return null;
}

/** A value as a detail pane tells it: a time as the exact instant, with its zone. */
export function formatFact(value: unknown, kind: FieldKind = 'text'): string {
  const at = kind === 'instant' || kind === 'age' ? instantOf(value) : null;
  return at === null ? formatValue(value, kind) : formatExact(at);
}

/** A value in a column's words. What does not fit the column's kind is shown as it is. */
export function formatValue(value: unknown, kind: FieldKind = 'text'): string {
  if (value === undefined || value === null) return '';
  const plain = nameOf(value) ?? '';
  const quantity = (format: (amount: number) => string): string => {
    const number = asNumber(value);
    return number === null ? plain : format(number);
  };
  switch (kind) {
    case 'instant':
    case 'age': {
      const at = instantOf(value);
      if (at === null) return plain;
      return kind === 'age' ? formatAge(at, clock.nowMs) : formatDateTime(at);
    }
    case 'count':
      return quantity(formatCount);
    case 'distanceM':
      return quantity(formatDistance);
    case 'litres':
      return quantity(formatVolume);
    case 'amount':
      return quantity(formatAmount);
    case 'year':
      return quantity(String);
    case 'speedKmh':
      return quantity(formatSpeed);
    case 'durationS':
      return quantity(formatDuration);
    case 'heading':
      return quantity(formatHeading);
    case 'position': {
      const [lat, lng] = ['lat', 'lng'].map((name) => numberAt(fieldsOf(value), name));
      return typeof lat === 'number' && typeof lng === 'number' ? formatPosition(lat, lng) : plain;
    }
    case 'presence':
      return text.fact.yes;
    case 'role':
      return reference.roleName(plain) ?? plain;
    case 'plan':
      return reference.planName(plain) ?? plain;
    case 'reseller':
      return reference.resellerName(plain) ?? plain;
    case 'country':
      return formatCountry(plain);
    case 'phone':
      return formatPhone(plain);
    case 'colour':
      return colourName(plain) ?? plain;
    case 'reportFormat':
      return plain === '' ? '' : reportFormat(plain);
    case 'reportKind':
      return reference.reportKindName(plain) ?? plain;
    case 'eventType':
      return reference.eventTypeName(plain) ?? plain;
    case 'sensorKind':
      return plain === '' ? '' : sensorKind(plain);
    case 'severity':
      return plain === '' ? '' : eventSeverity(plain);
    case 'scope':
      return plain === '' ? '' : accountLevel(plain);
    case 'state':
      return recordState(plain);
    case 'status':
      return isStatus(plain) ? text.status[plain] : plain;
    case 'text':
    case 'named':
    case 'mono':
    case 'plate':
    case 'yesNo':
      return plain;
  }
}

function isStatus(value: string): value is PositionStatus {
  return (POSITION_STATUSES as readonly string[]).includes(value);
}

/** Kinds whose texts are read whole or not at all. */
const RIGID_KINDS: ReadonlySet<FieldKind> = new Set([
  'instant',
  'mono',
  'plate',
  'phone',
  'colour',
]);
const END_KINDS: ReadonlySet<FieldKind> = new Set([
  ...(['count', 'year', 'distanceM', 'litres', 'amount', 'speedKmh', 'durationS'] as const),
]);

/** The head of a column, and the name of the fact in a detail. */
export function headOf({ field, title }: FieldColumn): string {
  return title ?? text.columns[field];
}

/** How a kind of field leaves as a file, where that is not the text of its cell. */
function sheetFor(column: FieldColumn): SheetColumn<Row> | undefined {
  const raw = (row: Row): unknown => columnValue(fieldsOfRow(row), column);
  const heading = (unit: string): string => text.table.saveAs.heading(headOf(column), unit);
  const amount =
    (perOne: number) =>
    (row: Row): Cell => {
      const number = asNumber(raw(row) ?? null);
      return number === null ? (nameOf(raw(row)) ?? '') : Number((number * perOne).toFixed(6));
    };
  switch (column.kind) {
    case 'instant':
    case 'age':
      return {
        title: heading(formatZone()),
        value: (row) => {
          const at = instantOf(raw(row));
          return at === null ? (nameOf(raw(row)) ?? '') : sheetTime(at, zones.current);
        },
      };
    case 'distanceM':
      return { title: heading(distanceUnit()), value: amount(inDistanceUnits(1)) };
    case 'litres':
      return { title: heading(volumeUnit()), value: amount(1 / unitL()) };
    case 'speedKmh':
      return { title: heading(speedUnit()), value: amount(inSpeedUnits(1)) };
    case 'durationS':
      return { title: heading(minuteUnit()), value: amount(1 / S_PER_MINUTE) };
    case 'count':
    case 'year':
    case 'amount':
    case 'heading':
      return { title: headOf(column), value: amount(1) };
    default:
      return undefined;
  }
}

/** The table's columns for a kind of record. */
export function columnsOf(entity: Entity): Column<Row>[] {
  return entityPages[entity].columns.map((column) => ({
    key: column.field,
    title: headOf(column),
    width: column.width,
    ...(END_KINDS.has(column.kind ?? 'text') ? { align: 'end' as const } : {}),
    ...(column.rigid === true || RIGID_KINDS.has(column.kind ?? 'text') ? { rigid: true } : {}),
    ...(column.unsorted === true ? {} : { sort: column.field }),
    ...(column.extra === true ? { extra: true } : {}),
    text: (row) => formatValue(columnValue(fieldsOfRow(row), column), column.kind),
    sheet: () => sheetFor(column),
  }));
}

/** What people call a record of this kind. */
export function titleOf(entity: Entity, row: Pick<Row, 'json' | 'id'>): string {
  const fields = fieldsOfRow(row);
  const [key] = entityPages[entity].columns;
  // What happened is told apart by when it did.
  const at = key.kind === 'instant' ? formatValue(columnValue(fields, key), key.kind) : '';
  return at === '' ? nameOfRow(entity, row) : at;
}

import type { Row } from '../../bridge.ts';
import { columnsOf } from '../../records/columns.ts';
import { recordNames } from '../../records/writes/names.svelte.ts';
import { clock } from '../../state/clock.svelte.ts';
import {
  formatAge,
  formatDistance,
  formatHeading,
  formatPosition,
  formatSpeed,
} from '../../state/format.ts';
import { textAt } from '../../state/record.ts';
import { distanceUnit, inDistanceUnits, inSpeedUnits, speedUnit } from '../../state/units.ts';
import { text } from '../../text/en.ts';
import { momentColumn, numberColumn } from '../../ui/sheet.ts';
import type { Column } from '../../ui/table.ts';
import { depotOf, vehicleOf } from './vehicle.ts';

/** Columns of the list of vehicles: those that are always there, and every other known field. */

/** Draws the cells of a column that plain text is not enough for, by the column's key. */
type Cells = Readonly<Partial<Record<string, Column<Row>['cell']>>>;

const OWN: readonly Column<Row>[] = [
  {
    ...{ key: 'regNo', title: text.columns.regNo, width: 174, sort: 'regNo' },
    text: (row) => vehicleOf(row).plate,
  },
  {
    ...{ key: 'label', title: text.columns.defaultLabel, width: 130, sort: 'defaultLabel' },
    text: (row) => vehicleOf(row).label ?? '',
  },
  {
    ...{ key: 'driver', title: text.word.driver, width: 122, sort: 'driver.fullName' },
    text: (row) => vehicleOf(row).driver ?? '',
  },
  {
    ...{ key: 'seen', title: text.columns.lastLoggedAt, width: 88, sort: 'lastLoggedAt' },
    text: (row) => {
      const at = vehicleOf(row).seenAt;
      return at === null ? text.word.never : formatAge(at, clock.nowMs);
    },
    sheet: () => momentColumn(text.columns.lastLoggedAt, (row) => vehicleOf(row).seenAt),
  },
  {
    ...{ key: 'speed', title: text.word.speed, width: 96, sort: 'lastCoordinates.speed' },
    align: 'end',
    text: (row) => {
      const { speedKmh, status } = vehicleOf(row);
      return status !== 'driving' || speedKmh === null ? '' : formatSpeed(speedKmh);
    },
    sheet: () =>
      numberColumn(text.word.speed, speedUnit(), (row) => {
        const { speedKmh, status } = vehicleOf(row);
        return status !== 'driving' || speedKmh === null ? null : inSpeedUnits(speedKmh);
      }),
  },
  {
    ...{ key: 'today', title: text.history.range.today, width: 80, sort: 'todayData.distance' },
    align: 'end',
    text: (row) => {
      const { todayDistanceM } = vehicleOf(row);
      return todayDistanceM === null ? '' : formatDistance(todayDistanceM);
    },
    sheet: () =>
      numberColumn(text.history.range.today, distanceUnit(), (row) => {
        const { todayDistanceM } = vehicleOf(row);
        return todayDistanceM === null ? null : inDistanceUnits(todayDistanceM);
      }),
  },
  {
    ...{ key: 'depot', title: text.columns.depotName, width: 120, sort: 'depotName' },
    text: (row) => depotOf(vehicleOf(row).fields) ?? '',
  },
];

/** What the living positions tell newer than the record. */
const LIVING: Readonly<Partial<Record<string, (row: Row) => string>>> = {
  status: (row) => text.status[vehicleOf(row).status],
  lastCoordinates: (row) => {
    const { position } = vehicleOf(row);
    return position === null ? '' : formatPosition(position.lat, position.lng);
  },
  'lastCoordinates.heading': (row) => {
    const { heading } = vehicleOf(row);
    return heading === null ? '' : formatHeading(heading);
  },
};

const deviceIdOf = (row: Row): string | null => textAt(vehicleOf(row).fields, 'deviceId');
/** A device by what people call it, once the mirror has told; a vehicle names nothing but its id. */
function deviceOf(row: Row): string {
  const id = deviceIdOf(row);
  return id === null ? '' : (recordNames.of('device', id) ?? id);
}

export function listColumns(cells: Cells): Column<Row>[] {
  // Those that have a look of their own stand for what the mirror knows of the same.
  const drawn = new Set(OWN.flatMap(({ key, sort }) => [key, sort ?? key]));
  const further = columnsOf('vehicle')
    .filter(({ key }) => !drawn.has(key))
    .map((column): Column<Row> => {
      const living = LIVING[column.key];
      const device: Partial<Column<Row>> =
        column.key === 'deviceId'
          ? {
              text: deviceOf,
              bring: (rows) =>
                recordNames.bring(
                  'device',
                  rows.flatMap((row) => deviceIdOf(row) ?? []),
                ),
            }
          : {};
      return {
        ...column,
        extra: true,
        ...(living === undefined ? {} : { text: living }),
        ...device,
      };
    });
  return [...OWN, ...further].map((column) => {
    const cell = cells[column.key];
    return cell === undefined ? column : { ...column, cell };
  });
}

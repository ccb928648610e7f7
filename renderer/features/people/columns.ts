import type { Row } from '../../bridge.ts';
import type { NamedVehicle } from '../../records/assign.ts';
import { clock } from '../../state/clock.svelte.ts';
import { fleet } from '../../state/fleet.svelte.ts';
import { formatAge, formatZone } from '../../state/format.ts';
import { sheetTime } from '../../state/zone.ts';
import { zones } from '../../state/zones.svelte.ts';
import { text } from '../../text/en.ts';
import type { Column } from '../../ui/table.ts';

/** What the list of drivers tells beside their records: what they drive, and since when it is seen. */

const words = text.people;

/** When any of several vehicles was last seen, ms since 1970; null where none ever was. */
export function lastFixOf(vehicles: readonly NamedVehicle[]): number | null {
  const fixes = vehicles.map(({ id }) => fleet.of(id)?.fixedAt ?? null);
  return fixes.reduce((last, at) => (at !== null && at > (last ?? 0) ? at : last), null);
}

/** The columns of what a driver drives, by a look-up of it. */
export function drivingColumns(
  vehiclesOf: (row: Row) => readonly NamedVehicle[] | undefined,
): [vehicle: Column<Row>, lastFix: Column<Row>] {
  const lastFix = (row: Row): number | null => lastFixOf(vehiclesOf(row) ?? []);
  return [
    {
      ...{ key: 'drives', title: text.word.vehicle, width: 150, blank: true },
      text: (row) => (vehiclesOf(row) ?? []).map(({ name }) => name).join(', '),
    },
    {
      ...{ key: 'lastFix', title: words.columns.lastFix, width: 110, blank: true },
      text: (row) => {
        const at = lastFix(row);
        return at === null ? '' : formatAge(at, clock.nowMs);
      },
      sheet: () => ({
        title: text.table.saveAs.heading(words.columns.lastFix, formatZone()),
        value: (row) => {
          const at = lastFix(row);
          return at === null ? '' : sheetTime(at, zones.current);
        },
      }),
    },
  ];
}

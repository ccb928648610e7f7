import { distanceUnit, inDistanceUnits } from '../../state/units.ts';
import { formatCount, formatDuration } from '../../state/format.ts';
import { sensorKind } from '../../state/keys.ts';
import { text } from '../../text/en.ts';
import { momentColumn, numberColumn, plainSheet } from '../../ui/sheet.ts';
import type { Cell } from '../../ui/table.ts';
import type { Pairing, Stay } from './reading.ts';

/** What a device was in and what hung on it, as tables that are read and leave. */

const DAY_MS = 86_400_000;

/** How long a device was in a vehicle; null where it is not told since when. */
export function lastedMs({ fromMs, toMs }: Stay, nowMs: number): number | null {
  return fromMs === null ? null : Math.max(0, (toMs ?? nowMs) - fromMs);
}

/** The same in words: short times exactly, long ones in days. */
export function lastedText(stay: Stay, nowMs: number): string | null {
  const ms = lastedMs(stay, nowMs);
  if (ms === null) return null;
  return ms < 2 * DAY_MS
    ? formatDuration(ms / 1000)
    : text.units.days(formatCount(Math.floor(ms / DAY_MS)));
}

/** The vehicles as they leave: instants in the person's zone, the distance in their unit. */
export function staySheet(stays: readonly Stay[], nowMs: number): Cell[][] {
  const inDays = text.units.days('').trim();
  return plainSheet<Stay>(
    [
      { title: text.word.vehicle, value: ({ vehicle }) => vehicle },
      momentColumn(text.word.from, ({ fromMs }) => fromMs),
      momentColumn(text.word.to, ({ toMs }) => toMs),
      numberColumn(text.devices.vehicles.lasted, inDays, (stay) => {
        const ms = lastedMs(stay, nowMs);
        return ms === null ? null : ms / DAY_MS;
      }),
      numberColumn(text.fields.odometer, distanceUnit(), ({ odometerM }) =>
        odometerM === null ? null : inDistanceUnits(odometerM),
      ),
    ],
    stays,
  );
}

/** The sensors as they leave. */
export function pairingSheet(
  pairings: readonly Pairing[],
  nowOf: (pairing: Pairing) => string | null,
): Cell[][] {
  return plainSheet<Pairing>(
    [
      { title: text.entity.sensor, value: ({ name }) => name },
      { title: text.columns.type, value: ({ kind }) => (kind === null ? null : sensorKind(kind)) },
      momentColumn(text.devices.sensors.paired, ({ sinceMs }) => sinceMs),
      { title: text.devices.sensors.nowColumn, value: nowOf },
    ],
    pairings,
  );
}

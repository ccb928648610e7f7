import { textOf, valueOf } from './doc.ts';
import type { Row, Store } from './store.ts';

/** A stretch of time in ms since the epoch; the end is not part of it. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where something was for a while: a device in a vehicle, by the vehicle's id. */
export interface Installed extends Stretch {
  readonly vehicle: string;
}

function installedOf(row: Row): Installed {
  const ended = textOf(row.doc, 'uninstallDate');
  return {
    vehicle: String(valueOf(row.doc, 'vehicleId')),
    fromMs: row.at ?? 0,
    toMs: ended === null ? Infinity : Date.parse(ended),
  };
}

/** In which vehicles a device was, by time; it is in one at a time. */
export function installationsOf(store: Store, device: string): readonly Installed[] {
  const all = store
    .rows(
      "SELECT * FROM record WHERE entity = 'installation' AND link = ? ORDER BY at, seq",
      device,
    )
    .map(installedOf);
  return all.map((installed, index) => {
    const nextMs = all[index + 1]?.fromMs ?? Infinity;
    return { ...installed, toMs: Math.min(installed.toMs, nextMs) };
  });
}

/**
 * When a device told where a vehicle was: always, but for the time from a removal to the next
 * installation.
 */
function reported(store: Store, vehicle: Row): readonly Stretch[] {
  const installed = store
    .rows(
      `SELECT * FROM record WHERE entity = 'installation'
       AND CAST(doc ->> '$.vehicleId' AS TEXT) = ? ORDER BY at, seq`,
      vehicle.id,
    )
    .map(installedOf);
  const stretches: Stretch[] = [];
  for (const { fromMs, toMs } of installed) {
    const last = stretches.at(-1);
    if (last === undefined) stretches.push({ fromMs: -Infinity, toMs });
    else if (fromMs > last.toMs) stretches.push({ fromMs, toMs });
    else stretches.splice(-1, 1, { fromMs: last.fromMs, toMs: Math.max(last.toMs, toMs) });
  }
  return stretches.length === 0 ? [{ fromMs: -Infinity, toMs: Infinity }] : stretches;
}

/** A stretch as far as it lies in a range, and when it began in truth: before all time for the first. */
export interface Reported extends Stretch {
  readonly beganMs: number;
}

/** The parts of a range in which a device reported from a vehicle, by time. */
export function reportedWithin(store: Store, vehicle: Row, range: Stretch): readonly Reported[] {
  const all = reported(store, vehicle).map((part) => ({ ...part, beganMs: part.fromMs }));
  return within(all, range);
}

/** What of stretches lies in a range. */
export function within<T extends Stretch>(stretches: readonly T[], range: Stretch): readonly T[] {
  return stretches
    .map((stretch) => ({
      ...stretch,
      fromMs: Math.max(stretch.fromMs, range.fromMs),
      toMs: Math.min(stretch.toMs, range.toMs),
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
}

/** The last instant up to `atMs` of which a vehicle's device tells. */
export function lastReportMs(store: Store, vehicle: Row, atMs: number): number {
  const last = reportedWithin(store, vehicle, { fromMs: -Infinity, toMs: atMs }).at(-1);
  return last?.toMs ?? atMs;
}

/** When a device was removed last, or any device from a vehicle; null where none ever was. */
export function lastRemovalMs(store: Store, device: Row, vehicle: Row): number | null {
  const last = store.scalar(
    `SELECT max(doc ->> '$.uninstallDate') FROM record WHERE entity = 'installation'
     AND (link = ? OR CAST(doc ->> '$.vehicleId' AS TEXT) = ?)`,
    device.id,
    vehicle.id,
  );
  return typeof last === 'string' ? Date.parse(last) : null;
}

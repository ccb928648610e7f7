import type { LatLng } from '../../../shared/rules/geo.ts';
import type { Member, Traffic } from './member.ts';
import type { Drive } from './round.ts';
import type { Piece } from './timetable.ts';
import type { Trip, TripPoint } from './types.ts';

const REPORT_EVERY_MS = 10_000;

/** The part of the day that is asked for, ms since the epoch. */
interface Range {
  fromMs: number;
  toMs: number;
}

/** The drive that a piece is, where it is one. */
function driveOf({ activity }: Piece): Drive | undefined {
  return activity?.type === 'driving' && !('place' in activity.at) ? activity.at : undefined;
}

/** When a tracker reports while it drives: at both ends, and every ten seconds between. */
function reportTimes({ fromMs, toMs }: Range, moving: boolean): number[] {
  const times = [fromMs];
  const firstMs = (Math.floor(fromMs / REPORT_EVERY_MS) + 1) * REPORT_EVERY_MS;
  for (let tMs = firstMs; moving && tMs < toMs; tMs += REPORT_EVERY_MS) times.push(tMs);
  return [...times, toMs];
}

/** A piece of a vehicle's timetable, as far as it lies in a range. */
export function tripOf(
  { table, road }: Traffic,
  { vehicle, rounds, shiftMs }: Member,
  piece: Piece,
  range: Range,
  coordinates: boolean,
): Trip {
  const startMs = Math.max(piece.startMs - shiftMs, range.fromMs);
  const endMs = Math.min(piece.endMs - shiftMs, range.toMs);
  const into = (tMs: number): number => tMs + shiftMs - piece.startMs;
  const { activity } = piece;
  const place = (tMs: number): LatLng => {
    const { lat, lng } = activity
      ? road.whereAt(activity, into(tMs))
      : road.parkedAt(table.homeOf(rounds));
    return { lat, lng };
  };
  const pointAt = (tMs: number): TripPoint => ({
    ...place(tMs),
    tsMs: tMs,
    speedKmh: activity ? road.speedAt(activity, into(tMs)) * 3.6 : 0,
  });
  const odometerAt = (tMs: number): number =>
    table.totalsAt(rounds, table.momentAt(rounds, tMs + shiftMs)).distanceM;
  const drive = driveOf(piece);
  const distanceM = drive ? odometerAt(endMs) - odometerAt(startMs) : 0;
  const topSpeed = drive ? road.topSpeed(drive, into(startMs), into(endMs)) : 0;
  const durationS = (endMs - startMs) / 1000;
  const times = coordinates
    ? reportTimes({ fromMs: startMs, toMs: endMs }, drive !== undefined)
    : [];
  return {
    id: `${vehicle}-${piece.day}-${piece.index}`,
    type: activity?.type ?? 'stopped',
    startMs,
    endMs,
    distanceM,
    durationS,
    avgSpeedKmh: (distanceM / durationS) * 3.6,
    maxSpeedKmh: topSpeed * 3.6,
    start: place(startMs),
    finish: place(endMs),
    ...(coordinates ? { coordinates: times.map(pointAt) } : {}),
  };
}

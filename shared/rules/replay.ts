import { indexAt, stateAt, timeSpan } from './track.ts';
import type { Track } from './track.ts';

/** Playing tracks back in their own time: pure, so that no clock is needed to test it. */

/** How many times faster than it was. */
export const REPLAY_RATES = [0.5, 1, 2, 5, 10, 30, 60, 120] as const;
export type ReplayRate = (typeof REPLAY_RATES)[number];

/** Whether a track stands, or nothing is known of it, at an instant. */
function isStopped(track: Track, atMs: number): boolean {
  const index = indexAt(track, atMs);
  return index < 0 || index >= track.atMs.length - 1 || stateAt(track, index) !== 'driving';
}

/** The next instant at which a track drives; Infinity where it never does again. */
function nextDrive(track: Track, atMs: number): number {
  for (let i = Math.max(0, indexAt(track, atMs)); i < track.atMs.length - 1; i += 1) {
    const begins = track.atMs[i] ?? Infinity;
    if (stateAt(track, i) === 'driving') return Math.max(begins, atMs);
  }
  return Infinity;
}

/**
 * Where a replay is after some time of the person's. With `skipStops` what nobody drives in is left
 * out; several tracks keep their common time.
 *
 * @param elapsedMs of the person's clock
 * @returns the instant, and whether the end is reached
 */
export function advance(
  tracks: readonly Track[],
  atMs: number,
  elapsedMs: number,
  { rate, skipStops }: { rate: number; skipStops: boolean },
): { atMs: number; ended: boolean } {
  const span = timeSpan(tracks);
  if (span === null) return { atMs, ended: true };
  let next = Math.max(span.fromMs, atMs) + elapsedMs * rate;
  if (skipStops && tracks.every((track) => isStopped(track, next))) {
    const drive = Math.min(...tracks.map((track) => nextDrive(track, next)));
    next = Number.isFinite(drive) ? drive : span.toMs;
  }
  return next >= span.toMs ? { atMs: span.toMs, ended: true } : { atMs: next, ended: false };
}

/** The point before or after an instant, of whichever track has the nearest one. */
export function neighbour(tracks: readonly Track[], atMs: number, by: 1 | -1): number {
  const found = tracks.flatMap((track) => {
    const index = indexAt(track, atMs);
    const here = track.atMs[index];
    const target = by === 1 ? index + 1 : here !== undefined && here < atMs ? index : index - 1;
    const at = track.atMs[target];
    return at === undefined ? [] : [at];
  });
  if (found.length === 0) return atMs;
  return by === 1 ? Math.min(...found) : Math.max(...found);
}

import { listen } from '../../bridge.ts';
import { fleet } from '../../state/fleet.svelte.ts';
import type { FleetTrack } from '../layers/track.ts';

/** A large fleet changes all the time, and all its positions are read to know who went. */
const EVERY_MS = 5_000;

/**
 * Takes vehicles that were archived or are gone off an open map: no position tells of them.
 *
 * @param went called after some were taken off
 * @returns the function that stops it
 */
export function followRemovals(track: FleetTrack, went: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let stopped = false;
  const look = async (): Promise<void> => {
    timer = undefined;
    lookedMs = performance.now();
    const columns = await fleet.columns();
    if (columns === null || stopped) return;
    if (track.retain(new Set(columns.ids))) went();
  };
  const stop = listen('changed', ({ entity }) => {
    if (entity !== 'vehicle') return;
    const waitMs = Math.max(0, lookedMs + EVERY_MS - performance.now());
    timer ??= setTimeout(() => void look(), waitMs);
  });
  return () => {
    stopped = true;
    stop();
    clearTimeout(timer);
  };
}

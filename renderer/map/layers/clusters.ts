import { worldPx } from './view.ts';
import type { View } from './view.ts';

/** A vehicle in sight: its index in the track and where it is drawn, in CSS pixels. */
export interface Spot {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  /** Index into POSITION_STATUSES. */
  readonly status: number;
}

/** Vehicles that would lie on one another, drawn as one mark in their middle. */
export interface Cluster {
  readonly x: number;
  readonly y: number;
  readonly members: readonly number[];
  /** How many of each status, by the index into POSITION_STATUSES. */
  readonly counts: readonly number[];
}

/** More than this in sight are drawn as clusters… */
const CLUSTER_ABOVE = 300;
/** …until they are clearly fewer again, so that a pan does not flicker between both. */
const CLUSTER_UNTIL = 240;
/** A town is smaller than its marks below this zoom. */
const CLUSTER_BELOW_ZOOM = 9;
/** More cells than a map is high, so that each has a number of its own. */
const CELLS_PER_COLUMN = 2 ** 24;
/** Width of the cells that vehicles are gathered in, in CSS pixels at whole zooms. */
const CELL_PX = 72;

/** Whether vehicles in sight should be gathered. */
export function shouldCluster(inSight: number, zoom: number, clustered: boolean): boolean {
  return zoom < CLUSTER_BELOW_ZOOM || inSight > (clustered ? CLUSTER_UNTIL : CLUSTER_ABOVE);
}

/** Radius of a cluster's mark in CSS pixels: it grows with the number, slowly. */
export function clusterRadius(count: number): number {
  return Math.min(30, 11 + 3.2 * Math.log10(count) * 2);
}

interface Group {
  x: number;
  y: number;
  members: number[];
  counts: number[];
}

/**
 * Gathers vehicles in sight by cells that are fixed to the ground (a pan does not reshuffle them)
 * and joins clusters whose marks would touch. A vehicle alone in its cell stays a vehicle.
 */
export function cluster(
  spots: readonly Spot[],
  view: View,
): { clusters: Cluster[]; singles: Spot[] } {
  const size = worldPx(view.zoom);
  const cell = (CELL_PX * size) / worldPx(Math.floor(view.zoom));
  const left = view.x * size - view.width / 2;
  const top = view.y * size - view.height / 2;
  const cells = new Map<number, { group: Group; only: Spot }>();
  for (const spot of spots) {
    const column = Math.floor((spot.x + left) / cell);
    const row = Math.floor((spot.y + top) / cell);
    const key = column * CELLS_PER_COLUMN + row;
    let entry = cells.get(key);
    if (entry === undefined) {
      entry = { group: { x: 0, y: 0, members: [], counts: [0, 0, 0, 0, 0] }, only: spot };
      cells.set(key, entry);
    }
    const { group } = entry;
    group.x += spot.x;
    group.y += spot.y;
    group.members.push(spot.index);
    group.counts[spot.status] = (group.counts[spot.status] ?? 0) + 1;
  }
  const singles: Spot[] = [];
  const groups: Group[] = [];
  for (const { group, only } of cells.values()) {
    const count = group.members.length;
    if (count === 1) {
      singles.push(only);
    } else {
      groups.push({ ...group, x: group.x / count, y: group.y / count });
    }
  }
  return { clusters: joined(groups), singles };
}

/** Joins what touches, the largest first. */
function joined(groups: readonly Group[]): Cluster[] {
  const sorted = [...groups].sort((a, b) => b.members.length - a.members.length);
  const out: Group[] = [];
  for (const next of sorted) {
    const radius = clusterRadius(next.members.length);
    const host = out.find(
      (other) =>
        Math.hypot(other.x - next.x, other.y - next.y) <
        (clusterRadius(other.members.length) + radius) * 0.85,
    );
    if (host === undefined) {
      out.push(next);
      continue;
    }
    const mine = host.members.length;
    const theirs = next.members.length;
    host.x = (host.x * mine + next.x * theirs) / (mine + theirs);
    host.y = (host.y * mine + next.y * theirs) / (mine + theirs);
    host.members.push(...next.members);
    host.counts = host.counts.map((count, i) => count + (next.counts[i] ?? 0));
  }
  return out;
}

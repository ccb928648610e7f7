import type { PositionStatus } from '../../../shared/rules/positions.ts';
import { BADGE_PX } from './badges.ts';
import { MARK_PX } from './marks.ts';

/** How far a mark reaches from its middle to each side, its edge included, in CSS pixels. */
export interface Reach {
  readonly left: number;
  readonly right: number;
  readonly up: number;
  readonly down: number;
}

/** The ring around the selected vehicle, with its edge. */
const RING_PX = 17;

/** The reach of a mark inside the ring of what is selected. */
export function ringed({ left, right, up, down }: Reach): Reach {
  return {
    ...{ left: Math.max(left, RING_PX), right: Math.max(right, RING_PX) },
    ...{ up: Math.max(up, RING_PX), down: Math.max(down, RING_PX) },
  };
}

/** What a mark is drawn as: a disc, and points that stand out of it, as painted upright. */
interface Outline {
  readonly round: number;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Half of the edge's width, which the points are drawn with. */
  readonly edge: number;
}

const disc = (round: number): Outline => ({ round, points: [], edge: 0 });
const MARKS: Readonly<Record<PositionStatus, Outline>> = {
  driving: {
    ...{ round: 0, edge: 1.75 },
    points: [
      [0, -9.5],
      [7, 8],
      [-7, 8],
    ],
  },
  ...{ idling: disc(8.5), stopped: disc(7.25), offline: disc(7.5), unknown: disc(7.5) },
};
const BADGES: Readonly<Record<PositionStatus, Outline>> = {
  driving: { round: 13.5, edge: 1.5, points: [[0, -18.5]] },
  ...{ idling: disc(13.5), stopped: disc(13), offline: disc(13.5), unknown: disc(13.5) },
};

/**
 * The reach of a vehicle's mark.
 *
 * @param isClose whether it is a badge, with the picture of its type
 * @param sizePx of the square that it is drawn in
 * @param turnDeg degrees clockwise; NaN for not at all
 */
export function reachOf(
  status: PositionStatus,
  isClose: boolean,
  sizePx: number,
  turnDeg: number,
): Reach {
  const { round, points, edge } = (isClose ? BADGES : MARKS)[status];
  const scale = sizePx / (isClose ? BADGE_PX : MARK_PX);
  const turn = Number.isNaN(turnDeg) ? 0 : (turnDeg * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const xs = points.map(([x, y]) => x * cos - y * sin);
  const ys = points.map(([x, y]) => x * sin + y * cos);
  const far = (all: readonly number[]): number =>
    scale * Math.max(round, ...all.map((v) => v + edge));
  return {
    left: far(xs.map((x) => -x)),
    right: far(xs),
    up: far(ys.map((y) => -y)),
    down: far(ys),
  };
}

import { POSITION_STATUSES } from '../../../shared/rules/positions.ts';
import { formatShortCount } from '../../state/format.ts';
import { clusterRadius } from './clusters.ts';
import type { Cluster } from './clusters.ts';
import type { Palette } from '../palette.ts';

const RING_PX = 4;

/** Draws a cluster: how many, inside a ring that shows the share of each state. */
export function drawCluster(
  context: CanvasRenderingContext2D,
  { x, y, members, counts }: Cluster,
  palette: Palette,
  font: string,
): void {
  const radius = clusterRadius(members.length);
  context.beginPath();
  context.arc(x, y, radius + 1.5, 0, 2 * Math.PI);
  context.fillStyle = palette.halo;
  context.fill();
  context.beginPath();
  context.arc(x, y, radius - RING_PX, 0, 2 * Math.PI);
  context.fillStyle = palette.surface;
  context.fill();
  let from = -Math.PI / 2;
  context.lineWidth = RING_PX;
  for (const [i, status] of POSITION_STATUSES.entries()) {
    const share = (counts[i] ?? 0) / members.length;
    if (share === 0) continue;
    const to = from + share * 2 * Math.PI;
    context.beginPath();
    context.arc(x, y, radius - RING_PX / 2, from, to);
    context.strokeStyle = palette.status[status];
    context.stroke();
    from = to;
  }
  context.font = `600 ${members.length < 1000 ? 12 : 11}px ${font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.text;
  context.fillText(formatShortCount(members.length), x, y + 0.5);
}

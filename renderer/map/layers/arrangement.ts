import { cluster, shouldCluster } from './clusters.ts';
import type { Cluster, Spot } from './clusters.ts';
import { BADGE_PX, GLYPHS_FROM_ZOOM } from './badges.ts';
import type { FleetTrack } from './track.ts';
import { screenX, screenY, worldPx } from './view.ts';
import type { View } from './view.ts';

/** Vehicles this far outside are drawn too, so that marks don't pop up at the edge. */
const MARGIN_PX = 24;

/** What is to be arranged. */
export interface Scope {
  readonly view: View;
  /** Which vehicles are drawn; null for all. */
  readonly shown: ReadonlySet<string> | null;
  readonly selectedId: string | null;
  readonly hoveredId: string | null;
}

function isSameSight(a: Scope, b: Scope): boolean {
  const [from, to] = [a.view, b.view];
  const isSameView =
    from.x === to.x &&
    from.y === to.y &&
    from.zoom === to.zoom &&
    from.width === to.width &&
    from.height === to.height;
  return isSameView && a.shown === b.shown && a.selectedId === b.selectedId;
}

/**
 * Which vehicles are in sight, each alone or gathered with others. To find them costs a pass over
 * the whole fleet: what only lifts another mark, as a pointer on its way does, makes none.
 */
export class Arrangement {
  readonly #track: FleetTrack;
  #clustered = false;
  #singles: readonly Spot[] = [];
  #clusters: readonly Cluster[] = [];
  /** Of which it is, where nothing moved in it. */
  #still: { readonly scope: Scope; readonly version: number } | null = null;

  constructor(track: FleetTrack) {
    this.#track = track;
  }

  get clustered(): boolean {
    return this.#clustered;
  }
  /** Those that stand alone, in the order in which they are drawn. */
  get singles(): readonly Spot[] {
    return this.#singles;
  }
  get clusters(): readonly Cluster[] {
    return this.#clusters;
  }

  /**
   * Arranges what is in sight.
   *
   * @param now by the page's own clock, ms
   * @returns CSS pixels per ms of what moves or turns fastest
   */
  renew(scope: Scope, now: number): number {
    const { version } = this.#track;
    const still = this.#still;
    if (still !== null && still.version === version && isSameSight(still.scope, scope)) {
      if (still.scope.hoveredId !== scope.hoveredId) {
        this.#singles = this.#inOrder(this.#singles, scope);
        this.#still = { scope, version };
      }
      return 0;
    }
    const fastestPxMs = this.#cluster(scope, now);
    this.#still = this.#track.movingUntilMs <= now ? { scope, version } : null;
    return fastestPxMs;
  }

  #cluster(scope: Scope, now: number): number {
    const { view, shown, selectedId } = scope;
    const track = this.#track;
    const spots: Spot[] = [];
    const size = worldPx(view.zoom);
    let fastestPxMs = 0;
    for (let i = 0; i < track.size; i += 1) {
      const x = screenX(view, track.xAt(i, now));
      if (x < -MARGIN_PX || x > view.width + MARGIN_PX) continue;
      const y = screenY(view, track.yAt(i, now));
      if (y < -MARGIN_PX || y > view.height + MARGIN_PX) continue;
      if (shown !== null && !shown.has(track.ids[i] ?? '')) continue;
      spots.push({ index: i, x, y, status: track.statusIndex(i) });
      fastestPxMs = Math.max(
        fastestPxMs,
        track.speedAt(i, now) * size,
        this.#rimPxMs(view, i, now),
      );
    }
    this.#clustered = shouldCluster(spots.length, view.zoom, this.#clustered);
    if (!this.#clustered) {
      this.#singles = this.#inOrder(spots, scope);
      this.#clusters = [];
      return fastestPxMs;
    }
    const selected = selectedId === null ? undefined : track.indexOf(selectedId);
    const clustered = cluster(
      spots.filter((spot) => spot.index !== selected),
      view,
    );
    const alone = spots.filter((spot) => spot.index === selected);
    this.#clusters = clustered.clusters;
    this.#singles = this.#inOrder([...clustered.singles, ...alone], scope);
    return fastestPxMs;
  }

  /** What moves lies above what stands; hovered and selected vehicles lie on top. */
  #inOrder(spots: readonly Spot[], { hoveredId, selectedId }: Scope): Spot[] {
    const top = [hoveredId, selectedId].map((id) =>
      id === null ? undefined : this.#track.indexOf(id),
    );
    const height = (spot: Spot): number => {
      const at = top.lastIndexOf(spot.index);
      return at === -1 ? -spot.status : at + 1;
    };
    return [...spots].sort((a, b) => height(a) - height(b) || a.y - b.y);
  }

  /** How fast the rim of a badge turns. */
  #rimPxMs({ zoom }: View, index: number, now: number): number {
    if (zoom < GLYPHS_FROM_ZOOM || this.#track.status(index) !== 'driving') return 0;
    return ((this.#track.turnAt(index, now) * Math.PI) / 180) * (BADGE_PX / 2);
  }
}

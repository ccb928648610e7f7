import { areaContains } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { listen } from '../../bridge.ts';
import { fleet } from '../../state/fleet.svelte.ts';
import { followRemovals } from '../../map/fleet/removals.ts';
import { FleetTrack } from '../../map/layers/track.ts';
import type { PositionColumns } from '../../map/layers/track.ts';

/** Nobody reads a list that changes more often. */
const PAUSE_MS = 1_000;

/** Which vehicles an area covers now, by their newest fixes. */
export class InsideNow {
  readonly #track = new FleetTrack();
  readonly #shape: AreaShape;
  #ids = $state.raw<readonly string[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(shape: AreaShape) {
    this.#shape = shape;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** Looks once and then follows; returns the function that stops. */
  start(): () => void {
    const stop = listen('positions', (payload) => this.#merge(payload));
    void fleet.columns().then((columns) => {
      if (columns === null) return;
      this.#merge(columns);
      this.#look();
    });
    const stopRemovals = followRemovals(this.#track, () => this.#look());
    return () => {
      stop();
      stopRemovals();
      clearTimeout(this.#timer);
    };
  }

  #merge(columns: PositionColumns): void {
    this.#track.merge(columns, 0, false);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, PAUSE_MS);
  }

  #look(): void {
    this.#ids = this.#track.ids.filter((_, i) =>
      areaContains(this.#shape, this.#track.position(i)),
    );
  }
}

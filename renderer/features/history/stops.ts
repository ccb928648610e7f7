import { placeMarks } from '../../map/route/placeMarks.ts';
import type { StopMark } from '../../map/route/layer.ts';
import { areasAt } from '../../state/areasAt.svelte.ts';
import { formatSpan } from '../../state/format.ts';
import type { Leg } from './window.svelte.ts';

/**
 * A mark for each place where a vehicle stood, as `placeMarks` makes them.
 *
 * @param named whether the stops are those of several vehicles
 */
export function stopMarks(
  legs: readonly Leg[],
  metresPerPixel: number,
  zone: string | undefined,
  named: boolean,
): StopMark[] {
  const detailOf = ({ vehicle, trip: { startedAt, endedAt } }: Leg): string =>
    [
      ...(named ? [vehicle.name] : []),
      ...(startedAt === null || endedAt === null ? [] : [formatSpan(startedAt, endedAt, zone)]),
    ].join(', ');
  return placeMarks(
    legs.flatMap((leg) =>
      leg.stop === null || leg.trip.start === null
        ? []
        : [{ key: leg.key, number: leg.stop, at: leg.trip.start, detail: detailOf(leg) }],
    ),
    metresPerPixel,
  );
}

/** The areas that each stop lies in, in words; nothing for what is no stop. */
export async function areasOfStops(legs: readonly Leg[]): Promise<(leg: Leg) => string> {
  const areas = await Promise.all(
    legs.map(async ({ key, stop, trip }) => {
      const found = stop === null || trip.start === null ? [] : await areasAt(trip.start);
      return [key, found.map(({ name }) => name).join(', ')] as const;
    }),
  );
  const byKey = new Map(areas);
  return ({ key }) => byKey.get(key) ?? '';
}

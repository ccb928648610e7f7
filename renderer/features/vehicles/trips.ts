import { fieldsOf, instantAt, numberAt, textAt, valueAt } from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';

export type TripKind = 'driving' | 'idle' | 'stopped';

/** One trip, idle period or stop (specification, section 2.10). */
export interface Trip {
  kind: TripKind;
  startedAt: number | null;
  endedAt: number | null;
  distanceM: number;
  durationS: number;
  maxSpeedKmh: number | null;
  from: string | null;
  to: string | null;
}

const KINDS: readonly TripKind[] = ['driving', 'idle', 'stopped'];

function tripOf(part: Fields): Trip | null {
  const kind = KINDS.find((known) => known === textAt(part, 'type'));
  if (kind === undefined) return null;
  return {
    kind,
    startedAt:
      instantAt(part, 'pointStart.occurredAt') ?? instantAt(part, 'pointStart.lastCoordinates.ts'),
    endedAt:
      instantAt(part, 'pointFinish.occurredAt') ??
      instantAt(part, 'pointFinish.lastCoordinates.ts'),
    distanceM: numberAt(part, 'distance') ?? 0,
    durationS: numberAt(part, 'duration') ?? 0,
    maxSpeedKmh: numberAt(part, 'maxSpeed'),
    from: textAt(part, 'pointStart.address'),
    to: textAt(part, 'pointFinish.address'),
  };
}

function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Trips of a route answer, latest first. Parts of a kind that nobody knows are left out. */
export function tripsOf(json: string | null): Trip[] {
  if (json === null) return [];
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch {
    return [];
  }
  const groups = Array.isArray(answer) ? answer : rowsOf(valueAt(fieldsOf(answer), 'data'));
  return groups
    .flatMap((group) => rowsOf(fieldsOf(group).get('routes')))
    .map((part) => tripOf(fieldsOf(part)))
    .filter((trip) => trip !== null)
    .sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0));
}

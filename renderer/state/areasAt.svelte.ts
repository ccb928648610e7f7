import { areaFigures, areaShape } from '../../shared/rules/areaShape.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import { call, listen } from '../bridge.ts';
import type { Row } from '../bridge.ts';
import { boxAt } from './position.ts';
import { fieldsOfRow, textAt } from './record.ts';

/** An area that covers a place. */
export interface AreaHere {
  readonly id: string;
  readonly name: string;
}

/** Nobody reads a longer list of areas on one spot. */
const MOST = 50;

function surfaceOf(row: Row): number {
  const fields = fieldsOfRow(row);
  const shape = areaShape({
    type: fields.get('type'),
    coordinates: fields.get('coordinates'),
    radius: fields.get('radius'),
  });
  return shape === undefined ? Infinity : areaFigures(shape).surfaceM2;
}

/** The living areas that cover a position, the smallest first; out of the mirror. */
export async function areasAt(place: LatLng): Promise<readonly AreaHere[]> {
  const result = await call('records.window', {
    view: { entity: 'area', within: boxAt(place) },
    offset: 0,
    limit: MOST,
  });
  if (!result.ok) return [];
  return result.value.rows
    .map((row) => ({ row, surfaceM2: surfaceOf(row) }))
    .sort((a, b) => a.surfaceM2 - b.surfaceM2)
    .map(({ row }) => ({ id: row.id, name: textAt(fieldsOfRow(row), 'name') ?? row.id }));
}

/** Follows which areas cover a position, as it moves and as areas change. */
export class AreasAt {
  #found = $state.raw<readonly AreaHere[] | null>(null);
  #place: LatLng | null = null;
  #asked = 0;

  /** Null while nothing was found out yet. */
  get found(): readonly AreaHere[] | null {
    return this.#found;
  }

  /** Listens to changes of areas; returns the function that stops. */
  start(): () => void {
    const stops = [
      listen('changed', ({ entity }) => {
        if (entity === 'area') void this.#look();
      }),
      listen('account', () => void this.#look()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Moves to another position; null for none. */
  move(place: LatLng | null): void {
    if (place?.lat === this.#place?.lat && place?.lng === this.#place?.lng) return;
    this.#place = place;
    void this.#look();
  }

  async #look(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const found = this.#place === null ? null : await areasAt(this.#place);
    if (asked === this.#asked) this.#found = found;
  }
}

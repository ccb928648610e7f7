import { positionStatusIndex, POSITION_STATUSES } from '../../../shared/rules/positions.ts';
import type { PositionStatus } from '../../../shared/rules/positions.ts';
import type { Row } from '../../bridge.ts';
import { fleet } from '../../state/fleet.svelte.ts';
import {
  fieldsOfRow,
  idAt,
  instantAt,
  nameOfRow,
  numberAt,
  textAt,
  valueAt,
} from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';
import { vehicleParts } from '../../records/vehicleParts.svelte.ts';

/** A vehicle as list and detail show it (specification, section 2.9). */
export interface VehicleView {
  id: string;
  plate: string;
  label: string | null;
  driver: string | null;
  driverId: string | null;
  status: PositionStatus;
  /** Degrees clockwise from north. */
  heading: number | null;
  speedKmh: number | null;
  position: { lat: number; lng: number } | null;
  /** When the last fix was taken, ms since 1970. */
  seenAt: number | null;
  todayDistanceM: number | null;
  fields: Fields;
}

/** What each row says, read once: a list asks for it column by column. */
const readRows = new WeakMap<Row, VehicleView>();

function readRow(row: Row): VehicleView {
  const known = readRows.get(row);
  if (known !== undefined) return known;
  const fields = fieldsOfRow(row);
  const lat = numberAt(fields, 'lastCoordinates.lat');
  const lng = numberAt(fields, 'lastCoordinates.lng');
  const driver = valueAt(fields, 'driver');
  const view: VehicleView = {
    id: row.id,
    plate: nameOfRow('vehicle', row),
    label: textAt(fields, 'defaultLabel'),
    driver: textAt(fields, 'driver'),
    driverId:
      textAt(fields, 'driverId') ?? (typeof driver === 'object' ? idAt(fields, 'driver') : null),
    status: POSITION_STATUSES[positionStatusIndex(textAt(fields, 'status'))] ?? 'unknown',
    heading: numberAt(fields, 'lastCoordinates.heading'),
    speedKmh: numberAt(fields, 'lastCoordinates.speed') ?? numberAt(fields, 'speed'),
    position: lat === null || lng === null ? null : { lat, lng },
    seenAt: instantAt(fields, 'lastCoordinates.ts') ?? instantAt(fields, 'lastLoggedAt'),
    todayDistanceM: numberAt(fields, 'todayData.distance'),
    fields,
  };
  readRows.set(row, view);
  return view;
}

/** Reads a row, with the living position where the refresh has told one. */
export function vehicleOf(row: Row): VehicleView {
  const view = readRow(row);
  const living = fleet.of(row.id);
  if (living === undefined) return view;
  return {
    ...view,
    status: living.status,
    heading: living.heading ?? view.heading,
    position: { lat: living.lat, lng: living.lng },
    seenAt: living.fixedAt ?? view.seenAt,
  };
}

/** What a vehicle's depot is called: by the vehicle, else by others that name its id. Reactive. */
export function depotOf(fields: Fields): string | null {
  const name = textAt(fields, 'depotName') ?? textAt(fields, 'depot.name');
  if (name !== null) return name;
  const id = idAt(fields, 'depot');
  return id === null ? null : (vehicleParts.nameOf('depot', id) ?? id);
}

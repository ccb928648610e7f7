import * as z from 'zod/mini';
import {
  anyObject,
  anything,
  coordinates,
  id,
  instant,
  isoInstant,
  maybe,
  nonEmpty,
  number,
  numeric,
  odometerM,
  summary,
  team,
  text,
  wireId,
  wireIds,
} from './fields.ts';

/** Vehicle (section 2.9). `status` tells movement for a living vehicle, `archived` otherwise. */
export const vehicle = z.looseObject({
  id: wireId,
  regNo: text,
  defaultLabel: text,
  model: text,
  depot: summary,
  depotName: text,
  groups: anything,
  driver: summary,
  driverId: id,
  type: text,
  typeId: id,
  typeName: text,
  make: text,
  makeModel: text,
  vin: text,
  deviceId: id,
  status: text,
  lastLoggedAt: instant,
  lastCoordinates: maybe(coordinates),
  todayData: maybe(
    z.looseObject({ avgSpeed: number, distance: number, duration: number, idleDuration: number }),
  ),
  areas: anything,
  fuelType: anything,
  fuelTankCapacity: numeric,
  ecoSpeed: anything,
  excessiveIdling: anything,
  engineOnTime: numeric,
  picture: anything,
  team,
  unavailableMessage: text,
  year: numeric,
  createdAt: instant,
  updatedAt: instant,
});
export type Vehicle = z.output<typeof vehicle>;

/** Fields that move by themselves; they never make a conflict and never wake a table. */
export const VEHICLE_VOLATILE = [
  'status',
  'lastLoggedAt',
  'lastCoordinates',
  'todayData',
  'areas',
  'engineOnTime',
  'unavailableMessage',
  'updatedAt',
] as const;

/** Telemetry that the position refresh asks for. */
export const POSITION_FIELDS = [
  'id',
  'status',
  'lastLoggedAt',
  'lastCoordinates',
  'todayData',
] as const;

/** Names that a vehicle repeats of what its writes name by ids, and of its type the key. */
export const VEHICLE_REPEATS = {
  depotId: { depotName: 'name' },
  groupIds: { groupsList: 'name' },
  typeId: { typeName: 'name', type: 'type' },
} as const;

const vehicleFields = {
  defaultLabel: z.optional(z.nullable(z.string())),
  model: z.optional(z.nullable(z.string())),
  typeId: z.optional(z.nullable(wireId)),
  depotId: z.optional(z.nullable(wireId)),
  groupIds: z.optional(wireIds),
  vin: z.optional(z.nullable(z.string())),
};
export const vehicleCreate = z.strictObject({ regNo: nonEmpty, ...vehicleFields });
export const vehicleUpdate = z.strictObject({ regNo: z.optional(nonEmpty), ...vehicleFields });

export const vehicleType = z.looseObject({
  id: wireId,
  name: text,
  type: text,
  /** Colours by movement, as CSS hex. */
  default: text,
  driving: text,
  idling: text,
  stopped: text,
  colors: anyObject,
});

/** `odometer` in metres; `accuracy` in metres. */
export const odometer = z.looseObject({
  odometer: numeric,
  occurredAt: instant,
  accuracy: numeric,
  isSyncedWithDevice: anything,
});
/** `odometer` in metres at the instant `occurredAt`. */
export const odometerCalibration = z.strictObject({
  occurredAt: isoInstant,
  odometer: odometerM,
});
/** Hours as decimal numbers. */
export const engineHours = z.looseObject({
  engineHours: numeric,
  prevEngineHours: numeric,
  occurredAt: instant,
});
export const vehicleCount = z.looseObject({ count: numeric, total: numeric });

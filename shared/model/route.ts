import * as z from 'zod/mini';
import { anything, coordinates, id, isoInstant, maybe, numeric, text } from './fields.ts';

const point = maybe(
  z.looseObject({ address: text, lastCoordinates: maybe(coordinates), occurredAt: anything }),
);

/** One trip, idle period or stop (section 2.10). Distance in metres, duration in seconds. */
export const routePart = z.looseObject({
  id,
  type: text,
  distance: numeric,
  duration: numeric,
  avgSpeed: numeric,
  maxSpeed: numeric,
  pointStart: point,
  pointFinish: point,
  coordinates: anything,
  comment: text,
  scope: text,
});

/** Trips and stops of one vehicle under one driver. */
export const routeGroup = z.looseObject({
  vehicleId: id,
  driverId: id,
  driver: anything,
  vehicle: anything,
  routes: z.optional(z.array(routePart)),
});

export const ROUTE_INCLUSIONS = ['coordinates', 'driver', 'vehicle', 'address'] as const;

/** Date range and inclusions: `include[]=coordinates` (section 2.10). */
export const routeQuery = z.looseObject({
  dateFrom: isoInstant,
  dateTo: isoInstant,
  include: z.optional(z.array(z.enum(ROUTE_INCLUSIONS))),
});
export const coordinatesQuery = z.looseObject({
  dateFrom: isoInstant,
  dateTo: isoInstant,
  filter: anything,
  sameTimeEachDay: anything,
});

import * as z from 'zod/mini';
import {
  anything,
  coordinates,
  flag,
  instant,
  latLng,
  maybe,
  nonEmpty,
  numeric,
  team,
  text,
  wireId,
  wireIds,
} from './fields.ts';

/** Geometry kinds of an area (section 2.11). */
export const AREA_TYPES = ['circle', 'polygon', 'polyline', 'rectangle'] as const;
export type AreaType = (typeof AREA_TYPES)[number];

/** Geofence. A circle is one coordinate and a radius in metres. */
export const area = z.looseObject({
  id: wireId,
  name: text,
  type: text,
  coordinates: maybe(z.array(coordinates)),
  radius: numeric,
  color: text,
  polygon: text,
  groups: anything,
  readOnly: flag,
  status: text,
  team,
  createdAt: instant,
  updatedAt: instant,
});
export type Area = z.output<typeof area>;

/** CSS hex colour. */
const color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));
const points = z.array(latLng).check(z.minLength(1), z.maxLength(10_000));
/** Metres; a circle smaller than a metre or larger than a continent is a slip. Polygons and rectangles have none: null, as it is read. */
const radius = z.nullable(z.number().check(z.gte(1), z.lte(2_000_000)));

export const areaCreate = z.strictObject({
  name: nonEmpty,
  type: z.enum(AREA_TYPES),
  coordinates: points,
  radius: z.optional(radius),
  color: z.optional(color),
  groupIds: z.optional(wireIds),
});
export const areaUpdate = z.strictObject({
  name: z.optional(nonEmpty),
  type: z.optional(z.enum(AREA_TYPES)),
  coordinates: z.optional(points),
  radius: z.optional(radius),
  color: z.optional(color),
  groupIds: z.optional(wireIds),
});
/** What the service derives from a written geometry. */
export const AREA_SIDE_EFFECTS = ['polygon', 'groups', 'updatedAt'] as const;

export const areaGroup = z.looseObject({
  id: wireId,
  name: text,
  status: text,
  createdAt: instant,
  updatedAt: instant,
});
export const areaGroupCreate = z.strictObject({ name: nonEmpty });
export const areaGroupUpdate = z.strictObject({ name: z.optional(nonEmpty) });

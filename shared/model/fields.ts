import * as z from 'zod/mini';
import { isoInstantMs, NO_ISO_INSTANT } from './isoInstant.ts';

/** Pieces that the record schemas share. Every field of a read is optional and may be null. */

export const wireId = z.union([z.string(), z.number()]);
/** Some of them, as a body names groups; a bound, so that a long list of what is none is refused in one sentence. */
export const wireIds = z.array(wireId).check(z.maxLength(1_000));
/** A field that may be absent or null (section 2: "when supplied"). */
export const maybe = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));
export const text = maybe(z.string());
export const number = maybe(z.number());
/** Numbers that some tenants send as text. */
export const numeric = maybe(z.union([z.number(), z.string()]));
export const flag = maybe(z.boolean());
export const id = maybe(wireId);
/** ISO 8601 date-time. */
export const instant = maybe(z.string());
/** A free-form object whose keys belong to the tenant. */
export const anyObject = maybe(z.looseObject({}));
export const anything = z.optional(z.unknown());
/** A summary of another record: an object, its name, or null (seen in one tenant's replies). */
export const summary = maybe(z.union([z.looseObject({ id }), z.string(), z.number()]));

/** Latitude before longitude, degrees WGS 84; `ts` is the instant of the fix. */
export const coordinates = z.looseObject({ lat: z.number(), lng: z.number(), ts: anything });

/** Owning team of a record (section 2.1). */
export const team = maybe(
  z.looseObject({
    id,
    type: text,
    clientId: id,
    resellerId: id,
    resellerName: text,
    clientName: text,
  }),
);

/** Bodies: known fields are strict; what a tenant adds travels beside them, untouched. */
export const latLng = z.strictObject({
  lat: z.number().check(z.gte(-90), z.lte(90)),
  lng: z.number().check(z.gte(-180), z.lte(180)),
});
export const nonEmpty = z.string().check(z.trim(), z.minLength(1));
/** What an odometer shows, in metres; more than ten million kilometres are a slip. */
export const odometerM = z.number().check(z.gte(0), z.lte(1e10));
/** An instant with its offset, in every spelling that is read. */
export const isoInstant = z
  .string()
  .check(z.refine((text) => isoInstantMs(text) !== null, { error: NO_ISO_INSTANT }));
export const empty = z.strictObject({});

import * as z from 'zod/mini';
import { anyObject, anything, id, text, wireId } from './fields.ts';

/** Setting record (section 2.1). */
export const setting = z.looseObject({
  id: wireId,
  name: text,
  value: anything,
  role: anyObject,
  team: anyObject,
  user: anyObject,
});
export const SETTINGS = [
  'mapApiOptions',
  'provider',
  'digitalForm',
  'ecoSpeed',
  'excessiveIdling',
] as const;

/** Display names by country code (section 2.2). */
export const countries = z.record(z.string(), z.nullable(z.string()));
export const role = z.looseObject({ id, name: text, scope: text });
export const plan = z.looseObject({ id, name: text });
export const timezone = z.looseObject({ id, name: text, offset: text });
export const theme = z.looseObject({ id, name: text });
export const language = z.looseObject({ id, code: text, name: text });
/** Enabled permission and feature keys of the account's plan. */
export const planPermissions = z.looseObject({ data: z.array(z.string()) });
export const platformDomain = z.looseObject({ domain: text });

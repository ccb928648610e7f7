import * as z from 'zod/mini';
import { anything, id, instant, text, wireId } from './fields.ts';

/** Digital form (section 2.13). The shape of `fields` is the tenant's. */
export const form = z.looseObject({
  id: wireId,
  name: text,
  title: text,
  description: text,
  fields: anything,
  createdAt: instant,
  updatedAt: instant,
});

/** Answer to a form: everything but the identifiers depends on the form's schema. */
export const answer = z.looseObject({
  id: wireId,
  formId: id,
  createdAt: instant,
  vehicle: anything,
  driver: anything,
});

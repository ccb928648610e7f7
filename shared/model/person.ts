import * as z from 'zod/mini';
import { anything, id, instant, team, text, wireId } from './fields.ts';

/** User (section 2.6). */
export const user = z.looseObject({
  id: wireId,
  email: text,
  fullName: text,
  name: text,
  surname: text,
  phone: text,
  role: anything,
  roleId: id,
  status: text,
  team,
  createdAt: instant,
  updatedAt: instant,
});

/** Driver (section 2.6): a user with the role driver, seen from the fleet. */
export const driver = z.looseObject({
  id: wireId,
  fullName: text,
  name: text,
  surname: text,
  email: text,
  phone: text,
  role: anything,
  status: text,
  team,
});
export type Driver = z.output<typeof driver>;

const person = {
  firstName: z.optional(z.nullable(z.string())),
  lastName: z.optional(z.nullable(z.string())),
  fullName: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  roleId: z.optional(z.nullable(wireId)),
};
export const userCreate = z.strictObject({ email: z.email(), ...person });
export const userUpdate = z.strictObject({ email: z.optional(z.email()), ...person });

/** Names under which a user's write fields are read back. */
export const USER_READ_AS = { firstName: 'name', lastName: 'surname' } as const;

/** Client account and reseller (section 2.7): fields are the tenant's. */
export const client = z.looseObject({ id: wireId, name: text, status: text, resellerId: id });
export const reseller = z.looseObject({ id: wireId, name: text, status: text });

/** Who is signed in, their rights and the owning team. */
export const me = z.looseObject({
  id: wireId,
  email: text,
  fullName: text,
  dateFormat: text,
  permissions: z.optional(z.array(z.string())),
  teamType: text,
  team,
});

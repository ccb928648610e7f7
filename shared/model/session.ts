import * as z from 'zod/mini';
import { anything, flag, id, nonEmpty, text } from './fields.ts';

export const login = z.strictObject({
  email: nonEmpty,
  password: z.string().check(z.minLength(1)),
  domain: z.optional(z.string()),
});
/** Either tokens, or the demand for a one-time code. */
export const loginReply = z.looseObject({
  token: text,
  refreshToken: text,
  expireAt: anything,
  otp_required: flag,
  loginWithId: anything,
  teamType: text,
  roleId: id,
});
export const otp = z.strictObject({ email: nonEmpty, code: nonEmpty });
export const refresh = z.strictObject({ refreshToken: nonEmpty });
export const refreshReply = z.looseObject({
  token: z.string(),
  refreshToken: text,
  expireAt: anything,
});

import * as m from '../model/session.ts';
import { me } from '../model/person.ts';
import { empty } from '../model/fields.ts';
import type { Rows } from './endpoint.ts';
import { WHOLE } from './rows.ts';

/**
 * Log-in and refresh (section 5, which leaves them open): names and paths are defaults, and the
 * profile of a connection can override them.
 */
export const session = {
  login: {
    at: 'POST /login',
    title: 'Sign in',
    reply: 'object',
    body: m.login,
    out: m.loginReply,
    mirror: { as: 'none' },
    offline: { is: 'online', why: 'Only the service can check a password.' },
  },
  loginOtp: {
    at: 'POST /login/otp',
    title: 'Sign in with a one-time code',
    reply: 'object',
    body: m.otp,
    out: m.loginReply,
    mirror: { as: 'none' },
    offline: { is: 'online', why: 'Only the service can check a code.' },
  },
  refreshToken: {
    at: 'POST /token/refresh',
    title: 'Refresh the token',
    reply: 'object',
    body: m.refresh,
    out: m.refreshReply,
    mirror: { as: 'none' },
    offline: { is: 'online', why: 'Only the service can issue a token.' },
  },
  getMe: {
    at: 'GET /me',
    title: 'Who is signed in',
    reply: 'one',
    out: me,
    ...WHOLE,
  },
  logout: {
    at: 'POST /logout',
    title: 'Sign out',
    reply: 'empty',
    body: empty,
    mirror: { as: 'none' },
    offline: {
      is: 'online',
      why: 'The token is dropped here at once; the service is told where it can be reached at that moment.',
    },
  },
} as const satisfies Rows;

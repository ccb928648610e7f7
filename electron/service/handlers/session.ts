import type { session } from '../../../shared/api/session.ts';
import { login, otp, refresh } from '../../../shared/model/session.ts';
import { signedIn, type Auth, type Tokens } from '../auth.ts';
import { readBody } from '../body.ts';
import type { Answer, Call, HandlersFor, Service } from '../context.ts';
import { onlyFields, textOf, valueOf } from '../doc.ts';
import { projectionOf } from '../list.ts';
import { notFound } from '../refusal.ts';

function loginAnswer({ token, refreshToken, expireAt, user }: Tokens): Answer {
  const team = user.client !== null ? 'client' : user.reseller !== null ? 'reseller' : 'admin';
  const reply = {
    token,
    refreshToken,
    expireAt,
    otp_required: false,
    loginWithId: valueOf(user.doc, 'id'),
    teamType: team,
    roleId: valueOf(user.doc, 'roleId'),
  };
  return { as: 'object', text: JSON.stringify(reply) };
}

function me(service: Service, call: Call): Answer {
  const account = signedIn(call.account);
  const user = service.store.find('user', account.userId, { of: 'platform' });
  if (user === undefined) throw notFound('The user');
  const record = {
    id: valueOf(user.doc, 'id'),
    email: account.email,
    fullName: account.fullName,
    dateFormat: textOf(user.doc, 'dateFormat') ?? 'yyyy-MM-dd',
    timezone: textOf(user.doc, 'timezone') ?? 'UTC',
    language: textOf(user.doc, 'language') ?? 'en',
    permissions: [...account.permissions],
    roleId: valueOf(user.doc, 'roleId'),
    teamType: account.teamType,
    team: valueOf(user.doc, 'team'),
  };
  const text = JSON.stringify(record);
  const projection = projectionOf(call);
  return { as: 'one', text: projection === undefined ? text : onlyFields(text, projection) };
}

/** Section 5: log-in and refresh, which the interface leaves open. */
export function sessionHandlers(service: Service, auth: Auth): HandlersFor<typeof session> {
  return {
    async login(call) {
      const { known } = readBody(login, call.bodyText);
      const outcome = await auth.login(known.email, known.password);
      if ('otpRequired' in outcome) {
        return { as: 'object', text: JSON.stringify({ otp_required: true }) };
      }
      return loginAnswer(outcome);
    },
    async loginOtp(call) {
      const { known } = readBody(otp, call.bodyText);
      return loginAnswer(await auth.loginWithCode(known.email, known.code));
    },
    async refreshToken(call) {
      const { known } = readBody(refresh, call.bodyText);
      const { token, refreshToken, expireAt } = await auth.refresh(known.refreshToken);
      return { as: 'object', text: JSON.stringify({ token, refreshToken, expireAt }) };
    },
    getMe: (call) => me(service, call),
    logout(call) {
      auth.logout(signedIn(call.account).sessionId);
      return { as: 'empty' };
    },
  };
}

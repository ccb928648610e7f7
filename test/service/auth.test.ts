import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { at, parsed, sharedBench, startBench } from './support.ts';

const bench = await sharedBench({ vehicles: 2 });
const { service } = bench;

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return parsed(
    await service.handle({
      method: 'POST',
      path: `/api${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );
}
const me = async (token: string) =>
  parsed(
    await service.handle({
      method: 'GET',
      path: '/api/me',
      headers: { authorization: `Bearer ${token}` },
    }),
  );

test('log-in answers tokens that last a day and say who they belong to', async () => {
  const { email, password } = service;
  const reply = await post('/login', { email, password });
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ otp_required: false, teamType: 'client', roleId: 3 });
  const token = String(at(reply.json, 'token'));
  const claims = decodeJwt(token);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(24 * 3600);
  const who = await me(token);
  expect(who.json).toMatchObject({ email, teamType: 'client', team: { clientId: 501 } });
  expect(at(who.json, 'permissions')).toContain('areas.delete');
});

test('a wrong password and an unknown e-mail are refused with the same words', async () => {
  const wrong = await post('/login', { email: service.email, password: 'guess' });
  const unknown = await post('/login', { email: 'nobody@waybill.example', password: 'guess' });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(wrong.json).toEqual(unknown.json);
});

test('log-in with fields missing names them', async () => {
  const reply = await post('/login', { email: service.email });
  expect(reply.status).toBe(422);
  expect(at(reply.json, 'errors')).toHaveProperty('password');
});

test('an account with one-time codes gets tokens for its code only', async () => {
  const { email, password } = service.account('otp');
  const early = await post('/login/otp', { email, code: service.oneTimeCode('otp') });
  expect(early.status).toBe(401);
  const first = await post('/login', { email, password });
  expect(first.json).toEqual({ otp_required: true });
  const wrong = await post('/login/otp', { email, code: '00000x' });
  expect(wrong.status).toBe(401);
  const right = await post('/login/otp', { email, code: service.oneTimeCode('otp') });
  expect(right.status).toBe(200);
  expect((await me(String(at(right.json, 'token')))).json).toMatchObject({ email });
});

test('a one-time code is accepted once', async () => {
  const own = await startBench({ vehicles: 0 });
  const { email, password } = own.service.account('otp');
  const signIn = async (code: string) => {
    await own.ask('POST', '/login', { email, password });
    return (await own.ask('POST', '/login/otp', { email, code })).status;
  };
  const code = own.service.oneTimeCode('otp');
  expect([await signIn(code), await signIn(code)]).toEqual([200, 401]);
  own.pass(30_000);
  // It would still be valid, for somebody who types slowly.
  expect(await signIn(code)).toBe(401);
  expect(await signIn(own.service.oneTimeCode('otp'))).toBe(200);
  own.pass(30_000);
  expect(await signIn(own.service.oneTimeCode('otp'))).toBe(200);
  await own.service.close();
});

test('a password waits for its code only through five wrong tries', async () => {
  const { email, password } = service.account('otp');
  await post('/login', { email, password });
  for (let i = 0; i < 5; i += 1) await post('/login/otp', { email, code: 'wrong' });
  const late = await post('/login/otp', { email, code: service.oneTimeCode('otp') });
  expect(late.status).toBe(401);
});

test('a refresh token gives a new pair and can not be used twice', async () => {
  const { email, password } = service;
  const { json } = await post('/login', { email, password });
  const refreshToken = at(json, 'refreshToken');
  const renewed = await post('/token/refresh', { refreshToken });
  expect(renewed.status).toBe(200);
  expect(at(renewed.json, 'refreshToken')).not.toBe(refreshToken);
  expect((await me(String(at(renewed.json, 'token')))).status).toBe(200);
  expect((await post('/token/refresh', { refreshToken })).status).toBe(401);
});

test('missing, malformed, foreign and expired tokens are 401', async () => {
  const other = await startBench({ vehicles: 0 });
  expect((await me('not.a.token')).status).toBe(401);
  expect((await me(other.service.token)).status).toBe(401);
  const bare = await service.handle({ method: 'GET', path: '/api/vehicles/count' });
  expect(bare.status).toBe(401);
  const short = other.service.token;
  other.pass(24 * 3600 * 1000 + 1000);
  const late = await other.raw({
    method: 'GET',
    path: '/api/me',
    headers: { authorization: `Bearer ${short}` },
  });
  expect(late.status).toBe(401);
  expect(at(parsed(late).json, 'message')).toMatch(/expired/);
  await other.service.close();
});

test('after sign-out neither the access token nor the refresh token works', async () => {
  const { email, password } = service;
  const { json } = await post('/login', { email, password });
  const token = String(at(json, 'token'));
  const out = await post('/logout', {}, { authorization: `Bearer ${token}` });
  expect(out.status).toBe(204);
  expect((await me(token)).status).toBe(401);
  const refreshToken = at(json, 'refreshToken');
  expect((await post('/token/refresh', { refreshToken })).status).toBe(401);
});

test('an archived user can not sign in and their tokens end', async () => {
  const users = await bench.ask('GET', '/users?search=viewer');
  const id = String(at(users.json, 'data', 0, 'id'));
  expect((await bench.ask('GET', '/vehicles/count', undefined, 'viewer')).status).toBe(200);
  await bench.ask('PATCH', `/users/${id}/archive`);
  expect((await bench.ask('GET', '/vehicles/count', undefined, 'viewer')).status).toBe(401);
  const { email, password } = service.account('viewer');
  expect((await post('/login', { email, password })).status).toBe(401);
});

test('/me answers the fields that are asked for', async () => {
  const reply = await bench.ask('GET', '/me?fields[]=email');
  expect(Object.keys(reply.json as object).sort()).toEqual(['email', 'id']);
});

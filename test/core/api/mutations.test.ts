import { describe, expect, it } from 'vitest';
import { fail } from '../../../shared/result.ts';
import { json, type Answer } from '../../support/hostileServer.ts';
import { NEW_TOKEN, TOKEN, serverOfEach } from './support.ts';

const { server, client } = serverOfEach();
const rename = { params: { vehicleId: '1' }, bodyText: '{"defaultLabel":"Van","x":1.10}' };
const vehicle = '{"id":1,"defaultLabel":"Van"}';

describe('the outcome of a mutation', () => {
  it('is applied for a valid answer, and the body left to the letter', async () => {
    server.answer(json(vehicle));
    const { api } = client(server.origin);
    expect(await api.mutate('updateVehicle', rename)).toMatchObject({
      is: 'applied',
      reply: { text: vehicle, path: '$' },
    });
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/vehicles/1',
      body: rename.bodyText,
    });
    expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  });

  it.each([
    [200, ''],
    [204, ''],
    [200, '{}'],
    [200, '{"message":"done"}'],
  ])('is applied for an archive answered with %i %j', async (status, body) => {
    server.answer(json(body, status));
    const { api } = client(server.origin);
    const outcome = await api.mutate('archiveVehicle', { params: { vehicleId: '1' } });
    expect(outcome.is).toBe('applied');
    expect(server.seen[0]?.body).toBe('{}');
  });

  it('sends no body with a delete', async () => {
    server.answer(json('', 204));
    const { api } = client(server.origin);
    expect((await api.mutate('deleteArea', { params: { areaId: '1' } })).is).toBe('applied');
    expect(server.seen[0]).toMatchObject({ method: 'DELETE', body: '' });
    expect(server.seen[0]?.headers['content-type']).toBeUndefined();
  });

  const uncertain: [string, Answer][] = [
    ['an empty success where a record belongs', json('', 200)],
    ['a success without content where a record belongs', json('', 204)],
    ['a page of HTML', json('<html>portal</html>', 200)],
    ['a record without an identifier', json({ ok: true })],
    ['JSON that is cut off', json('{"id":1,"defaultLabel":"V')],
    ['words', json('OK')],
    ['a redirect to another origin', json('', 302, { location: 'https://portal.example/' })],
    ['a redirect on the same origin', json('', 307, { location: '/vehicles/1/' })],
    ['a redirect to nowhere', json('', 303)],
    ['500', json({ message: 'no' }, 500)],
    ['502', json('<html>', 502)],
    ['503', json({}, 503)],
    ['406', json({}, 406)],
    ['408', json({}, 408)],
    ['410', json({}, 410)],
    ['a reset before the headers', (_request, _response, socket) => void socket.destroy()],
    [
      'a reset after the headers',
      (_request, response, socket) => {
        response.writeHead(200, { 'content-length': '50' });
        response.write('{"id":1', () => socket.destroy());
      },
    ],
    [
      'a body beyond the cap',
      (_request, response) => void response.end(Buffer.alloc(200_000, ' ')),
    ],
    ['silence', () => undefined],
  ];
  it.each(uncertain)('is uncertain for %s, after one request', async (_what, answer) => {
    server.answer(answer);
    const { api } = client(server.origin, { tighten: { idleTimeoutMs: 60, maxBytes: 100_000 } });
    expect((await api.mutate('updateVehicle', rename)).is).toBe('uncertain');
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ...[400, 402, 403, 404, 405, 409, 411, 412, 413, 414, 415, 417, 421, 422, 423, 426, 428],
    ...[431, 451],
  ])('is rejected for %i', async (status) => {
    server.answer(json({ message: 'no', errors: { defaultLabel: ['too long'] } }, status));
    const { api } = client(server.origin);
    const outcome = await api.mutate('updateVehicle', rename);
    expect(outcome).toMatchObject({
      is: 'rejected',
      status,
      error: { fields: { defaultLabel: ['too long'] } },
    });
    expect(outcome.is === 'rejected' && outcome.body).toContain('too long');
  });

  it('keeps the first 4 KB of a body and no more', async () => {
    server.answer(json('x'.repeat(10_000), 422));
    const { api } = client(server.origin);
    const outcome = await api.mutate('updateVehicle', rename);
    expect(outcome.is === 'rejected' && outcome.body.length).toBe(4096);
  });

  it('is a rate limit until a date of the service, whatever this computer has for the time', async () => {
    const dates = {
      Date: 'Mon, 04 May 2026 09:00:00 GMT',
      'Retry-After': 'Mon, 04 May 2026 09:00:05 GMT',
    };
    server.answer(json({}, 429, dates));
    const { api } = client(server.origin);
    expect(await api.mutate('updateVehicle', rename)).toMatchObject({ waitMs: 5_000 });
  });

  it.each([
    ['seconds', '120', 120_000],
    ['a date', 'Mon, 04 May 2026 07:05:00 GMT', 300_000],
    ['a date in the past', 'Mon, 04 May 2026 06:00:00 GMT', 1_000],
    ['nothing', undefined, 30_000],
    ['nonsense', 'soon', 30_000],
    ['a fraction', '1.5', 30_000],
    ['less than nothing', '-5', 30_000],
    ['zero', '0', 1_000],
    ['a year', '31536000', 3_600_000],
  ])('is a rate limit with %s in Retry-After', async (_what, value, waitMs) => {
    const now = { Date: 'Mon, 04 May 2026 07:00:00 GMT' };
    server.answer(json({}, 429, value === undefined ? now : { ...now, 'Retry-After': value }));
    const { api } = client(server.origin);
    expect(await api.mutate('updateVehicle', rename)).toEqual({
      is: 'rateLimited',
      waitMs,
      status: 429,
    });
  });

  it('is not sent when nothing answers', async () => {
    const { origin } = server;
    await server.close();
    const { api } = client(origin);
    expect((await api.mutate('updateVehicle', rename)).is).toBe('notSent');
  });

  it('is not sent when the name is unknown or the certificate is none', async () => {
    const nowhere = client('https://fleet.invalid/api');
    expect((await nowhere.api.mutate('updateVehicle', rename)).is).toBe('notSent');
    const noTls = client(server.origin.replace('http:', 'https:'));
    expect((await noTls.api.mutate('updateVehicle', rename)).is).toBe('notSent');
    expect(server.seen).toEqual([]);
  });

  it('is not sent in plain text beyond this computer', async () => {
    const { api } = client('http://192.0.2.1/api');
    expect((await api.mutate('updateVehicle', rename)).is).toBe('notSent');
  });

  it('is not sent under a closed gate or with bad parameters', async () => {
    const offline = fail({ kind: 'offline', code: 'x', message: 'Off.' }).error;
    const auth = fail({ kind: 'auth', code: 'x', message: 'Out.' }).error;
    const off = client(server.origin, { gate: () => offline });
    expect((await off.api.mutate('updateVehicle', rename)).is).toBe('notSent');
    const out = client(server.origin, { gate: () => auth });
    expect((await out.api.mutate('updateVehicle', rename)).is).toBe('signIn');
    const bad = client(server.origin);
    expect((await bad.api.mutate('updateVehicle', { bodyText: '{}' })).is).toBe('rejected');
    expect(server.seen).toEqual([]);
  });

  it('is sent again once after a refresh, since a 401 applies nothing', async () => {
    server.answer((request, response, socket) =>
      json(
        request.headers.authorization === `Bearer ${NEW_TOKEN}` ? vehicle : {},
        request.headers.authorization === `Bearer ${NEW_TOKEN}` ? 200 : 401,
      )(request, response, socket),
    );
    const { api } = client(server.origin, {
      renew: async () => ({ ok: true, secret: { token: NEW_TOKEN, refreshToken: null } }),
    });
    expect((await api.mutate('updateVehicle', rename)).is).toBe('applied');
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${TOKEN}`,
      `Bearer ${NEW_TOKEN}`,
    ]);
  });

  it('is not sent again after a refresh where that is asked for', async () => {
    server.answer(json({}, 401));
    const { api, signedOut } = client(server.origin, {
      renew: async () => ({ ok: true, secret: { token: NEW_TOKEN, refreshToken: null } }),
    });
    expect(await api.mutate('updateVehicle', { ...rename, mayRepeat: async () => false })).toEqual({
      is: 'renewed',
    });
    expect(server.seen).toHaveLength(1);
    expect(signedOut()).toBe(0);
    expect((await api.mutate('updateVehicle', rename)).is).toBe('signIn');
  });

  it('asks for sign-in when the refresh is refused, and stays unsent when it can not be asked', async () => {
    server.answer(json({}, 401));
    const refused = client(server.origin);
    expect(await refused.api.mutate('updateVehicle', rename)).toEqual({
      is: 'signIn',
      wasRefused: true,
    });
    expect(refused.signedOut()).toBe(1);
    const away = client(server.origin, { renew: async () => ({ ok: false, why: 'unreachable' }) });
    expect((await away.api.mutate('updateVehicle', rename)).is).toBe('notSent');
    expect(away.signedOut()).toBe(0);
  });

  it('goes over a fresh connection each time, even after reads', async () => {
    server.answer(json(vehicle));
    const { api } = client(server.origin);
    await api.read('getVehicle', { params: { vehicleId: '1' } });
    await api.mutate('updateVehicle', rename);
    await api.mutate('updateVehicle', rename);
    expect(new Set(server.seen.map(({ connection }) => connection)).size).toBe(3);
  });

  it('shows the token to nobody: not in outcomes, not in reports', async () => {
    for (const [, answer] of uncertain) {
      server.answer(answer);
      const { api, reports } = client(server.origin, {
        tighten: { idleTimeoutMs: 30, maxBytes: 100_000 },
      });
      const outcome = await api.mutate('updateVehicle', rename);
      expect(JSON.stringify([outcome, reports])).not.toMatch(/canary|Bearer/);
    }
  });
});

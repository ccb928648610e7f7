import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FOLDED_AT } from '../../../electron/core/api/foldDeep.ts';
import { fail } from '../../../shared/result.ts';
import { isFields, own } from '../../../shared/rules/jsonValue.ts';
import { json, startHostileServer } from '../../support/hostileServer.ts';
import { failure, TOKEN, serverOfEach } from './support.ts';

const { server, client } = serverOfEach();

describe('reading', () => {
  it('keeps the text of the service to the letter and says where the payload is', async () => {
    const text = '{ "id" : 9007199254740993, "t": 1.10, "__proto__": {"x": "\\u00e9"}, "id": 2 }';
    server.answer(json(text));
    const { api } = client(`${server.origin}/api/`);
    const read = await api.read('getVehicle', { params: { vehicleId: '9007199254740993' } });
    expect(read).toMatchObject({ ok: true, value: { text, path: '$', status: 200 } });
    expect(server.seen[0]?.url).toBe('/api/vehicles/9007199254740993');
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(server.seen[0]?.headers.accept).toBe('application/json');
  });

  it('unwraps by endpoint and accepts the alternatives that the profile states', async () => {
    const { api } = client(server.origin);
    server.answer(json({ result: { id: 1 } }));
    expect(await api.read('getArea', { params: { areaId: '1' } })).toMatchObject({
      value: { path: '$.result' },
    });
    server.answer(json({ id: 1 }));
    expect(await api.read('getArea', { params: { areaId: '1' } })).toMatchObject({
      value: { path: '$' },
    });
    // One array in a record is a field of it, never the payload.
    server.answer(json({ id: 1, groups: [{ id: 2 }] }));
    expect(await api.read('getVehicle', { params: { vehicleId: '1' } })).toMatchObject({
      value: { path: '$' },
    });
    server.answer(json([{ id: 1 }]));
    expect(await api.page('listSensors', 1)).toMatchObject({ value: { path: '$', ids: ['1'] } });
    server.answer(json({ data: [{ id: 1 }] }));
    expect(await api.page('listSensors', 1)).toMatchObject({ value: { path: '$.data' } });
    server.answer(json({ rows: [{ id: 1 }] }));
    expect((await failure(api.page('listVehicles', 1))).code).toBe('http.shape');
  });

  it.each([
    ['a record without an identifier', { name: 'x' }],
    ['a list where a record belongs', [{ id: 1 }]],
    ['a number', 5],
    ['null', null],
    ['an empty body', ''],
    ['text that is not JSON', 'OK'],
    ['a record that is cut off', '{"id": 1, "name": "x'],
  ])('refuses %s with the code http.shape', async (_what, body) => {
    server.answer(json(body));
    const { api } = client(server.origin);
    const error = await failure(api.read('getVehicle', { params: { vehicleId: '1' } }));
    expect(error).toMatchObject({ kind: 'server', code: 'http.shape' });
  });

  it('refuses bytes that are not UTF-8', async () => {
    server.answer((_request, response) => void response.end(Buffer.from([0x7b, 0xff, 0x7d])));
    const { api } = client(server.origin);
    expect((await failure(api.read('getProvider'))).message).toContain('UTF-8');
  });

  it('takes JSON under a wrong content type', async () => {
    server.answer(json({ id: 1 }, 200, { 'content-type': 'text/html' }));
    const { api } = client(server.origin);
    expect((await api.read('getVehicle', { params: { vehicleId: '1' } })).ok).toBe(true);
  });

  it('names a captive portal and a wrong address for HTML, and counts it as no contact', async () => {
    server.answer(json('\n<!doctype html><title>Log in</title>', 200));
    const { api, reports, observed } = client(server.origin);
    const error = await failure(api.read('getProvider'));
    expect(error).toMatchObject({ code: 'http.html', next: 'checkAddress' });
    expect(error.message).toMatch(/captive portal/);
    expect(error.message).toMatch(/address/);
    expect(error.safe).toBeTruthy();
    expect(reports).toEqual([{ reached: false, code: 'http.html' }]);
    expect(observed).toEqual([]);
  });

  it.each([
    [{ message: 'No vehicle' }, 'No vehicle'],
    [{ error: 'Broken' }, 'Broken'],
    [{ error: { message: 'Inside' } }, 'Inside'],
    [{ message: ['one', 'two'] }, 'one two'],
    ['plain words', 'plain words'],
    ['"quoted"', 'quoted'],
    ['', ''],
    ['[]', ''],
    [{ message: { toString: 'x' } }, ''],
  ])('reads the error body %j as far as it goes', async (body, said) => {
    server.answer(json(body, 422, { 'X-Request-Id': 'r-17' }));
    const { api } = client(server.origin);
    const error = await failure(api.read('getVehicle', { params: { vehicleId: '1' } }));
    expect(error).toMatchObject({ kind: 'invalid', status: 422, requestId: 'r-17' });
    expect(error.message).toContain(said);
  });

  it('reads field errors, also of a field called __proto__, and caps long texts', async () => {
    server.answer(
      json(
        `{"message":"${'x'.repeat(5000)}","errors":{"regNo":["taken","short"],"__proto__":"odd"}}`,
        422,
      ),
    );
    const { api } = client(server.origin);
    const error = await failure(api.read('getVehicle', { params: { vehicleId: '1' } }));
    expect(Object.entries((error as { fields?: object }).fields ?? {})).toEqual([
      ['regNo', ['taken', 'short']],
      ['__proto__', ['odd']],
    ]);
    expect(error.message.length).toBeLessThan(500);
  });

  it.each([
    [400, 'invalid'],
    [403, 'denied'],
    [404, 'missing'],
    [405, 'denied'],
    [409, 'conflict'],
    [410, 'missing'],
    [418, 'server'],
    [429, 'server'],
    [500, 'server'],
    [501, 'denied'],
  ])('gives status %i the kind %s', async (status, kind) => {
    server.answer(json({}, status));
    const { api, observed } = client(server.origin);
    const error = await failure(api.read('getVehicle', { params: { vehicleId: '1' } }));
    expect(error).toMatchObject({ kind, status });
    expect(observed).toContainEqual({ name: 'getVehicle', status });
  });

  it('counts a gateway without its service as no contact', async () => {
    server.answer(json('<h1>Bad gateway</h1>', 502));
    const { api, reports, observed } = client(server.origin);
    await failure(api.read('getProvider'));
    expect(reports).toEqual([{ reached: false, code: 'http.server' }]);
    expect(observed).toEqual([]);
  });

  it('follows a redirect on the same origin', async () => {
    server.answer((request, response, socket) => {
      if (request.url === '/api/me/') return json({ id: 1 })(request, response, socket);
      response.writeHead(301, { location: '/api/me/' });
      response.end();
    });
    const { api } = client(`${server.origin}/api`);
    expect((await api.read('getMe')).ok).toBe(true);
  });

  it('never goes on to another origin, and never shows it the token', async () => {
    const foreign = await startHostileServer(json({ id: 1 }));
    server.answer(json('', 302, { location: `${foreign.origin}/me` }));
    const { api, reports } = client(server.origin);
    const error = await failure(api.read('getMe'));
    expect(error.code).toBe('http.redirect');
    expect(foreign.seen).toEqual([]);
    expect(reports).toEqual([{ reached: false, code: 'http.redirect' }]);
    await foreign.close();
  });

  it('ends after a few redirects in a circle', async () => {
    server.answer(json('', 307, { location: '/me' }));
    const { api } = client(server.origin);
    expect((await failure(api.read('getMe'))).code).toBe('http.redirect');
    expect(server.seen.length).toBeLessThan(6);
  });

  it('asks a broken read once more and not again', async () => {
    server.answer((_request, _response, socket) => void socket.destroy());
    const { api, reports } = client(server.origin);
    expect((await failure(api.read('getMe'))).code).toBe('http.broken');
    expect(server.seen).toHaveLength(2);
    expect(reports.every(({ reached }) => !reached)).toBe(true);
  });

  it('says when nothing answers at the address', async () => {
    const { origin } = server;
    await server.close();
    const { api } = client(origin);
    expect(await failure(api.read('getMe'))).toMatchObject({
      kind: 'offline',
      code: 'http.unreachable',
    });
  });

  it('ends a body that drips without end', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    });
    const { api } = client(server.origin, { tighten: { totalTimeoutMs: 1_000 } });
    const error = await failure(api.page('listRoles', 1));
    expect(error.code).toBe('http.broken');
    expect(error.message).toContain('too long');
    // Its time is over: it does not begin anew.
    expect(server.seen).toHaveLength(1);
  });

  it('ends a connection without progress', async () => {
    server.answer(() => undefined);
    const { api } = client(server.origin, { tighten: { idleTimeoutMs: 40 } });
    expect((await failure(api.read('getMe'))).message).toContain('no answer in time');
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['without a length', false],
    ['with a length', true],
  ])('stops a body beyond the cap %s', async (_how, announced) => {
    const body = Buffer.alloc(300_000, ' ');
    server.answer((_request, response) => {
      response.writeHead(200, announced ? { 'content-length': String(body.length) } : {});
      response.end(body);
    });
    const { api } = client(server.origin, { tighten: { maxBytes: 100_000 } });
    expect((await failure(api.read('getMe'))).code).toBe('http.tooLarge');
  });

  it('reads an answer of 50 MB, which may carry its photos, and no other record of that size', async () => {
    const values = { note: 'a long text '.repeat(4_400_000) };
    server.answer(json(JSON.stringify({ id: 1, values })));
    const { api } = client(server.origin);
    const answer = await api.read('getAnswer', { params: { answerId: '1' } });
    expect(answer.ok && answer.value.text.length).toBeGreaterThan(50 * 1024 * 1024);
    const vehicle = await failure(api.read('getVehicle', { params: { vehicleId: '1' } }));
    expect(vehicle.code).toBe('http.tooLarge');
  });

  it('keeps what an answer nests too deep as its JSON text, every key of it, and no other record', async () => {
    const levels = 10_000;
    const nested = `${'{"a":'.repeat(levels)}"the \\"deepest\\" 深"${'}'.repeat(levels)}`;
    server.answer(json(`{"id":1,"values":${nested},"after":[1]}`));
    const { api } = client(server.origin);
    const answer = await api.read('getAnswer', { params: { answerId: '1' } });
    let found: unknown = JSON.parse(answer.ok ? answer.value.text : '{}');
    expect(found).toMatchObject({ id: 1, after: [1] });
    found = own(found, 'values');
    let keys = 0;
    for (; isFields(found); keys += 1) found = own(found, 'a');
    expect(keys).toBe(FOLDED_AT - 1);
    for (found = JSON.parse(String(found)); isFields(found); keys += 1) found = own(found, 'a');
    expect([keys, found]).toEqual([levels, 'the "deepest" 深']);
    const vehicle = await failure(api.read('getVehicle', { params: { vehicleId: '1' } }));
    expect(vehicle.code).toBe('http.shape');
    server.answer(json(`{"id":1,"values":${nested}`));
    const cut = await failure(api.read('getAnswer', { params: { answerId: '1' } }));
    expect(cut.message).toContain('nested more than 1,000 levels');
  });

  it('reads compressed bodies and caps them by what they unpack to', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(zlib.gzipSync('{"id":1}'));
    });
    const small = client(server.origin);
    expect((await small.api.read('getMe')).ok).toBe(true);
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'br' });
      response.end(zlib.brotliCompressSync(Buffer.alloc(5_000_000, ' ')));
    });
    const capped = client(server.origin, { tighten: { maxBytes: 100_000 } });
    expect((await failure(capped.api.read('getMe'))).code).toBe('http.tooLarge');
  });

  it('takes a body that ends before its length for broken', async () => {
    server.answer((_request, response, socket) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id":1}', () => socket.destroy());
    });
    const { api } = client(server.origin);
    expect((await failure(api.read('getMe'))).code).toBe('http.broken');
  });

  it('is asked anew where the clock was put back before the answer came', async () => {
    const under = client(server.origin);
    server.answer((_request, response) => {
      under.clock.advance(-60_000);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"id":1}');
    });
    const ask = () => under.api.read('getVehicle', { params: { vehicleId: '1' } });
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'http.clockSetBack' } });
    server.answer(json({ id: 1 }));
    expect((await ask()).ok).toBe(true);
  });

  it('reuses connections for reads', async () => {
    server.answer(json({ id: 1 }));
    const { api } = client(server.origin);
    for (let i = 0; i < 3; i += 1) await api.read('getMe');
    expect(new Set(server.seen.map(({ connection }) => connection)).size).toBe(1);
  });

  it('can be cancelled, which proves nothing about the network', async () => {
    const stop = new AbortController();
    server.answer(() => stop.abort());
    const { api, reports } = client(server.origin);
    expect((await failure(api.read('getMe', { signal: stop.signal }))).code).toBe('http.aborted');
    expect(reports).toEqual([]);
  });

  it('sends nothing while the gate is closed', async () => {
    const closed = fail({ kind: 'offline', code: 'connection.workOffline', message: 'Off.' }).error;
    const { api } = client(server.origin, { gate: () => closed });
    expect(await api.read('getMe')).toEqual({ ok: false, error: closed });
    expect(server.seen).toEqual([]);
  });

  it('waits with an endpoint as long as Retry-After says, and with no other', async () => {
    server.answer(json({}, 429, { 'Retry-After': '7' }));
    const { api, clock } = client(server.origin);
    await failure(api.read('getMe'));
    server.answer(json({ id: 1 }));
    expect((await failure(api.read('getMe'))).code).toBe('http.rateLimited');
    expect((await api.read('getProvider')).ok).toBe(true);
    expect(server.seen).toHaveLength(2);
    clock.advance(7_000);
    expect((await api.read('getMe')).ok).toBe(true);
  });

  it('waits no longer with an endpoint because the clock was put back', async () => {
    server.answer(json({}, 429, { 'Retry-After': '40' }));
    const { api, clock } = client(server.origin);
    await failure(api.read('getMe'));
    server.answer(json({ id: 1 }));
    clock.advance(-3_600_000);
    clock.advance(50_000);
    expect((await api.read('getMe')).ok).toBe(true);
  });

  it('downloads a PDF and refuses what is none', async () => {
    const { api } = client(server.origin);
    const params = { answerId: '1' };
    server.answer((_request, response) => void response.end('%PDF-1.7 … startxref 9 %%EOF'));
    const pdf = await api.download('getAnswerPdf', { params });
    expect(pdf.ok && new TextDecoder().decode(pdf.value)).toMatch(/^%PDF/);
    for (const none of ['%PDF-1.7 cut off', '']) {
      server.answer((_request, response) => void response.end(none));
      expect((await failure(api.download('getAnswerPdf', { params }))).code).toBe('http.shape');
    }
    server.answer(json({ url: 'x' }));
    expect((await failure(api.download('getAnswerPdf', { params }))).code).toBe('http.shape');
    server.answer(json('<html>'));
    expect((await failure(api.download('getAnswerPdf', { params }))).code).toBe('http.html');
  });

  it('reads a file that an answer names from its own service alone, with the token', async () => {
    const foreign = await startHostileServer(json({ id: 1 }));
    const { api, observed, reports } = client(`${server.origin}/api`);
    server.answer((_request, response) => void response.end('%PDF-1.7 …'));
    const file = await api.file(`${server.origin}/files/1.pdf?v=2#page=3`);
    expect(file.ok && new TextDecoder().decode(file.value)).toMatch(/^%PDF/);
    expect(server.seen[0]).toMatchObject({
      ...{ method: 'GET', url: '/files/1.pdf?v=2' },
      headers: { authorization: `Bearer ${TOKEN}`, accept: 'image/*, application/pdf' },
    });
    expect((await failure(api.file(`${foreign.origin}/files/1.pdf`))).code).toBe(
      'http.foreignFile',
    );
    server.answer(json('', 302, { location: `${foreign.origin}/1.pdf` }));
    const at = `${server.origin}/files/1.pdf`;
    expect((await failure(api.file(at))).code).toBe('http.redirect');
    expect(foreign.seen).toEqual([]);
    server.answer(json('<html>sign in</html>'));
    expect((await failure(api.file(at))).code).toBe('http.html');
    // What is missing there says nothing of what the service offers, as a 404 of an endpoint does.
    server.answer(json({ error: 'gone' }, 404));
    expect((await failure(api.file(at))).kind).toBe('missing');
    expect(observed).toEqual([]);
    expect(reports.at(-1)).toMatchObject({ reached: true });
    await foreign.close();
  });

  it('refuses parameters that come from a prototype', async () => {
    const { api } = client(server.origin);
    const params = Object.create({ vehicleId: '1' }) as Record<string, string>;
    expect((await failure(api.read('getVehicle', { params }))).code).toBe('api.param');
    expect(server.seen).toEqual([]);
  });
});

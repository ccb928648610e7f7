import * as z from 'zod/mini';
import { afterAll, describe, expect, test } from 'vitest';
import {
  endpoint,
  endpointNames,
  writeNames,
  type EndpointName,
  type ReadName,
  type WriteName,
} from '../../shared/api/catalogue.ts';
import { methodOf, pathOf } from '../../shared/api/endpoint.ts';
import { session } from '../../shared/api/session.ts';
import { createExchange } from '../../electron/core/api/exchange.ts';
import { defaultProfile } from '../../electron/core/api/profile.ts';
import { createRedactor } from '../../electron/core/api/redactor.ts';
import type { ApiReply, Query } from '../../electron/core/api/types.ts';
import { queryText } from '../../electron/core/api/url.ts';
import { createSessionCalls } from '../../electron/core/session/calls.ts';
import { payloadOf } from '../../electron/core/api/payload.ts';
import { createService } from '../../electron/service/createService.ts';
import { clientFor } from '../core/api/support.ts';
import { at, NOON_MS } from '../service/support.ts';
import { requestsFor, WRITE_ORDER, type AskedFor } from './clientRequests.ts';
import specified from './specification-rows.json' with { type: 'json' };
import { demoTown } from '../support/localService.ts';

/**
 * Every row of the catalogue through the app's own client and a real socket. The service's clock
 * stands still, so that a second request gives the same bytes to compare with.
 */

const service = await createService({
  dataDir: ':memory:',
  port: 0,
  seed: 'demo',
  vehicles: 20,
  clock: () => NOON_MS,
  town: demoTown(),
});
const client = clientFor(service.baseUrl);
client.tokens.replace({ token: service.token, refreshToken: null });
const { api } = client;
afterAll(async () => {
  client.http.close();
  await service.close();
});

const done = new Set<EndpointName>();
/** What a tenant may add to any body: digits, escapes and an own `__proto__`, to the letter. */
const OWN = '"tenantBig":12345678901234567890,"tenantMoney":1.10,"__proto__":{"x":"\\u00e9"}';

function given<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function fieldOf(name: ReadName, params: Record<string, string>, ...path: string[]) {
  const read = given(await api.read(name, { params }));
  return String(at(JSON.parse(payloadOf(read)), ...path));
}

const requests = requestsFor({
  driverId: await fieldOf('getVehicle', { vehicleId: '100002' }, 'driverId'),
  carrierId: await fieldOf('getDevice', { deviceId: 'dev-10006' }, 'vehicle', 'id'),
  imei: await fieldOf('getDevice', { deviceId: 'dev-10006' }, 'imei'),
});

/** The same request by `fetch`: what really was on the wire. */
async function wire(name: ReadName, { params = {}, query = {} }: AskedFor): Promise<Buffer> {
  const row = endpoint(name);
  const path = pathOf(row).replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
  const asked: Query = { ...query, ...row.fixedQuery };
  const reply = await fetch(`${service.baseUrl}${path}${queryText(asked)}`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
  return Buffer.from(await reply.arrayBuffer());
}

/** Checks the payload against the row's known fields; gives the names of those that arrived. */
function knownFields(name: EndpointName, payload: unknown): Set<string> {
  const { out, reply } = endpoint(name);
  const records: unknown = reply === 'page' || reply === 'list' ? payload : [payload];
  if (!Array.isArray(records)) throw new Error(`${name} gave no list`);
  const arrived = new Set<string>();
  for (const record of records as unknown[]) {
    if (out !== undefined) {
      const parsed = z.safeParse(out, record);
      expect(parsed.success ? [] : parsed.error.issues).toEqual([]);
    }
    for (const key of Object.keys(record as object)) arrived.add(key);
  }
  return arrived;
}

/** The known names of a row's answer; none where the keys themselves are data. */
function shapeOf(name: EndpointName): string[] {
  const { out } = endpoint(name);
  return out instanceof z.ZodMiniObject ? Object.keys(out.def.shape) : [];
}

/** Known fields that the demo has no value for, or that other tenants send in their place. */
const NOT_IN_THE_DEMO: Partial<Record<EndpointName, readonly string[]>> = {
  // Only a vehicle inside an area says so; a count has one name or the other.
  listVehicles: ['areas'],
  getVehicle: ['areas'],
  countVehicles: ['total'],
  listVehicleTypes: ['colors'],
};

const reads = endpointNames.filter((name): name is ReadName => methodOf(endpoint(name)) === 'GET');
const isPage = (name: ReadName): boolean => endpoint(name).reply === 'page';

describe('reads through the client', () => {
  test.each(reads.filter((name) => name !== 'getAnswerPdf'))(
    '%s: known fields arrive, and the text is that of the wire to the letter',
    async (name) => {
      const request = requests[name];
      const limit = 5;
      const paging: Query = isPage(name) ? { page: '1', limit: String(limit) } : {};
      const reply: ApiReply = isPage(name)
        ? given(await api.page(name, 1, { ...request, limit }))
        : given(await api.read(name, request));
      const sent = await wire(name, { ...request, query: { ...request.query, ...paging } });
      expect(reply.text).toBe(sent.toString('utf8'));
      const arrived = knownFields(name, JSON.parse(payloadOf(reply)));
      const missing = shapeOf(name).filter((field) => !arrived.has(field));
      expect(missing).toEqual(NOT_IN_THE_DEMO[name] ?? []);
      done.add(name);
    },
  );

  test('a projection gives the fields that it names, and the id', async () => {
    const query = { fields: ['regNo', 'todayData'] };
    const reply = given(await api.page('listVehicles', 1, { query, limit: 5 }));
    const arrived = knownFields('listVehicles', JSON.parse(payloadOf(reply)));
    expect([...arrived].sort()).toEqual(['id', 'regNo', 'todayData']);
  });

  test('every list is read to its end, page by page', async () => {
    for (const name of reads.filter(isPage)) {
      const ids: string[] = [];
      const { total } = given(await api.page(name, 1, { ...requests[name], limit: 1 }));
      // Four pages, the last of them not full, whether a list has ten records or thousands.
      const limit = Math.max(7, Math.ceil(((total ?? 0) + 1) / 4));
      for (let page = 1; ; page += 1) {
        const reply = given(await api.page(name, page, { ...requests[name], limit }));
        ids.push(...reply.ids);
        if (reply.last) break;
      }
      expect([name, ids.length]).toEqual([name, total]);
    }
  });

  test('getAnswerPdf: the bytes of the wire', async () => {
    const bytes = given(await api.download('getAnswerPdf', requests.getAnswerPdf));
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(bytes.length).toBe((await wire('getAnswerPdf', requests.getAnswerPdf)).length);
    done.add('getAnswerPdf');
  });
});

describe('writes through the client', () => {
  test('stand in the order of the test, all of them', () => {
    expect([...WRITE_ORDER].sort()).toEqual([...writeNames].sort());
  });

  test.each(WRITE_ORDER)('%s is applied, once', async (name: WriteName) => {
    const { params, body } = requests[name];
    const changes = service.log().length;
    const keeps = endpoint(name).reply === 'one';
    const text = body === undefined ? undefined : JSON.stringify(body);
    const bodyText = keeps ? text?.replace(/\}$/, `,${OWN}}`) : text;
    const outcome = await api.mutate(name, {
      ...(params === undefined ? {} : { params }),
      ...(bodyText === undefined ? {} : { bodyText }),
    });
    expect(outcome).toMatchObject({ is: 'applied' });
    expect(service.log().slice(changes)).toMatchObject([{ endpoint: name }]);
    if (outcome.is !== 'applied') return;
    if (endpoint(name).reply === 'empty') {
      expect(outcome.reply.text).toBe('');
    } else {
      expect(outcome.reply.text).toContain(keeps ? OWN : '{');
      const arrived = knownFields(name, JSON.parse(payloadOf(outcome.reply)));
      for (const field of Object.keys(body ?? {})) {
        const readAs = endpoint(name).write?.readAs?.[field] ?? field;
        if (keeps) expect([...arrived]).toContain(readAs);
      }
    }
    done.add(name);
  });

  test('what a tenant added to a record is read back to the letter', async () => {
    const read = given(await api.read('getVehicle', requests.getVehicle));
    expect(read.text).toContain(OWN);
  });
});

describe('signing in through the client', () => {
  const redactor = createRedactor();
  const calls = createSessionCalls(
    createExchange({
      http: client.http,
      clock: client.clock,
      baseUrl: () => service.baseUrl,
      profile: () => defaultProfile,
      version: 'test',
      redactor,
    }),
    () => defaultProfile,
    redactor.scope(),
  );

  test('login, refreshToken, getMe and logout', async () => {
    const { email, password } = service.account('dispatcher');
    const loggedIn = given(await calls.login({ email, password }));
    if (loggedIn.is !== 'tokens') throw new Error('a code was asked for');
    const renewed = await calls.refresh(loggedIn.secret);
    if (!renewed.ok) throw new Error(renewed.why);
    const { token } = renewed.secret;
    expect(at(given(await calls.whoAmI(token)), 'email')).toBe(email);
    await calls.logout(token);
    expect((await calls.whoAmI(token)).ok).toBe(false);
    for (const name of ['login', 'refreshToken', 'logout'] as const) done.add(name);
  });

  test('loginOtp', async () => {
    const { email, password } = service.account('otp');
    expect(given(await calls.login({ email, password }))).toEqual({ is: 'otp' });
    const code = service.oneTimeCode('otp');
    expect(given(await calls.otp({ email, code }))).toMatchObject({ is: 'tokens' });
    done.add('loginOtp');
  });
});

test('no row of the specification was left out', () => {
  expect(specified).toHaveLength(95);
  expect(done.size).toBe(specified.length + Object.keys(session).length);
  expect([...done].sort()).toEqual([...endpointNames].sort());
});

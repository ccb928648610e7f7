import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFor, type ClientUnderTest } from '../core/api/support.ts';
import { startHostileServer, type HostileServer } from '../support/hostileServer.ts';

/** Lists whose rows have no identifiers, as reports of some tenants: pages are told apart anyway. */

let server: HostileServer;
let client: ClientUnderTest;
beforeAll(async () => {
  server = await startHostileServer();
  client = clientFor(server.origin);
});
afterAll(async () => {
  client.http.close();
  await server.close();
});

/** Serves readings without identifiers, two a page; `ignoring` gives every page the first one. */
function serve(rows: readonly string[], ignoring = false): void {
  server.answer(({ url }, response) => {
    const page = ignoring ? 1 : Number(new URL(url, server.origin).searchParams.get('page'));
    response.setHeader('content-type', 'application/json');
    response.end(`{"data":[${rows.slice((page - 1) * 2, page * 2).join(',')}]}`);
  });
}

async function readAll(): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await client.api.page('listClimateBySensor', page, { limit: 2 });
    if (!reply.ok) throw new Error(reply.error.message);
    texts.push(reply.value.text);
    if (reply.value.last) return texts;
  }
}

test('a list without identifiers and total is read to its end', async () => {
  serve(['{"temperature":1}', '{"temperature":2}', '{"temperature":3}', '{"temperature":4}', '{}']);
  const texts = await readAll();
  expect(texts.join('')).toContain('{"temperature":3},{"temperature":4}');
  expect(texts.join('')).toContain('[{}]');
});

test('a list without identifiers ends where paging is ignored', async () => {
  serve(['{"temperature":1}', '{"temperature":2}'], true);
  expect(await readAll()).toHaveLength(2);
});

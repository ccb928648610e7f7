import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService } from '../../electron/service/createService.ts';
import { PREFIX } from '../../electron/service/router.ts';
import { jsonElements, jsonMember, setJsonMembers } from '../../shared/rules/jsonText.ts';

/**
 * A process of its own that answers as the embedded fleet service does, without its cost: what is
 * asked for the first time is asked of the service, kept as bytes, and given from memory ever
 * after. So a scan and a plain download meet the same bytes at the same price.
 */

export type Order =
  | { do: 'start'; vehicles: number }
  /** Changes the label of every `every`th row of the kept vehicle pages; tells how many. */
  | { do: 'change'; every: number; label: string };
export type News =
  | { is: 'ready'; baseUrl: string; token: string }
  | { is: 'changed'; rows: number }
  | { is: 'failed'; message: string };

/** It stands still, so that answers stay the same; a desk of today takes its token. */
const NOW_MS = Date.now();
const VEHICLES = /\/vehicles\/fields\/json\?/;

const tell = (news: News): void => void process.send?.(news);
const kept = new Map<string, { status: number; type: string; body: Buffer }>();

async function start(vehicles: number): Promise<void> {
  const service = await createService({
    ...{ dataDir: ':memory:', port: 0, seed: 'demo', vehicles, listen: false },
    clock: () => NOW_MS,
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    let found = kept.get(url);
    if (found === undefined) {
      const { authorization = '' } = request.headers;
      const reply = await service.handle({ method: 'GET', path: url, headers: { authorization } });
      const type = reply.headers['content-type'] ?? 'application/json';
      found = { status: reply.status, type, body: reply.body };
      if (reply.status === 200) kept.set(url, found);
    }
    response.writeHead(found.status, {
      'content-type': found.type,
      'content-length': found.body.length,
    });
    response.end(found.body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    tell({ is: 'ready', baseUrl: `http://127.0.0.1:${port}${PREFIX}`, token: service.token });
  });
}

function change(every: number, label: string): number {
  let seen = 0;
  let rows = 0;
  for (const [url, page] of kept) {
    if (!VEHICLES.test(url) || url.includes('archived')) continue;
    const text = page.body.toString('utf8');
    const data = jsonMember(text, 'data') ?? '[]';
    const changed = jsonElements(data).map((row) => {
      seen += 1;
      if (seen % every !== 0) return row;
      rows += 1;
      return setJsonMembers(row, new Map([['defaultLabel', JSON.stringify(`${label} ${rows}`)]]));
    });
    const next = setJsonMembers(text, new Map([['data', `[${changed.join(',')}]`]]));
    kept.set(url, { ...page, body: Buffer.from(next, 'utf8') });
  }
  return rows;
}

process.on('message', (order: Order) => {
  switch (order.do) {
    case 'start':
      start(order.vehicles).catch((error: unknown) =>
        tell({ is: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
      return;
    case 'change':
      tell({ is: 'changed', rows: change(order.every, order.label) });
  }
});
process.on('disconnect', () => process.exit(0));

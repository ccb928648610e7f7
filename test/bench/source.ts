import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { News, Order } from './replay.ts';

/** Where the list of all vehicles is asked for. */
export const VEHICLES = '/vehicles/fields/json';

/** The replaying service as this process sees it. */
export interface Source {
  baseUrl: string;
  token: string;
  change(every: number, label: string): Promise<number>;
  /** Fetches pages of `path` one after another, as plainly as Node can; the bodies' bytes. */
  download(path: string, pageSize: number): Promise<Buffer[]>;
  close(): Promise<void>;
}

/** Starts the embedded service with so many vehicles behind a replaying server. */
export async function startSource(vehicles: number): Promise<Source> {
  const child = fork(new URL('./replay.ts', import.meta.url), { stdio: ['ignore', 2, 2, 'ipc'] });
  const ask = async (order: Order): Promise<News> => {
    const answer = once(child, 'message') as Promise<[News]>;
    child.send(order);
    const [news] = await answer;
    if (news.is === 'failed') throw new Error(news.message);
    return news;
  };
  const ready = await ask({ do: 'start', vehicles });
  if (ready.is !== 'ready') throw new Error('The service did not start');
  const { baseUrl, token } = ready;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const get = (url: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const asked = request(
        url,
        { agent, headers: { authorization: `Bearer ${token}` } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve(Buffer.concat(chunks)));
          response.on('error', reject);
        },
      );
      asked.on('error', reject);
      asked.end();
    });

  return {
    baseUrl,
    token,
    async change(every, label) {
      const news = await ask({ do: 'change', every, label });
      if (news.is !== 'changed') throw new Error('Nothing was changed');
      return news.rows;
    },
    async download(path, pageSize) {
      const bodies: Buffer[] = [];
      for (let page = 1; ; page += 1) {
        const body = await get(`${baseUrl}${path}?page=${page}&limit=${pageSize}`);
        bodies.push(body);
        const total = /"total":(\d+)/.exec(body.toString('latin1', 0, 200))?.[1];
        if (total === undefined) throw new Error('A page without its total');
        if (page * pageSize >= Number(total)) return bodies;
      }
    },
    async close() {
      agent.destroy();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

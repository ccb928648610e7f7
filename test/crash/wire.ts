import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Http, HttpRequest } from '../../electron/core/ports.ts';
import { pass } from './boundary.ts';

/** The network port, with a place before, during and after every request. */
export interface WatchedWire {
  http: Http;
  /** Whether a request is under way. */
  busy(): boolean;
}

/** What a request does, without the ids: `POST vehicles/*`, `read`. */
function nameOf({ purpose, method, url }: Pick<HttpRequest, 'purpose' | 'method' | 'url'>): string {
  if (purpose === 'read' && method === 'GET') return 'read';
  const parts = new URL(url).pathname.split('/').slice(2);
  return `${method} ${parts.map((part) => (/^[a-z-]+$/.test(part) ? part : '*')).join('/')}`;
}

/** Counts and announces what goes through `inner`. */
export function watched(inner: Http): WatchedWire {
  let under = 0;
  // Told by Node itself: the last byte of a request was handed to the operating system.
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    if (request.method === 'GET') return;
    const url = `http://${request.host}${request.path}`;
    const method = request.method as HttpRequest['method'];
    const name = nameOf({ purpose: 'mutation', method, url });
    request.once('finish', () => pass(`${name}: sent, no answer yet`));
  });
  return {
    http: {
      async send(request) {
        const name = nameOf(request);
        under += 1;
        try {
          pass(`${name}: nothing sent yet`);
          const sent = await inner.send(request);
          pass(`${name}: answered, nothing recorded`);
          return sent;
        } finally {
          under -= 1;
        }
      },
      close: () => inner.close(),
    },
    busy: () => under > 0,
  };
}

import { sameOrigin } from './api/url.ts';
import type { Http } from './ports.ts';

/**
 * The network as one part of an account has it: the servers that belong to the account are asked and
 * no other, wherever an answer, a file or a mistake may lead.
 *
 * @param addresses of these servers, read at each request; all of the origin of each may be asked
 */
export function askingOnly(
  http: Http,
  addresses: () => readonly string[] | Promise<readonly string[]>,
): Http {
  return {
    async send(request) {
      const allowed = await addresses();
      if (allowed.some((address) => isAt(request.url, address))) return http.send(request);
      const detail = 'this server does not belong to the account';
      return { ok: false, failure: { why: 'notSent', detail } };
    },
    // The connections are those of the whole app.
    close: () => undefined,
  };
}

function isAt(url: string, address: string): boolean {
  return URL.canParse(url) && URL.canParse(address) && sameOrigin(new URL(url), new URL(address));
}

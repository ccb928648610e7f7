import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { MOST_FILE_BYTES } from '../api/exchange.ts';
import { sameOrigin } from '../api/url.ts';
import { askingOnly } from '../ownServers.ts';
import { mayAsk, REFUSED_SERVER } from '../policy.ts';
import type { HttpFailure, HttpReply, Ports } from '../ports.ts';
import { workOffline } from '../refusals.ts';

/**
 * A file that an answer names at a server which is not the account's, asked for because a person said
 * so of that server. Nothing of the account goes there: no token, no cookie, no address of the desk.
 */

const IDLE_MS = 15_000;
const TOTAL_MS = 120_000;
const MOST_REDIRECTS = 3;
const SAFE = 'Nothing was kept of it; all else is as it was.';

export interface ElsewhereContext {
  ports: Pick<Ports, 'http' | 'version' | 'policy'>;
  /** Not under *Work offline*. */
  mayAsk(): boolean;
}

/**
 * Errors: `connection.workOffline`, `policy.server`, `answers.elsewhere…` as below.
 *
 * @param url checked before: https, without a name or a password in it
 */
export type Elsewhere = (url: string, signal?: AbortSignal) => Promise<Result<Uint8Array>>;

const PRIVATE = fail({
  kind: 'denied',
  code: 'answers.elsewherePrivate',
  message:
    'This address leads to this computer or into a private network. Nothing may be asked for there.',
  safe: SAFE,
  next: 'none',
});
const TOO_LARGE = fail({
  kind: 'server',
  code: 'answers.elsewhereTooLarge',
  message: 'What that server sends is larger than the 32 MB that a file may have.',
  safe: SAFE,
  next: 'none',
});
const UNREACHED = fail({
  kind: 'offline',
  code: 'answers.elsewhereUnreached',
  message: 'That server can’t be reached, or broke off.',
  safe: SAFE,
  next: 'retry',
});
const REDIRECT = fail({
  kind: 'server',
  code: 'answers.elsewhereRedirect',
  message: 'That server sends on to another address, which nobody was asked about.',
  safe: SAFE,
  next: 'none',
});
const REFUSED = fail({
  kind: 'server',
  code: 'answers.elsewhereRefused',
  message: 'That server does not give the file.',
  safe: SAFE,
  next: 'none',
});

function failed(failure: HttpFailure): Result<never> {
  if (failure.why === 'tooLarge') return TOO_LARGE;
  return failure.why === 'notSent' && failure.isPrivate === true ? PRIVATE : UNREACHED;
}

/** Where a reply sends on to; null where it does not. */
function target({ status, headers }: HttpReply, from: URL): URL | 'nowhere' | null {
  if (status < 300 || status > 399) return null;
  const to = headers['location'];
  return to !== undefined && URL.canParse(to, from.href) ? new URL(to, from.href) : 'nowhere';
}

/** The network as files of answers have it: one server at a time, the one that a person agreed to. */
export function createElsewhere({ ports, mayAsk: isOnline }: ElsewhereContext): Elsewhere {
  return async (address, signal) => {
    if (!isOnline()) return workOffline(SAFE);
    const http = askingOnly(ports.http, () => [address]);
    let url = new URL(address);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      if (!mayAsk(ports.policy, url.href)) return REFUSED_SERVER;
      const sent = await http.send({
        ...{ method: 'GET', url: url.href, purpose: 'read', publicOnly: true },
        headers: {
          accept: 'image/*, application/pdf, video/mp4, video/webm',
          'user-agent': `Waybill/${ports.version}`,
        },
        ...(signal === undefined ? {} : { signal }),
        ...{ idleTimeoutMs: IDLE_MS, totalTimeoutMs: TOTAL_MS, maxBytes: MOST_FILE_BYTES },
      });
      if (!sent.ok) return failed(sent.failure);
      const next = target(sent.reply, url);
      if (next === null) return sent.reply.status === 200 ? ok(sent.reply.body) : REFUSED;
      if (next === 'nowhere' || !sameOrigin(next, url)) return REDIRECT;
      url = next;
    }
    return REDIRECT;
  };
}

import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import type { HttpReply } from '../ports.ts';
import type { ClientSetup } from './clientSetup.ts';
import {
  bodyStart,
  failureError,
  htmlError,
  looksLikeHtml,
  redirectError,
  statusError,
} from './errors.ts';
import type { Exchanged } from './exchange.ts';

/** Gateways answer these when the service is away, and networks that want a log-in first. */
const NOT_REACHED = new Set([502, 503, 504, 511]);
/** Evidence that an endpoint is not offered, also where a front page says so. */
const MISSING = new Set([404, 405, 501]);

type Observer = Pick<ClientSetup, 'report' | 'observe'>;

export function isSuccess({ status }: HttpReply): boolean {
  return status >= 200 && status < 300;
}

function witnessAnswer(observer: Observer, name: EndpointName, reply: HttpReply): void {
  const row = endpoint(name);
  const page = looksLikeHtml(bodyStart(reply.body, 1024));
  if (page && isSuccess(reply)) return observer.report(false, htmlError(row, reply));
  if (NOT_REACHED.has(reply.status)) return observer.report(false, statusError(row, reply));
  // A page with an error status may come from the service's own front or from a stranger.
  if (!page) observer.report(true);
  if (!page || MISSING.has(reply.status)) observer.observe(name, reply.status, null);
}

/** Tells the connection monitor and the availability what an exchange proves. */
export function witness(observer: Observer, name: EndpointName, exchanged: Exchanged): void {
  const row = endpoint(name);
  switch (exchanged.is) {
    case 'refused':
      return;
    case 'failure':
      if (exchanged.failure.why === 'aborted') return;
      observer.report(exchanged.failure.why === 'tooLarge', failureError(row, exchanged.failure));
      return;
    case 'redirect':
      observer.report(false, redirectError(row, exchanged.reply, exchanged.to));
      return;
    case 'answer':
      witnessAnswer(observer, name, exchanged.reply);
  }
}

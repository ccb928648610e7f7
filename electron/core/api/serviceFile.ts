import { endpoint } from '../../../shared/api/catalogue.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { ClientSetup } from './clientSetup.ts';
import {
  bodyStart,
  failureError,
  htmlError,
  looksLikeHtml,
  redirectError,
  statusError,
} from './errors.ts';
import type { HttpReply } from '../ports.ts';
import { sendSigned } from './signedSend.ts';
import { isSuccess } from './witness.ts';

/**
 * A page or a redirect in the place of a file: of this one alone, or of a network that wants a log-in
 * first. Which of the two, the answers of the service tell.
 */
const IN_ITS_PLACE: ReadonlySet<string> = new Set(['http.html', 'http.redirect']);

/** A drawing or other XML is a file, though one that is not kept. */
function isXml({ headers, body }: HttpReply): boolean {
  const start = bodyStart(body, 1024);
  if (/<(?:!doctype\s+)?html/i.test(start)) return false;
  const isDrawing = headers['content-type']?.includes('image/svg+xml') === true;
  return isDrawing || /^\uFEFF?\s*<\?xml|<svg[\s>]/i.test(start);
}

/**
 * A file that an answer names by its address, with the session. The exchange refuses an address of
 * another origin, so that no token goes anywhere else.
 *
 * Errors: those of the gate, of the network and of the status; `http.html`.
 */
export async function readServiceFile(
  setup: ClientSetup,
  at: string,
  signal: AbortSignal | undefined,
): Promise<Result<Uint8Array>> {
  const closed = setup.gate('getAnswer');
  if (closed !== null) return { ok: false, error: closed };
  const row = endpoint('getAnswer');
  // Whether a file is there tells nothing of what the service offers, nor what stands in its place.
  const blind: ClientSetup = {
    ...setup,
    observe: () => undefined,
    report(reached, error) {
      if (error === undefined || !IN_ITS_PLACE.has(error.code)) setup.report(reached, error);
    },
  };
  const exchanged = await sendSigned(blind, 'getAnswerPdf', {
    at,
    ...(signal === undefined ? {} : { signal }),
  });
  switch (exchanged.is) {
    case 'refused':
      return { ok: false, error: exchanged.error };
    case 'failure':
      return fail(failureError(row, exchanged.failure));
    case 'redirect':
      return fail(redirectError(row, exchanged.reply, exchanged.to));
    case 'answer': {
      const { reply } = exchanged;
      if (!isSuccess(reply)) return fail(statusError(row, reply));
      const isPage = looksLikeHtml(bodyStart(reply.body, 1024)) && !isXml(reply);
      return isPage ? fail(htmlError(row, reply)) : ok(reply.body);
    }
  }
}

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
import { sendSigned } from './signedSend.ts';
import { isSuccess } from './witness.ts';

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
  // Whether a file is there tells nothing of what the service offers.
  const blind: ClientSetup = { ...setup, observe: () => undefined };
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
      const isPage = looksLikeHtml(bodyStart(reply.body, 1024));
      return isPage ? fail(htmlError(row, reply)) : ok(reply.body);
    }
  }
}

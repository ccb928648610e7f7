import { endpoint } from '../../../shared/api/catalogue.ts';
import { methodOf } from '../../../shared/api/endpoint.ts';
import { fail, ok } from '../../../shared/result.ts';
import { renameBody } from './bodyNames.ts';
import type { ClientSetup } from './clientSetup.ts';
import { OTHER_PERSON, bodyStart, htmlError, looksLikeHtml } from './errors.ts';
import { outcomeOf } from './outcome.ts';
import { asReply, createPageBodies } from './pageBody.ts';
import { placesOf } from './profile.ts';
import { createReads } from './reads.ts';
import { checkPdf } from './reply.ts';
import { readServiceFile } from './serviceFile.ts';
import { sendSigned } from './signedSend.ts';
import type { ApiClient } from './types.ts';

/** The one generic client over the endpoint table: reads, pages, downloads and mutations. */
export function createClient(setup: ClientSetup): ApiClient {
  const { get, getChecked } = createReads(setup);
  const pageBody = createPageBodies({ get }, setup.profile);

  /** Asks who is signed in before something is changed, where that is known and was long ago. */
  const assure = async (signal: AbortSignal | undefined): Promise<void> => {
    if (setup.whose?.isDue() !== true || setup.gate('getMe') !== null) return;
    // An answer that names somebody else shuts the gate; without one the request itself will tell.
    await getChecked('getMe', signal === undefined ? {} : { signal });
  };

  return {
    async read(name, options = {}) {
      const checked = await getChecked(name, options);
      if (!checked.ok) return checked;
      const { text, payload, reply } = checked.value;
      setup.observe(name, reply.status, text.slice(payload.start, payload.end));
      return ok(asReply(checked.value));
    },

    async body(name, options = {}) {
      const read = await get(name, options);
      if (!read.ok) return read;
      const { status, headers, body } = read.reply;
      if (looksLikeHtml(bodyStart(body, 1024))) return fail(htmlError(endpoint(name), read.reply));
      setup.observe(name, status, null);
      return ok({ status, headers, bytes: body, places: placesOf(setup.profile(), name) });
    },

    async page(name, page, options = {}) {
      const body = await pageBody(name, page, options);
      return body.ok ? body.value.read(body.value.bytes) : body;
    },

    pageBody,

    async download(name, options = {}) {
      const read = await get(name, options);
      if (!read.ok) return read;
      return checkPdf(name, read.reply);
    },

    file: (at, options = {}) => readServiceFile(setup, at, options.signal),

    async mutate(name, options) {
      await assure(options.signal);
      const closed = setup.gate(name);
      if (closed !== null) {
        return closed.kind === 'auth' && closed.code !== OTHER_PERSON
          ? { is: 'signIn', wasRefused: false }
          : { is: 'notSent', detail: closed.message, wasRefused: false };
      }
      if (options.signal?.aborted === true) {
        return { is: 'notSent', detail: 'it was cancelled', wasRefused: false };
      }
      const row = endpoint(name);
      // Archive, restore and assignment carry an empty object, as other clients send it.
      const bodyText = options.bodyText ?? (methodOf(row) === 'DELETE' ? undefined : '{}');
      const profile = setup.profile();
      const given = {
        ...(options.params === undefined ? {} : { params: options.params }),
        ...(bodyText === undefined ? {} : { body: renameBody(profile, name, bodyText) }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      };
      const session = { isRenewed: false };
      // Nothing that changes anything goes with a new token before it is known whose it is.
      const exchanged = await sendSigned(setup, name, given, async () => {
        await assure(options.signal);
        const shut = setup.gate(name)?.message ?? null;
        if (shut !== null) return shut;
        session.isRenewed = (await options.mayRepeat?.()) === false;
        if (session.isRenewed) return 'the session was renewed';
        // Somebody else may have signed in meanwhile.
        return setup.gate(name)?.message ?? null;
      });
      if (session.isRenewed) return { is: 'renewed' };
      const outcome = await outcomeOf(profile, name, options.params ?? {}, exchanged, setup.clock);
      if (outcome.is !== 'uncertain') return outcome;
      // The beginning of a success that was none: its body came as data.
      const { text } = setup.redactor;
      return { ...outcome, detail: text(outcome.detail), body: text(outcome.body) };
    },
  };
}

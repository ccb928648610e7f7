import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import type { ClientSetup } from './clientSetup.ts';
import { bodyStart, failureError, htmlError, looksLikeHtml } from './errors.ts';
import type { Exchanged, ExchangeOptions } from './exchange.ts';
import type { Tokens } from './refresh.ts';
import type { HttpReply } from '../ports.ts';
import { isSuccess, witness } from './witness.ts';

/** A request as it goes out, but for the token. */
export interface Unsigned extends Omit<ExchangeOptions, 'token'> {
  /** A refusal tells nothing of the endpoint: it may be asked for what it does not have. */
  mayBePast?: boolean;
}

/** What is as if the service had answered: there is no token that it could refuse. */
const SIGNED_OUT: Exchanged = {
  is: 'answer',
  unsent: true,
  reply: { status: 401, headers: {}, body: new Uint8Array() },
};

type Answer = Extract<Exchanged, { is: 'answer' }>;

function isRefused(exchanged: Exchanged): exchanged is Answer {
  return exchanged.is === 'answer' && exchanged.reply.status === 401;
}

function isPage({ body }: HttpReply): boolean {
  return looksLikeHtml(bodyStart(body, 1024));
}

/** Endpoints that answered a good token with 401: of these the token is looked at before it is renewed. */
const denying = new WeakMap<Tokens, Set<EndpointName>>();

/**
 * What a 401 means. `denied`: the service accepts the token elsewhere, as some answer what a role may not do
 * with 401. `foreign`: a page of a gateway or a portal, and the service itself has said nothing of the
 * token. One that replaced the token meanwhile proves nothing of it.
 */
async function meaningOf(
  { exchange }: ClientSetup,
  name: EndpointName,
  { reply }: Answer,
  token: string,
  { signal }: Unsigned,
): Promise<'denied' | 'foreign' | 'refused'> {
  const unlessSaid = isPage(reply) ? 'foreign' : 'refused';
  if (name === 'getMe') return unlessSaid;
  const me = await exchange.send('getMe', { token, ...(signal === undefined ? {} : { signal }) });
  if (me.is !== 'answer' || isPage(me.reply)) return unlessSaid;
  if (isSuccess(me.reply)) return 'denied';
  return me.reply.status === 401 ? 'refused' : unlessSaid;
}

/** A page of somebody else stands between here and the service: the session stays as it is. */
function cutOff(setup: ClientSetup, name: EndpointName, { reply }: Answer): Exchanged {
  const error = htmlError(endpoint(name), reply);
  setup.report(false, error);
  const failure = { why: 'notSent', detail: 'a web page came back instead of data' } as const;
  return { is: 'failure', failure, wasRefused: true };
}

/** The token in use is another one by now: what was refused with the one before ends no session. */
function replaced(detail: string): Exchanged {
  return { is: 'failure', failure: { why: 'notSent', detail }, wasRefused: true };
}

/** A 401 that is meant for this endpoint alone counts as what it means there: not allowed. */
function denied(
  setup: ClientSetup,
  name: EndpointName,
  { reply }: Answer,
  { mayBePast = false }: Unsigned,
): Exchanged {
  const names = denying.get(setup.tokens) ?? new Set();
  denying.set(setup.tokens, names.add(name));
  if (!mayBePast) setup.observe(name, 403, null);
  return { is: 'answer', reply: { ...reply, status: 403 } };
}

/**
 * Sends with the token in use; a 401 is renewed and sent again, once. Where the new token is refused, too, and
 * the service accepts it elsewhere, the session goes on and the answer counts as a 403.
 *
 * @param against asked before anything goes with a new token: why it may not, or null
 */
export async function sendSigned(
  setup: ClientSetup,
  name: EndpointName,
  given: Unsigned,
  against?: () => Promise<string | null>,
): Promise<Exchanged> {
  const signal = given.signal ?? setup.signal;
  const options = { ...given, ...(signal === undefined ? {} : { signal }) };
  const send = async (token: string): Promise<Exchanged> => {
    const exchanged = await setup.exchange.send(name, { ...options, token });
    witness(
      given.mayBePast === true ? { ...setup, observe: () => undefined } : setup,
      name,
      exchanged,
    );
    return exchanged;
  };

  const secret = setup.tokens.current();
  if (secret === null) return SIGNED_OUT;
  const first = await send(secret.token);
  if (!isRefused(first)) return first;
  const wasDenied = denying.get(setup.tokens)?.has(name) === true;
  const meaning = (refused: Answer, token: string) =>
    meaningOf(setup, name, refused, token, options);
  if (wasDenied && (await meaning(first, secret.token)) === 'denied') {
    return denied(setup, name, first, given);
  }
  switch (await setup.tokens.renew(secret.token, signal)) {
    case 'unreachable': {
      if (isPage(first.reply) && signal?.aborted !== true) return cutOff(setup, name, first);
      const failure = { why: 'notSent', detail: 'the sign-in could not be renewed' } as const;
      if (signal?.aborted !== true) setup.report(false, failureError(endpoint(name), failure));
      return { is: 'failure', failure, wasRefused: true };
    }
    case 'refused':
      // There may have been nothing to renew it with.
      if (secret.refreshToken === null) {
        const means = await meaning(first, secret.token);
        if (means === 'denied') return denied(setup, name, first, given);
        if (setup.tokens.current()?.token !== secret.token) {
          return replaced('somebody signed in or out meanwhile');
        }
        if (means === 'foreign') return cutOff(setup, name, first);
      }
      setup.signedOut();
      return first;
    case 'renewed': {
      const token = setup.tokens.current()?.token;
      if (token === undefined) return first;
      const detail = (await against?.()) ?? null;
      if (detail !== null) {
        return { is: 'failure', failure: { why: 'notSent', detail }, wasRefused: true };
      }
      const second = await send(token);
      if (!isRefused(second)) return second;
      const means = await meaning(second, token);
      if (means === 'denied') return denied(setup, name, second, given);
      if (setup.tokens.current()?.token !== token) {
        return replaced('the sign-in was renewed once more meanwhile');
      }
      if (means === 'foreign') return cutOff(setup, name, second);
      setup.signedOut();
      return second;
    }
  }
}

import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import type { ClientSetup } from './clientSetup.ts';
import { bodyStart, failureError, looksLikeHtml } from './errors.ts';
import type { Exchanged, ExchangeOptions } from './exchange.ts';
import type { Tokens } from './refresh.ts';
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

/** Endpoints that answered a good token with 401: of these the token is looked at before it is renewed. */
const denying = new WeakMap<Tokens, Set<EndpointName>>();

/**
 * Whether the service accepts the token that was refused elsewhere: some answer what a role may not do
 * with 401. One that replaced it meanwhile proves nothing of it.
 */
async function isAccepted(
  { exchange }: ClientSetup,
  name: EndpointName,
  token: string,
  { signal }: Unsigned,
): Promise<boolean> {
  if (name === 'getMe') return false;
  const me = await exchange.send('getMe', { token, ...(signal === undefined ? {} : { signal }) });
  return (
    me.is === 'answer' && isSuccess(me.reply) && !looksLikeHtml(bodyStart(me.reply.body, 1024))
  );
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
  if (wasDenied && (await isAccepted(setup, name, secret.token, options))) {
    return denied(setup, name, first, given);
  }
  switch (await setup.tokens.renew(secret.token, signal)) {
    case 'unreachable': {
      const failure = { why: 'notSent', detail: 'the sign-in could not be renewed' } as const;
      if (signal?.aborted !== true) setup.report(false, failureError(endpoint(name), failure));
      return { is: 'failure', failure, wasRefused: true };
    }
    case 'refused':
      // There may have been nothing to renew it with.
      if (secret.refreshToken === null && (await isAccepted(setup, name, secret.token, options))) {
        return denied(setup, name, first, given);
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
      if (await isAccepted(setup, name, token, options)) {
        return denied(setup, name, second, given);
      }
      if (setup.tokens.current()?.token !== token) {
        const detail = 'the sign-in was renewed once more meanwhile';
        return { is: 'failure', failure: { why: 'notSent', detail }, wasRefused: true };
      }
      setup.signedOut();
      return second;
    }
  }
}

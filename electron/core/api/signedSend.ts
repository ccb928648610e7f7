import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import type { ClientSetup } from './clientSetup.ts';
import { failureError } from './errors.ts';
import type { Exchanged, ExchangeOptions } from './exchange.ts';
import { witness } from './witness.ts';

/** A request as it goes out, but for the token. */
export type Unsigned = Omit<ExchangeOptions, 'token'>;

/** What is as if the service had answered: there is no token that it could refuse. */
const SIGNED_OUT: Exchanged = {
  is: 'answer',
  unsent: true,
  reply: { status: 401, headers: {}, body: new Uint8Array() },
};

function isRefused(exchanged: Exchanged): boolean {
  return exchanged.is === 'answer' && exchanged.reply.status === 401;
}

/**
 * Sends with the token in use; a 401 is renewed and sent again, once.
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
    witness(setup, name, exchanged);
    return exchanged;
  };

  const secret = setup.tokens.current();
  if (secret === null) return SIGNED_OUT;
  const first = await send(secret.token);
  if (!isRefused(first)) return first;
  switch (await setup.tokens.renew(secret.token, signal)) {
    case 'unreachable': {
      const failure = { why: 'notSent', detail: 'the sign-in could not be renewed' } as const;
      if (signal?.aborted !== true) setup.report(false, failureError(endpoint(name), failure));
      return { is: 'failure', failure, wasRefused: true };
    }
    case 'refused':
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
      if (isRefused(second)) setup.signedOut();
      return second;
    }
  }
}

import { fail, ok, type Result } from '../../shared/result.ts';
import { isLoopback } from './api/url.ts';

function wrong(message: string): Result<string> {
  return fail({
    kind: 'invalid',
    code: 'session.address',
    message,
    safe: 'Nothing was sent; the accounts that are here are as they were.',
    next: 'checkAddress',
    fields: { baseUrl: [message] },
  });
}

/**
 * Reads a base address as a person types it and gives the normal form that names an identity:
 * lower-case scheme and host, no default port, the path prefix without its last slash. Without a
 * scheme https is taken (http for this computer). Plain http is refused except for this computer.
 *
 * Errors: kind `invalid`, code `session.address`.
 */
export function normaliseAddress(typed: string): Result<string> {
  const text = typed.trim();
  if (text === '') return wrong('Enter the address of the service.');
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : guessScheme(text);
  if (!URL.canParse(withScheme)) {
    return wrong('This is not an address. It looks like https://fleet.example.com/api.');
  }
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return wrong('The address must begin with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    return wrong('Leave user name and password out of the address; they have their own fields.');
  }
  if (url.search !== '' || url.hash !== '') {
    return wrong('The address must end with its path: leave out what follows “?” or “#”.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return wrong(
      'Plain http would show the sign-in to everyone on the way. Use an https:// address; http works for this computer only.',
    );
  }
  return ok(`${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`);
}

/** Names of this computer that one server answers to. Others of 127.0.0.0/8 may be servers apart. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The other addresses at which a service of this computer is the same: port and path stay. None
 * for a service elsewhere, and for the local workspace, which has no address of its own.
 */
export function otherNamesOf(service: string): string[] {
  if (!URL.canParse(service)) return [];
  const { protocol, hostname, port, pathname } = new URL(service);
  if (!LOOPBACK_NAMES.includes(hostname)) return [];
  const rest = `${port === '' ? '' : `:${port}`}${pathname.replace(/\/+$/, '')}`;
  return LOOPBACK_NAMES.filter((name) => name !== hostname).map(
    (name) => `${protocol}//${name}${rest}`,
  );
}

/** Whether two addresses are of one service, under whatever name of this computer. */
export function sameService(one: string, other: string): boolean {
  return one === other || otherNamesOf(one).includes(other);
}

function guessScheme(text: string): string {
  const host = text.split(/[/?#]/)[0] ?? '';
  return `${isLoopback(host.replace(/:\d+$/, '').toLowerCase()) ? 'http' : 'https'}://${text}`;
}

interface OfTenant {
  service: string;
  tenant: string;
}

/** Whether a file is of the same tenant of a service as an account. */
export function isOfTenant(file: OfTenant, account: OfTenant): boolean {
  return sameService(file.service, account.service) && file.tenant === account.tenant;
}

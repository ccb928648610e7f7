import net from 'node:net';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { isLoopback } from '../api/url.ts';

/** Addresses of tiles as map servers give them: `https://tiles.example/{z}/{x}/{y}.png`. */

const PLACES = /\{([^{}]*)\}/g;
const KNOWN = ['z', 'x', 'y', '-y', 's', 'r'];
/** Names of one server, by which browsers once asked for more at a time. */
const SERVERS = ['a', 'b', 'c'];
const MOST_CHARS = 2_000;

/** Addresses of this computer; those of IPv4 count in their IPv6 form, too. */
const OWN = new net.BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addSubnet('0.0.0.0', 8, 'ipv4');
OWN.addSubnet('::', 127, 'ipv6');

function wrong(message: string): Result<never> {
  return fail({
    kind: 'invalid',
    code: 'ground.address',
    message,
    safe: 'Nothing was asked for.',
    next: 'editInput',
    fields: { template: [message] },
  });
}

/** The address of one tile. `{-y}` counts from the south; `{r}` would ask for a larger picture. */
export function tileUrl(template: string, z: number, x: number, y: number): string {
  return template.replaceAll(PLACES, (_, place: string) => {
    switch (place) {
      case 'z':
        return String(z);
      case 'x':
        return String(x);
      case 'y':
        return String(y);
      case '-y':
        return String(2 ** z - 1 - y);
      case 's':
        return SERVERS[(x + y) % SERVERS.length] ?? 'a';
      default:
        return '';
    }
  });
}

/** Whether a host is this computer, however it is spelled. */
function isOwn(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (net.isIP(bare) !== 0) return OWN.check(bare, net.isIPv6(bare) ? 'ipv6' : 'ipv4');
  return isLoopback(bare);
}

/**
 * Checks an address as a person or a service gives it. Errors (`invalid`): `ground.address`.
 *
 * @param local whether plain http to this computer may be asked
 */
export function checkTemplate(typed: string, local: boolean): Result<string> {
  const template = typed.trim();
  if (template.length > MOST_CHARS) return wrong('The address is too long.');
  const places = [...template.matchAll(PLACES)].map(([, place = '']) => place);
  const foreign = places.find((place) => !KNOWN.includes(place));
  if (foreign !== undefined) {
    return wrong(`Waybill does not know what {${foreign.slice(0, 30)}} stands for.`);
  }
  const has = (place: string): boolean => places.includes(place);
  if (!has('z') || !has('x') || !(has('y') || has('-y'))) {
    return wrong('The address must name the places {z}, {x} and {y}.');
  }
  const first = tileUrl(template, 1, 0, 1);
  if (!URL.canParse(first)) return wrong('This is not an address.');
  const url = new URL(first);
  if (url.username !== '' || url.password !== '') {
    return wrong('User name and password can’t be part of the address.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return wrong('The address must begin with https://; http works for this computer only.');
  }
  if (!local && isOwn(url.hostname)) return wrong('The address is this computer’s own.');
  // What changes from tile to tile must not lead from server to server. Both tiles have the same `{s}`.
  const another = tileUrl(template, 5, 11, 8);
  if (!URL.canParse(another) || new URL(another).host !== url.host) {
    return wrong('Only the path of the address may change from tile to tile.');
  }
  return ok(template);
}

/** One tile of each server that an address names: `{s}` stands for several. */
export function serversOf(template: string): string[] {
  return [...new Set(SERVERS.map((_, x) => tileUrl(template, 2, x, 0)))];
}

/** The server that an address names, for people: without path and query, which may hold a key. */
export function serverOf(template: string): string {
  return new URL(tileUrl(template, 0, 0, 0)).host;
}

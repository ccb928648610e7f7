import { lookup } from 'node:dns/promises';
import net from 'node:net';

/** Whether an address lies in the public internet: what an answer names is asked nowhere else. */

/** What a name stands for. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** Private, shared, local and reserved networks (RFC 6890), and what is sent to many. */
const CLOSED: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of IPv6 what is routed everywhere, and IPv4 behind a translator. */
const OPEN_6: readonly [string, number][] = [
  ['2000::', 3],
  ['64:ff9b::', 96],
];
/**
 * Of these, examples and tunnels: a tunnel's address holds one of IPv4, which may be any. What is closed of
 * IPv4 is so behind a translator, too: not all of them refuse it, as they should.
 */
const CLOSED_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ...CLOSED.map(([address, bits]): [string, number] => [`64:ff9b::${address}`, 96 + bits]),
];
/** Names that stand for something within a house alone (RFC 6762, 8375, and what firms use). */
const INNER_NAME =
  /(?:^[^.]*|\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa))\.?$/i;

function listOf(subnets: readonly [string, number][], family: 'ipv4' | 'ipv6'): net.BlockList {
  const list = new net.BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, family);
  return list;
}
const closed = listOf(CLOSED, 'ipv4');
const open6 = listOf(OPEN_6, 'ipv6');
const closed6 = listOf(CLOSED_6, 'ipv6');

/** @param address of IPv4 or IPv6, as a name server or an address bar gives it */
export function isPublicAddress(address: string): boolean {
  if (net.isIPv4(address)) return !closed.check(address, 'ipv4');
  if (!net.isIPv6(address) || address.includes('%')) return false;
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

/** As the system resolves names, all addresses of one. */
export const systemResolve: Resolve = (host) => lookup(host, { all: true });

/**
 * Whether a host is this computer or lies in a private network. A name that can't be resolved here may
 * be known to a proxy, unless it is one that no public server has; where there is none, nothing is reached.
 */
export async function leadsInside(hostname: string, resolve: Resolve): Promise<boolean> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (net.isIP(bare) !== 0) return !isPublicAddress(bare);
  const found = await resolve(bare).catch(() => []);
  if (found.length === 0) return INNER_NAME.test(bare);
  return found.some(({ address }) => !isPublicAddress(address));
}

/**
 * Resolves names for a connection. The host itself is looked at again: its name may stand for another
 * address than a moment ago. Any other name is that of a proxy, which may lie anywhere.
 */
export function publicLookup(host: string, resolve: Resolve): net.LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        const isInside = name === host && found.some(({ address }) => !isPublicAddress(address));
        if (first === undefined || isInside) {
          callback(new Error('the name stands for an address of a private network'), '');
        } else if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('no address'), ''),
    );
  };
}

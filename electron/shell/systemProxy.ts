import type { Session } from 'electron';
import type { SystemProxy } from '../core/adapters/http.ts';
import type { Clock } from '../core/ports.ts';

/** Longest wait for the system: a network that announces its proxies by a script may never answer. */
export const ANSWER_MS = 5_000;

/** The kinds of proxy that the core's client goes through, by the words of a proxy script (PAC). */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
]);

/**
 * The first way of a proxy script's answer that the core can go (`PROXY host:port; DIRECT`).
 *
 * @returns null for the direct way, also where all it names are of another kind, as SOCKS
 */
export function firstProxy(answer: string): string | null {
  for (const way of answer.split(';')) {
    const [kind = '', host = ''] = way.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = SCHEMES.get(kind.toUpperCase());
    const address = `${scheme ?? ''}://${host}`;
    if (scheme !== undefined && URL.canParse(address)) return address;
  }
  return null;
}

/**
 * Asks the system: its settings, its script or what the network announces. The answer is the direct
 * way, too, where the system fails or says nothing within `ANSWER_MS`. A script learns no path.
 *
 * @param session read at each question: there is none before Electron is ready
 */
export function createSystemProxy(
  session: () => Pick<Session, 'resolveProxy'>,
  clock: Clock,
): SystemProxy {
  return (origin) =>
    new Promise((resolve) => {
      const cancel = clock.after(ANSWER_MS, () => resolve(null));
      void session()
        .resolveProxy(`${origin}/`)
        .then(firstProxy, () => null)
        .then(resolve)
        .finally(cancel);
    });
}

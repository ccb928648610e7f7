import type { Session } from 'electron';
import type { SystemProxy, Way } from '../core/adapters/http.ts';
import type { Clock } from '../core/ports.ts';

/** Longest wait for the system: a network that announces its proxies by a script may never answer. */
export const ANSWER_MS = 5_000;
/** After a proxy could not be reached, other ways go before it for so long. */
export const REST_MS = 5 * 60_000;

/** The kinds of proxy that the core's client goes through, by the words of a proxy script (PAC). */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
]);

/** A host and its port, and nothing else: no name of a user, no path. */
const PLACE = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

const DIRECT: readonly Way[] = [null];

/**
 * The ways of a proxy script's answer that the core can go, in its order (`PROXY host:port; DIRECT`).
 * Where all it names are of another kind, as SOCKS, that is the direct one.
 */
export function waysOf(answer: string): readonly Way[] {
  const ways: Way[] = [];
  for (const named of answer.split(';')) {
    const [kind = '', place = ''] = named.trim().split(/\s+/);
    const scheme = SCHEMES.get(kind.toUpperCase());
    const address = `${scheme ?? ''}://${place}`;
    if (kind.toUpperCase() === 'DIRECT') ways.push(null);
    else if (scheme !== undefined && PLACE.test(place) && URL.canParse(address)) ways.push(address);
  }
  return ways.length === 0 ? DIRECT : ways;
}

/**
 * Asks the system: its settings, its script or what the network announces. The answer is the direct
 * way, too, where the system fails or says nothing within `ANSWER_MS`; whoever asks the same while it
 * is still silent then does not wait for it again. A script learns no path.
 *
 * @param session read at each question: there is none before Electron is ready
 */
export function createSystemProxy(
  session: () => Pick<Session, 'resolveProxy'>,
  clock: Clock,
): SystemProxy {
  /** What the system is being asked. */
  const asked = new Map<string, Promise<readonly Way[]>>();
  /** What it was asked too long ago. */
  const silent = new Set<string>();
  /** Until when a proxy that could not be reached stands back. */
  const backoffs = new Map<string, number>();

  const ask = async (origin: string): Promise<readonly Way[]> => {
    try {
      return waysOf(await session().resolveProxy(`${origin}/`));
    } catch {
      return DIRECT;
    } finally {
      asked.delete(origin);
      silent.delete(origin);
    }
  };
  const answerOf = (origin: string): Promise<readonly Way[]> => {
    const before = asked.get(origin);
    if (before !== undefined) return before;
    const asking = Promise.resolve(origin).then(ask);
    asked.set(origin, asking);
    return asking;
  };
  const inTime = (origin: string): Promise<readonly Way[]> => {
    if (silent.has(origin)) return Promise.resolve(DIRECT);
    const answer = answerOf(origin);
    return new Promise((resolve) => {
      const cancel = clock.after(ANSWER_MS, () => {
        silent.add(origin);
        resolve(DIRECT);
      });
      void answer.then((ways) => {
        cancel();
        resolve(ways);
      });
    });
  };
  const isReachable = (way: Way): boolean => {
    const leftMs = way === null ? 0 : (backoffs.get(way) ?? 0) - clock.now();
    // A clock that was put back lets none rest longer.
    return leftMs <= 0 || leftMs > REST_MS;
  };

  return {
    async wayTo(origin) {
      const ways = await inTime(origin);
      // Where all of them stand back, the first one is as good as any.
      const reachable = ways.find(isReachable);
      return reachable === undefined ? (ways[0] ?? null) : reachable;
    },
    failed(proxy) {
      backoffs.set(proxy, clock.now() + REST_MS);
    },
  };
}

import {
  catalogue,
  endpoint,
  endpointNames,
  isEndpointName,
  type EndpointName,
} from '../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../shared/api/endpoint.ts';
import { own } from '../../../shared/rules/jsonValue.ts';
import type { Store } from '../database.ts';
import type { Clock } from '../ports.ts';
import { permissionKeys, type Profile } from '../api/profile.ts';

/**
 * What the account may do, learned from evidence: the permissions of the current plan and of the
 * signed-in user, and the statuses that endpoints were seen to answer. What was seen outweighs
 * what lists say, and *Try again* forgets what was seen.
 */

export interface Verdict {
  endpoint: string;
  available: boolean;
  why: string;
  since: number;
}

export interface Availability {
  /** Reads what earlier runs learned. */
  load(): Promise<void>;
  /** One answer: its status and, for a successful read, the JSON text of its payload. */
  observe(name: EndpointName, status: number, payload: string | null): void;
  list(): Verdict[];
  forget(name: string): Promise<void>;
}

type ListSource = 'plan' | 'account';
interface PermissionList {
  keys: ReadonlySet<string>;
  since: number;
}

const META_KEY = 'availability.lists';
const LACKS: Record<ListSource, string> = {
  plan: 'It is not part of the current plan.',
  account: 'The role of this account does not include it.',
};

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** What one status proves about an endpoint; null where it proves nothing. */
function verdictOf(name: EndpointName, status: number): { available: boolean; why: string } | null {
  if (status >= 200 && status < 300) return { available: true, why: 'It worked.' };
  if (status === 403) {
    return { available: false, why: 'The service does not allow it to this account (403).' };
  }
  if (status === 405 || status === 501) {
    return { available: false, why: `The service does not offer it (${status}).` };
  }
  // With an identifier in the path a 404 speaks of the record only.
  if (status === 404 && paramNamesOf(endpoint(name)).length === 0) {
    return { available: false, why: 'The service does not offer it (404).' };
  }
  return null;
}

/** Permissions as the service states them in the answers that do; null for any other answer. */
function statedIn(
  name: EndpointName,
  payload: string,
): { source: ListSource; keys: readonly string[] } | null {
  if (name !== 'getMe' && name !== 'getPlanPermissions') return null;
  const body: unknown = JSON.parse(payload);
  if (name === 'getPlanPermissions')
    return { source: 'plan', keys: texts(own(body, 'data') ?? body) };
  const ofRole = texts(own(own(body, 'role'), 'permissions'));
  return { source: 'account', keys: [...texts(own(body, 'permissions')), ...ofRole] };
}

/** The lists of permissions as they were read last; what they say of an endpoint is weak evidence. */
interface PermissionLists {
  /** Takes what the database has, as JSON text. */
  load(saved: string | null): void;
  /** Learns what a service states; false where that was known. */
  learn(source: ListSource, keys: readonly string[]): boolean;
  /** For the database, as JSON text. */
  text(): string;
  /** What the lists say of an endpoint; null where they are no evidence. */
  verdict(name: EndpointName): Verdict | null;
}

function createPermissionLists(clock: Clock, profile: () => Profile): PermissionLists {
  const lists = new Map<ListSource, PermissionList>();
  return {
    load(saved) {
      const parsed: unknown = saved === null ? [] : JSON.parse(saved);
      for (const item of Array.isArray(parsed) ? parsed : []) {
        const source = own(item, 'source');
        const since = own(item, 'since');
        if ((source === 'plan' || source === 'account') && typeof since === 'number') {
          lists.set(source, { keys: new Set(texts(own(item, 'keys'))), since });
        }
      }
    },
    learn(source, given) {
      const keys = new Set(given);
      const known = lists.get(source)?.keys;
      if (known?.size === keys.size && [...keys].every((key) => known.has(key))) return false;
      lists.set(source, { keys, since: clock.now() });
      return true;
    },
    text: () =>
      JSON.stringify(
        [...lists].map(([source, { keys, since }]) => ({ source, keys: [...keys], since })),
      ),
    verdict(name) {
      const { permission } = endpoint(name);
      if (permission === undefined) return null;
      const names = profile().permissions;
      const theirs = (key: string): string =>
        Object.hasOwn(names, key) ? (names[key] ?? key) : key;
      let verdict: Verdict | null = null;
      for (const [source, { keys, since }] of lists) {
        // A list in which none of our keys occurs speaks another language: it proves nothing.
        if (![...permissionKeys].some((key) => keys.has(theirs(key)))) continue;
        if (verdict?.available === false) continue;
        const available = keys.has(theirs(permission));
        const why = available ? 'The permissions include it.' : LACKS[source];
        verdict = { endpoint: name, available, why, since };
      }
      return verdict;
    },
  };
}

export function createAvailability(setup: {
  store: Pick<Store, 'read' | 'write'>;
  clock: Clock;
  profile(): Profile;
  /** Told whenever something became refused, or is refused no longer. */
  changed?: () => void;
}): Availability {
  const { store, clock } = setup;
  const tell = (): void => setup.changed?.();
  const seen = new Map<EndpointName, Verdict>();
  const lists = createPermissionLists(clock, setup.profile);
  /** To be tried again whatever the lists say, until an answer tells more. */
  const forgiven = new Set<EndpointName>();

  const learnAnswer = (name: EndpointName, payload: string): void => {
    const stated = statedIn(name, payload);
    if (stated === null || !lists.learn(stated.source, stated.keys)) return;
    void store.write('meta.put', { key: META_KEY, value: lists.text() });
    tell();
  };

  return {
    async load() {
      for (const row of await store.read('availability.list', {})) {
        const { endpoint: name } = row;
        if (isEndpointName(name)) seen.set(name, { ...row, endpoint: name });
      }
      lists.load(await store.read('meta.get', { key: META_KEY }));
    },

    observe(name, status, payload) {
      if (payload !== null) learnAnswer(name, payload);
      const verdict = verdictOf(name, status);
      if (verdict === null || seen.get(name)?.available === verdict.available) return;
      const wasRefused = (seen.get(name) ?? lists.verdict(name))?.available === false;
      const learned = { endpoint: name, ...verdict, since: clock.now() };
      seen.set(name, learned);
      forgiven.delete(name);
      void store.write('availability.put', learned);
      if (wasRefused !== !verdict.available) tell();
    },

    list() {
      return endpointNames.flatMap(
        (name) => seen.get(name) ?? (forgiven.has(name) ? [] : (lists.verdict(name) ?? [])),
      );
    },

    async forget(name) {
      if (!Object.hasOwn(catalogue, name) || !isEndpointName(name)) return;
      seen.delete(name);
      forgiven.add(name);
      await store.write('availability.remove', { endpoint: name });
      tell();
    },
  };
}

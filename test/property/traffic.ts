import type { Deed } from '../support/judgeCase.ts';
import { Cache } from './cache.ts';
import { Departures } from './departures.ts';
import { Handing } from './handing.ts';
import { askApart } from './apart.ts';
import { askInManner } from './tenancy.ts';
import type { ListManner } from './tenancy.ts';
import type { HttpReply, HttpRequest } from '../../electron/core/ports.ts';
import type { Sent } from './replies.ts';
import type { World } from './world.ts';
import type { Elsewhere, Wire } from './wire.ts';

/** The log of one desk: what it did itself, and what others did. */
interface Log {
  wires: Wire[];
  deeds: Deed[];
  elsewhere: Elsewhere[];
}

/**
 * What the networks of all desks share: the service, whose calls come one after another, what was
 * answered since something changed, and the order of everything. What one desk does, the others have
 * as somebody else's.
 */
export class Traffic {
  order = 0;
  /** Calls of the service that are under way, and requests that will be answered. */
  busy = 0;
  flying = 0;
  readonly cache = new Cache();
  /** How the service gives its lists. */
  lists: ListManner = 'common';
  /** Users of clients and fuel are changed, too, and looked at for that: in runs that are about them. */
  isOfPeople = false;
  /**
   * Since when users of a client are in that client's list alone, and those of the team in the team's, in the order
   * of everything; null where they are not.
   */
  apartAt: number | null = null;
  /** The same by the clock of the desk, by which a list that was read before is fresh or not; ms since 1970. */
  apartSinceMs = -Infinity;
  /** Users that were made as those of a client. */
  readonly clientUsers = new Set<string>();
  readonly deadSessions = new Set<string>();
  /** When the service was put back to a backup, in the order of everything. */
  readonly putBackAt: number[] = [];
  readonly departures = new Departures(() => this.busy > 0);
  readonly handing = new Handing();
  readonly #logs: Log[] = [];
  readonly #told: { what: string; deed: Omit<Deed, 'who'> }[] = [];
  #serving: Promise<unknown> = Promise.resolve();

  /** What was done before is somebody else's to a desk that comes later. */
  join(log: Log): number {
    for (const { what, deed } of this.#told) this.#note(log, what, deed);
    return this.#logs.push(log) - 1;
  }

  /** A request of any desk has done what this op wants: more than one has it where it went by file. */
  hasDone(opId: string, id: string): boolean {
    return this.#logs.some(({ wires }) =>
      wires.some(({ op, applied }) => op?.id === opId && applied?.id === id),
    );
  }

  get isApart(): boolean {
    return this.apartAt !== null;
  }

  /** Asks the service; `path` is behind its address. */
  ask(world: World, request: HttpRequest, token: string, path: string): Promise<Sent> {
    if (this.isApart) return askApart(this.clientUsers, world, request, token, path);
    return askInManner(this.lists, world, request, token, path);
  }

  /** What was answered before, where nothing has changed since. */
  kept(world: World, key: string, url: string): HttpReply | undefined {
    const isOwn = this.isOfPeople && !this.isConstant(url);
    return this.cache.get(key) ?? (isOwn ? undefined : world.constant.get(key));
  }

  /** Whether an answer is the same in all runs: of records that nobody changes, in the common manner. */
  isConstant(url: string): boolean {
    if (this.isOfPeople && /\/(drivers|fuel-cards)\b/.test(url)) return false;
    return this.lists === 'common' && !/\/(vehicles?|areas|area-groups|users)\b/.test(url);
  }

  /** A fresh access token of a tenant's user. */
  token({ service, tenants }: World, tenant: number): Promise<string> {
    return this.one(() => service.tokenFor(tenants[tenant]?.name ?? 'dispatcher'));
  }

  /** Calls of the service one after another, so that the log tells which did what. */
  async one<T>(act: () => Promise<T>): Promise<T> {
    this.busy += 1;
    const next = this.#serving.then(act);
    this.#serving = next.catch(() => undefined);
    try {
      return await next;
    } finally {
      this.busy -= 1;
    }
  }

  /**
   * Takes down what the service did: as the own deed of the desk whose log that is (null: of no desk),
   * and as somebody else's, who asked for `what`, with all others.
   */
  tell(own: Log | null, what: string, deed: Omit<Deed, 'who'>): void {
    this.#told.push({ what, deed });
    if (what.startsWith('POST /clients/') && deed.before === null) this.clientUsers.add(deed.id);
    for (const log of this.#logs) {
      if (log === own) log.deeds.push({ ...deed, who: 'desk' });
      else this.#note(log, what, deed);
    }
  }

  #note(log: Log, what: string, deed: Omit<Deed, 'who'>): void {
    const { order, atMs, tenant, entity, id, before = null, after = null } = deed;
    log.elsewhere.push({ order, atMs, tenant, entity, id, before, after });
    log.deeds.push({ ...deed, who: 'other', endpoint: what });
  }
}

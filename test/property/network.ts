import type { HttpRequest } from '../../electron/core/ports.ts';
import { endpoint } from '../../shared/api/catalogue.ts';
import type { Deed, Look } from '../support/judgeCase.ts';
import { isAlive, keyOf } from './cache.ts';
import { again, delay, foreignAnswer, half, instead, ofAnother } from './disturb.ts';
import { onlySaid, outdate, readFault, spoiled } from './disturb.ts';
import { nameOf } from './faults.ts';
import type { Fault, Hidden, Meddling, Mistake } from './faults.ts';
import { HiddenLists } from './hiding.ts';
import type { Ledger } from './ledger.ts';
import { createLine } from './line.ts';
import type { Carry, Flight, Line } from './line.ts';
import { meddle, outpaced } from './others.ts';
import { answer, broken, idIn, notSent, text } from './replies.ts';
import type { Sent } from './replies.ts';
import { Refused } from './refused.ts';
import { Readings } from './readings.ts';
import { listedBy, looksOf, ownPath, readOf, writeOf } from './routes.ts';
import { Taint } from './taint.ts';
import type { Time } from './time.ts';
import { Traffic } from './traffic.ts';
import { leave } from './wire.ts';
import type { Elsewhere, Wire } from './wire.ts';
import { claims, truthEntity } from './world.ts';
import type { TruthEntity, World } from './world.ts';

/** Where the service seems to be. */
export const BASE = 'https://fleet.example.com/api';

/** Requests, faults and the log of what arrived. Everything happens in one order, counted up. */
export class Network {
  readonly world: World;
  readonly time: Time;
  readonly wires: Wire[] = [];
  readonly elsewhere: Elsewhere[] = [];
  /** Everything that the service did, whoever asked for it, and what the desk read: for the judge. */
  readonly deeds: Deed[] = [];
  readonly looks: Look[] = [];
  /** Records that lists showed the desk. */
  readonly listed: Look[] = [];
  /** What became of the faults, by name: those that struck. */
  readonly struck = new Map<string, number>();
  /** Requests whose origin, or whose user, is not that of an account of this desk. */
  readonly strays: string[] = [];
  /** Records that lists left out, by path: the scans that saw it so. */
  readonly omitted = new Map<string, Set<string>>();
  /** Statuses that were answered instead of doing anything. */
  readonly statuses = new Set<number>();
  faults: Fault[] = [];
  hidden: Hidden[] = [];
  /** What others do once the next write that fits was applied. */
  meddlers: Meddling[] = [];
  /** What the service says of the person until then, true time. */
  mistake: { is: Mistake; untilMs: number } | null = null;
  /** Paths of records whose reading is refused for good, with the status. */
  readonly refusals = new Map<string, number>();
  /** Nothing can be reached. */
  down = false;
  /** The run is over: what is still on the way never arrives. */
  over = false;
  /** Somebody signs in: no fault of reads strikes, and nobody claims not to know them. */
  signingIn = false;
  /** Asked before a request arrives and before its answer leaves: what else goes first? */
  turn: () => Promise<void> = () => Promise.resolve();
  readonly refused = new Refused();
  /** A list was answered that was empty, cut off or somebody else's. */
  bent = false;
  /** Scans during which somebody else seemed to be signed in. */
  readonly tainted = new Taint();
  /** Scans that ran at a moment of the desk's clock, by entity and moment: time may stand still. */
  readonly scansAt = new Map<string, Set<number>>();
  readonly #lists = new HiddenLists();
  /** What the last write of a kind was answered. */
  readonly #lastReplies = new Map<string, Sent>();
  /** What any request was answered last. */
  #lastReply: Sent | null = null;
  /** Records that a cache answered with as they were before, and when it last did. */
  readonly staled = new Map<string, number>();
  readonly readings = new Readings();
  /** What all desks of a run share. */
  readonly traffic: Traffic;
  /** Which desk of the run it is, from 0. */
  readonly number: number;

  constructor(world: World, time: Time, traffic = new Traffic()) {
    this.world = world;
    this.time = time;
    this.traffic = traffic;
    this.number = traffic.join(this);
  }

  get order(): number {
    return this.traffic.order;
  }

  set order(order: number) {
    this.traffic.order = order;
  }

  get #isOfPeople(): boolean {
    return this.traffic.isOfPeople;
  }

  /** A desk's own line; `ledger` is the mirror of a tenant of the desk that holds it, as on disk. */
  line(ledger: (tenant: number) => Ledger | null): Line {
    const carry: Carry = async (request, flight) => {
      await this.traffic.departures.inOrder(request, this.number);
      if (line.isCut() || request.signal?.aborted === true) return null;
      this.traffic.flying += 1;
      const sent = await this.#carry(request, ledger, flight);
      this.traffic.flying -= 1;
      return sent;
    };
    const line = createLine(this.time, carry, () => (this.order += 1));
    return line;
  }

  /** A change by somebody else; false when the service refuses it. */
  async change(
    tenant: number,
    entity: TruthEntity,
    id: string,
    method: 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: string,
  ): Promise<boolean> {
    return this.traffic.one(async () => {
      const before = this.world.truth(entity, id)?.doc ?? null;
      const done = await this.world.elsewhere(tenant, method, url, body).catch(() => null);
      this.traffic.cache.age();
      if (done === null) return false;
      const made = id === '' ? idIn(done) : id;
      const after = this.world.truth(entity, made)?.doc ?? null;
      this.order += 1;
      const at = { order: this.order, atMs: this.time.now() };
      const what = `${method} ${url}`;
      const sent = { sentMs: at.atMs, sentOrder: at.order, body: body ?? '', endpoint: what };
      const deed = { ...at, tenant, entity, id: made, before, after };
      this.traffic.tell(null, what, { ...deed, ...sent });
      return true;
    });
  }

  async #carry(
    request: HttpRequest,
    ledger: (tenant: number) => Ledger | null,
    flight: Flight,
  ): Promise<Sent | null> {
    if (!request.url.startsWith(BASE)) this.strays.push(request.url);
    const url = request.url.slice(BASE.length);
    const path = url.split('?')[0] ?? '';
    const token = (request.headers['authorization'] ?? '').replace('Bearer ', '');
    const tenant = this.#tenantOf(token, request);
    const write = request.method === 'GET' ? null : writeOf(request.method, path);
    // Positions change nothing that the model looks at.
    const plain = url.includes('fields%5B%5D=') || url.includes('fields[]=');
    if (this.down) return notSent('no network');
    if (plain) return this.#serve(request, token, null);
    const take = (on: Fault['on']): Fault | null => this.#take(on);
    const isRead = request.method === 'GET' && !this.signingIn;
    const fault =
      write !== null ? take('write') : isRead ? readFault(path, this.#isOfPeople, take) : null;
    if (fault?.is === 'refused') return notSent('connection refused');
    const taken = this.#mistaken(request, path);
    const leaving = { request, tenant, handedOrder: flight.handedOrder };
    flight.wire = write === null ? null : leave(this, ledger, leaving, write);
    if (flight.wire !== null) flight.left(flight.wire);
    // One who is told of nobody may believe what two lists and a reading by its id say.
    const isOther = taken !== null && this.mistake?.is !== 'absent';
    if (fault?.is === 'stranger' || isOther) this.tainted.strike(ledger(tenant));
    else if (path === '/me' && fault === null && taken === null) this.tainted.lift(ledger(tenant));
    if (fault?.is === 'status' || fault?.is === 'echo') this.statuses.add(fault.status);
    const isGone = fault?.is === 'status' && (fault.status === 404 || fault.status === 410);
    if (isGone && fault.on !== 'write') this.refused.add(ownPath(url, this.#isOfPeople));
    const entity = readOf(path, this.#isOfPeople)?.entity ?? '';
    const scan = ledger(tenant)?.generation(entity) ?? 0;
    const moment = `${entity} at ${this.time.desk.now()}`;
    this.scansAt.set(moment, (this.scansAt.get(moment) ?? new Set()).add(scan));
    if (fault?.is === 'status' && fault.on === 'write' && flight.wire !== null) {
      flight.wire.waitUntil = this.time.now() + (fault.retryAfterS ?? 0) * 1_000;
    }
    if (taken !== null) return taken();
    return this.#disturbed(request, token, fault, flight, scan);
  }

  /** What the service answers while it takes the desk for somebody else; null where it does not. */
  #mistaken(request: HttpRequest, path: string): (() => Promise<Sent>) | null {
    const { mistake } = this;
    if (mistake === null || mistake.untilMs <= this.time.now()) return null;
    if (request.method !== 'GET') return null;
    // The token tells of a wrong answer at a sign-in; of none, nobody could know.
    if (this.signingIn && mistake.is === 'absent') return null;
    if (path !== '/me' && mistake.is !== 'session') return null;
    this.note(`mistake ${mistake.is}`);
    if (mistake.is === 'absent') return () => Promise.resolve(answer(404, '{"message":"no"}'));
    this.bent = true;
    return () => this.#asOther(request.url.slice(BASE.length), request);
  }

  async #disturbed(
    request: HttpRequest,
    token: string,
    fault: Fault | null,
    flight: Flight,
    scan: number,
  ): Promise<Sent | null> {
    const { wire } = flight;
    await this.turn();
    if (fault?.is === 'late') {
      this.time.outside(fault.ms, () => void this.#apply(request, token, wire, scan));
      return fault.status === undefined ? broken('reset') : answer(fault.status, 'Bad gateway');
    }
    if (fault?.is === 'requestLost' && fault.hang) return null;
    const without = fault === null ? null : instead(fault, token);
    if (without !== null) return outpaced(this, fault, wire, without);
    if (fault?.is === 'onlySaid' && wire !== null) {
      if (fault.unread === true) this.faults.unshift({ on: 'one', is: 'status', status: 500 });
      return onlySaid(this, request, wire, (one) => this.#cached(one, token));
    }
    if (fault?.on === 'list') this.bent = true;
    const url = request.url.slice(BASE.length);
    if (fault?.is === 'existing' && url.endsWith('s') && request.method === 'POST') {
      return this.#mixed(request, token, answer(201, '{}'));
    }
    const old = fault?.is === 'stale' ? this.traffic.cache.old(keyOf(request, token)) : undefined;
    if (old !== undefined) {
      const now = await this.#apply(request, token, null, scan);
      outdate(this, url, scan, old, now);
      return { ok: true, reply: old };
    }
    const isHalf = fault?.is === 'partly' && wire?.endpoint.startsWith('update') === true;
    const asked = isHalf ? half(request) : request;
    const leftover = this.#lastReply;
    const sent = await this.#apply(asked, token, wire, scan);
    this.#lastReply = sent.ok ? sent : leftover;
    if (fault?.is === 'twice' && wire !== null) {
      return again(this, wire, fault, sent, () => this.#apply(request, token, wire, scan));
    }
    const previous = this.#lastReplies.get(wire?.endpoint ?? '') ?? sent;
    if (wire !== null && sent.ok) this.#lastReplies.set(wire.endpoint, sent);
    const looks = wire === null ? looksOf(url, sent, this.order, this.#isOfPeople) : [];
    const listed = wire === null ? listedBy(url, sent, this.order, this.#isOfPeople) : [];
    await this.turn();
    if (fault?.is === 'slow') await delay(this, fault.ms);
    switch (fault?.is) {
      case 'replyLost':
        return fault.hang ? null : broken('reset');
      case 'drips':
        return null;
      case 'stranger':
        return this.#asOther('/me', request);
      case 'foreign':
        return this.#asOther(url, request);
      case 'mixed':
      case 'existing':
        return foreignAnswer(wire, await this.#mixed(request, token, sent));
      case 'previous':
        return foreignAnswer(wire, previous);
      case 'leftover':
        return foreignAnswer(wire, leftover ?? sent);
      default:
        // A killed desk was shown nothing.
        if (flight.isCut()) return fault === null ? sent : spoiled(fault, sent, wire);
        this.looks.push(...looks.map((look) => this.readings.came(look, this.order)));
        this.listed.push(...listed);
        return fault === null ? sent : spoiled(fault, sent, wire);
    }
  }

  /** Another record of the same kind answers. */
  async #mixed(request: HttpRequest, token: string, sent: Sent): Promise<Sent> {
    const other = ofAnother(this.world, request, claims(token).sub);
    if (other === null || !sent.ok || text(sent.reply) === '') return sent;
    const theirs = await this.#cached(other, token);
    // The other record may have been deleted.
    if (theirs.ok && theirs.reply.status >= 400) this.statuses.add(theirs.reply.status);
    return theirs;
  }

  /** The service does what it was asked, and the log says what changed. */
  async #apply(
    request: HttpRequest,
    token: string,
    wire: Wire | null,
    scan: number,
  ): Promise<Sent> {
    if (this.over) return broken('the run is over');
    if (wire === null) return this.#serve(request, token, scan);
    const target = endpoint(wire.endpoint).write?.target;
    const entity = truthEntity(target?.entity);
    const named = target?.param === undefined ? null : (wire.params[target.param] ?? null);
    const done = await this.traffic.one(async () => {
      const before = named === null ? null : (this.world.truth(entity, named)?.doc ?? null);
      const sent = await this.#ask(request, token);
      if (!sent.ok || sent.reply.status >= 300) return sent;
      this.traffic.cache.age();
      const id = named ?? idIn(text(sent.reply));
      this.order += 1;
      const after = this.world.truth(entity, id)?.doc ?? null;
      const at = { order: this.order, atMs: this.time.now() };
      const again = wire.applied !== null;
      wire.applied = { ...at, id, before, after };
      const { endpoint: name, tenant, sentAt: sentMs, handedOrder: sentOrder } = wire;
      const deed = { ...at, sentMs, sentOrder, tenant, entity, id, before, after, again };
      const what = `${request.method} ${request.url.slice(BASE.length)}`;
      this.traffic.tell(this, what, { ...deed, endpoint: name, body: request.body ?? '' });
      return sent;
    });
    await meddle(this, wire);
    return done;
  }

  /** A request that changes no record: out of what was asked before, where nothing changed since. */
  async #serve(request: HttpRequest, token: string, scan: number | null): Promise<Sent> {
    const own = ownPath(request.url.slice(BASE.length), this.#isOfPeople);
    const read = readOf(own.split('?')[0] ?? '', this.#isOfPeople);
    const hidden = this.hidden.filter(({ untilMs }) => untilMs > this.time.now());
    const refused = this.refusals.get(request.url.slice(BASE.length));
    if (refused !== undefined && request.method === 'GET') {
      this.statuses.add(refused);
      this.note(`refused ${refused}`);
      return answer(refused, '{"message":"not for you"}');
    }
    if (read?.id !== undefined && read.id !== null) {
      const isHidden = ({ path, where }: Hidden): boolean => where !== 'list' && own === path;
      if (hidden.some(isHidden)) {
        this.statuses.add(404);
        this.refused.add(own);
        return answer(404, '{"message":"not found"}');
      }
      this.order += 1;
    } else if (read?.entity === 'fuelTransaction') this.order += 1;
    if (read?.id !== null || hidden.length === 0 || scan === null) {
      return this.#cached(request, token);
    }
    const left = hidden.filter(({ where }) => where !== 'id');
    const list = `${read.entity}/${scan}`;
    return this.#lists.page(
      { left, request, scan: list },
      (asked) => this.#cached(asked, token),
      (path) => this.omitted.set(path, (this.omitted.get(path) ?? new Set()).add(list)),
    );
  }

  async #cached(request: HttpRequest, token: string): Promise<Sent> {
    const session = token === '' ? '' : claims(token).sid;
    const key =
      request.method === 'GET' && isAlive(token, this.time.service(), this.traffic.deadSessions)
        ? keyOf(request, token)
        : '';
    // An odometer's reading names the time of asking.
    const dated = request.url.includes('/odometer');
    const kept = key === '' || dated ? undefined : this.traffic.kept(this.world, key, request.url);
    if (kept !== undefined) return { ok: true, reply: kept };
    return this.traffic.one(async () => {
      const sent = await this.#ask(request, token);
      if (request.url.endsWith('/logout')) this.traffic.deadSessions.add(session);
      // Kept before anything else is served: what comes next may change it.
      if (key !== '' && sent.ok && sent.reply.status < 300) {
        const isSame = this.traffic.isConstant(request.url);
        (isSame ? this.world.constant : this.traffic.cache).set(key, sent.reply);
      }
      return sent;
    });
  }

  #ask(request: HttpRequest, token: string): Promise<Sent> {
    return this.traffic.ask(this.world, request, token, request.url.slice(BASE.length));
  }

  /** The same question, asked by the other tenant's user. */
  async #asOther(url: string, request: HttpRequest): Promise<Sent> {
    const token = (request.headers['authorization'] ?? '').replace('Bearer ', '');
    const other = this.world.tenants.find(({ userId }) => userId !== claims(token).sub);
    const sent = await this.#cached({ ...request, url: BASE + url }, other?.token ?? '');
    // Their plan may not have it.
    if (sent.ok && sent.reply.status >= 400) this.statuses.add(sent.reply.status);
    return sent;
  }

  #tenantOf(token: string, request: HttpRequest): number {
    if (token === '') return -1;
    const { sub } = claims(token);
    const tenant = this.world.tenants.findIndex(({ userId }) => userId === sub);
    if (tenant === -1) this.strays.push(`${request.method} ${request.url} as ${sub}`);
    return tenant;
  }

  #take(on: Fault['on']): Fault | null {
    const at = this.faults.findIndex((fault) => fault.on === on);
    const fault = at === -1 ? null : (this.faults.splice(at, 1)[0] ?? null);
    if (fault !== null) this.note(nameOf(fault));
    return fault;
  }

  /** Something struck. */
  note(name: string): void {
    this.struck.set(name, (this.struck.get(name) ?? 0) + 1);
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoint, endpointNames, type EndpointName } from '../../shared/api/catalogue.ts';
import { methodOf, pathOf, type Endpoint } from '../../shared/api/endpoint.ts';
import { empty } from '../../shared/model/fields.ts';
import type { Auth } from './auth.ts';
import { refuseOddBody } from './body.ts';
import type { Account, Answer, Call, Handlers, Service } from './context.ts';
import { wrap } from './envelopes.ts';
import type { FaultBox, FaultKind, FaultRule } from './faults.ts';
import type { Journal } from './journal.ts';
import { pageAsked } from './list.ts';
import { checkQuery, parseQuery, type Query } from './query.ts';
import { forbidden, Refusal } from './refusal.ts';
import { drop, errorReply, jsonReply, PORTAL, send, type Sleep, type Wired } from './send.ts';

/** The path that every address of the interface starts with. */
export const PREFIX = '/api';

/** Endpoints that give tokens and so are asked without one. */
const OPEN: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'login',
  'loginOtp',
  'refreshToken',
]);

export interface Routing {
  readonly service: Service;
  readonly handlers: Handlers;
  readonly auth: Auth;
  readonly faults: FaultBox;
  readonly journal: Journal;
  readonly sleep: Sleep;
  /** Aborted when the service closes: what still waits then is never done. */
  readonly ending: AbortSignal;
  /** Told of what a handler threw that is no refusal: a mistake in the service. */
  readonly onBug: (error: unknown) => void;
}

/** Rows that share method and path, the one with a fixed query first. */
function rowsByAddress(): Map<string, EndpointName[]> {
  const byAddress = new Map<string, EndpointName[]>();
  for (const name of endpointNames) {
    const at = endpoint(name).at;
    const names = byAddress.get(at) ?? [];
    if (endpoint(name).fixedQuery === undefined) names.push(name);
    else names.unshift(name);
    byAddress.set(at, names);
  }
  return byAddress;
}

function chosen(names: readonly EndpointName[], query: Query): EndpointName {
  const name = names.find((candidate) =>
    Object.entries(endpoint(candidate).fixedQuery ?? {}).every(
      ([key, value]) => query.get(key)?.[0] === value,
    ),
  );
  if (name === undefined) throw new Error('Two rows of one path both want a fixed query');
  return name;
}

function wired(name: EndpointName, answer: Answer): Wired {
  switch (answer.as) {
    case 'page':
    case 'list':
      return jsonReply(200, wrap(name, answer));
    case 'one':
    case 'object':
      return jsonReply(answer.status ?? 200, wrap(name, answer));
    case 'empty':
      return { status: 204, headers: {}, body: '' };
    case 'pdf':
      return {
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${answer.fileName}"`,
        },
        body: answer.bytes,
      };
    case 'stream':
      return { ...jsonReply(200, ''), body: answer.chunks };
  }
}

/** Checks rights and query, then runs the handler; a write inside one transaction. */
async function perform(
  routing: Routing,
  row: Endpoint,
  call: Call,
  requestId: string,
): Promise<{ reply: Wired; applied: boolean }> {
  const { account, name } = call;
  if (row.permission !== undefined && account?.permissions.has(row.permission) !== true) {
    throw forbidden(`The account lacks the permission ${row.permission}.`);
  }
  if (row.query !== undefined) checkQuery(row.query, call.query);
  const handler = routing.handlers[name];
  const wantsNone = row.write !== undefined && row.body === undefined;
  if (wantsNone || row.body === empty) refuseOddBody(call.bodyText);
  if (row.write === undefined) {
    return { reply: wired(name, pageAsked(call, await handler(call))), applied: false };
  }
  const answer = routing.service.store.transaction(() => {
    const result = handler(call);
    if (result instanceof Promise) throw new Error(`The handler of ${name} must not wait`);
    return result;
  });
  routing.journal.applied({
    requestId,
    atMs: call.nowMs,
    endpoint: name,
    params: call.params,
    bodyText: call.bodyText,
    userId: account?.userId ?? '',
    createdId: 'id' in answer ? (answer.id ?? null) : null,
  });
  return { reply: wired(name, answer), applied: true };
}

/** Ends a wait early when the service closes; never rejects for that. */
async function untilEnded(wait: Promise<void>, ending: AbortSignal): Promise<void> {
  let stop = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    stop = resolve;
    if (ending.aborted) resolve();
    else ending.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([wait.catch((error: unknown) => ifRunning(error, ending)), ended]);
  ending.removeEventListener('abort', stop);
}

/** A wait that was cut off by the end is no mistake. */
function ifRunning(error: unknown, ending: AbortSignal): void {
  if (!ending.aborted) throw error;
}

/** Answers one request of one endpoint, with the faults that are due. */
async function serve(
  routing: Routing,
  names: readonly EndpointName[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { service, faults, journal, ending } = routing;
  const ended = (): boolean => ending.aborted;
  const sleep: Sleep = (ms) => untilEnded(routing.sleep(ms, ending), ending);
  const address = request.url.slice(PREFIX.length);
  const mark = address.indexOf('?');
  const path = mark === -1 ? address : address.slice(0, mark);
  const query = parseQuery(mark === -1 ? '' : address.slice(mark + 1));
  const name = chosen(names, query);
  const row = endpoint(name);
  const requestId = request.id;
  const due = faults.dueFor({ endpoint: name, method: request.method, path });
  let applied = false;

  const act = async (): Promise<Wired> => {
    try {
      const account: Account | undefined = OPEN.has(name)
        ? undefined
        : await routing.auth.accountOf(request.headers.authorization);
      const call: Call = {
        name,
        params: request.params as Record<string, string>,
        query,
        bodyText: typeof request.body === 'string' ? request.body : '',
        account,
        nowMs: service.clock(),
        pageShift: due.get('shiftPages')?.rows ?? (due.has('shiftPages') ? 1 : 0),
      };
      const done = await perform(routing, row, call, requestId);
      applied = done.applied;
      return done.reply;
    } catch (error) {
      if (error instanceof Refusal) return errorReply(error.status, error.message, error.errors);
      // A store that was closed under a request is no mistake.
      if (!ended()) routing.onBug(error);
      return errorReply(500, 'The service failed.');
    }
  };
  const note = (status: number | null) =>
    journal.sawRequest({
      requestId,
      atMs: service.clock(),
      method: request.method,
      path: address,
      endpoint: name,
      status,
      applied,
    });

  const latency = due.get('latency');
  if (latency !== undefined) await sleep(latency.delayMs ?? 0);
  // Nobody waits for the answer any more, and the store is closed.
  if (ended()) return drop(reply);
  const late = due.get('applyLate');
  if (late !== undefined) {
    drop(reply);
    await sleep(late.delayMs ?? 0);
    if (!ended()) await act();
    return note(null);
  }
  if (due.has('dropBefore')) {
    drop(reply);
    return note(null);
  }
  const answer = instead(due) ?? (await act());
  if (due.has('dropAfter')) {
    drop(reply);
    return note(null);
  }
  const after = due.get('statusAfter');
  const sent = after === undefined ? answer : faultStatus(after);
  // Noted before the last byte leaves, so that whoever has the answer also finds the note.
  note(sent.status);
  await send(reply, sent, due, sleep);
}

function faultStatus(rule: FaultRule): Wired {
  const reply = errorReply(rule.status ?? 503, 'The service is not itself right now.');
  const retryAfter: Record<string, string> =
    rule.retryAfterS === undefined ? {} : { 'retry-after': String(rule.retryAfterS) };
  return { ...reply, headers: { ...reply.headers, ...retryAfter } };
}

/** What a rule answers without doing anything. */
function instead(due: ReadonlyMap<FaultKind, FaultRule>): Wired | undefined {
  const status = due.get('status');
  if (status !== undefined) return faultStatus(status);
  return due.has('html') ? PORTAL : undefined;
}

/** The methods that a path knows, for `Allow`; empty where there is no such path. */
export function methodsAt(path: string): string[] {
  const fits = endpointNames
    .map(endpoint)
    .filter((row) => {
      const pattern = pathOf(row).replace(/\{\w+\}/g, '[^/]+');
      return new RegExp(`^${PREFIX}${pattern}$`).test(path);
    })
    .flatMap((row) => (methodOf(row) === 'GET' ? ['GET', 'HEAD'] : [methodOf(row)]));
  return [...new Set(fits)];
}

/** Mounts every row of the catalogue. Throws when one has no handler. */
export function mountRoutes(app: FastifyInstance, routing: Routing): void {
  for (const names of rowsByAddress().values()) {
    const name = names[0];
    if (name === undefined) continue;
    for (const each of names) {
      if (!Object.hasOwn(routing.handlers, each)) throw new Error(`${each} has no handler`);
    }
    const row = endpoint(name);
    const method = methodOf(row);
    app.route({
      // Node leaves the body of an answer to HEAD out.
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: PREFIX + pathOf(row).replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      handler: (request, reply) => serve(routing, names, request, reply),
    });
  }
}

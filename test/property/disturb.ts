import type { HttpReply, HttpRequest } from '../../electron/core/ports.ts';
import { isJsonObject, jsonMembers, jsonObject } from '../../shared/rules/jsonText.ts';
import { PORTAL } from './faults.ts';
import type { Fault } from './faults.ts';
import type { Network } from './network.ts';
import { answer, broken, idsIn, text, withRows } from './replies.ts';
import type { Sent } from './replies.ts';
import { readOf } from './routes.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

/** What comes back where a fault keeps a request from the service; null where it does not. */
export function instead(fault: Fault, token: string): Sent | null {
  switch (fault.is) {
    case 'requestLost':
      return broken('reset');
    case 'status': {
      const html = 'html' in fault && fault.html;
      const body = html ? '<html><body>Not here</body></html>' : '{"message":"not now"}';
      return answer(fault.status, body, 'retryAfterS' in fault ? fault.retryAfterS : undefined);
    }
    case 'echo':
      return answer(fault.status, JSON.stringify({ message: `bad token ${token}` }));
    case 'html':
      return answer(200, PORTAL);
    default:
      return null;
  }
}

/** What a fault makes of the service's own answer. */
export function spoiled(fault: Fault, sent: Sent, wire: Wire | null): Sent {
  if (!sent.ok) return sent;
  const { reply } = sent;
  switch (fault.is) {
    case 'statusAfter':
    case 'partly':
      if (fault.status !== 401) {
        return answer(fault.status, '<html><body>Bad gateway</body></html>');
      }
      // That of another request, for a session that had ended.
      if (wire !== null) wire.denied = wire.applied !== null;
      return answer(fault.status, '{"message":"token expired"}');
    case 'silent':
      return answer(reply.status, withoutSilent(text(reply)));
    case 'truncated':
      return answer(reply.status, text(reply).slice(0, Math.floor(text(reply).length / 2)));
    case 'empty':
      return withRows(
        reply,
        () => [],
        () => 0,
      );
    case 'shifted':
      return withRows(
        reply,
        (rows) => rows.slice(0, -1),
        (total) => total,
      );
    default:
      return sent;
  }
}

/** What a record by its id may leave out, though the list tells it. */
const SILENT = ['driver', 'driverId', 'status', 'archivedAt'];

function withoutSilent(json: string): string {
  if (!isJsonObject(json)) return json;
  const members = [...jsonMembers(json)].filter(([field]) => !SILENT.includes(field));
  return jsonObject(
    members.map(([field, value]) => [field, field === 'result' ? withoutSilent(value) : value]),
  );
}

/** A change of which only the first half of the fields arrives. */
export function half(request: HttpRequest): HttpRequest {
  const fields = Object.entries(JSON.parse(request.body ?? '{}') as object);
  if (fields.length < 2) return request;
  const some = fields.slice(0, Math.ceil(fields.length / 2));
  return { ...request, body: JSON.stringify(Object.fromEntries(some)) };
}

/**
 * The same write arrives once more, while the desk still waits for an answer; `second` does it.
 * What it did first is what it was sent for.
 */
export async function again(
  network: Network,
  wire: Wire,
  { ms, answer: which }: Extract<Fault, { is: 'twice' }>,
  first: Sent,
  second: () => Promise<Sent>,
): Promise<Sent> {
  const { applied } = wire;
  if (ms > 0) await delay(network, ms);
  const sent = await second();
  if (applied !== null) {
    if (wire.applied !== applied) wire.repeated = wire.applied;
    wire.applied = applied;
  }
  if (which === 'none') return broken('reset');
  if (which === 'first') return first;
  // The session may have ended between the two: what was refused is sent again.
  wire.denied = applied !== null && sent.ok && sent.reply.status >= 400;
  return sent;
}

/** Something is under way for so long; time has to go on for it. */
export async function delay({ traffic, time }: Network, ms: number): Promise<void> {
  traffic.flying -= 1;
  await new Promise<void>((go) => time.outside(ms, go));
  traffic.flying += 1;
}

/** The answer to another request: where it says "done" of what was refused, that is taken down. */
export function foreignAnswer(wire: Wire | null, sent: Sent): Sent {
  if (wire !== null && wire.applied === null) wire.pretended = sent.ok && sent.reply.status < 300;
  return sent;
}

/** What a service says that does nothing of it; `read` asks it for something. */
export async function onlySaid(
  network: Network,
  request: HttpRequest,
  wire: Wire,
  read: (request: HttpRequest) => Promise<Sent>,
): Promise<Sent> {
  wire.pretended = true;
  network.order += 1;
  if (request.method === 'DELETE') return answer(204, '');
  if (wire.endpoint.startsWith('create')) {
    const id = wire.endpoint === 'createVehicle' ? 990_000 + network.order : `no-${network.order}`;
    return answer(201, JSON.stringify({ id, ...(JSON.parse(wire.body) as object) }));
  }
  if (!wire.endpoint.startsWith('update')) return answer(200, '{"success":true}');
  const { body: _body, ...rest } = request;
  return read({ ...rest, method: 'GET' });
}

/** Takes down what an answer that is older than `now` would show otherwise: no client can know. */
export function outdate(
  network: Network,
  url: string,
  scan: number,
  old: HttpReply,
  now: Sent,
): void {
  network.order += 1;
  const read = readOf(url.split('?')[0] ?? '', network.traffic.isOfPeople);
  if (read === null) return;
  const here = read.id === null && now.ok ? idsIn(now.reply) : [read.id ?? ''];
  const then = read.id === null ? idsIn(old) : [];
  for (const id of [...here, ...then]) network.staled.set(id, network.order);
  if (read.id !== null) return;
  for (const id of here.filter((one) => !then.includes(one))) {
    const path = `/${read.entity}s/${id}`;
    const list = `${read.entity}/${scan}`;
    network.omitted.set(path, (network.omitted.get(path) ?? new Set()).add(list));
  }
}

/** The reading of another record of the kind that a request names; null where there is none. */
export function ofAnother(world: World, request: HttpRequest, userId: string): HttpRequest | null {
  const { pathname } = new URL(request.url);
  const list = /\/(vehicles|areas)\b/.exec(pathname)?.[1];
  const tenant = world.tenants.find((one) => one.userId === userId);
  if (list === undefined || tenant === undefined) return null;
  const ids = list === 'vehicles' ? tenant.vehicles : tenant.areas;
  const other = ids.find((id) => !pathname.includes(`/${id}`)) ?? '';
  const { body: _body, ...rest } = request;
  const base = request.url.slice(0, request.url.indexOf(`/${list}`));
  return { ...rest, method: 'GET', url: `${base}/${list}/${other}` };
}

/** The fault that strikes a reading; `take` gives the next one of a kind. */
export function readFault(
  path: string,
  isOfPeople: boolean,
  take: (on: Fault['on']) => Fault | null,
): Fault | null {
  if (path === '/me') return take('me') ?? take('read');
  const read = readOf(path, isOfPeople);
  if (read?.id === null) return take('list') ?? take('read');
  return (read === null ? null : take('one')) ?? take('read');
}

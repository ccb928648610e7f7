import type { HttpRequest } from '../../electron/core/ports.ts';
import { answer, ask, idIn, withRows } from './replies.ts';
import type { Sent } from './replies.ts';
import type { World } from './world.ts';

const USERS = /^(\/clients\/[^/]+)?\/users(?:\/([^/]+))?$/;
const EVERY_ROW = '1000';

/**
 * Asks a service that keeps the users of a client apart from those of the team: each is in one of the two lists, and
 * is read by the path of that list alone.
 */
export async function askApart(
  clientUsers: ReadonlySet<string>,
  world: World,
  request: HttpRequest,
  token: string,
  path: string,
): Promise<Sent> {
  const url = new URL(path, 'https://fleet.example.com');
  const match = USERS.exec(url.pathname);
  if (match === null || request.method !== 'GET') return ask(world, request, token, path);
  const isOfClient = match.at(1) !== undefined;
  const isHere = (one: string): boolean => clientUsers.has(one) === isOfClient;
  const id = match.at(2);
  if (id !== undefined) {
    const isKnown = isHere(decodeURIComponent(id));
    return isKnown ? ask(world, request, token, path) : answer(404, '{"message":"not found"}');
  }
  const page = Number(url.searchParams.get('page') ?? '1');
  const limit = Number(url.searchParams.get('limit') ?? '50');
  url.searchParams.set('page', '1');
  url.searchParams.set('limit', EVERY_ROW);
  const whole = await ask(world, request, token, url.pathname + url.search);
  if (!whole.ok || whole.reply.status >= 300) return whole;
  return withRows(
    whole.reply,
    (rows) => rows.filter((row) => isHere(idIn(row))).slice((page - 1) * limit, page * limit),
    (_total, rows) => rows.filter((row) => isHere(idIn(row))).length,
    String(page),
    String(limit),
  );
}

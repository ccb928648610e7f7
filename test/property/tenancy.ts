import type { HttpRequest } from '../../electron/core/ports.ts';
import { ask, withRows } from './replies.ts';
import type { Sent } from './replies.ts';
import type { World } from './world.ts';

/**
 * How a tenant's service gives its lists: `common` as the embedded one does; `capped` fewer rows at once than were
 * asked for, while it repeats what was asked; `uncounted` without a total; `bare` both.
 */
export type ListManner = 'common' | 'capped' | 'uncounted' | 'bare';

/** Rows at once, however many are asked for. */
const CAP = 2;

/** Asks the service, whose lists come in such a manner. */
export async function askInManner(
  manner: ListManner,
  world: World,
  request: HttpRequest,
  token: string,
  path: string,
): Promise<Sent> {
  const url = new URL(path, 'https://fleet.example.com');
  const limit = url.searchParams.get('limit');
  if (manner === 'common' || request.method !== 'GET' || limit === null) {
    return ask(world, request, token, path);
  }
  if (manner !== 'uncounted') url.searchParams.set('limit', String(Math.min(CAP, Number(limit))));
  const sent = await ask(world, request, token, url.pathname + url.search);
  if (!sent.ok) return sent;
  return withRows(
    sent.reply,
    (rows) => rows,
    (total) => (manner === 'capped' ? total : null),
    undefined,
    limit,
  );
}

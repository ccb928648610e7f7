import type { Http, HttpRequest } from '../../electron/core/ports.ts';
import { endpoint, endpointNames } from '../../shared/api/catalogue.ts';
import { methodOf } from '../../shared/api/endpoint.ts';
import type { Entity } from '../../shared/model/entity.ts';

/** A whole core that has just signed in reads two dozen lists, whatever its test is about. */

const REFUSAL = Buffer.from('{"message":"Not for you"}');

/** The ends of the paths of all lists of kinds, with any id in place of a parameter. */
function pathsOf(isMeant: (entity: Entity) => boolean): RegExp[] {
  return endpointNames
    .map(endpoint)
    .filter((row) => row.mirror.as === 'scan' && isMeant(row.mirror.entity))
    .filter((row) => methodOf(row) === 'GET')
    .map(({ at }) => {
      const path = at.slice(at.indexOf('/'));
      return new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    });
}

/**
 * The same network for a person who may list these kinds of records alone: all other lists are
 * refused before they are asked for. For tests of what happens to a session, an account or a write,
 * which would spend nine tenths of their time on reading lists that they never look at.
 */
export function fewLists(http: Http, only: readonly Entity[] = ['vehicle', 'area']): Http {
  const wanted = pathsOf((entity) => only.includes(entity));
  const others = pathsOf((entity) => !only.includes(entity));
  const isRefused = ({ method, url }: HttpRequest): boolean => {
    if (method !== 'GET') return false;
    const { pathname } = new URL(url);
    return (
      others.some((path) => path.test(pathname)) && !wanted.some((path) => path.test(pathname))
    );
  };
  return {
    close: () => http.close(),
    async send(request) {
      if (!isRefused(request)) return http.send(request);
      const headers = { 'content-type': 'application/json' };
      return { ok: true, reply: { status: 403, headers, body: REFUSAL } };
    },
  };
}

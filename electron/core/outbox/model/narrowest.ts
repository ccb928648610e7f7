import { endpoint } from '../../../../shared/api/catalogue.ts';
import type { EndpointName } from '../../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../../shared/api/endpoint.ts';

/**
 * Of endpoints that do the same, the one whose path says most about where the record is: a user of a client
 * is none of the own team's, and only the path that names the client leads to it. Undefined where none has
 * all that its path needs.
 */
export function narrowest<N extends EndpointName>(
  names: readonly N[],
  params: Readonly<Record<string, string>>,
): N | undefined {
  let found: N | undefined;
  let most = -1;
  for (const name of names) {
    const needed = paramNamesOf(endpoint(name));
    if (needed.length <= most || !needed.every((param) => Object.hasOwn(params, param))) continue;
    found = name;
    most = needed.length;
  }
  return found;
}

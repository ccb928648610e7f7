import { catalogue, endpoint, endpointNames } from '../../../shared/api/catalogue.ts';
import type { EndpointName, ReadName } from '../../../shared/api/catalogue.ts';
import { methodOf, paramNamesOf } from '../../../shared/api/endpoint.ts';
import { entities, entitiesOf } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';

/** Which lists fill the mirror, in which order, and by which read a record is asked for alone. */

/** Which kinds are read in which order: what a kind's tier means. */
export const SCAN_ORDER: readonly Entity[] = (
  ['reference', 'daily', 'inventory', 'history'] as const
).flatMap(entitiesOf);

const OFTEN_MS = 5 * 60_000;
/** Also of the documents. */
export const SELDOM_MS = 30 * 60_000;

/** How long after a scan the next one is due. */
export function scanEveryMs(entity: Entity): number {
  return entities[entity].tier === 'daily' ? OFTEN_MS : SELDOM_MS;
}

export function isReadName(name: EndpointName): name is ReadName {
  return methodOf(catalogue[name]) === 'GET';
}

const readNames = endpointNames.filter(isReadName);

/** Documents that are promised without a network, and so are read without being opened. */
export const OFFLINE_DOCUMENTS: readonly ReadName[] = readNames.filter((name) => {
  const { mirror, offline } = endpoint(name);
  return mirror.as === 'document' && offline.is === 'mirror';
});

/** Lists of an entity, the general one before those that belong to a client (section 4.3). */
export function listsOf(entity: Entity): ReadName[] {
  return readNames
    .filter((name) => {
      const { mirror } = endpoint(name);
      return mirror.as === 'scan' && mirror.entity === entity;
    })
    .sort((a, b) => paramNamesOf(endpoint(a)).length - paramNamesOf(endpoint(b)).length);
}

/** A read by id: the endpoint and the path parameter that takes the id. */
export interface ReadById {
  name: ReadName;
  idParam: string;
  /** Whether it also wants the client's id. */
  ofClient: boolean;
}

/** Reads by id of an entity, the general one first; none where the interface has none. */
export function readsById(entity: Entity): ReadById[] {
  return readNames
    .flatMap((name): ReadById[] => {
      const { mirror } = endpoint(name);
      if (mirror.as !== 'record' || mirror.entity !== entity) return [];
      const params = paramNamesOf(endpoint(name));
      const ofClient = mirror.id !== 'clientId' && params.includes('clientId');
      return [{ name, idParam: mirror.id, ofClient }];
    })
    .sort((a, b) => Number(a.ofClient) - Number(b.ofClient));
}

/** Whether records of the entity can be archived: then the archived ones are listed apart. */
export function isArchivable(entity: Entity): boolean {
  return endpointNames.some((name) => {
    const { write } = endpoint(name);
    return write?.does === 'archive' && write.target.entity === entity;
  });
}

import { endpoint, writeNames } from '../../shared/api/catalogue.ts';
import type { WriteName } from '../../shared/api/catalogue.ts';
import { methodOf, pathOf } from '../../shared/api/endpoint.ts';
import type { Look } from '../support/judgeCase.ts';
import { idsIn } from './replies.ts';
import type { Sent } from './replies.ts';

/** Which write of the catalogue a request is; null for log-in, refresh and reads. */
export function writeOf(
  method: string,
  path: string,
): { endpoint: WriteName; params: Record<string, string> } | null {
  for (const { name, method: wanted, pattern, keys } of ROUTES) {
    if (wanted !== method) continue;
    const match = pattern.exec(path);
    if (match === null) continue;
    const params = keys.map((key, at) => [key, decodeURIComponent(match[at + 1] ?? '')]);
    return { endpoint: name, params: Object.fromEntries(params) as Record<string, string> };
  }
  return null;
}

const ROUTES = writeNames.map((name) => {
  const row = endpoint(name);
  const template = pathOf(row);
  return {
    name,
    method: methodOf(row),
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`),
    keys: [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  };
});

/** What a path reads. */
export interface Read {
  entity: 'vehicle' | 'area' | 'user' | 'fuelTransaction';
  id: string | null;
}

const FUEL = '/fuel-cards/json';

/** The address under which a record is known, whichever of the two that a user has was asked. */
export function ownPath(url: string, isOfPeople: boolean): string {
  return isOfPeople ? url.replace(/^\/clients\/[^/]+\/users/, '/users') : url;
}

/**
 * The entity whose list or record a path reads, as far as the model changes it. Of a client's own paths, and of fuel,
 * only runs that are about those know (`isOfPeople`), so that the others stay what they are.
 */
export function readOf(whole: string, isOfPeople: boolean): Read | null {
  if (isOfPeople && whole === FUEL) return { entity: 'fuelTransaction', id: null };
  const path = ownPath(whole, isOfPeople);
  const match = /^\/(vehicles|areas|users)(?:\/([^/]+))?$/.exec(
    path.replace('/vehicles/fields/json', '/vehicles'),
  );
  if (match === null) return null;
  const entity = match[1] === 'vehicles' ? 'vehicle' : match[1] === 'areas' ? 'area' : 'user';
  return { entity, id: match[2] === undefined ? null : decodeURIComponent(match[2]) };
}

/**
 * The reading of one record, as the judge is told of it, or of a list of what is read in lists alone; nothing for any
 * other answer.
 */
export function looksOf(url: string, sent: Sent, order: number, isOfPeople: boolean): Look[] {
  const read = readOf(url.split('?')[0] ?? '', isOfPeople);
  if (read === null || !sent.ok || sent.reply.status >= 300) return [];
  if (read.entity === 'fuelTransaction') return listedBy(url, sent, order, isOfPeople);
  return read.id === null ? [] : [{ order, entity: read.entity, id: read.id }];
}

/** The records of a list's answer, as the judge is told of them. */
export function listedBy(url: string, sent: Sent, order: number, isOfPeople: boolean): Look[] {
  const read = readOf(url.split('?')[0] ?? '', isOfPeople);
  if (read?.id !== null || !sent.ok || sent.reply.status >= 300) return [];
  return idsIn(sent.reply).map((id) => ({ order, entity: read.entity, id }));
}

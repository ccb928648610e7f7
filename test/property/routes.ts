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

/** The entity whose list or record a path reads, as far as the model changes it. */
export function readOf(
  path: string,
): { entity: 'vehicle' | 'area' | 'user'; id: string | null } | null {
  const match = /^\/(vehicles|areas|users)(?:\/([^/]+))?$/.exec(
    path.replace('/vehicles/fields/json', '/vehicles'),
  );
  if (match === null) return null;
  const entity = match[1] === 'vehicles' ? 'vehicle' : match[1] === 'areas' ? 'area' : 'user';
  return { entity, id: match[2] === undefined ? null : decodeURIComponent(match[2]) };
}

/** The reading of one record, as the judge is told of it; null for any other answer. */
export function lookOf(url: string, sent: Sent, order: number): Look | null {
  const read = readOf(url.split('?')[0] ?? '');
  if (read?.id === undefined || read.id === null || !sent.ok || sent.reply.status >= 300) {
    return null;
  }
  return { order, entity: read.entity, id: read.id };
}

/** The records of a list's answer, as the judge is told of them. */
export function listedBy(url: string, sent: Sent, order: number): Look[] {
  const read = readOf(url.split('?')[0] ?? '');
  if (read?.id !== null || !sent.ok || sent.reply.status >= 300) return [];
  return idsIn(sent.reply).map((id) => ({ order, entity: read.entity, id }));
}

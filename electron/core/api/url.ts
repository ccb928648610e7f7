import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { paramNamesOf } from '../../../shared/api/endpoint.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Params, Query } from './types.ts';

/**
 * Joins a base address and a path. The base may have a prefix and a trailing slash or not; the
 * path keeps its own trailing slash, which two endpoints need (`/devices/vendors/`).
 */
export function joinUrl(baseUrl: string, path: string): string {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  return `${base.protocol}//${base.host}${prefix}${path.startsWith('/') ? path : `/${path}`}`;
}

/** Whether an identifier can stand in a path: `.` and `..` lead elsewhere, however they are spelled. */
export function isPathPart(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..';
}

/**
 * Fills `{name}` places. Values are encoded; `.` and `..` are refused, because address parsers
 * would walk up the path even where they are percent-encoded.
 */
export function fillPath(template: string, row: Endpoint, params: Params): Result<string> {
  let path = template;
  for (const name of paramNamesOf(row)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || !isPathPart(value)) {
      return fail({
        kind: 'invalid',
        code: 'api.param',
        message: `“${row.title}” needs an identifier for ${name}.`,
        safe: 'Nothing was sent.',
        next: 'editInput',
        fields: { [name]: ['is missing or cannot be an identifier'] },
      });
    }
    path = path.replaceAll(`{${name}}`, encodeURIComponent(value.toWellFormed()));
  }
  return ok(path);
}

/** Query text with its `?`; array values travel as `key[]=`. Empty for an empty query. */
export function queryText(query: Query): string {
  const parts: string[] = [];
  const encode = (value: string): string => encodeURIComponent(value.toWellFormed());
  for (const [key, value] of Object.entries(query)) {
    if (typeof value === 'string') parts.push(`${encode(key)}=${encode(value)}`);
    else for (const item of value) parts.push(`${encode(key)}[]=${encode(item)}`);
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Same scheme, host, port and no user name: `URL.origin` is the text "null" for odd schemes. */
export function sameOrigin(one: URL, other: URL): boolean {
  return (
    one.protocol === other.protocol &&
    one.host === other.host &&
    one.username === other.username &&
    one.password === other.password
  );
}

/** This computer itself: the only place plain http may go to. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

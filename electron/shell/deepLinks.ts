import { isPage } from '../../shared/rules/pages.ts';

/**
 * `waybill://` links, as mails and other programs may hold them. A link leads to a page of the desk
 * and does nothing else: nothing is written, sent or fetched by it.
 */

export const LINK_SCHEME = 'waybill';

/** Nothing that a link may name needs a character beyond these, so nothing has to be decoded. */
const LINK = /^waybill:\/\/open\/([a-z]{1,20})(?:\/([A-Za-z0-9_~-]{1,200}))?\/?$/;
/** Pages that no link leads to: a first start has them to itself. */
const NOT_FROM_OUTSIDE: ReadonlySet<string> = new Set(['welcome']);

/**
 * Where `waybill://open/PAGE` and `waybill://open/PAGE/ID` lead inside the desk, such as
 * `#/vehicles/101`; null for anything else.
 */
export function readLink(link: string): string | null {
  const [, page = '', id] = LINK.exec(link) ?? [];
  if (!isPage(page) || NOT_FROM_OUTSIDE.has(page)) return null;
  return id === undefined ? `#/${page}` : `#/${page}/${id}`;
}

/** The last link on a command line; Windows and Linux hand links over so, macOS by an event. */
export function linkAmong(argv: readonly string[]): string | null {
  return argv.map(readLink).findLast((link) => link !== null) ?? null;
}

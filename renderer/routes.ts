import { isPage, PAGES, type PageName } from '../shared/rules/pages.ts';

/** Addresses inside the desk: `#/page/id?key=value`. Pure; state/route.svelte.ts holds the current one. */

export { PAGES, type PageName };

export interface Route {
  page: PageName;
  /** The record or section that is open, decoded; null for the page alone. */
  id: string | null;
  query: Readonly<Record<string, string>>;
}

/** A percent sequence that a person mistyped is taken as it stands. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads `location.hash`; what it does not know is the vehicles page. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', ...rest] = path.split('/');
  const id = rest.join('/');
  return {
    page: isPage(page) ? page : 'vehicles',
    id: id === '' ? null : decode(id),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The address of a page: `href('vehicles', '12')` gives `#/vehicles/12`. */
export function href(
  page: PageName,
  id?: string | null,
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(query).toString();
  const path = id === undefined || id === null ? page : `${page}/${encodeURIComponent(id)}`;
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

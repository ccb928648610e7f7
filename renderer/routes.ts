/** Addresses inside the desk: `#/page/id?key=value`. Pure; state/route.svelte.ts holds the current one. */

export const PAGES = [
  'vehicles',
  'history',
  'drivers',
  'areas',
  'devices',
  'sensors',
  'cameras',
  'forms',
  'answers',
  'review',
  'fuel',
  'reports',
  'climate',
  'outbox',
  'users',
  'clients',
  'resellers',
  'reference',
  'settings',
  'welcome',
] as const;
export type PageName = (typeof PAGES)[number];

export interface Route {
  page: PageName;
  /** The record or section that is open, decoded; null for the page alone. */
  id: string | null;
  query: Readonly<Record<string, string>>;
}

function isPage(name: string): name is PageName {
  return (PAGES as readonly string[]).includes(name);
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

/** The pages of the desk by their names in addresses: `#/vehicles/12`. Links from outside name these. */
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

export function isPage(name: string): name is PageName {
  return (PAGES as readonly string[]).includes(name);
}

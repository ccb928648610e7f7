import type { PageName } from '../../shared/rules/pages.ts';

/** The picture of each page of the desk in `docs/screenshots`, by its name there. */
export const GALLERY: Readonly<Record<PageName, string>> = {
  vehicles: 'vehicles',
  history: 'history',
  drivers: 'drivers',
  areas: 'areas',
  devices: 'devices',
  sensors: 'sensors',
  cameras: 'cameras',
  forms: 'form',
  answers: 'answer',
  review: 'review',
  fuel: 'fuel',
  reports: 'reports',
  climate: 'climate',
  outbox: 'outbox',
  users: 'users',
  clients: 'clients',
  resellers: 'resellers',
  reference: 'reference',
  settings: 'settings',
  welcome: 'welcome',
};
/** The themes that each is drawn in. */
export const THEMES = ['light', 'dark'] as const;

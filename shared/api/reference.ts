import * as m from '../model/reference.ts';
import type { Rows } from './endpoint.ts';
import { WHOLE, scan } from './rows.ts';

/** Section 4.1: reference data and tenant settings. Small, rarely changing, kept whole. */
export const reference = {
  listCountries: {
    at: 'GET /country/list',
    title: 'Countries by code',
    reply: 'object',
    out: m.countries,
    ...WHOLE,
  },
  listRoles: {
    at: 'GET /roles',
    title: 'Roles',
    reply: 'list',
    out: m.role,
    ...scan('role'),
  },
  listPlans: {
    at: 'GET /plans',
    title: 'Plans',
    reply: 'list',
    out: m.plan,
    ...scan('plan'),
  },
  listTimezones: {
    at: 'GET /timezones',
    title: 'Time zones',
    reply: 'list',
    out: m.timezone,
    ...scan('timezone'),
  },
  listThemes: {
    at: 'GET /themes',
    title: 'Themes',
    reply: 'list',
    out: m.theme,
    ...scan('theme'),
  },
  listMyThemes: {
    at: 'GET /themes/my',
    title: 'My themes',
    reply: 'list',
    out: m.theme,
    ...WHOLE,
  },
  getPlanPermissions: {
    at: 'GET /permissions/current-plan',
    title: 'Permissions of the current plan',
    reply: 'object',
    out: m.planPermissions,
    ...WHOLE,
  },
  getPlatformDomain: {
    at: 'GET /platform-settings/domain',
    title: 'Domain of the platform',
    reply: 'object',
    out: m.platformDomain,
    ...WHOLE,
  },
  listLanguages: {
    at: 'GET /settings/language/list',
    title: 'Languages',
    reply: 'list',
    out: m.language,
    ...scan('language'),
  },
  getMapApiOptions: {
    at: 'GET /settings/mapApiOptions',
    title: 'Map options',
    reply: 'one',
    out: m.setting,
    ...WHOLE,
  },
  getProvider: {
    at: 'GET /settings/provider',
    title: 'Provider settings',
    reply: 'one',
    out: m.setting,
    ...WHOLE,
  },
  getDigitalFormSetting: {
    at: 'GET /settings/digitalForm',
    title: 'Digital form settings',
    reply: 'one',
    out: m.setting,
    ...WHOLE,
  },
  getEcoSpeed: {
    at: 'GET /settings/ecoSpeed',
    title: 'Eco-speed settings',
    reply: 'one',
    out: m.setting,
    ...WHOLE,
  },
  getExcessiveIdling: {
    at: 'GET /settings/excessiveIdling',
    title: 'Excessive idling settings',
    reply: 'one',
    out: m.setting,
    ...WHOLE,
  },
} as const satisfies Rows;

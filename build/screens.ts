/**
 * `node build/screens.ts --write` puts into `docs/screens.md` where in the desk each endpoint is
 * used by a person, made from the contract table and the desk's own tables. A check fails when the
 * page is out of date.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { referencePages } from '../renderer/features/reference/described.ts';
import { entityPages } from '../renderer/records/entities.ts';
import { furtherForms, writeForms } from '../renderer/records/writeForms.ts';
import type { PageName } from '../renderer/routes.ts';
import { text } from '../renderer/text/en.ts';
import { catalogue, endpointNames } from '../shared/api/catalogue.ts';
import type { EndpointName } from '../shared/api/catalogue.ts';
import type { Endpoint, Section } from '../shared/api/endpoint.ts';
import type { Entity } from '../shared/model/entity.ts';
import { keepPage } from './keepPage.ts';

/**
 * How an endpoint is met: on a screen made for it, as a list and a detail that all kinds of record
 * share, or as a form out of the table of forms.
 */
export type Manner = 'own' | 'list' | 'form';

export interface Place {
  readonly page: PageName;
  readonly manner: Manner;
}

/** What a screen asks and writes by itself, and log-in, which is no screen of records. */
export const OWN: Partial<Record<EndpointName, PageName>> = {
  listRoutes: 'history',
  listFuelSummary: 'fuel',
  listVehicleFuel: 'vehicles',
  getOdometer: 'vehicles',
  getEngineHours: 'vehicles',
  findInstallation: 'devices',
  listClimateBySensor: 'climate',
  listClimateByVehicle: 'climate',
  listDeviceHistory: 'devices',
  listDeviceSensorHistory: 'devices',
  listDeviceCameras: 'devices',
  listDeviceCoordinates: 'devices',
  assignFuelTransaction: 'fuel',
  getScheduledReportTemplates: 'reports',
  createScheduledReport: 'reports',
  updateScheduledReport: 'reports',
  deleteScheduledReport: 'reports',
  restoreScheduledReport: 'reports',
  getAnswer: 'review',
  getAnswerPdf: 'answers',
  listClientUsers: 'clients',
  listClientDrivers: 'clients',
  login: 'settings',
  loginOtp: 'settings',
  refreshToken: 'settings',
  logout: 'settings',
  ...Object.fromEntries(referencePages.map(({ endpoint }) => [endpoint, 'reference'] as const)),
};

/** The folder of each page's component, out of the desk's own table of pages. */
function folders(): ReadonlyMap<string, string> {
  const app = readFileSync(path.resolve(import.meta.dirname, '../renderer/App.svelte'), 'utf8');
  const found = app.matchAll(/^\s*(\w+): \(\) => import\('\.\/features\/(\w+)\//gm);
  return new Map([...found].map(([, page = '', folder = '']) => [page, folder]));
}

/** Rooms whose pages show any kind of record alike. */
const SHARED_ROOMS: ReadonlySet<string | undefined> = new Set(['records', 'reference']);

/** Where a person meets each endpoint. Throws for one that the desk offers nowhere. */
export function places(): ReadonlyMap<EndpointName, Place> {
  const folderOf = folders();
  const isShared = (page: PageName): boolean => SHARED_ROOMS.has(folderOf.get(page));
  const ofEntity = (entity: Entity, shared: Manner): Place => {
    const { page } = entityPages[entity];
    return { page, manner: isShared(page) ? shared : 'own' };
  };
  const placeOf = (name: EndpointName): Place | null => {
    const row: Endpoint = catalogue[name];
    const own = OWN[name];
    if (own !== undefined) return { page: own, manner: 'own' };
    if (row.write !== undefined) {
      const forms: Readonly<Record<string, object>> = {
        ...Object.fromEntries(furtherForms),
        ...writeForms,
      };
      const form = forms[name];
      if (form === undefined) return null;
      if ('page' in form) return { page: form.page as PageName, manner: 'own' };
      return 'on' in form ? { ...ofEntity(form.on as Entity, 'form'), manner: 'form' } : null;
    }
    return row.mirror.as === 'scan' || row.mirror.as === 'record'
      ? ofEntity(row.mirror.entity, 'list')
      : null;
  };
  return new Map(
    endpointNames.map((name) => {
      const place = placeOf(name);
      if (place === null) throw new Error(`${name} has no screen.`);
      return [name, place];
    }),
  );
}

const SECTIONS: readonly (readonly [Section, string])[] = [
  ['4.1', 'Reference data and settings'],
  ['4.2', 'Devices, sensors and cameras'],
  ['4.3', 'Accounts, users, drivers and resellers'],
  ['4.4', 'Fuel'],
  ['4.5', 'Vehicles and routes'],
  ['4.6', 'Areas'],
  ['4.7', 'Reports and forms'],
  ['5', 'Signing in'],
];

const SAID: Readonly<Record<Manner, string>> = {
  own: 'made for it',
  list: 'list and detail that all kinds share',
  form: 'form out of the table of forms',
};

/** The whole page as Markdown. */
export async function screensPage(): Promise<string> {
  const where = places();
  const count = (manner: Manner): number =>
    [...where.values()].filter((place) => place.manner === manner).length;
  if (
    [...where.keys()].some(
      (name) => !SECTIONS.some(([section]) => section === catalogue[name].section),
    )
  ) {
    throw new Error('An endpoint belongs to no section of the page.');
  }
  const tables = SECTIONS.flatMap(([section, title]) => [
    `## ${title}`,
    '',
    '| Endpoint | Request | Screen | How |',
    '| --- | --- | --- | --- |',
    ...endpointNames.flatMap((name) => {
      const row: Endpoint = catalogue[name];
      const place = where.get(name);
      if (row.section !== section || place === undefined) return [];
      const { page, manner } = place;
      return [`| ${row.title} | \`${row.at}\` | ${text.pages[page]} | ${SAID[manner]} |`];
    }),
    '',
  ]);
  const page = [
    '# Where each endpoint is used',
    '',
    `Every one of the ${String(where.size)} endpoints is met by a person somewhere in the desk. This page is made from`,
    'the contract table and the tables of the desk (`npm run check -- --write`); a check fails when it is',
    'out of date.',
    '',
    `${String(count('own'))} have a screen that was made for them. ${String(count('list'))} are shown in the list and`,
    `detail that all kinds of record share, and ${String(count('form'))} are written with a form out of the table of`,
    'forms. None is a raw list or a table of whatever the service answers.',
    '',
    ...tables,
  ].join('\n');
  return format(page, { parser: 'markdown', printWidth: 100 });
}

if (import.meta.main) {
  await keepPage({
    page: 'docs/screens.md',
    script: 'build/screens.ts',
    make: () => screensPage(),
  });
}

import type { Entity } from '../../bridge.ts';
import type { OfAccount } from '../../records/documents.ts';
import { text } from '../../text/en.ts';

/** The documents of the account and what is known of their values: one table for all of their pages. */

/** How a value is written for people. */
export type Kind =
  | { as: 'text' | 'mono' | 'yesNo' | 'onOff' | 'count' | 'pixels' | 'percent' | 'zoom' }
  | { as: 'speedKmh' | 'durationS' | 'durationMin' | 'phone' | 'zone' | 'language' | 'dateFormat' }
  | { as: 'role' | 'plan' | 'country' | 'instant' }
  | { as: 'choice'; words: Readonly<Record<string, string>> }
  /** Names a record, whose id stands at the other path. */
  | { as: 'record'; entity: Entity; id: string }
  /** Keys by module, drawn on their own. */
  | { as: 'permissions' }
  /** Names of machines and numbers that the page itself says better; they stay in all fields. */
  | { as: 'quiet' };

export interface Described {
  /** Dotted path of the value; the first of them that is there counts. */
  readonly at: readonly string[];
  readonly label: string;
  readonly kind: Kind;
  /** Whether it tells whom the document is for. */
  readonly scope?: true;
}

export interface ReferencePage {
  readonly endpoint: OfAccount;
  readonly title: string;
  readonly about: string;
  /** What stands in the middle of it. */
  readonly look: 'facts' | 'countries' | 'themes' | 'permissions' | 'vehicles';
  readonly fields: readonly Described[];
}

const { label, choice, about } = text.reference;
const titles = text.documents;

const field = (at: string | readonly string[], name: string, kind: Kind): Described => ({
  at: typeof at === 'string' ? [at] : at,
  label: name,
  kind,
});
const value = (names: string | readonly string[], name: string, kind: Kind): Described =>
  field(
    (typeof names === 'string' ? [names] : names).map((one) => `value.${one}`),
    name,
    kind,
  );
const quiet = (...at: string[]): Described => field(at, '', { as: 'quiet' });
const scope = (described: Described): Described => ({ ...described, scope: true });

const team = [
  scope(field('team.type', label.teamKind, { as: 'choice', words: choice })),
  scope(
    field('team.clientName', label.clientAccount, {
      ...{ as: 'record', entity: 'client', id: 'team.clientId' },
    }),
  ),
  scope(
    field('team.resellerName', text.columns.resellerId, {
      ...{ as: 'record', entity: 'reseller', id: 'team.resellerId' },
    }),
  ),
  quiet('team.id'),
];

/** A setting record (section 2.1 of the interface): whose it is, beside its value. */
const setting = [
  quiet('id'),
  quiet('name'),
  ...team,
  scope(field(['role.name', 'role'], text.word.role, { as: 'role' })),
  quiet('role.id'),
  scope(
    field(['user.fullName', 'user.name', 'user'], label.userOf, {
      ...{ as: 'record', entity: 'user', id: 'user.id' },
    }),
  ),
];
const enabled = value('enabled', label.enabled, { as: 'onOff' });
const plain = { as: 'text' } as const;

/** Every document of the whole account, in the order of the page. */
export const referencePages = [
  {
    endpoint: 'getMe',
    title: titles.getMe,
    about: about.getMe,
    look: 'facts',
    fields: [
      quiet('id'),
      field('fullName', text.columns.name, plain),
      field('email', text.columns.email, plain),
      field('phone', text.columns.phone, { as: 'phone' }),
      field(['roleId', 'role.id', 'role'], text.word.role, { as: 'role' }),
      quiet('role.name'),
      field('timezone', text.word.timeZone, { as: 'zone' }),
      field(['language.code', 'language'], text.word.language, { as: 'language' }),
      field('dateFormat', label.dateFormat, { as: 'dateFormat' }),
      field('permissions', text.permissions.mayDo, { as: 'permissions' }),
      quiet('teamType'),
      ...team,
    ],
  },
  {
    endpoint: 'getPlanPermissions',
    title: titles.getPlanPermissions,
    about: about.getPlanPermissions,
    look: 'permissions',
    fields: [field('data', text.permissions.mayDo, { as: 'permissions' })],
  },
  {
    endpoint: 'getPlatformDomain',
    title: titles.getPlatformDomain,
    about: about.getPlatformDomain,
    look: 'facts',
    fields: [field('domain', text.columns.domain, { as: 'mono' })],
  },
  {
    endpoint: 'countVehicles',
    title: titles.countVehicles,
    about: about.countVehicles,
    look: 'vehicles',
    fields: [
      field(['count', 'total'], label.all, { as: 'count' }),
      field('active', text.states.active, { as: 'count' }),
      field('driving', text.status.driving, { as: 'count' }),
      field('idling', text.columns.idling, { as: 'count' }),
      field('stopped', text.status.stopped, { as: 'count' }),
      field('offline', text.status.offline, { as: 'count' }),
      field('archived', text.record.archived, { as: 'count' }),
    ],
  },
  {
    endpoint: 'listMyThemes',
    title: titles.listMyThemes,
    about: about.listMyThemes,
    look: 'themes',
    fields: [],
  },
  {
    endpoint: 'listCountries',
    title: titles.listCountries,
    about: about.listCountries,
    look: 'countries',
    fields: [],
  },
  {
    endpoint: 'getProvider',
    title: titles.getProvider,
    about: about.getProvider,
    look: 'facts',
    fields: [
      value('name', text.columns.name, plain),
      value(['contact', 'contactName'], label.contactName, plain),
      value(['supportEmail', 'email'], label.supportEmail, plain),
      value(['supportPhone', 'phone'], label.supportPhone, { as: 'phone' }),
      value(['website', 'url'], label.website, { as: 'mono' }),
      value('address', label.address, plain),
      ...setting,
    ],
  },
  {
    endpoint: 'getMapApiOptions',
    title: titles.getMapApiOptions,
    about: about.getMapApiOptions,
    look: 'facts',
    fields: [
      value('provider', text.word.map, { as: 'choice', words: choice }),
      value('traffic', label.traffic, { as: 'onOff' }),
      value('satellite', label.satellite, { as: 'onOff' }),
      value('clusters', label.clusters, { as: 'yesNo' }),
      value('minZoom', label.minZoom, { as: 'zoom' }),
      value('maxZoom', label.maxZoom, { as: 'zoom' }),
      ...setting,
    ],
  },
  {
    endpoint: 'getDigitalFormSetting',
    title: titles.getDigitalFormSetting,
    about: about.getDigitalFormSetting,
    look: 'facts',
    fields: [
      enabled,
      value('requireSignature', label.mustSign, { as: 'yesNo' }),
      value('requirePhoto', label.mustPhoto, { as: 'yesNo' }),
      value('photoMaxEdge', label.photoMaxEdge, { as: 'pixels' }),
      value('photoQuality', label.photoQuality, { as: 'percent' }),
      ...setting,
    ],
  },
  {
    endpoint: 'getEcoSpeed',
    title: titles.getEcoSpeed,
    about: about.getEcoSpeed,
    look: 'facts',
    fields: [
      enabled,
      value(['speed', 'ecoSpeed', 'limit', 'max'], label.ecoSpeed, { as: 'speedKmh' }),
      value('tolerance', label.tolerance, { as: 'speedKmh' }),
      ...setting,
    ],
  },
  {
    endpoint: 'getExcessiveIdling',
    title: titles.getExcessiveIdling,
    about: about.getExcessiveIdling,
    look: 'facts',
    fields: [
      enabled,
      value(['duration', 'seconds', 'excessiveIdling', 'limit'], label.idleFor, {
        as: 'durationS',
      }),
      value('minutes', label.idleMinutes, { as: 'durationMin' }),
      ...setting,
    ],
  },
] as const satisfies readonly ReferencePage[];

type Paged = (typeof referencePages)[number]['endpoint'];
/** Fails to compile when a document of the account has no page. */
export const everyDocumentHasAPage: [Exclude<OfAccount, Paged>] extends [never] ? true : never =
  true;

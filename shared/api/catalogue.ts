import { accounts } from './accounts.ts';
import { areas } from './areas.ts';
import { devices } from './devices.ts';
import type { Endpoint, Rows, Section } from './endpoint.ts';
import { fuel } from './fuel.ts';
import { reference } from './reference.ts';
import { reports } from './reports.ts';
import { session } from './session.ts';
import { vehicles } from './vehicles.ts';

/** The rows of a section, each with its name. */
function inSection<const S extends Section, R extends Rows>(
  section: S,
  rows: R,
): { [N in keyof R]: R[N] & { readonly section: S } } {
  const named = Object.entries(rows).map(([name, row]) => [name, { section, ...row }]);
  return Object.fromEntries(named) as { [N in keyof R]: R[N] & { readonly section: S } };
}

/**
 * The endpoint table: every row of sections 4.1 to 4.7, and log-in. Names are unique across the
 * areas; a test checks it, because spreading would overwrite silently.
 */
export const catalogue = {
  ...inSection('4.1', reference),
  ...inSection('4.2', devices),
  ...inSection('4.3', accounts),
  ...inSection('4.4', fuel),
  ...inSection('4.5', vehicles),
  ...inSection('4.6', areas),
  ...inSection('4.7', reports),
  ...inSection('5', session),
} as const;

export type Catalogue = typeof catalogue;
export type EndpointName = keyof Catalogue;

/** Names of the rows that change something at the service and wait in the outbox. */
export type WriteName = {
  [N in EndpointName]: Catalogue[N] extends { write: object } ? N : never;
}[EndpointName];

/** Names of the rows that read. */
export type ReadName = {
  [N in EndpointName]: Catalogue[N]['at'] extends `GET ${string}` ? N : never;
}[EndpointName];

export const endpointNames = Object.keys(catalogue) as EndpointName[];

export function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(catalogue, name);
}

/** The row of a name, in the wide type that generic code wants. */
export function endpoint(name: EndpointName): Endpoint {
  return catalogue[name];
}

export function isWriteName(name: string): name is WriteName {
  return isEndpointName(name) && endpoint(name).write !== undefined;
}

export const writeNames = endpointNames.filter(isWriteName);

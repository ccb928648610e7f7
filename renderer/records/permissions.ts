import { humanLabel } from '../../shared/rules/formLayout.ts';
import type { Catalogue } from '../bridge.ts';
import { text } from '../text/en.ts';

/** Permission and feature keys by module, with what each allows. */

/** Every permission that an endpoint of the interface asks for. */
type PermissionKey = {
  [N in keyof Catalogue]: Catalogue[N] extends { permission: infer P extends string } ? P : never;
}[keyof Catalogue];

const words = text.permissions;
/** Fails to compile where a permission of the interface has no words. */
const RIGHTS: Readonly<Record<PermissionKey, string>> = words.rights;
const KNOWN: ReadonlyMap<string, string> = new Map([
  ...Object.entries(RIGHTS),
  ...Object.entries(words.features),
]);
const { pages } = text;
/** Modules in their order; most are called as their page is. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ['vehicles', pages.vehicles],
  ['routes', words.modules.routes],
  ['areas', pages.areas],
  ['drivers', pages.drivers],
  ['users', pages.users],
  ['clients', words.modules.clients],
  ['resellers', pages.resellers],
  ['devices', pages.devices],
  ['sensors', pages.sensors],
  ['cameras', pages.cameras],
  ['fuel', pages.fuel],
  ['forms', pages.forms],
  ['reports', pages.reports],
  ['feature', words.modules.feature],
]);
const VERBS: ReadonlyMap<string, string> = new Map(Object.entries(words.verbs));

export interface Right {
  readonly key: string;
  readonly allows: string;
  readonly included: boolean;
}

export interface Module {
  readonly key: string;
  readonly title: string;
  readonly rights: readonly Right[];
  /** Whether the interface knows no such module: the tenant's own. */
  readonly further: boolean;
}

/** `drivers.assign` is of the module `drivers`; a key without parts is a module of its own. */
function moduleOf(key: string): string {
  return key.split(/[.:/]/, 1)[0] ?? key;
}

/** What a key allows: in the interface's words, else in those of its own parts. */
function allowed(key: string): string {
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  const parts = key.split(/[.:/]/).slice(1);
  if (parts.length === 0) return humanLabel(key);
  const verb = VERBS.get(parts.at(-1) ?? '');
  const rest = parts.slice(0, verb === undefined ? undefined : -1).map(humanLabel);
  return [verb, ...rest].filter((part) => part !== undefined).join(': ');
}

/** Lists of keys, wherever an answer keeps them; what is no text is told as it is written. */
export function keysIn(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.map((key) => (typeof key === 'string' ? key : JSON.stringify(key)))
    : [];
}

/**
 * Every module of the interface with what is included in it and what is not, then the tenant's own
 * modules. No key is left out, and none comes twice.
 */
export function modulesOf(keys: readonly string[]): Module[] {
  const has = new Set(keys);
  const all = new Set([...KNOWN.keys(), ...has]);
  const order = [...MODULES.keys()];
  const named = [...new Set([...order, ...[...all].map(moduleOf)])];
  return named.flatMap((key): Module[] => {
    const rights = [...all]
      .filter((right) => moduleOf(right) === key)
      .map((right) => ({ key: right, allows: allowed(right), included: has.has(right) }));
    const title = MODULES.get(key) ?? humanLabel(key);
    return rights.length === 0 ? [] : [{ key, title, rights, further: !MODULES.has(key) }];
  });
}

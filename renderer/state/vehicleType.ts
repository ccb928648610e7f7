import type { PositionStatus } from '../../shared/rules/positions.ts';
import { idAt, textAt } from './record.ts';
import type { Fields } from './record.ts';

/** Kinds of vehicle that can be told apart by a picture; `other` is every one that nobody knows. */
export const TYPE_GROUPS = [
  'refrigerated',
  'service',
  'trailer',
  'machine',
  'bus',
  'bike',
  'truck',
  'van',
  'car',
  'other',
] as const;
export type TypeGroup = (typeof TYPE_GROUPS)[number];

/** Words in a type's key or name, in the order in which they are looked for. */
const WORDS: readonly (readonly [RegExp, TypeGroup])[] = [
  [/refriger|reefer|cool|frozen/i, 'refrigerated'],
  [/service|repair|workshop/i, 'service'],
  [/trailer|container/i, 'trailer'],
  [/tractor|excavator|machine|forklift|loader/i, 'machine'],
  [/bus|coach/i, 'bus'],
  [/bike|motor ?cycle|scooter/i, 'bike'],
  [/truck|lorry|hgv/i, 'truck'],
  [/van|light/i, 'van'],
  [/car|sedan|passenger|suv/i, 'car'],
];

/** The group of a type by its key and names; types are the tenant's own, so it may be `other`. */
export function typeGroup(...names: readonly (string | null)[]): TypeGroup {
  const words = names.filter((name) => name !== null).join(' ');
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

/** The type of a vehicle as list and map show it. */
export interface VehicleType {
  /** Id in the list of vehicle types; null where the vehicle names none. */
  readonly id: string | null;
  readonly group: TypeGroup;
  /** The tenant's own name of the type. */
  readonly name: string | null;
}

/** Reads a vehicle's type (specification, section 2.9), its name from the list where it has none. */
export function typeOf(vehicle: Fields, types: ReadonlyMap<string, Fields>): VehicleType {
  const id = idAt(vehicle, 'typeId');
  const listed = id === null ? undefined : types.get(id);
  const key = textAt(vehicle, 'type');
  const name =
    textAt(vehicle, 'typeName') ?? (listed === undefined ? null : textAt(listed, 'name')) ?? key;
  return { id, group: typeGroup(key, name), name };
}

/** The colour that the tenant gave a type for a movement, as the service wrote it. */
export function typeColour(type: Fields | undefined, status: PositionStatus): string | null {
  if (type === undefined) return null;
  const key = status === 'offline' || status === 'unknown' ? 'default' : status;
  return textAt(type, key) ?? textAt(type, `colors.${key}`) ?? textAt(type, 'default');
}

/** A picture and what the tenant calls the types that it stands for. */
export interface TypeEntry {
  readonly group: TypeGroup;
  readonly names: readonly string[];
}

/** What a legend says of some types: each picture once, in the order of `TYPE_GROUPS`. */
export function typeEntries(types: Iterable<VehicleType>): TypeEntry[] {
  const names = new Map<TypeGroup, Set<string>>();
  for (const { group, name } of types) {
    const known = names.get(group) ?? new Set<string>();
    if (name !== null) known.add(name);
    names.set(group, known);
  }
  return TYPE_GROUPS.flatMap((group) => {
    const known = names.get(group);
    return known === undefined ? [] : [{ group, names: [...known].sort() }];
  });
}

import type { BodyOf, Catalogue, Entity, ParamsOf, WriteName } from '../bridge.ts';
import type { PageName } from '../routes.ts';

/** How a field of a write is asked for. */
export type Asked =
  | { as: 'text'; mono?: boolean }
  | { as: 'email' }
  /** A telephone number, with its country to choose. */
  | { as: 'phone' }
  /** A number; `unit` stands behind it. */
  | { as: 'number'; unit: string }
  /** A distance, asked in the person's unit and sent in metres. */
  | { as: 'distanceM' }
  /** One of some keys; `nameOf` tells what people call one. */
  | { as: 'choice'; options: readonly string[]; nameOf: (option: string) => string }
  /** A kind of scheduled report out of the service's templates. */
  | { as: 'reportKind' }
  /** A model of a device by its id, out of what vendors and devices tell of models. */
  | { as: 'model' }
  /** A record of the mirror by its id. */
  | { as: 'record'; entity: Entity }
  /** An instant, asked in the person's zone and sent in UTC. */
  | { as: 'instant' }
  /** A depot by its id, out of those that vehicles tell. */
  | { as: 'depot' }
  /** Groups of vehicles by their ids, out of the same. */
  | { as: 'groups' }
  /** A JSON object. */
  | { as: 'json' };

export interface FormField<K extends string = string> {
  /** What people call it: `fieldName`, as in messages and exported files. */
  name: K;
  ask: Asked;
  required?: boolean;
  hint?: string;
  /** Where the present value stands in the record, if not under its own name. */
  from?: readonly string[];
}

/** Where a path parameter comes from: the record itself, a field of it, or a question. */
export type ParamSource =
  | { from: 'row' }
  | { from: 'field'; path: string }
  /** The client that the signed-in account belongs to. */
  | { from: 'client' };

type BodyField<N extends WriteName> = keyof NonNullable<BodyOf<Catalogue[N]>> & string;
type Inverse<N extends WriteName> = Catalogue[N] extends { write: { inverse: infer I } }
  ? I
  : never;

/** A write as the desk offers it; endpoint, parameters, fields and undo are checked by type. */
export interface WriteForm<N extends WriteName = WriteName> {
  title: string;
  /** What the button says that sends it. */
  verb: string;
  /** The kind of record whose page offers it. */
  on: Entity;
  /** On the list (a create) or on one record. */
  at: 'list' | 'record';
  /** Offered for living or for archived records only. */
  when?: 'living' | 'archived';
  /** Offered by a page of its own in its own way; its fields are those that a line can say. */
  page?: PageName;
  /** Offered only to accounts of a client, or only to those above clients (section 5, item 4). */
  scope?: 'client' | 'above';
  /** Offered to every account while this other write is refused to it. */
  insteadOf?: WriteName;
  /**
   * A create whose record belongs to a client, whom accounts above the clients have to name;
   * `optional` where it else belongs to their own team.
   */
  owned?: true | 'optional';
  params: { readonly [P in keyof ParamsOf<Catalogue[N]>]: ParamSource };
  fields: readonly FormField<BodyField<N>>[];
  /** ChangeText before sending: the catalogue has no write that takes it back. */
  irreversible: Inverse<N> extends 'none' ? true : false;
}

/** A write that a page of its own offers. */
export interface OwnPage {
  page: PageName;
}

/** Whoever stands above the clients names the owner of a new record, which is no field of the interface. */
export const OWNER: FormField = { name: 'clientId', ask: { as: 'record', entity: 'client' } };

/** How the owner is asked for: `owned` is true where a record must have one. */
export function ownerField(owned: boolean): FormField {
  return owned ? { ...OWNER, required: true } : OWNER;
}

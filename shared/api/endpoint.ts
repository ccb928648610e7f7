import type * as z from 'zod/mini';
import type { Entity } from '../model/entity.ts';

/**
 * The shape of one row of the endpoint table. A row is a plain object; the client's methods, the
 * embedded service's routes, the permission gates, the outbox's rules, the contract tests and the
 * reference page are all derived from it.
 */

/** Any zod schema, in the cheap form that keeps editors quick. */
export type Schema = z.core.$ZodType;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type At = `${Method} /${string}`;

/** Sections of the interface specification; 5.x is log-in, which the specification leaves open. */
export type Section = '4.1' | '4.2' | '4.3' | '4.4' | '4.5' | '4.6' | '4.7' | '5';

/** How the answer is wrapped; the rows' names inside an envelope come from the profile. */
export type Reply =
  /** Paged rows in an envelope: `{data, page, limit, total}` and its known variations. */
  | 'page'
  /** All rows at once: a bare array, or the same envelope without paging. */
  | 'list'
  /** One entity, bare or under `data` / `result`, by profile. */
  | 'one'
  /** One object whose keys are data (countries by code, a count, a look-up). */
  | 'object'
  /** No body; only status and headers matter. */
  | 'empty'
  /** A binary download. */
  | 'pdf';

/** What the endpoint means without a network. */
export type Offline =
  /** Answered from the mirror, which holds all of it. */
  | { is: 'mirror' }
  /** Answered from the mirror once it was opened with a network. */
  | { is: 'opened' }
  /** Waits in the outbox. */
  | { is: 'queue' }
  /** Needs the network, and why. */
  | { is: 'online'; why: string };

/** What an answer does to the mirror. */
export type MirrorEffect =
  /** A complete list of this entity: scanned in staging generations. */
  | { as: 'scan'; entity: Entity }
  /** One record, which replaces what was known of it. */
  | { as: 'record'; entity: Entity; id: string }
  /** A document kept whole under its path and query, with its age. */
  | { as: 'document' }
  /** Nothing is kept. */
  | { as: 'none' };

/** How a write is verified, undone and merged. Only mutating rows have one. */
export interface WriteRule {
  /** What the write acts on, and the path parameter that names it; a create names none. */
  target: { entity: Entity; param?: string };
  /** A second record whose lane the write holds too (assignment, installation). */
  also?: { entity: Entity; param?: string; body?: string };
  /** What kind of write: decides verification and coalescing. */
  does: 'create' | 'update' | 'archive' | 'restore' | 'delete' | 'assign' | 'unassign' | 'append';
  /** The read that proves the outcome: by id where there is one, else the list. */
  verifyBy: string;
  /** The endpoint that undoes it (with the same parameters), or `none`. `update` undoes itself. */
  inverse: string;
  /** Fields that identify a created record beyond its id, best first. */
  naturalKey?: readonly string[];
  /** Fields of the target that may change by themselves (telemetry): never a conflict. */
  volatile?: readonly string[];
  /** Fields that the service is known to change along with this write: never a flag. */
  sideEffects?: readonly string[];
  /** Body names that are read back under another name, as {sent: read}. */
  readAs?: Readonly<Record<string, string>>;
  /**
   * What records repeat of those that a sent field names by their ids: by the sent field, the field
   * that is read, and whose it is there.
   */
  repeats?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where an assignment shows when the records are read. */
  link?: {
    /** Kind of the other record, and the field of the target that holds its summary. */
    entity: Entity;
    object: string;
    /** The field of the target that holds its bare id, where there is one. */
    id?: string;
    /** The field of the other record that holds the target's id. */
    back?: string;
  };
}

/** Which names a date range travels under (section 8 and the profile's defaults). */
export type DateRange = 'dateFromTo' | 'startEndDate' | 'occurredAt';

export interface Endpoint {
  at: At;
  section: Section;
  /** One line for people: reference page, palette, errors. */
  title: string;
  reply: Reply;
  /** Known query parameters; unknown ones are let through by the service. */
  query?: Schema;
  /** A query that is always sent and that tells two rows of one path apart. */
  fixedQuery?: Readonly<Record<string, string>>;
  /** Known body fields, strict; others travel under `extra`. */
  body?: Schema;
  /** The known fields of the answer: of one row for `page` and `list`. */
  out?: Schema;
  dates?: DateRange;
  /** The permission key that opens it; absent where every signed-in account may. */
  permission?: string;
  mirror: MirrorEffect;
  /**
   * The path parameter that the answer, or each row of it, repeats under the same name where it
   * tells it at all: trips of a vehicle name that vehicle. Left out where a row may rightly name
   * another (a history), and where the answer is the record itself, which its `id` names.
   */
  belongsTo?: string;
  offline: Offline;
  write?: WriteRule;
}

/** Rows of one section, which the catalogue adds. */
export type Rows = Record<string, Omit<Endpoint, 'section'>>;

/** `'GET /a/{b}/c/{d}'` gives `'b' | 'd'`. */
export type ParamNames<A extends string> = A extends `${string}{${infer P}}${infer Rest}`
  ? P | ParamNames<Rest>
  : never;

/** Path parameters of a row: identifiers are numbers or strings on the wire, strings in here. */
export type ParamsOf<E extends Endpoint> = Record<ParamNames<E['at']>, string>;

type InputOf<S> = S extends Schema ? z.input<S> : undefined;

export type QueryOf<E extends Endpoint> = E extends { query: infer S } ? InputOf<S> : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer S } ? InputOf<S> : undefined;

export function methodOf(row: Endpoint): Method {
  return row.at.slice(0, row.at.indexOf(' ')) as Method;
}

export function pathOf(row: Endpoint): string {
  return row.at.slice(row.at.indexOf(' ') + 1);
}

/** Names of the path parameters, in their order: `['vehicleId', 'driverId']`. */
export function paramNamesOf(row: Endpoint): string[] {
  return [...pathOf(row).matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

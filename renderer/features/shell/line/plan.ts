import type { Entity, Row, WriteName } from '../../../bridge.ts';
import type { WriteBody } from '../../../state/write.ts';
import type { Named } from '../../../records/driver.ts';
import type { Token } from './tokens.ts';

/** What a line is about to change of one field; null for nothing. */
export interface Difference {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A field of the body with its value, and how people are told it. */
export interface TypedField {
  readonly field: string;
  readonly value: WriteBody[string];
  readonly shown: string;
}

/** A line that is understood: the write that it stands for, and what that changes. */
export interface Plan {
  readonly is: 'plan';
  readonly endpoint: WriteName;
  readonly params: Record<string, string>;
  readonly body: WriteBody | undefined;
  /** What is the tenant's alone, as JSON text: the owner of what is new. */
  readonly extra: string | null;
  /** The record as the line was understood on it, as JSON text; null for a new one. */
  readonly seen: string | null;
  /** When it was understood, ms since 1970. */
  readonly seenAt: number;
  readonly title: string;
  readonly differences: readonly Difference[];
  readonly irreversible: boolean;
  /** The account whose records it was understood on: no other may send it. */
  readonly whose: string | null;
}

/** A way to go on: the whole line, with one word of it completed. */
export interface Completion {
  readonly title: string;
  readonly detail: string;
  readonly line: string;
  /** It makes room for the line that was typed, which is still to be done after it. */
  readonly first?: true;
}

/** A line that can't be done as it stands. */
export interface Problem {
  readonly is: 'problem';
  readonly message: string;
  /** The word that it is about; null for what is missing. */
  readonly at: Token | null;
  readonly completions: readonly Completion[];
}

/** A record that a search found. */
export interface Hit {
  readonly entity: string;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly archived: boolean;
}

/** A record that a line names. */
export interface NamedRecord {
  readonly entity: Entity;
  readonly row: Row;
  readonly title: string;
}

/** What is known by names without being a list of the interface. */
export type NamedKind = 'depot' | 'groups' | 'model' | 'reportKind';

/** What a line is understood by: the mirror, and whose desk it is. */
export interface LineContext {
  /** Depots, groups, models or kinds of report that are known here; none while nothing tells any. */
  named(kind: NamedKind): Promise<readonly Named[]>;
  /** Records that no search finds, to be chosen by what is known of them. */
  offered(entity: Entity): Promise<readonly Hit[]>;
  /** Records of a kind that were deleted and can be restored. */
  deleted(entity: Entity): Promise<readonly NamedRecord[]>;
  /** The device in a vehicle; null where none is known there. */
  deviceIn(vehicle: Row): Promise<Named | null>;
  /** What the lines before this one will do: what they touch is not judged by how it is now. */
  readonly earlier: readonly Plan[];
  /** Whether what is new needs its client named. */
  readonly needsOwner: boolean;
  search(typed: string, entities: readonly Entity[]): Promise<readonly Hit[]>;
  get(entity: Entity, id: string): Promise<Row | null>;
  /** Why the account may not use an endpoint; null where it may. */
  refused(endpoint: WriteName): string | null;
  /** The account that is open. */
  readonly whose: string | null;
  /** The client that the account belongs to; null for resellers and the platform. */
  readonly clientId: string | null;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Metres in the unit of a distance that is typed without one. */
  readonly unitM: number;
}

export function problem(
  message: string,
  at: Token | null = null,
  completions: readonly Completion[] = [],
): Problem {
  return { is: 'problem', message, at, completions };
}

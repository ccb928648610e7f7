import type { Entity } from '../model/entity.ts';
import type { WriteRule } from './endpoint.ts';

/** What rows of the endpoint table have in common, to be spread into them: each says what is its own. */

/** Rows that are read in scans. */
export function scan<const E extends Entity>(entity: E) {
  return { mirror: { as: 'scan', entity }, offline: { is: 'mirror' } } as const;
}

/** One record, which a path parameter names. */
export function record<const E extends Entity, const P extends string>(entity: E, id: P) {
  const mirror = { as: 'record', entity, id } as const;
  return { reply: 'one', mirror, offline: { is: 'mirror' } } as const;
}

/** A write that is answered with its record; `id` is a path parameter, or `id` of a new one. */
export function writtenRecord<const E extends Entity, const P extends string>(entity: E, id: P) {
  return { ...record(entity, id), offline: { is: 'queue' } } as const;
}

/** Stored whole under its path and query: all of it, or what was opened with a network. */
export const WHOLE = { mirror: { as: 'document' }, offline: { is: 'mirror' } } as const;
export const OPENED = { mirror: { as: 'document' }, offline: { is: 'opened' } } as const;

/** A write whose answer is no record. */
export const QUEUED = { mirror: { as: 'none' }, offline: { is: 'queue' } } as const;

type Own = Omit<WriteRule, 'target' | 'does'>;

/** A write by which a record leaves the lists, or comes back: each is undone by the other, and changes these. */
export function archiving<
  const D extends 'archive' | 'restore',
  const E extends Entity,
  const P extends string,
  const O extends Own,
>(does: D, entity: E, param: P, own: O) {
  const sideEffects: readonly string[] = ['status', 'archivedAt', 'updatedAt'];
  const write = { target: { entity, param }, does, sideEffects, ...own } as const;
  return { reply: 'empty', ...QUEUED, write } as const;
}

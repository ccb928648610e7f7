import { mayBeTemporaryId } from '../../shared/rules/temporaryId.ts';
import { call, listen } from '../bridge.ts';
import type { Entity } from '../bridge.ts';
import { holdUnsaved } from './unsaved.ts';
import { whose } from './whose.svelte.ts';

/** What was typed beside a record and neither saved nor given up. */
export interface TypedDraft {
  readonly value: string;
  /** The record as the person saw it when they began. */
  readonly seen: string;
}

/** The same of a record, which others change meanwhile. */
export interface RecordDraft extends TypedDraft {
  /** When they began, ms since 1970. */
  readonly seenAt: number;
}

/**
 * What was typed where no dialog asks, for as long as the window is open: whoever looks at another
 * record meanwhile finds it again, and the window asks before it ends.
 */
class TypedDrafts<D extends TypedDraft> {
  readonly #drafts = new Map<string, D>();
  #release: (() => void) | null = null;

  #keyOf(id: string): string {
    return JSON.stringify([whose.id, id]);
  }

  /** The ids that have one in the account that is open. */
  get ids(): string[] {
    const keys = [...this.#drafts.keys()].map((key) => JSON.parse(key) as [string | null, string]);
    return keys.filter(([owner]) => owner === whose.id).map(([, id]) => id);
  }

  of(id: string): D | null {
    return this.#drafts.get(this.#keyOf(id)) ?? null;
  }

  /** Null once it was saved or given up. */
  put(id: string, draft: D | null): void {
    if (draft === null) this.#drafts.delete(this.#keyOf(id));
    else this.#drafts.set(this.#keyOf(id), draft);
    if (this.#drafts.size > 0) this.#release ??= holdUnsaved();
    else {
      this.#release?.();
      this.#release = null;
    }
  }

  /**
   * What was saved as it was `sent` is forgotten, unless more was typed meanwhile: that is saved by the next
   * press. Whether it is forgotten.
   */
  saved(id: string, sent: string): boolean {
    const draft = this.of(id);
    if (draft !== null && draft.value !== sent) return false;
    this.put(id, null);
    return true;
  }

  /** See `moveDrafts`. */
  move(from: string, to: string): void {
    const draft = this.of(from);
    if (draft === null) return;
    this.put(to, draft);
    this.put(from, null);
  }
}

/** Labels by their vehicle, names by their group of areas. */
export const labelDrafts = new TypedDrafts<RecordDraft>();
export const groupNameDrafts = new TypedDrafts<RecordDraft>();
/** Overrides of the connection profile, as JSON: the account has one. */
export const profileDrafts = new TypedDrafts<TypedDraft>();

/**
 * Takes along what was typed beside a record that existed here alone, and has the service's own id
 * from now on. No other record, of any kind, was ever called `from`.
 */
export function moveDrafts(from: string, to: string): void {
  for (const drafts of [labelDrafts, groupNameDrafts]) drafts.move(from, to);
}

const DRAFTS_OF: Partial<Record<Entity, TypedDrafts<RecordDraft>>> = {
  vehicle: labelDrafts,
  areaGroup: groupNameDrafts,
};

async function follow(entity: Entity, drafts: TypedDrafts<RecordDraft>, id: string): Promise<void> {
  const found = await call('records.get', { entity, id });
  const named = found.ok ? found.value?.row.id : undefined;
  if (named !== undefined && named !== id) drafts.move(id, named);
}

/**
 * Takes along what was typed beside a new record also where another one is open when it gets the
 * service's id.
 *
 * @returns the function that stops it
 */
export function followDrafts(): () => void {
  return listen('changed', ({ entity }) => {
    const drafts = DRAFTS_OF[entity];
    if (drafts === undefined) return;
    for (const id of drafts.ids.filter(mayBeTemporaryId)) void follow(entity, drafts, id);
  });
}

import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { NAMED_CHANGES } from '../db/handles.ts';
import type { RecordChange } from '../db/types.ts';
import type { Clock } from '../ports.ts';

/** At most ten rounds of `changed` a second. */
const EVERY_MS = 100;

export interface ChangeFeed {
  note(changes: readonly RecordChange[]): void;
  close(): void;
}

/**
 * Tells the desk which records changed: the first change at once, those that follow in one event
 * per entity each tenth of a second.
 */
export function createChangeFeed(clock: Clock, emit: (event: AnyEvent) => void): ChangeFeed {
  const waiting = new Map<Entity, { revision: number; ids: Set<string> | null }>();
  let emittedAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  const tell = (): void => {
    cancel = null;
    emittedAt = clock.now();
    const batch = [...waiting];
    waiting.clear();
    for (const [entity, { revision, ids }] of batch) {
      emit({
        name: 'changed',
        payload: { entity, revision, ids: ids === null ? null : [...ids] },
      });
    }
  };

  return {
    note(changes) {
      for (const { entity, revision, ids } of changes) {
        const before = waiting.get(entity);
        const all =
          ids === null || before?.ids === null ? null : new Set([...(before?.ids ?? []), ...ids]);
        waiting.set(entity, {
          revision: Math.max(revision, before?.revision ?? 0),
          ids: all !== null && all.size > NAMED_CHANGES ? null : all,
        });
      }
      if (cancel !== null || waiting.size === 0) return;
      const since = clock.now() - emittedAt;
      // A clock that jumped back must not silence the feed.
      if (since >= EVERY_MS || since < 0) tell();
      else cancel = clock.after(EVERY_MS - since, tell);
    },
    close() {
      cancel?.();
      cancel = null;
    },
  };
}

import type { Entity } from '../../../shared/model/entity.ts';
import { NO_BACKOFF, isOver, backoffOf } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import type { Clock } from '../ports.ts';
import { SCAN_ORDER, SELDOM_MS, scanEveryMs } from './plan.ts';
import type { Refreshed } from './refreshList.ts';

/** A list that failed or proved nothing is tried again after this long, not at every look. */
const RETRY_MS = 60_000;

/** How long a list is left alone after it was read, or could not be. */
export function restMsAfter(entity: Entity, read: Refreshed): number {
  const isRead = read.ok
    ? read.value.proved
    : read.error.kind === 'denied' || read.error.kind === 'missing';
  return isRead ? scanEveryMs(entity) : RETRY_MS;
}

/** How long lists and documents are left alone. */
export interface Backoffs {
  /** Lists that may be read now, in the order in which they are. */
  dueLists(): Entity[];
  documentsDue(): boolean;
  wasRead(entity: Entity, read: Refreshed): void;
  documentsRead(): void;
  /** Left alone as long as one that was read: a person stopped the reading of it. */
  putOff(entity: Entity): void;
  /** May be read at the next look. */
  wake(entity: Entity): void;
  wakeDocuments(): void;
}

export function createBackoffs(clock: Clock): Backoffs {
  const backoffs = new Map<Entity, Backoff>();
  let documents = NO_BACKOFF;
  return {
    dueLists() {
      const now = clock.now();
      return SCAN_ORDER.filter((entity) => isOver(backoffs.get(entity) ?? NO_BACKOFF, now));
    },
    documentsDue: () => isOver(documents, clock.now()),
    wasRead: (entity, read) =>
      void backoffs.set(entity, backoffOf(restMsAfter(entity, read), clock.now())),
    documentsRead: () => {
      documents = backoffOf(SELDOM_MS, clock.now());
    },
    putOff: (entity) => void backoffs.set(entity, backoffOf(scanEveryMs(entity), clock.now())),
    wake: (entity) => void backoffs.delete(entity),
    wakeDocuments: () => {
      documents = NO_BACKOFF;
    },
  };
}

import type { Entity } from '../../../shared/model/entity.ts';
import type { SyncContext } from './context.ts';

/** What people are told about lists that can't be believed: each message once. */
export interface ListNotices {
  /** The service gave an empty list, or somebody else's, where records were known. */
  emptyOrForeign(entity: Entity): void;
  /** So many records are missing at once that a person has to say what they are. */
  manyMissing(entity: Entity, count: number): void;
  /** What came is no list. */
  unfit(entity: Entity, message: string): void;
  /** The list is well again: the next message is told anew. */
  clear(entity: Entity): void;
}

export function createListNotices({ emit }: Pick<SyncContext, 'emit'>): ListNotices {
  const shown = new Map<Entity, string>();

  const tell = (entity: Entity, code: string, message: string): void => {
    if (shown.get(entity) === message) return;
    shown.set(entity, message);
    emit({ name: 'notice', payload: { level: 'warning', code, message } });
  };

  return {
    emptyOrForeign: (entity) =>
      tell(
        entity,
        'sync.stopped',
        `The service gave an empty or foreign list of ${entity} records. Nothing was removed here.`,
      ),
    manyMissing: (entity, count) =>
      tell(
        entity,
        'sync.stopped',
        `The service no longer lists ${count} ${entity} records. None of them was removed: their list asks what to do.`,
      ),
    unfit: (entity, message) => tell(entity, 'sync.unfit', message),
    clear: (entity) => void shown.delete(entity),
  };
}

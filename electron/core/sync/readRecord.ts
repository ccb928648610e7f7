import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { askWho } from '../who.ts';
import type { Who } from '../who.ts';
import type { SyncContext } from './context.ts';
import { readById } from './single.ts';

/** Only reads that are scoped to a client need to know whose it is. */
async function whoFor({ api, signal }: SyncContext, entity: Entity): Promise<Who | null> {
  if (entity !== 'user') return null;
  const who = await askWho(api, signal);
  return who.ok ? who.value : null;
}

/**
 * Reads one record by its id, or by the temporary one that it had here, into the mirror.
 *
 * @returns null where the service says that it is gone
 *
 * Errors: `sync.temporary` where its creation still waits; those of the request and of the disk.
 */
export async function readRecord(
  context: SyncContext,
  entity: Entity,
  id: string,
): Promise<Result<{ json: string } | null>> {
  const { store, ports } = context;
  const { id: real, temporary } = await store.read('records.realId', { entity, id });
  if (temporary) {
    return fail({
      kind: 'missing',
      code: 'sync.temporary',
      message: 'This record is not at the service yet: its creation still waits.',
      safe: 'It is kept here.',
      next: 'openOutbox',
    });
  }
  const read = await readById(context, entity, real, await whoFor(context, entity));
  if (!read.ok || read.value !== null) return read;
  const going = await store.read('removals.going', { entity, why: 'many' });
  if (!going.ids.includes(real)) return ok(null);
  // Two complete lists without it, and now the person saw that it is gone.
  const removed = await store.write('records.remove', {
    entity,
    ids: [real],
    at: ports.clock.now(),
    reason: 'The service no longer has it: two complete lists and a read by its id.',
  });
  return removed.ok ? ok(null) : removed;
}

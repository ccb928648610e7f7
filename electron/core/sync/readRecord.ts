import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { askWho } from '../who.ts';
import type { Who } from '../who.ts';
import type { SyncContext } from './context.ts';
import { pruneOne } from './prune.ts';
import { readById } from './single.ts';

/** Only reads that are scoped to a client need to know whose it is. */
async function whoFor({ api, signal }: SyncContext, entity: Entity): Promise<Who | null> {
  if (entity !== 'user') return null;
  const who = await askWho(api, signal);
  return who.ok ? who.value : null;
}

/**
 * Reads one record by its id, or by the temporary one that it had here, into the mirror. Nothing is
 * removed by it, whatever the service says.
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
  const { id: real, temporary } = await context.store.read('records.realId', { entity, id });
  if (temporary) {
    return fail({
      kind: 'missing',
      code: 'sync.temporary',
      message: 'This record is not at the service yet: its creation still waits.',
      safe: 'It is kept here.',
      next: 'openOutbox',
    });
  }
  return readById(context, entity, real, await whoFor(context, entity));
}

/**
 * Reads one record that a person looks at. Where the service says that it is gone, and two complete
 * lists were without it, it goes now; how many are missing is no matter then, for this one was seen.
 *
 * @returns null where the service says that it is gone
 *
 * Errors: those of `readRecord`; `auth` where another person than before is signed in.
 */
export async function refreshRecord(
  context: SyncContext,
  entity: Entity,
  id: string,
): Promise<Result<{ json: string } | null>> {
  const read = await readRecord(context, entity, id);
  if (!read.ok || read.value !== null) return read;
  const { id: real } = await context.store.read('records.realId', { entity, id });
  const pruned = await pruneOne(context, entity, real);
  return pruned.ok ? ok(null) : pruned;
}

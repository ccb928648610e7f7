import type { Entity } from '../../../shared/model/entity.ts';
import type { StoppedBecause } from '../mirror/removals.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { SyncContext } from './context.ts';
import { readById } from './single.ts';
import { readsById } from './plan.ts';
import { askWho } from '../who.ts';
import type { Who } from '../who.ts';

/** More than this many rows, or this share of a type, never go without a person. */
const MOST_ROWS = 25;
const MOST_SHARE = 0.1;

/**
 * Whether so many rows may not go by themselves. One row may: it has its own proof, and in a
 * short list it would always be too large a share.
 */
export function isTooMany(going: number, total: number): boolean {
  if (going >= total) return true;
  return going > MOST_ROWS || (going > 1 && going > total * MOST_SHARE);
}

const REASON = 'The service no longer has it: two complete lists and a read by its id.';

/** What became of the records that two complete scans did not hold. */
export interface Pruned {
  removed: number;
  /** How many would have gone, and why a person has to look first; null where nobody has to. */
  stopped: { count: number; why: StoppedBecause } | null;
}

/** Records of one kind that may go: gone are those that the service says it no longer has. */
interface Asked {
  gone: string[];
  stayed: string[];
  /** Why none of them was asked about; null where they were. */
  stopped: StoppedBecause | null;
}

/**
 * Asks the service for each of some records by its id, once `control`, which is still listed, could
 * be read the same way. Those that can be read stay, as they were read.
 */
async function askForEach(
  context: SyncContext,
  entity: Entity,
  who: Who | null,
  ids: readonly string[],
  control: string | null,
): Promise<Result<Asked>> {
  const gone: string[] = [];
  const stayed: string[] = [];
  if (ids.length === 0) return ok({ gone, stayed, stopped: null });
  if (control === null) return ok({ gone, stayed, stopped: 'many' });
  const witness = await readById(context, entity, control, who);
  if (!witness.ok) return witness;
  if (witness.value === null) return ok({ gone, stayed, stopped: 'unproved' });
  for (const id of ids) {
    const read = await readById(context, entity, id, who);
    if (!read.ok) return read;
    if (read.value === null) gone.push(id);
    else stayed.push(id);
  }
  return ok({ gone, stayed, stopped: null });
}

/** The last archived one may go by itself: it would never have a witness of its kind. */
function archivedWitness(
  { archived }: { archived: readonly string[] },
  control: string | null,
  archivedControl: string | null,
): string | null {
  return archivedControl ?? (archived.length === 1 ? control : null);
}

/**
 * Removes records that are proved to be gone: absent from two complete scans, 404 or 410 for the
 * id itself, while a record that is still listed can be read the same way, and the same person is
 * signed in. For archived records that witness is an archived one: a service may well answer 404
 * for those alone. Several that leave none behind go only by a person's word. Those that can be read stay, as they were read. Where there is no read by id
 * nothing goes; the records are marked as no longer listed.
 */
export async function prune(
  context: SyncContext,
  entity: Entity,
  who: Who | null,
  askAgain: () => Promise<Result<Who | null>>,
): Promise<Result<Pruned>> {
  const { store, ports } = context;
  if (readsById(entity).length === 0) return ok({ removed: 0, stopped: null });
  const { total, control, archivedControl } = await store.read('scan.candidates', { entity });
  // Those that a person chose to keep are not asked about again.
  const going = await store.read('removals.going', { entity, why: 'many' });
  if (going.ids.length === 0) return ok({ removed: 0, stopped: null });
  if (isTooMany(going.ids.length, total)) {
    return ok({ removed: 0, stopped: { count: going.ids.length, why: 'many' } });
  }
  const isArchived = new Set(going.archived);
  const livingIds = going.ids.filter((id) => !isArchived.has(id));
  const living = await askForEach(context, entity, who, livingIds, control);
  if (!living.ok) return living;
  const witness = archivedWitness(going, control, archivedControl);
  const archived = await askForEach(context, entity, who, going.archived, witness);
  if (!archived.ok) return archived;
  const left =
    (living.value.stopped === null ? 0 : livingIds.length) +
    (archived.value.stopped === null ? 0 : going.archived.length);
  const why = living.value.stopped ?? archived.value.stopped;
  const stopped = why === null ? null : { count: left, why };
  const gone = [...living.value.gone, ...archived.value.gone];
  // Among those asked about as living some may be archived by now, as they were read.
  const stayed = [...living.value.stayed, ...archived.value.stayed];
  if (gone.length === 0 && stayed.length === 0) return ok({ removed: 0, stopped });
  const after = await askAgain();
  if (!after.ok) return after;
  if (after.value?.canary !== who?.canary) return ok({ removed: 0, stopped });
  if (stayed.length > 0) {
    const noted = await store.write('scan.archivedStayed', { entity, ids: stayed });
    if (!noted.ok) return noted;
  }
  if (gone.length === 0) return ok({ removed: 0, stopped });
  const removed = await store.write('records.remove', {
    entity,
    ids: gone,
    at: ports.clock.now(),
    reason: REASON,
  });
  return removed.ok ? ok({ removed: removed.value.removed, stopped }) : removed;
}

/**
 * Removes one record that a person found to be gone, by the same proof; the limits are for what
 * nobody looked at. What two complete lists did not lack, or a person chose to keep, stays.
 */
export async function pruneOne(
  context: SyncContext,
  entity: Entity,
  id: string,
): Promise<Result<Record<string, never>>> {
  const { store, ports, api, signal, emit } = context;
  const going = await store.read('removals.going', { entity, why: 'many' });
  if (!going.ids.includes(id)) return ok({});
  const { control, archivedControl } = await store.read('scan.candidates', { entity });
  const witness = going.archived.includes(id)
    ? archivedWitness(going, control, archivedControl)
    : control;
  const before = await askWho(api, signal);
  if (!before.ok) return before;
  const asked = await askForEach(context, entity, before.value, [id], witness);
  if (!asked.ok) return asked;
  if (asked.value.gone.length === 0) return ok({});
  const after = await askWho(api, signal);
  if (!after.ok) return after;
  if (after.value?.canary !== before.value?.canary) return ok({});
  const { gone } = asked.value;
  const at = ports.clock.now();
  const removed = await store.write('records.remove', { entity, ids: gone, at, reason: REASON });
  if (!removed.ok) return removed;
  // A stopped removal that counts this one asks about one less.
  emit({ name: 'removals', payload: {} });
  return ok({});
}

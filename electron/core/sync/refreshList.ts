import type { Entity } from '../../../shared/model/entity.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Who } from '../who.ts';
import type { SyncContext } from './context.ts';
import type { Incremental } from './incremental.ts';
import type { ListNotices } from './listNotices.ts';
import { prune } from './prune.ts';
import { noteStopped } from './removals.ts';
import { scanEntity } from './scan.ts';
import type { ScanOutcome } from './scan.ts';

/**
 * Who is signed in, as of the last time that anybody asked: null where the service does not tell, an error
 * where it could not be asked.
 */
export interface Asked {
  last: Result<Who | null>;
  again(): Promise<Result<Who | null>>;
}

/** Whether a list proved to be complete; then what it lacks was looked at, too. */
export type Refreshed = Result<{ proved: boolean }>;

export interface ListRefresh {
  context: SyncContext;
  incremental: Incremental;
  notices: ListNotices;
}

/** A list that proves nothing removes nothing; where it looks emptied, people are told. */
async function leaveUnproved(
  { context, notices }: ListRefresh,
  entity: Entity,
  { rows, emptied }: Pick<ScanOutcome, 'rows' | 'emptied'>,
): Promise<Refreshed> {
  const stopped = emptied ? await noteStopped(context, entity, 'empty') : ok(0);
  if (!stopped.ok) return stopped;
  if (emptied ? stopped.value > 0 : rows === 0) notices.emptyOrForeign(entity);
  return ok({ proved: false });
}

/** Looks for the records that a complete list lacks. */
async function pruneProved(
  { context, notices }: ListRefresh,
  entity: Entity,
  ask: Asked,
): Promise<Refreshed> {
  if (!ask.last.ok) return ask.last;
  const pruned = await prune(context, entity, ask.last.value, () => ask.again());
  if (!pruned.ok) return pruned;
  const { stopped } = pruned.value;
  const noted = await noteStopped(context, entity, stopped?.why ?? null);
  if (!noted.ok) return noted;
  if (stopped === null) notices.clear(entity);
  else notices.manyMissing(entity, stopped.count);
  return ok({ proved: true });
}

/**
 * Scans one list, then looks for records that are gone.
 *
 * @param progress told how many rows have been read
 */
export async function refreshList(
  refresh: ListRefresh,
  entity: Entity,
  ask: Asked,
  progress: (rows: number) => void,
): Promise<Refreshed> {
  const { context, incremental } = refresh;
  // One request that failed is no reason to doubt all lists of a round.
  const before = ask.last.ok ? ask.last : await ask.again();
  const { clock, log } = context.ports;
  const begun = clock.now();
  const outcome = await scanEntity(context, entity, before, () => ask.again(), progress);
  if (!outcome.ok) return outcome;
  const { complete, rows, doubt } = outcome.value;
  const ms = clock.now() - begun;
  log.write('info', 'sync.scan', { entity, rows, complete, ms, doubt: doubt ?? '' });
  if (!complete) return leaveUnproved(refresh, entity, outcome.value);
  incremental.scanned(entity, before.ok ? (before.value?.serviceMs ?? null) : null);
  return pruneProved(refresh, entity, ask);
}

import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { parsedJson } from '../../../../shared/rules/jsonValue.ts';
import { askWho } from '../../who.ts';
import type { Who } from '../../who.ts';
import type { OutboxContext } from './context.ts';
import { everyRecord } from './lists.ts';
import type { Baseline, CompleteList, Lists } from './lists.ts';
import {
  createdAtOf,
  creatorOf,
  isUnchanged,
  likeness,
  looksAlike,
  looksLike,
  namesCreator,
  naturalKeyOf,
} from '../model/matching.ts';
import { baselinesOf, decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { listParams, verifierOf } from './service.ts';
import { REQUEST_WINDOW_MS } from './requestWindows.ts';

/**
 * Which records a create may have made: every one that is new since its first request and that
 * nothing accounts for, whatever it shows. Between the request and the look others may have renamed,
 * moved, registered anew or archived it.
 */

/** A record that a create may have made. */
export interface Suspect {
  id: string;
  text: string;
  /** The same natural key, or all sent fields the same. */
  isExact: boolean;
  /** The same, but for what a service tidies up. */
  isAlike: boolean;
  /** How much of what was sent it shows, as `likeness` tells. */
  likeness: number;
  /** By its own word made long before the create: or the service's clock was put back. */
  isOlder: boolean;
  /** Its id was that of another record, which was there before the create or was this desk's own. */
  isGivenAgain: boolean;
}

/** What a whole list tells of a create. */
export interface Suspicion {
  /** Whether it is known what was there before; else only those that look the same are named. */
  isKnown: boolean;
  /** The likest first. */
  suspects: Suspect[];
}

/** Clocks of desk and service differ; a record made within this span may be ours. */
export const CLOCK_SKEW_MS = 120_000;

/** Baselines that are kept at hand; each may hold 100,000 ids. */
const MOST_BASELINES = 8;

/**
 * A record that is older by this than the newest that was there before a create is no record of it.
 * Only the service's own times are compared, for no other clock is known to agree with them; its
 * machines may differ by minutes, and local times by the hour that summer time takes.
 */
const SURELY_OLDER_MS = 2 * 3_600_000;

/** Every record of the kind that a create makes, living and archived. */
export function listFor(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  startedAfter?: number,
): Promise<Result<CompleteList>> {
  const name = verifierOf(op.endpoint);
  const of = { entity: op.entity, name, params: listParams(name, op.params) };
  return everyRecord(context, lists, of, startedAfter);
}

/** Keeps the ids of a list as what was there before a create; once for all that it serves. */
export function keepBaseline(
  context: OutboxContext,
  lists: Lists,
  list: CompleteList,
): Promise<Result<string>> {
  const keep = async (): Promise<Result<string>> => {
    const id = context.ports.random.uuid();
    const ids = [...list.rows.keys()];
    const withArchived = list.withoutArchived === null;
    const written = await context.store.write('outbox.keepBaseline', {
      id,
      takenAt: list.startedAt,
      newestAt: list.newestMs,
      latestAt: list.latestMs,
      withArchived,
      ids: JSON.stringify(ids),
    });
    if (!written.ok) {
      list.baseline = null;
      return written;
    }
    const { newestMs, latestMs } = list;
    remember(lists, id, { ids: new Set(ids), newestMs, latestMs, withArchived });
    return ok(id);
  };
  return (list.baseline ??= keep());
}

function remember(lists: Lists, id: string, baseline: Baseline): void {
  const [oldest] = lists.baselines.keys();
  if (lists.baselines.size >= MOST_BASELINES && oldest !== undefined) {
    lists.baselines.delete(oldest);
  }
  lists.baselines.set(id, baseline);
}

/**
 * What was there before the first request of a create and still is, by a whole list; the name under which
 * that is kept. A service that was put back to a backup may give the id of what is gone to what it makes.
 */
export async function stillThere(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Result<string | null>> {
  const from = op.watch.baseline;
  const known = await baselineOf(context, lists, op);
  if (from === null || known === null || list.withoutArchived !== null) return ok(from);
  const ids = [...known.ids].filter((id) => list.rows.has(id));
  if (ids.length === known.ids.size) return ok(from);
  const id = context.ports.random.uuid();
  const text = JSON.stringify(ids);
  const written = await context.store.write('outbox.narrowBaseline', { id, from, ids: text });
  if (!written.ok) return written;
  remember(lists, id, { ...known, ids: new Set(ids) });
  return ok(id);
}

async function baselineOf(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Baseline | null> {
  const id = op.watch.baseline;
  if (id === null) return null;
  const known = lists.baselines.get(id);
  if (known !== undefined) return known;
  const saved = await context.store.read('outbox.baseline', { id });
  const ids = saved === null ? null : idsIn(saved.ids);
  if (saved === null || ids === null) return null;
  const baseline = {
    ids,
    newestMs: saved.newestAt,
    latestMs: saved.latestAt,
    withArchived: saved.withArchived === 1,
  };
  remember(lists, id, baseline);
  return baseline;
}

/** Null for what damage has left of them. */
function idsIn(text: string): Set<string> | null {
  const ids = parsedJson(text);
  return Array.isArray(ids) ? new Set(ids.map(String)) : null;
}

/**
 * The suspects of a create in a whole list. Errors: that of the archived list, where that was
 * readable before the create and is not now: a record that was archived meanwhile would be in
 * neither.
 */
export async function suspectsIn(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Result<Suspicion>> {
  const known = await baselineOf(context, lists, op);
  if (known?.withArchived === true && list.withoutArchived !== null) {
    return { ok: false, error: list.withoutArchived };
  }
  // What was archived then can't be told from what was archived since.
  const isBlind = known?.withArchived === false && list.withoutArchived === null;
  const baseline = isBlind ? null : known;
  const rows = rowsSince(list, baseline);
  const suspects = await among(context, lists, op, rows, baseline);
  return ok({ isKnown: baseline !== null, suspects });
}

/**
 * Records that look the same as what a create would send and that were made since it was asked for,
 * the likest first. Somebody else entered the same; or this very write made them, before the computer
 * was put back to what it was then, of which its files tell nothing. A record that tells no time, or
 * another maker, is none of them.
 */
export async function madeSince(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Suspect[]> {
  const since = op.createdAt - CLOCK_SKEW_MS;
  // Most lists are older than any write that waits.
  if (list.newestMs === null || list.newestMs < since) return [];
  const young = [...list.rows].filter(([id]) => (list.madeAtMs.get(id) ?? -Infinity) >= since);
  return among(context, lists, op, young, null);
}

type Rows = readonly (readonly [string, string])[];

/** Worked out once for all creates that share both. */
const since = new WeakMap<CompleteList, WeakMap<Baseline, Rows>>();

function rowsSince(list: CompleteList, baseline: Baseline | null): Rows {
  if (baseline === null) return [...list.rows];
  const known = since.get(list) ?? new WeakMap<Baseline, Rows>();
  since.set(list, known);
  const rows = known.get(baseline) ?? [...list.rows].filter(([id]) => isNew(id, list, baseline));
  known.set(baseline, rows);
  return rows;
}

/**
 * Whether a record was not there before a create. One that was made, by the service's own time, after all that
 * was there is new under an id of those, too: a service that was put back to a backup gives ids again.
 */
function isNew(id: string, { madeAtMs }: CompleteList, { ids, latestMs }: Baseline): boolean {
  if (!ids.has(id)) return true;
  return latestMs !== null && (madeAtMs.get(id) ?? -Infinity) > latestMs;
}

/**
 * Whether the mirror would show a record that was made since and is gone again: not where it was lost
 * with its database, and has been read anew.
 */
export async function isInSight(context: OutboxContext, op: OpRecord): Promise<boolean> {
  const id = op.watch.baseline;
  return id !== null && (await context.store.read('outbox.inSight', { id }));
}

/**
 * Records that the mirror saw since a create was sent and that a whole list lacks by now: made and
 * deleted again, or hidden. The likest first.
 */
export async function vanishedSince(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Suspect[]> {
  // The list of one client tells nothing of what the mirror knows of the others.
  if (Object.keys(listParams(verifierOf(op.endpoint), op.params)).length > 0) return [];
  const baseline = await baselineOf(context, lists, op);
  const id = op.watch.baseline;
  if (baseline === null || id === null) return [];
  const seen = await context.store.read('outbox.seenSince', { entity: op.entity, baseline: id });
  const gone = seen.filter((row) => !list.rows.has(row.id));
  const rows = gone.map(({ id: rowId, text }) => [rowId, text] as const);
  const found = await among(context, lists, op, rows, baseline);
  // What had its id before is gone as well: only what shows what was sent can be another one.
  return found.filter(({ isExact, isGivenAgain }) => isExact || !isGivenAgain);
}

async function among(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  rows: Rows,
  baseline: Baseline | null,
): Promise<Suspect[]> {
  const seen = new Set(op.watch.seenBefore ?? []);
  if (op.state === 'CONFIRMED') seen.add(op.targetId);
  const unseen = rows
    .filter(([id]) => !seen.has(id))
    .map(([id, text]) => {
      const isOlder = isSurelyOlder(text, baseline);
      const [isExact, isAlike] = [looksLike(op, text), looksAlike(op, text)];
      const isGivenAgain = baseline?.ids.has(id) === true;
      return { id, text, isExact, isAlike, isOlder, isGivenAgain };
    })
    .filter(({ isAlike }) => isAlike || baseline !== null)
    .map((suspect): Suspect => ({ ...suspect, likeness: likeness(op, suspect.text) }));
  if (unseen.length === 0) return [];
  // Asked before what is claimed: one that is confirmed in between is met by one of the two.
  const open = await context.store.read('outbox.maybeMade', { entity: op.entity });
  const unclaimed = await withoutClaimed(context, op, unseen);
  const mine = await withoutForeign(context, unclaimed);
  const left = await withoutOthers(context, lists, op, open, mine);
  return left.sort((a, b) => b.likeness - a.likeness);
}

/**
 * Another create of this desk became it, or an earlier write is meant for it; but for one that has got
 * its id anew, as from a service that was put back. Others may have changed it since.
 */
async function withoutClaimed(
  { store, ports }: OutboxContext,
  op: OpRecord,
  suspects: Suspect[],
): Promise<Suspect[]> {
  if (suspects.length === 0) return [];
  const now = ports.clock.now();
  const { entity, seq, id: opId } = op;
  const baselines = baselinesOf(op.watch);
  const ids = suspects.map(({ id }) => id);
  const taken = new Set(await store.read('outbox.taken', { entity, ids, seq, opId }));
  const anew =
    baselines.length === 0 || taken.size === 0
      ? new Set<string>()
      : new Set(
          await store.read('outbox.givenAgain', { entity, ids: [...taken], baselines, seq, now }),
        );
  return suspects
    .filter(({ id }) => !taken.has(id) || anew.has(id))
    .map((suspect) => ({ ...suspect, isGivenAgain: suspect.isGivenAgain || anew.has(suspect.id) }));
}

/** By its own word a record is older than what was there before a create. */
function isSurelyOlder(text: string, baseline: Baseline | null): boolean {
  const newestMs = baseline?.newestMs ?? null;
  const at = newestMs === null ? null : createdAtOf(text);
  return newestMs !== null && at !== null && at <= newestMs - SURELY_OLDER_MS;
}

/** A record that shows more than this of what was sent may be it. Two circles of one size do not. */
export const MUCH_ALIKE = 0.5;

/**
 * The record itself shows that somebody else made it, or that it is older. One that shows most of what was
 * sent counts all the same: a service's clock may have been put back, and asking costs less.
 */
async function withoutForeign(context: OutboxContext, suspects: Suspect[]): Promise<Suspect[]> {
  const young = suspects.filter(
    ({ isExact, isOlder, likeness: shown }) => isExact || !isOlder || shown > MUCH_ALIKE,
  );
  if (!young.some(({ text }) => namesCreator(text))) return young;
  const me = await whoAmI(context);
  return me === null ? young : young.filter(({ text }) => creatorOf(text, me) !== 'other');
}

/**
 * What another open create of this desk sent, to the letter, is that one's: two that are looked for
 * at once would else wait for each other's records.
 */
async function withoutOthers(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  open: readonly OpColumns[],
  suspects: Suspect[],
): Promise<Suspect[]> {
  if (suspects.every(({ isExact }) => isExact)) return suspects;
  const others: { other: OpRecord; baseline: Baseline | null }[] = [];
  for (const other of open.map(decodeOp)) {
    if (other === null || other.id === op.id) continue;
    others.push({ other, baseline: await baselineOf(context, lists, other) });
  }
  return suspects.filter(
    ({ id, text, isExact }) =>
      isExact ||
      !others.some(
        ({ other, baseline }) => baseline?.ids.has(id) === false && looksLike(other, text),
      ),
  );
}

/**
 * A record that a create was recognised in, where it stands for the reply that never came: it shows
 * what the create left, with the defaults of the service; null where somebody else may have set
 * something. Whose a record is it says itself, or all that was sent does: but a key, such as a
 * registration, is what two people enter alike.
 */
export async function insteadOfReply(
  context: OutboxContext,
  op: OpRecord,
  record: string,
): Promise<string | null> {
  const { createdAt, sentAt } = op;
  if (sentAt === null) return null;
  const window = {
    fromMs: createdAt - CLOCK_SKEW_MS,
    toMs: sentAt + REQUEST_WINDOW_MS + CLOCK_SKEW_MS,
  };
  if (!isUnchanged(op, record, window)) return null;
  if (!namesCreator(record)) return naturalKeyOf(op) === null ? record : null;
  const me = await whoAmI(context);
  return me !== null && creatorOf(record, me) === 'me' ? record : null;
}

/** Whom this account is signed in as, to recognise what it made; null where that is not told now. */
export async function whoAmI(context: OutboxContext): Promise<Who | null> {
  const who = await askWho(context.api, context.signal);
  return who.ok ? who.value : null;
}

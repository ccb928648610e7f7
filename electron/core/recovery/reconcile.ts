import type { Circumstances } from '../db/parts.ts';
import { OWNER_KEY, RECOVERIES_KEY, recoveriesIn } from '../../../shared/ipc/recovery.ts';
import type { Recovery } from '../../../shared/ipc/recovery.ts';
import { OPEN_STATES, isOpen } from '../../../shared/rules/opStates.ts';
import type { OpColumns } from '../outbox/model/record.ts';
import { OfAnother } from '../db/failure.ts';
import type { Handle } from '../db/handles.ts';
import { openJournal, readJournal, withoutItsDatabase } from '../db/journal.ts';
import type { JournalContent, JournalEntry } from '../db/journal.ts';
import {
  BATCH_KEY,
  everythingJournaled,
  noteChanged,
  purgeTrash,
  setBatch,
} from '../db/journaling.ts';
import { JOURNALED_TABLES } from '../db/journaledTables.ts';
import { loseSight } from '../outbox/store/baselines.ts';
import { doubt, restoreEntries } from './restore.ts';
import type { Restored } from './restore.ts';
import * as t from '../db/schema.ts';
import { into, plainStatement, rowCount, select, statement } from '../db/statement.ts';

/** Beyond this, and twice what it began with, the journal is rewritten at start. */
const LARGE_BYTES = 16 * 1024 * 1024;

/** Recoveries that nobody has read yet; more tell nothing more. */
const MOST_RECOVERIES = 5;

/** How database and journal stand to each other. */
type Standing =
  /** Nothing to do. */
  | 'even'
  /** The journal has to begin anew, and nothing was lost. */
  | 'rewrite'
  /** Both come out of a backup, or from another computer. */
  | 'copied'
  /** The database lacks what the journal has: all of it, more than one batch, or just the last. */
  | 'databaseLost'
  | 'databaseOlder'
  | 'lastBatch'
  /** The journal is missing, damaged or older than the database. */
  | 'journalLost';

function standingOf(journal: JournalContent, dbBatch: number | null, empty: boolean): Standing {
  if (empty) {
    const had = journal.entries.length > 0 || journal.state === 'damaged';
    return had ? 'databaseLost' : 'even';
  }
  if (!journal.exists) return 'journalLost';
  const ahead = journal.batch - (dbBatch ?? 0);
  if (journal.copied && Math.abs(ahead) <= 1) return 'copied';
  if (ahead > 0) return ahead === 1 && journal.state !== 'damaged' ? 'lastBatch' : 'databaseOlder';
  if (journal.state === 'damaged') return 'journalLost';
  // A rewriting of the journal was cut short, or the first version made it.
  if (ahead === -1 || journal.begins === null) return 'rewrite';
  return ahead < 0 ? 'journalLost' : 'even';
}

/**
 * Opens the journal beside a database and brings both to the same state: whichever is older, lost
 * or damaged gets what the other has. What a damaged or a copied journal tells is never taken for
 * proof. Gives an account of it where a person should know. Throws `OfAnother` before anything is changed.
 */
export function attachJournal(
  handle: Handle,
  file: string,
  circumstances: Circumstances,
): Recovery | null {
  const read = readJournal(file);
  const dbBatch = batchOf(handle);
  // A database with a number has what a recovery brought back; cut short, the journal has not.
  const cutShort = circumstances.damage !== null && dbBatch !== null;
  const standing = cutShort ? 'rewrite' : standingOf(read, dbBatch, isEmpty(handle, dbBatch));
  if (standing !== 'even') refuseAnothers(handle, read);
  const isBehind = standing === 'databaseLost' || standing === 'databaseOlder';
  const journal = isBehind ? withoutItsDatabase(read) : read;
  const { recovered, rewrite } = bringEven(handle, journal, standing, dbBatch, circumstances);
  noteChanged(handle);
  handle.journal = openJournal(file, journal);
  const large =
    handle.journal.size() > LARGE_BYTES && handle.journal.size() > 2 * journal.snapshotBytes;
  // A copy is the journal of this place from now on, also where nothing waited in it.
  if (rewrite || journal.copied)
    handle.journal.rewrite(everythingJournaled(handle, circumstances.nowMs), batchOf(handle) ?? 0);
  else if (large) {
    handle.journal.rewrite(
      everythingJournaled(handle, circumstances.nowMs),
      handle.journal.batch(),
    );
  }
  purgeTrash(handle, circumstances.nowMs);
  return recovered;
}

/** What waits in the journal of another account is none of this one's, and would be sent to its service. */
function refuseAnothers(handle: Handle, journal: JournalContent): void {
  const its = journal.entries.findLast(
    ({ table, row }) => table === 'desk' && row['key'] === OWNER_KEY,
  );
  const own = handle.one(select({ value: t.desk.value })`FROM ${t.desk} WHERE ${t.desk.key} = ?`, [
    OWNER_KEY,
  ]);
  if (own !== undefined && its !== undefined && its.row['value'] !== own.value)
    throw new OfAnother();
}

function batchOf(handle: Handle): number | null {
  const row = handle.one(select({ value: t.meta.value })`FROM ${t.meta} WHERE ${t.meta.key} = ?`, [
    BATCH_KEY,
  ]);
  const batch = Number(row?.value);
  return Number.isSafeInteger(batch) ? batch : null;
}

/** Whether it was just made: a database that was ever written to has a number. */
function isEmpty(handle: Handle, dbBatch: number | null): boolean {
  return (
    dbBatch === null &&
    JOURNALED_TABLES.every(
      (table) => handle.one(plainStatement(`SELECT 1 FROM ${table} LIMIT 1`)) === undefined,
    )
  );
}

/**
 * Changes the database where it is behind, in one transaction that also keeps the account of it.
 * The number that it gets is one that the journal reaches only by being rewritten: cut short in
 * between, the next opening does that.
 */
function bringEven(
  handle: Handle,
  journal: JournalContent,
  standing: Standing,
  dbBatch: number | null,
  circumstances: Circumstances,
): { recovered: Recovery | null; rewrite: boolean } {
  const { nowMs, damage } = circumstances;
  const proven = journal.state !== 'damaged' && !journal.copied;
  const next = Math.max(journal.batch, dbBatch ?? 0) + 1;
  const later = (): JournalEntry[] =>
    journal.entries.filter(({ batch }) => dbBatch === null || batch > dbBatch);
  const recoveryOf = (found: Recovery['found'], restored: Restored): Recovery => {
    const account: Recovery = {
      at: nowMs,
      found: damage === null ? found : 'damaged',
      journal: damage?.journal ?? conditionOf(journal),
      ...countsOf(handle, restored),
      salvaged: damage?.salvaged ?? 0,
      setAside: [
        ...(damage?.setAside ?? []),
        ...(journal.state === 'damaged' && damage === null ? circumstances.setJournalAside() : []),
      ],
    };
    rememberRecovery(handle, account);
    setBatch(handle, next);
    return account;
  };
  const change = (): Recovery | null => {
    switch (standing) {
      case 'even':
        return damage === null ? null : recoveryOf('damaged', { ops: [], desk: 0, trash: 0 });
      case 'rewrite':
        return null;
      case 'copied': {
        restoreEntries(handle, later(), { known: 'replace', proven, nowMs });
        doubtOpen(handle, nowMs);
        setBatch(handle, next);
        const ops = openOps(handle).map(({ id }) => id);
        return ops.length === 0 ? null : recoveryOf('copied', { ops, desk: 0, trash: 0 });
      }
      case 'lastBatch':
        restoreEntries(handle, later(), { known: 'replace', proven, nowMs });
        setBatch(handle, journal.batch);
        return null;
      case 'databaseLost':
        return recoveryOf(
          'lost',
          restoreEntries(handle, journal.entries, { known: 'replace', proven, nowMs }),
        );
      case 'databaseOlder': {
        const entries = later();
        const restored = restoreEntries(handle, entries, { known: 'replace', proven, nowMs });
        if (journal.copied) doubtOpen(handle, nowMs);
        else doubtForgotten(handle, journal, dbBatch ?? 0, nowMs);
        return recoveryOf('older', restored);
      }
      case 'journalLost': {
        // What the database has no more although it was written later was given up on purpose.
        const restored = restoreEntries(handle, later(), { known: 'keep', proven: false, nowMs });
        if (journal.copied) doubtOpen(handle, nowMs);
        return recoveryOf('journal', restored);
      }
    }
  };
  const isOfNow = ['even', 'rewrite', 'lastBatch', 'journalLost'].includes(standing);
  const recovered = handle.transaction(() => {
    const account = change();
    if (damage !== null || !isOfNow) loseSight(handle);
    return account;
  });
  return {
    recovered,
    rewrite: standing === 'rewrite' || standing === 'copied' || recovered !== null,
  };
}

/**
 * Writes that this older database has open and that a journal begun later does not name were
 * settled in between. They are looked for at the service and never sent again blindly.
 */
function doubtForgotten(
  handle: Handle,
  journal: JournalContent,
  dbBatch: number,
  nowMs: number,
): void {
  if (journal.state !== 'damaged' && journal.begins !== null && journal.begins <= dbBatch) return;
  const named = new Set(
    journal.entries.flatMap(({ table, row }) => (table === 'op' ? [String(row['id'])] : [])),
  );
  doubtOpen(handle, nowMs, named);
}

function openOps(handle: Handle): OpColumns[] {
  return handle.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.state} IN (SELECT value FROM json_each(?))
      ORDER BY ${t.op.seq}`,
    [JSON.stringify(OPEN_STATES)],
  );
}

/** Nothing proves what became of open writes; but for those that `known` names. */
function doubtOpen(handle: Handle, nowMs: number, known: ReadonlySet<string> = new Set()): void {
  for (const op of openOps(handle)) if (!known.has(op.id)) doubt(handle, op, nowMs);
}

/** How much a journal proves, for the account of it. */
export function conditionOf({ exists, state, copied }: JournalContent): Recovery['journal'] {
  if (!exists) return 'missing';
  if (state === 'damaged') return 'damaged';
  return copied ? 'copied' : 'whole';
}

function countsOf(
  handle: Handle,
  restored: Restored,
): Pick<Recovery, 'writes' | 'toVerify' | 'settled' | 'desk' | 'trash'> {
  const ops = handle.all(
    select({ state: t.op.state })`FROM ${t.op} JOIN json_each(?) back ON back.value = ${t.op.id}`,
    [JSON.stringify(restored.ops)],
  );
  const open = ops.filter(({ state }) => isOpen(state));
  const { n: toVerify } = handle.one(
    select({ n: rowCount })`FROM ${t.op} WHERE ${t.op.state} IN ('SENDING', 'UNCERTAIN',
      'VERIFYING')`,
  ) ?? { n: 0 };
  return {
    writes: open.length,
    toVerify,
    settled: ops.length - open.length,
    desk: restored.desk,
    trash: restored.trash,
  };
}

function rememberRecovery(handle: Handle, account: Recovery): void {
  const row = handle.one(select({ value: t.desk.value })`FROM ${t.desk} WHERE ${t.desk.key} = ?`, [
    RECOVERIES_KEY,
  ]);
  handle.run(statement`INSERT OR REPLACE INTO ${into(t.desk, 'key', 'value')} VALUES (?, ?)`, [
    RECOVERIES_KEY,
    JSON.stringify([account, ...recoveriesIn(row?.value ?? null)].slice(0, MOST_RECOVERIES)),
  ]);
}

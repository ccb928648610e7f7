import * as z from 'zod/mini';
import { opState, recordId } from '../../../../shared/ipc/shapes.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { AppError, Result } from '../../../../shared/result.ts';
import { mayBeTemporaryId, temporaryIdsOf } from '../../../../shared/rules/temporaryId.ts';
import { own, parsedJson } from '../../../../shared/rules/jsonValue.ts';
import type { Identity } from '../../identity.ts';
import { otherNamesOf } from '../../address.ts';
import { identityOf } from '../../identity.ts';
import { checkParams } from './body.ts';
import { NO_WATCH, decodeOp } from './record.ts';
import type { OpColumns, OpRecord, Watch } from './record.ts';
import { ruleOf } from './rule.ts';

/** What is inside an exported outbox for Waybill itself; the page for people lies beside it. */

/** Grows when an older Waybill could misread what a newer one wrote. */
const VERSION = 1;
const FORMAT = 'waybill-outbox';

/** `copy`: the writes wait at their origin too; `handOver`: they are held there. */
export const EXPORT_KINDS = ['copy', 'handOver'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Rows of what became of a write that a file may have. */
export const MOST_HISTORY = 10_000;

const history = z.object({
  at: z.number(),
  from: z.nullable(z.string().check(z.maxLength(40))),
  to: z.string().check(z.maxLength(40)),
  // Names the record, as its label does: the outbox sets neither a limit.
  reason: z.nullable(z.string()),
});
export type HistoryItem = z.output<typeof history>;

const count = z.int().check(z.gte(0), z.lte(1_000_000_000));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const text = z.string();
const name = z.string().check(z.minLength(1), z.maxLength(200));

const item = z.object({
  id: z.string().check(z.regex(UUID)),
  seq: count,
  payload_version: count,
  endpoint: name,
  entity: name,
  target_id: recordId,
  also_entity: z.nullable(name),
  also_id: z.nullable(recordId),
  params: text,
  patch: text,
  before: text,
  label: text,
  state: opState,
  attempts: count,
  depends_on: text,
  watch: z.nullable(text),
  last_status: z.nullable(count),
  undoes: z.nullable(z.string().check(z.maxLength(200))),
  created_at: z.number(),
  updated_at: z.number(),
  sent_at: z.nullable(z.number()),
  history: z.array(history).check(z.maxLength(MOST_HISTORY)),
});

/**
 * What became of a write, as much of it as a file may have: a write whose record can't be read for weeks has
 * two rows for each try. The newest stay, and one that says that its outcome was unknown.
 */
export function historyForFile(history: readonly HistoryItem[]): HistoryItem[] {
  if (history.length <= MOST_HISTORY) return [...history];
  const newest = history.slice(1 - MOST_HISTORY);
  const isKnown = newest.some(({ to }) => to === 'UNCERTAIN');
  const first = isKnown ? undefined : history.find(({ to }) => to === 'UNCERTAIN');
  return [first ?? history[0], ...newest].filter((row) => row !== undefined);
}

/** One write as the file has it. Why it waited and its conflicts are told in the page only. */
export type TransferItem = z.output<typeof item>;

const mapped = z.object({
  entity: name,
  temporaryId: z.string().check(z.refine(mayBeTemporaryId)),
  id: recordId,
});
export type MappedId = z.output<typeof mapped>;

const identity = z.object({
  id: z.string(),
  workspace: z.enum(['local', 'remote']),
  service: z.string(),
  tenant: z.string(),
  user: z.string(),
});

const file = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  kind: z.enum(EXPORT_KINDS),
  exportedAt: z.number(),
  identity,
  ops: z.array(z.unknown()),
  idMap: z.array(z.unknown()),
});

/** A file that was read, each write by itself: one that is no write does not spoil the others. */
export interface Transfer {
  kind: ExportKind;
  /** Milliseconds since 1970. */
  exportedAt: number;
  items: TransferItem[];
  /** Entries that are not writes at all. */
  unreadable: number;
  idMap: MappedId[];
}

/** The JSON of an export. */
export function transferText(transfer: {
  kind: ExportKind;
  exportedAt: number;
  identity: Identity;
  items: readonly TransferItem[];
  idMap: readonly MappedId[];
}): string {
  const { kind, exportedAt, items, idMap } = transfer;
  const { id, workspace, service, tenant, user } = transfer.identity;
  return JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      kind,
      exportedAt,
      identity: { id, workspace, service, tenant, user },
      ops: items,
      idMap,
    },
    null,
    1,
  );
}

/**
 * Reads the JSON of an export that was made for this identity.
 *
 * Errors (`invalid`): `transfer.notOutbox`, `transfer.newer`, `transfer.damaged`,
 * `transfer.otherIdentity`, which names what differs. Nothing is changed by any of them.
 */
export function readTransfer(json: string, mine: Identity): Result<Transfer> {
  const value = parsedJson(json);
  if (value === undefined) return refused('transfer.damaged', DAMAGED);
  if (own(value, 'format') !== FORMAT) return refused('transfer.notOutbox', NOT_OUTBOX);
  const version = own(value, 'version');
  if (typeof version === 'number' && version > VERSION) {
    return refused(
      'transfer.newer',
      'The file was made by a newer Waybill. Bring this one up to date, then import it again.',
    );
  }
  const read = z.safeParse(file, value);
  if (!read.success) return refused('transfer.damaged', DAMAGED);
  const theirs = read.data.identity;
  if (identityOf(theirs.workspace, theirs.service, theirs).id !== theirs.id) {
    return refused('transfer.damaged', DAMAGED);
  }
  // A service of this computer is the same under each name of it.
  const ids = [theirs.service, ...otherNamesOf(theirs.service)].map(
    (service) => identityOf(theirs.workspace, service, theirs).id,
  );
  if (!ids.includes(mine.id)) return refused('transfer.otherIdentity', difference(theirs, mine));
  const { kind, exportedAt, ops, idMap } = read.data;
  const items = ops.flatMap((op) => {
    const one = z.safeParse(item, op);
    return one.success ? [one.data] : [];
  });
  return ok({
    kind,
    exportedAt,
    items: items.sort((a, b) => a.seq - b.seq),
    unreadable: ops.length - items.length,
    idMap: idMap.flatMap((entry) => {
      const one = z.safeParse(mapped, entry);
      return one.success ? [one.data] : [];
    }),
  });
}

export const DAMAGED = 'The file is damaged: a part of it is missing, or is not as it was written.';
export const NOT_OUTBOX = 'This is not an outbox that Waybill has exported.';

export function refused(code: string, message: string): { ok: false; error: AppError } {
  return fail({
    kind: 'invalid',
    code,
    message,
    safe: 'Nothing was imported, and nothing was changed.',
    next: 'none',
  });
}

/** Whose file it is, as far as that differs from the account in use. */
function difference(theirs: z.output<typeof identity>, mine: Identity): string {
  const begin = 'The file belongs to another account:';
  if (theirs.workspace !== mine.workspace) {
    return theirs.workspace === 'local'
      ? `${begin} a local workspace, and a server is in use.`
      : `${begin} one at ${theirs.service}, and a local workspace is in use.`;
  }
  if (theirs.service !== mine.service) {
    return theirs.workspace === 'local'
      ? `${begin} the local workspace of another computer or folder.`
      : `${begin} one at ${theirs.service}; in use is one at ${mine.service}.`;
  }
  const [tenant, user] = [theirs.tenant === mine.tenant, theirs.user === mine.user];
  if (tenant) {
    return `${begin} user “${theirs.user}” instead of “${mine.user}”, at the same service.`;
  }
  return user
    ? `${begin} tenant “${theirs.tenant}” instead of “${mine.tenant}”, at the same service.`
    : `${begin} tenant “${theirs.tenant}” instead of “${mine.tenant}”, user “${theirs.user}” instead of “${mine.user}”, at the same service.`;
}

/** The columns of a write that comes in; the outcome of whatever was done with it is unknown. */
export function columnsOf(from: TransferItem, now: number): OpColumns {
  const { history: _history, ...columns } = from;
  return {
    ...columns,
    temporary: mayBeTemporaryId(columns.target_id) ? 1 : 0,
    state: 'UNCERTAIN',
    hold: 'imported',
    hold_until: null,
    error: null,
    conflicts: null,
    updated_at: now,
  };
}

/**
 * The write; `newer` where this Waybill does not understand it, so that it is kept as it is;
 * `wrong` where it contradicts itself, which no Waybill ever wrote.
 */
export function understood(from: TransferItem): OpRecord | 'newer' | 'wrong' {
  const op = decodeOp(columnsOf(from, from.updated_at));
  if (op === null) return 'newer';
  if (!checkParams(op.endpoint, op.params).ok) return 'wrong';
  const rule = ruleOf(op.endpoint);
  const { param } = rule.target;
  const targets = param === undefined ? temporaryIdsOf(op.id) : [op.params[param] ?? ''];
  if (op.entity !== rule.target.entity || !targets.includes(op.targetId)) return 'wrong';
  if (op.also !== null && op.also.entity !== (rule.also ?? rule.link)?.entity) return 'wrong';
  return { ...op, watch: watchOf(op.watch) };
}

const watched = z.object({
  seenBefore: z.nullable(z.array(z.string())),
  readBefore: z.nullable(z.string()),
  candidates: z.array(z.string()),
  /** Absent from files of before it was kept. */
  madeAt: z._default(z.nullable(z.number()), null),
  leftBefore: z._default(z.nullable(text), null),
  shown: z._default(z.array(text), []),
});

/** What was seen before the first request still counts; how looking for it went does not. */
function watchOf(watch: Watch): Watch {
  const read = z.safeParse(watched, watch);
  return read.success ? { ...NO_WATCH, ...read.data, candidates: [] } : NO_WATCH;
}

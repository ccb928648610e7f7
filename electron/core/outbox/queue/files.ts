import { fail, ok } from '../../../../shared/result.ts';
import type { AppError, Result } from '../../../../shared/result.ts';
import type { Output } from '../../../../shared/ipc/contract.ts';
import { MOST_IMPORT_BYTES } from '../../../../shared/ipc/outbox.ts';
import type { AccountBase } from '../../account.ts';
import type { HandedOver } from '../store/export.ts';
import type { Examined } from '../store/import.ts';
import { safeFileName } from '../../fileName.ts';
import type { Ports } from '../../ports.ts';
import { DAMAGED, NOT_OUTBOX, refused } from '../model/transfer.ts';
import type { ExportKind } from '../model/transfer.ts';
import { packTexts, unpackText } from '../../zip.ts';

/** Names inside the ZIP: the page for people, and what Waybill reads back. */
const PAGE = 'writes.html';
const JSON_NAME = 'outbox.json';
/** What an import inflates at most; an export is refused that could not be read back. */
const MOST_JSON_BYTES = 64 * 1024 * 1024;

const TOO_MANY = fail({
  kind: 'local',
  code: 'transfer.tooMany',
  message: 'These writes are too many for one file. Choose a part of them.',
  safe: 'Nothing was changed.',
});

type Account = Pick<AccountBase, 'identity' | 'ports' | 'store'>;

/** A ZIP of writes, and how many they are. */
export interface PackedOutbox {
  bytes: Uint8Array;
  fileName: string;
  count: number;
}

/** A ZIP of the chosen writes, or of all that are open. */
export async function packOutbox(
  { identity, ports, store }: Account,
  kind: ExportKind,
  opIds: readonly string[] | null,
): Promise<Result<PackedOutbox>> {
  const now = ports.clock.now();
  const packed = await store.read('outbox.pack', { ids: opIds, kind, now, identity });
  if (packed.count === 0) {
    return fail({
      kind: 'missing',
      code: 'transfer.nothing',
      message: 'There is no write to export.',
      safe: 'Nothing was changed.',
    });
  }
  if (Buffer.byteLength(packed.json) > MOST_JSON_BYTES) return TOO_MANY;
  const bytes = await packTexts(
    [
      [PAGE, packed.page],
      [JSON_NAME, packed.json],
    ],
    now,
  );
  if (bytes.byteLength > MOST_IMPORT_BYTES) return TOO_MANY;
  const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-').replace('T', ' ');
  const fileName = safeFileName(['Waybill outbox', at], 'zip', 'Waybill outbox');
  return ok({ bytes, fileName, count: packed.count });
}

/**
 * Hands a file with writes to the person. Handing over holds them here first, so that they are
 * never sent by two; where the file is not kept, they are what they were.
 *
 * Errors: `transfer.nothing`, `transfer.tooMany`, those of saving and of a full disk.
 */
export async function exportOutbox(
  account: Account,
  kind: ExportKind,
  opIds: readonly string[] | null,
): Promise<Result<Output<'outbox.export'>>> {
  const { ports, store } = account;
  if (kind === 'copy') return hand(account, kind, opIds, 0);
  const held = await store.write('outbox.handOver', { ids: opIds, now: ports.clock.now() });
  if (!held.ok) return held;
  const { handedOver, left } = held.value;
  const handed = await hand(
    account,
    kind,
    handedOver.map(({ id }) => id),
    left,
  ).catch(async (cause: unknown) => {
    await letGo(account, handedOver);
    throw cause;
  });
  if (!handed.ok || handed.value.saved.outcome === 'cancelled') await letGo(account, handedOver);
  return handed;
}

async function hand(
  account: Account,
  kind: ExportKind,
  opIds: readonly string[] | null,
  left: number,
): Promise<Result<Output<'outbox.export'>>> {
  const packed = await packOutbox(account, kind, opIds);
  return packed.ok ? handFile(account.ports, packed.value, left) : packed;
}

/** Gives a packed outbox to the person. `left` counts the writes that could not come along. */
export async function handFile(
  { files }: Pick<Ports, 'files'>,
  { bytes, fileName, count }: PackedOutbox,
  left: number,
): Promise<Result<Output<'outbox.export'>>> {
  const saved = await files.save(fileName, 'application/zip', bytes);
  return saved.ok ? ok({ saved: saved.value, count, left }) : saved;
}

async function letGo({ ports, store }: Account, handedOver: readonly HandedOver[]): Promise<void> {
  const back = await store.write('outbox.takeBack', { handedOver, now: ports.clock.now() });
  if (!back.ok) ports.log.write('warn', 'outbox.takeBack', { code: back.error.code });
}

/** The JSON inside a file that a person chose. */
async function jsonOf(file: Uint8Array): Promise<Result<string>> {
  const read = await unpackText(file, JSON_NAME, MOST_JSON_BYTES);
  if (read.ok) return ok(read.text);
  switch (read.why) {
    case 'notZip':
      return refused('transfer.notZip', 'This is not a ZIP file, or a part of it is missing.');
    case 'damaged':
      return refused('transfer.damaged', DAMAGED);
    case 'absent':
      return refused('transfer.notOutbox', NOT_OUTBOX);
    case 'tooLarge':
      return refused('transfer.tooLarge', 'The file holds more than an outbox can.');
  }
}

/**
 * What importing a file would do; nothing is changed.
 *
 * Errors: `transfer.notZip`, `transfer.damaged`, `transfer.tooLarge`, and those of
 * `readTransfer`.
 */
export async function examineFile(
  { identity, store }: Account,
  file: Uint8Array,
): Promise<Result<Examined>> {
  const json = await jsonOf(file);
  return json.ok ? store.read('outbox.examine', { json: json.value, identity }) : json;
}

/** Some came in before the computer failed. */
function partly(error: AppError, imported: number): Result<never> {
  const what = imported === 1 ? '1 write' : `${imported} writes`;
  return fail({
    ...error,
    code: 'transfer.partly',
    message: `Not all writes of the file came in. ${error.message}`,
    safe: `${what} of the file came in and are held. Import it again for the others: none comes in twice.`,
  });
}

/**
 * Brings the writes of a file in, held, some at a time. Errors: those of `examineFile`, and of a full
 * disk; `transfer.partly` where that came after some of them.
 */
export async function importFile(
  { identity, ports, store }: Account,
  file: Uint8Array,
): Promise<Result<{ imported: number; opIds: string[] }>> {
  const json = await jsonOf(file);
  if (!json.ok) return json;
  const split = await store.read('outbox.split', { json: json.value, identity });
  if (!split.ok) return split;
  const now = ports.clock.now();
  const opIds: string[] = [];
  for (const part of split.value.parts) {
    const came = await store.write('outbox.bringIn', { part, now });
    if (!came.ok) return opIds.length === 0 ? came : partly(came.error, opIds.length);
    opIds.push(...came.value.opIds);
  }
  return ok({ imported: opIds.length, opIds });
}

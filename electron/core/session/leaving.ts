import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { WaitingWrites } from '../../../shared/ipc/shapes.ts';
import { fail, ok, type AppError, type Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { packOutbox } from '../outbox/queue/files.ts';
import type { Ports } from '../ports.ts';
import { filesOfReviews } from '../review/queue/files.ts';
import type { SavedAccount } from './accountsFile.ts';
import type { OpenAccount } from './openAccount.ts';

/** What stays behind when an account is left, signed out or removed. */

/** The writes that are not settled, by what they do. */
export async function waitingIn({ store }: Pick<AccountContext, 'store'>): Promise<WaitingWrites> {
  const [kinds, counts] = await Promise.all([
    store.read('outbox.waitingKinds', null),
    store.read('outbox.counts', null),
  ]);
  return {
    total: kinds.reduce((sum, { count }) => sum + count, 0),
    inFlight: (counts['SENDING'] ?? 0) + (counts['VERIFYING'] ?? 0),
    kinds,
  };
}

/** Folder of what removed accounts left behind, inside the data folder. */
const REMOVED = 'removed';

/**
 * Keeps the waiting writes of an account that is about to be removed, as a ZIP that can be
 * imported again. Gives the file's path inside the data folder, null where nothing waits.
 *
 * Errors: `session.waiting` where other than the confirmed number wait, `session.notSetAside` (kind
 * `local`), those of `packOutbox`.
 */
export async function keepWrites(
  { context, waiting }: Pick<OpenAccount, 'context' | 'waiting'>,
  confirmed: number,
): Promise<Result<string | null>> {
  const there = await waiting();
  if (there !== confirmed) return stillWaiting(there);
  if (there === 0) return ok(null);
  const packed = await packOutbox(context, 'copy', null);
  if (!packed.ok) return packed;
  return keepFile(context, packed.value);
}

/**
 * Keeps the reviews of an account that is about to be removed: no service has them. Gives the paths of their
 * files inside the data folder, several where one would be too large to be brought in again.
 * Errors: `session.notSetAside`.
 */
export async function keepReviews(context: AccountContext): Promise<Result<string[]>> {
  const saved: string[] = [];
  for (const file of await filesOfReviews(context)) {
    const at = await keepFile(context, file);
    if (!at.ok) return at;
    saved.push(at.value);
  }
  return ok(saved);
}

/** A file of an account in the folder of what removed accounts left behind. */
async function keepFile(
  context: AccountContext,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
): Promise<Result<string>> {
  const { name: stem, ext } = path.parse(fileName);
  const file = path.join(REMOVED, `${stem} ${context.identity.id.slice(0, 8)}${ext}`);
  try {
    await mkdir(path.join(context.ports.paths.data, REMOVED), { recursive: true, mode: 0o700 });
    const handle = await open(path.join(context.ports.paths.data, file), 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return ok(file);
  } catch {
    return NOT_SET_ASIDE;
  }
}

const NOT_SET_ASIDE = fail({
  kind: 'local',
  code: 'session.notSetAside',
  message:
    'The waiting writes or the reviews of this account could not be kept aside, so it was not removed.',
  safe: 'Nothing was removed.',
  next: 'freeSpace',
});

/** Sets a folder aside whose database can't be opened: its writes may come out of it another day. */
export async function setAside(ports: Ports, folder: string): Promise<Result<string>> {
  const at = new Date(ports.clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  const aside = path.join(REMOVED, `${path.basename(folder)} ${at}`);
  try {
    await mkdir(path.join(ports.paths.data, REMOVED), { recursive: true, mode: 0o700 });
    await rename(folder, path.join(ports.paths.data, aside));
    return ok(aside);
  } catch {
    return NOT_SET_ASIDE;
  }
}

/** The removal was not confirmed for this number of writes. */
export function stillWaiting(waiting: number): { ok: false; error: AppError } {
  const what = waiting === 1 ? '1 write is' : `${waiting} writes are`;
  return fail({
    kind: 'conflict',
    code: 'session.waiting',
    message: `${what} not settled and would leave with this account.`,
    safe: 'Nothing was removed.',
    next: 'openOutbox',
  });
}

/** What is said of an account that another one has taken the place of. */
export function leftMessage(
  account: Pick<SavedAccount, 'workspace' | 'userName' | 'waiting'>,
): string {
  const who = account.workspace === 'local' ? 'the local workspace' : account.userName;
  // Some may wait for a decision, which comes as little by itself as the sending of the others.
  return account.waiting === 1
    ? `1 write of ${who} is not settled. It stays on this computer; switch back to go on with it.`
    : `${account.waiting} writes of ${who} are not settled. They stay on this computer; switch back to go on with them.`;
}

import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import type { Random } from '../ports.ts';

/**
 * The accounts of this computer, in `accounts.json`. It names people and addresses but holds no
 * secret: those are the keychain's alone.
 */

const savedAccount = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  workspace: z.enum(['local', 'remote']),
  /** The workspace id, or the normalised base address. */
  service: z.string(),
  /** Where it was reached last; absent where that is `service`. See recognise.ts. */
  address: z.optional(z.string()),
  tenant: z.string(),
  user: z.string(),
  tenantName: z.string(),
  userName: z.string(),
  /** Overrides of the connection profile, as JSON text. */
  profile: z.string(),
  /** Waiting writes when the account was last in use. */
  waiting: z.number(),
  /** Whose the token said it was when the service told the same person; see recognise.ts. */
  claimed: z.optional(z.string()),
  /** Whom `/me` named at the last sign-in, or since; see whose.ts. Absent where it never told. */
  me: z.optional(z.object({ tenant: z.string(), user: z.string() })),
});
export type SavedAccount = z.output<typeof savedAccount>;

const fileSchema = z.object({
  version: z.literal(1),
  active: z.nullable(z.string()),
  workOffline: z.boolean(),
  accounts: z.array(savedAccount),
});
export type AccountsState = z.output<typeof fileSchema>;

export interface AccountsFile {
  /** What was saved last; a missing file is empty, a damaged one is set aside and reported. */
  load(): Promise<{ state: AccountsState; damaged: boolean }>;
  /** Replaces the file as a whole or not at all. Errors: kind `local`, code `disk.full`. */
  save(state: AccountsState): Promise<Result<Record<string, never>>>;
}

export function noAccounts(): AccountsState {
  return { version: 1, active: null, workOffline: false, accounts: [] };
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

function parse(text: string): AccountsState | null {
  const parsed = z.safeParse(fileSchema, parsedJson(text));
  return parsed.success ? parsed.data : null;
}

/** A rename is on disk only when its folder is. Windows knows no such sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function createAccountsFile(folder: string, random: Random): AccountsFile {
  const file = path.join(folder, 'accounts.json');
  return {
    async load() {
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (cause) {
        if (isMissing(cause)) return { state: noAccounts(), damaged: false };
        throw cause;
      }
      const state = parse(text);
      if (state !== null) return { state, damaged: false };
      await rename(file, `${file}.damaged-${random.uuid()}`);
      return { state: noAccounts(), damaged: true };
    },
    async save(state) {
      const temporary = `${file}.${random.uuid()}.tmp`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(`${JSON.stringify(state, null, 2)}\n`);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, file);
        await syncFolder(folder);
        return ok({});
      } catch {
        await rm(temporary, { force: true }).catch(() => undefined);
        return fail({
          kind: 'local',
          code: 'disk.full',
          message: 'The list of accounts could not be saved.',
          safe: 'It is as it was before.',
          next: 'freeSpace',
        });
      }
    },
  };
}

import path from 'node:path';
import * as z from 'zod/mini';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import { dropUnfinished, readWhole, replaceWhole, setAside } from '../atomicFile.ts';
import { NOT_A_FILE, machineFailure } from '../db/failure.ts';
import type { Random } from '../ports.ts';

/**
 * The accounts of this computer, in `accounts.json`, with a copy beside it: nothing else tells whose the folder of
 * an account is. It names people and addresses but holds no secret: those are the keychain's alone.
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
  /** Whether its database was there once: one that is new to an account that had one has lost something. */
  opened: z.optional(z.boolean()),
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

/** `copy`: the list was damaged or gone, and its copy took its place; `damaged`: that could not be read either. */
export type AccountsFound = 'whole' | 'copy' | 'damaged';

export interface AccountsFile {
  /** What was saved last; empty where nothing ever was. A damaged list is set aside. */
  load(): Promise<{ state: AccountsState; found: AccountsFound }>;
  /** Replaces the file as a whole or not at all, then its copy. Errors: kind `local`, code `disk.full`. */
  save(state: AccountsState): Promise<Result<Record<string, never>>>;
}

export function noAccounts(): AccountsState {
  return { version: 1, active: null, workOffline: false, accounts: [] };
}

function parse(text: string): AccountsState | null {
  const parsed = z.safeParse(fileSchema, parsedJson(text));
  return parsed.success ? parsed.data : null;
}

/** Null where it is missing; nothing where a folder or a pipe has its name, which holds no accounts. */
async function textOf(file: string): Promise<string | null> {
  await dropUnfinished(file);
  return readWhole(file).catch((error: unknown) => {
    if (machineFailure(error)?.code === NOT_A_FILE.code) return '';
    throw error;
  });
}

export function createAccountsFile(folder: string, random: Random): AccountsFile {
  const file = path.join(folder, 'accounts.json');
  const copy = path.join(folder, 'accounts.copy.json');
  return {
    async load() {
      const text = await textOf(file);
      const state = parse(text ?? '');
      if (state !== null) return { state, found: 'whole' };
      if (text !== null) await setAside(file, random);
      const copied = await textOf(copy).catch(() => '');
      const before = parse(copied ?? '');
      if (before !== null) {
        // Until something is saved the copy would be all there is.
        await replaceWhole(file, copied ?? '', random).catch(() => undefined);
        return { state: before, found: 'copy' };
      }
      return { state: noAccounts(), found: text === null ? 'whole' : 'damaged' };
    },
    async save(state) {
      const text = `${JSON.stringify(state, null, 2)}\n`;
      try {
        await replaceWhole(file, text, random);
      } catch {
        return fail({
          kind: 'local',
          code: 'disk.full',
          message: 'The list of accounts could not be saved.',
          safe: 'It is as it was before.',
          next: 'freeSpace',
        });
      }
      // The list is saved whatever becomes of its copy.
      await replaceWhole(copy, text, random).catch(() => undefined);
      return ok({});
    },
  };
}

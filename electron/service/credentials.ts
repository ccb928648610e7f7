import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { IN_MEMORY, replaceWhole } from './dataFolder.ts';
import { hashPassword, newPassword } from './password.ts';
import type { Store } from './store.ts';

/** A person of the demo and how to sign in as them. Every password is random per data folder. */
export interface DemoAccount {
  readonly name: DemoName;
  readonly email: string;
  readonly password: string;
  /** Hexadecimal secret of the one-time codes (RFC 6238); absent where none are asked for. */
  readonly otpSecret?: string;
}

/**
 * - `dispatcher`: the main user, all rights inside the first client
 * - `viewer`: may read vehicles and areas of the first client, nothing else
 * - `otp`: as the dispatcher, but with one-time codes
 * - `neighbour`: administrator of the second client, whose plan leaves features out
 * - `reseller`: manager of the first reseller, sees its clients
 * - `platform`: administrator of the platform, sees everything
 */
export const DEMO_NAMES = [
  'dispatcher',
  'viewer',
  'otp',
  'neighbour',
  'reseller',
  'platform',
] as const;
export type DemoName = (typeof DEMO_NAMES)[number];

/** The id of a demo account's user, which stays whatever is changed in it. */
export const userIdOf = (name: DemoName): string => String(2001 + DEMO_NAMES.indexOf(name));

/** What is random about a data folder and must be the same at the next start. */
export interface Credentials {
  readonly workspaceId: string;
  /** Hexadecimal key that signs the tokens. */
  readonly tokenSecret: string;
  readonly accounts: readonly DemoAccount[];
}

const FILE = 'credentials.json';

const HEXADECIMAL = /^([0-9a-f]{2})+$/;
const text = z.string().check(z.minLength(1));
/** What the file holds where it is whole. */
const credentials: z.ZodMiniType<Credentials> = z.object({
  workspaceId: text,
  tokenSecret: z.string().check(z.regex(HEXADECIMAL)),
  accounts: z
    .array(
      z.object({
        name: z.enum(DEMO_NAMES),
        email: text,
        password: text,
        otpSecret: z.exactOptional(z.string().check(z.regex(HEXADECIMAL))),
      }),
    )
    .check(z.refine((all) => DEMO_NAMES.every((name) => all.some((one) => one.name === name)))),
});

function newCredentials(workspaceId: string): Credentials {
  return {
    workspaceId,
    tokenSecret: randomBytes(32).toString('hex'),
    accounts: DEMO_NAMES.map((name) => ({
      name,
      email: `${name}@waybill.example`,
      password: newPassword(),
      ...(name === 'otp' ? { otpSecret: randomBytes(20).toString('hex') } : {}),
    })),
  };
}

/** The credentials that a data folder keeps; undefined where there are none, or what is there is damaged. */
function readCredentials(dataDir: string): Credentials | undefined {
  if (dataDir === IN_MEMORY) return undefined;
  try {
    const parsed: unknown = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
    return z.safeParse(credentials, parsed).data;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The credentials of a data folder. Where it has none, or damaged ones, new ones are made and written,
 * readable by their owner only; they belong to the workspace that the database knows.
 */
export function credentialsOf(dataDir: string, store: Store): Credentials {
  const known = readCredentials(dataDir);
  if (known !== undefined) return known;
  const made = newCredentials(store.meta('workspaceId') ?? randomUUID());
  if (dataDir !== IN_MEMORY) {
    replaceWhole(path.join(dataDir, FILE), JSON.stringify(made, null, 2));
  }
  return made;
}

/**
 * Makes the accounts of a filled database sign in with these credentials, where it was filled with
 * others: whatever became of the file in between, what a start prints works.
 */
export function acceptCredentials(store: Store, { workspaceId, ...secrets }: Credentials): void {
  const seal = createHash('sha256').update(JSON.stringify(secrets)).digest('hex');
  if (store.meta('credentials') === seal && store.meta('workspaceId') === workspaceId) return;
  store.transaction(() => {
    for (const { name, password, otpSecret } of secrets.accounts) {
      const { salt, hash } = hashPassword(password);
      store.run(
        'UPDATE account SET salt = ?, hash = ?, otp_secret = ? WHERE user = ?',
        ...[salt, hash, otpSecret ?? null, userIdOf(name)],
      );
    }
    store.setMeta('credentials', seal);
    store.setMeta('workspaceId', workspaceId);
  });
}

/** The people of a data folder, for tests and for whoever tries the demo. */
export function demoAccounts(dataDir: string): readonly DemoAccount[] {
  return readCredentials(dataDir)?.accounts ?? [];
}

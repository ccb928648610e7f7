import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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
export const IN_MEMORY = ':memory:';

/** Fresh credentials; `newPassword` gives each account's password. */
export function newCredentials(newPassword: () => string): Credentials {
  return {
    workspaceId: randomUUID(),
    tokenSecret: randomBytes(32).toString('hex'),
    accounts: DEMO_NAMES.map((name) => ({
      name,
      email: `${name}@waybill.example`,
      password: newPassword(),
      ...(name === 'otp' ? { otpSecret: randomBytes(20).toString('hex') } : {}),
    })),
  };
}

/** The credentials that a data folder keeps, or undefined where there are none yet. */
export function readCredentials(dataDir: string): Credentials | undefined {
  if (dataDir === IN_MEMORY) return undefined;
  let text;
  try {
    text = readFileSync(path.join(dataDir, FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(text) as Credentials;
}

/** Keeps the credentials in the folder, readable by its owner only. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  if (dataDir === IN_MEMORY) return;
  const file = path.join(dataDir, FILE);
  writeFileSync(file, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** Creates the data folder for its owner only. */
export function prepareFolder(dataDir: string): void {
  if (dataDir !== IN_MEMORY) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/**
 * Creates a file for its owner only, or makes it so; SQLite gives what it keeps beside a database
 * the same rights.
 */
export function prepareFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** The people of a data folder, for tests and for whoever tries the demo. */
export function demoAccounts(dataDir: string): readonly DemoAccount[] {
  return readCredentials(dataDir)?.accounts ?? [];
}

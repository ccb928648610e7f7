import { createHash } from 'node:crypto';
import type { StoredSecret } from '../core/ports.ts';

/**
 * How the tokens of an account lie in the keychain. What fits is one entry with the account's name.
 * What is longer is cut into numbered entries, and the one with the account's name, the head, says how
 * many they are and has the hash of the whole. The head is taken back before any of them changes and
 * written when all are there: whatever ends in between leaves no token, never a mix of two, and
 * never one that was superseded. Entries that lie there are always named by the head.
 */

export const SERVICE = 'Waybill';
/** Of no account: tells whether the keychain is there, and open. */
export const PROBE = 'probe';

/** The Credential Manager of Windows takes 5 × 512 bytes in an entry. */
export const MOST_BYTES = 2_400;
const MOST_PARTS = 100;

export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** What a head says: the tokens themselves, or where they are; no hash while they are changed. */
type Head = { secret: StoredSecret } | { parts: number; sha256: string | null };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON of characters that are one byte each, so that it can be cut anywhere. */
function textOf(secret: StoredSecret): string {
  return JSON.stringify(secret).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function piecesOf(text: string): string[] {
  if (text.length <= MOST_BYTES) return [];
  return Array.from({ length: Math.ceil(text.length / MOST_BYTES) }, (_, index) =>
    text.slice(index * MOST_BYTES, (index + 1) * MOST_BYTES),
  );
}

/** Null for what nobody wrote so. */
function parse(text: string): Head | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { token, refreshToken, parts, sha256 } = value as Record<string, unknown>;
    if (typeof token === 'string') {
      return {
        secret: { token, refreshToken: typeof refreshToken === 'string' ? refreshToken : null },
      };
    }
    if (typeof parts !== 'number' || !(parts >= 1 && parts <= MOST_PARTS)) return null;
    return { parts: Math.floor(parts), sha256: typeof sha256 === 'string' ? sha256 : null };
  } catch {
    return null;
  }
}

/** Throws where the keychain is locked: one that takes something in is open. */
async function makeSureItIsOpen(keychain: Keychain): Promise<void> {
  await keychain.setPassword(SERVICE, PROBE, 'open');
  await keychain.deletePassword(SERVICE, PROBE);
}

/**
 * How many numbered entries an account has. A locked keyring of Linux does not refuse to say: it says
 * that there is nothing, and keeps it.
 */
async function countParts(keychain: Keychain, account: string): Promise<number> {
  let text = await keychain.getPassword(SERVICE, account);
  if (text === null) {
    await makeSureItIsOpen(keychain);
    // It may have been opened in between, by the person whom it asked.
    text = await keychain.getPassword(SERVICE, account);
  }
  const head = text === null ? null : parse(text);
  return head !== null && 'parts' in head ? head.parts : 0;
}

const partName = (account: string, index: number): string => `${account} ${index + 1}`;

async function removeParts(
  keychain: Keychain,
  account: string,
  from: number,
  to: number,
): Promise<void> {
  for (let index = from; index < to; index += 1) {
    await keychain.deletePassword(SERVICE, partName(account, index));
  }
}

/** The tokens of an account; null where there are none, or not all of their parts. */
export async function readEntries(
  keychain: Keychain,
  account: string,
): Promise<StoredSecret | null> {
  const text = await keychain.getPassword(SERVICE, account);
  const head = text === null ? null : parse(text);
  if (head === null) return null;
  if ('secret' in head) return head.secret;
  if (head.sha256 === null) return null;
  let whole = '';
  for (let index = 0; index < head.parts; index += 1) {
    whole += (await keychain.getPassword(SERVICE, partName(account, index))) ?? '';
  }
  if (hashOf(whole) !== head.sha256) return null;
  const found = parse(whole);
  return found !== null && 'secret' in found ? found.secret : null;
}

/** Takes the tokens of an account out; the head goes last, because it says what else there is. */
export async function takeOut(keychain: Keychain, account: string): Promise<void> {
  const parts = await countParts(keychain, account);
  if (parts > 0) {
    await keychain.setPassword(SERVICE, account, JSON.stringify({ parts }));
    await removeParts(keychain, account, 0, parts);
  }
  await keychain.deletePassword(SERVICE, account);
}

async function write(keychain: Keychain, account: string, secret: StoredSecret): Promise<void> {
  const text = textOf(secret);
  const pieces = piecesOf(text);
  if (pieces.length > MOST_PARTS) throw new Error('Too long');
  const before = await countParts(keychain, account);
  const parts = pieces.length;
  if (before + parts > 0) {
    const most = JSON.stringify({ parts: Math.max(before, parts) });
    await keychain.setPassword(SERVICE, account, most);
  }
  for (const [index, piece] of pieces.entries()) {
    await keychain.setPassword(SERVICE, partName(account, index), piece);
  }
  await removeParts(keychain, account, parts, before);
  const head = parts === 0 ? text : JSON.stringify({ parts, sha256: hashOf(text) });
  await keychain.setPassword(SERVICE, account, head);
}

/**
 * Puts the tokens of an account in the place of those that are there. Throws where the keychain is
 * locked.
 *
 * @returns false where it is open and does not take them: those that they supersede are taken out then
 */
export async function writeEntries(
  keychain: Keychain,
  account: string,
  secret: StoredSecret,
): Promise<boolean> {
  try {
    await write(keychain, account, secret);
    return true;
  } catch {
    await makeSureItIsOpen(keychain);
    await takeOut(keychain, account);
    return false;
  }
}

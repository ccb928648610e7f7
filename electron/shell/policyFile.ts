import { readFileSync } from 'node:fs';
import { brokenPolicy, noPolicy, readPolicy } from '../core/policy.ts';
import type { Policy } from '../core/ports.ts';

/** Where the policy of a computer lies: a folder that its administrator alone may write to. */
const PLACES = {
  darwin: '/Library/Application Support/Waybill/policy.json',
  win32: 'C:\\Program Files\\Waybill\\policy.json',
  other: '/etc/waybill/policy.json',
} as const;

/** More is no policy. */
const MOST_CHARACTERS = 1_000_000;

export function policyPath(platform: NodeJS.Platform): string {
  return platform === 'darwin' || platform === 'win32' ? PLACES[platform] : PLACES.other;
}

/** Reads the policy of this computer; one that is there and can't be read is broken, not absent. */
export function loadPolicy(file: string): Policy {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > MOST_CHARACTERS) return brokenPolicy(file, 'it is too large');
    return readPolicy(file, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    // Neither the file nor its folder is there.
    if (code === 'ENOENT' || code === 'ENOTDIR') return noPolicy(file);
    return brokenPolicy(file, `it can’t be read (${code})`);
  }
}

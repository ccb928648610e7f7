import type { Result } from '../bridge.ts';
import { bytesOf } from './fileBytes.ts';

/** Bytes of a file that go to the core at once. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Gives a file to the core part by part, however large it is.
 *
 * @param goesOn is told how much of it was given, from 0 to 1; returns whether to go on
 * @returns null where it was given up
 */
export async function giveParts(
  file: File,
  give: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result<unknown>>,
  goesOn: (share: number) => boolean,
): Promise<Result<'all'> | null> {
  for (let at = 0; at < file.size; at += PART_BYTES) {
    if (!goesOn(at / file.size)) return null;
    const part = await bytesOf(file.slice(at, at + PART_BYTES));
    const given = part.ok ? await give(part.value) : part;
    if (!given.ok) return given;
  }
  return { ok: true, value: 'all' };
}

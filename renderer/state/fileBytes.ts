import type { Result } from '../bridge.ts';
import { text } from '../text/en.ts';

/**
 * The bytes of a file that a person picked, or of a part of it.
 *
 * Errors: `desk.unreadableFile` where it may not be read, was moved or replaced meanwhile, or is a folder.
 */
export async function bytesOf(file: Blob): Promise<Result<Uint8Array<ArrayBuffer>>> {
  try {
    return { ok: true, value: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    const message = text.areas.files.refused.unreadable;
    return {
      ok: false,
      error: { kind: 'local', code: 'desk.unreadableFile', message, next: 'none' },
    };
  }
}

import { setImmediate as breathe } from 'node:timers/promises';
import { SLICE, scanJson, type Outline } from '../../../shared/rules/jsonOutline.ts';

/**
 * The outline of a text, made in slices with the event loop free in between; null for invalid
 * JSON.
 */
export async function outlineOf(text: string): Promise<Outline | null> {
  const walk = scanJson(text);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

/** The SQLite JSON path of a dotted path: `result.areas` gives `$."result"."areas"`. */
export function sqlPath(path: string): string {
  const keys = path === '' ? [] : path.split('.');
  return ['$', ...keys.map((key) => (/^[A-Za-z]\w*$/.test(key) ? key : `"${key}"`))].join('.');
}

/** Decodes UTF-8 in slices; null where the bytes are not UTF-8. A byte order mark is dropped. */
export async function decodeUtf8(bytes: Uint8Array): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  try {
    for (let from = 0; from < bytes.length; from += SLICE) {
      if (from > 0) await breathe();
      parts.push(decoder.decode(bytes.subarray(from, from + SLICE), { stream: true }));
    }
    parts.push(decoder.decode());
  } catch {
    return null;
  }
  return parts.join('');
}

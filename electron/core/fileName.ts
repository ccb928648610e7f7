/** Names of files that every system can store. */

/** Forbidden by Windows, or invisible and able to turn a name around (`gpj.exe`). */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Devices of Windows, whatever follows the first dot; raised digits count as digits there. */
const RESERVED = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;
/** File systems count bytes, up to 255; this leaves room for a counter and an extension. */
const MAX_BYTES = 180;

/** Parts of a name joined by a space, safe on every system; `fallback` where nothing is left. */
export function safeFileName(
  parts: readonly string[],
  extension: string,
  fallback: string,
): string {
  const cleaned = parts
    .map((part) => part.normalize('NFC').replaceAll(FORBIDDEN, ' '))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  let name = cutToBytes(cleaned, MAX_BYTES)
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  if (name === '') name = fallback;
  return `${RESERVED.test(name) ? `_${name}` : name}.${extension}`;
}

/** The beginning of a text, in so many bytes of UTF-8 at most. */
export function cutToBytes(text: string, most: number): string {
  const encoder = new TextEncoder();
  let cut = '';
  let bytes = 0;
  for (const char of text) {
    bytes += encoder.encode(char).length;
    if (bytes > most) break;
    cut += char;
  }
  return cut;
}

/** What a value costs beside its texts and bytes. */
const NODE_BYTES = 16;

/**
 * Whether a value that came from the page holds more than so many bytes, roughly: texts by their
 * length, typed arrays by theirs. Looks no further than that, so a value that holds itself ends.
 */
export function isLargerThan(value: unknown, mostBytes: number): boolean {
  const open: unknown[] = [value];
  let bytes = 0;
  for (let next = open.pop(); bytes <= mostBytes; next = open.pop()) {
    bytes += NODE_BYTES;
    if (typeof next === 'string') bytes += next.length;
    else if (ArrayBuffer.isView(next)) bytes += next.byteLength;
    else if (next instanceof ArrayBuffer) bytes += next.byteLength;
    else if (Array.isArray(next)) {
      bytes += next.length * NODE_BYTES;
      if (bytes <= mostBytes) for (const item of next) open.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        bytes += key.length;
        open.push(item);
      }
    }
    if (open.length === 0) break;
  }
  return bytes > mostBytes;
}

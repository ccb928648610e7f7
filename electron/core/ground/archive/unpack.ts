import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Packing } from './header.ts';

const gunzip = promisify(zlib.gunzip);
const brotli = promisify(zlib.brotliDecompress);
const zstd = promisify(zlib.zstdDecompress);

/**
 * Unpacks off the main thread; null where the bytes are not packed so, or hold more than
 * `mostBytes`: what a few bytes claim to be must not fill the memory.
 */
export async function unpack(
  bytes: Uint8Array,
  packing: Packing,
  mostBytes: number,
): Promise<Uint8Array | null> {
  const options = { maxOutputLength: mostBytes };
  try {
    switch (packing) {
      case 'none':
        return bytes.byteLength <= mostBytes ? bytes : null;
      case 'gzip':
        return await gunzip(bytes, options);
      case 'brotli':
        return await brotli(bytes, options);
      case 'zstd':
        return await zstd(bytes, options);
    }
  } catch {
    return null;
  }
}

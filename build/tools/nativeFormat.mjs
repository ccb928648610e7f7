/** Which system and processor a native file is for, told by its first bytes. */

/** @type {Record<number, string>} machines of ELF (little-endian) */
const ELF = { 0x3e: 'x64', 0xb7: 'arm64', 0x03: 'ia32', 0x28: 'arm' };
/** @type {Record<number, string>} machines of PE */
const PE = { 0x8664: 'x64', 0xaa64: 'arm64', 0x14c: 'ia32' };
/** @type {Record<number, string>} processors of Mach-O, 64 bit */
const MACH = { 0x01000007: 'x64', 0x0100000c: 'arm64' };

/**
 * @param {Buffer} bytes of the file, at least its first page
 * @returns {string} such as `linux-x64`, `darwin-arm64`, `win32-x64`; `unknown` for anything else
 */
export function nativeFormat(bytes) {
  if (bytes.length < 64) return 'unknown';
  if (bytes.readUInt32BE(0) === 0x7f454c46) return named('linux', ELF[bytes.readUInt16LE(18)]);
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return named('darwin', MACH[bytes.readUInt32LE(4)]);
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return 'unknown';
  const header = bytes.readUInt32LE(0x3c);
  if (header + 6 > bytes.length || bytes.readUInt32BE(header) !== 0x50450000) return 'unknown';
  return named('win32', PE[bytes.readUInt16LE(header + 4)]);
}

/**
 * The first bytes of a native file and nothing else, where the file itself can't be had.
 *
 * @param {'linux' | 'darwin' | 'win32'} platform
 * @param {string} arch `x64` or `arm64`
 */
export function nativeHeader(platform, arch) {
  const bytes = Buffer.alloc(128);
  const number = (/** @type {Record<number, string>} */ table) =>
    Number(Object.keys(table).find((key) => table[Number(key)] === arch));
  switch (platform) {
    case 'linux':
      bytes.writeUInt32BE(0x7f454c46, 0);
      bytes.writeUInt16LE(number(ELF), 18);
      return bytes;
    case 'darwin':
      bytes.writeUInt32LE(0xfeedfacf, 0);
      bytes.writeUInt32LE(number(MACH), 4);
      return bytes;
    case 'win32':
      bytes.write('MZ', 0, 'latin1');
      bytes.writeUInt32LE(64, 0x3c);
      bytes.writeUInt32BE(0x50450000, 64);
      bytes.writeUInt16LE(number(PE), 68);
      return bytes;
  }
}

/** @param {string} system @param {string | undefined} processor */
function named(system, processor) {
  return processor === undefined ? 'unknown' : `${system}-${processor}`;
}

/** The first four bytes of a ZIP file that holds anything (APPNOTE.TXT, section 4.3.7). */
const ZIP_START = [0x50, 0x4b, 0x03, 0x04];

/**
 * Whether bytes begin a ZIP file, as a workbook, a KMZ or a field pack is one. A text may begin with the first two,
 * as where a column is called PK.
 */
export function isZip(bytes: Uint8Array): boolean {
  return ZIP_START.every((byte, at) => bytes[at] === byte);
}

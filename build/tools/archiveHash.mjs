/**
 * What an installed Electron compares its archive with before it runs it (macOS and Windows): the
 * checksum of the archive's header, which holds the checksums of all files, as the program names it.
 */
import { getRawHeader } from '@electron/asar';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** As it stands in macOS's `Info.plist`, and in the resource `ELECTRONASAR` of a Windows program. */
const NAMED = {
  darwin:
    /<key>ElectronAsarIntegrity<\/key>\s*<dict>\s*<key>Resources\/app\.asar<\/key>\s*<dict>\s*<key>algorithm<\/key>\s*<string>SHA256<\/string>\s*<key>hash<\/key>\s*<string>([0-9a-f]{64})<\/string>\s*<\/dict>\s*<\/dict>/g,
  win32: /\[\{"file":"resources\\\\app\.asar","alg":"SHA256","value":"([0-9a-f]{64})"\}\]/g,
};

/**
 * @param {string} folder of the packed app
 * @param {'darwin' | 'win32'} platform
 * @returns {string} where the program names the checksum
 */
function programOf(folder, platform) {
  if (platform === 'darwin') return join(folder, 'Waybill.app', 'Contents', 'Info.plist');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.exe')) ?? 'Waybill.exe');
}

/**
 * @param {string} folder of the packed app
 * @param {string} platform `linux`, `darwin` or `win32`
 * @param {string} archive
 * @returns {string[]} what is wrong
 */
export function archiveHashProblems(folder, platform, archive) {
  // Electron compares nothing on Linux.
  if (platform !== 'darwin' && platform !== 'win32') return [];
  const program = programOf(folder, platform);
  if (!existsSync(program)) return [`There is no ${program}.`];
  const text = readFileSync(program, 'latin1');
  const named = [...text.matchAll(NAMED[platform])].map(([, hash]) => hash);
  const own = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
  if (named.length !== 1) {
    return [`${program} names ${named.length} checksums of its archive and needs one.`];
  }
  return named[0] === own
    ? []
    : [`${program} names the checksum ${named[0]} of its archive, which has ${own}.`];
}

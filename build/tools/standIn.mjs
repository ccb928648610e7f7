/** A folder with the shape of an unpacked Electron, to pack and inspect where there is no real one. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = 9;

/** An executable that says what it is and carries a fuse wire with every fuse inherited. */
function executable() {
  const script =
    '#!/bin/sh\necho "This is a stand-in for Electron: it cannot be started." >&2\nexit 1\n';
  const wire = Buffer.concat([Buffer.from([1, FUSES]), Buffer.alloc(FUSES, '1')]);
  return Buffer.concat([Buffer.from(script), Buffer.from(SENTINEL), wire, Buffer.from('\n')]);
}

/**
 * @param {string} folder is made
 * @param {string} version of the Electron that it stands in for
 */
export function makeStandIn(folder, version) {
  for (const part of ['locales', 'resources']) mkdirSync(join(folder, part), { recursive: true });
  for (const [name, content] of Object.entries({
    electron: executable(),
    'chrome-sandbox': '#!/bin/sh\nexit 1\n',
    version,
    LICENSE: 'A stand-in: no licence of Electron applies.\n',
    'LICENSES.chromium.html': '<p>A stand-in: no part of Chromium is in here.</p>\n',
  })) {
    writeFileSync(join(folder, name), content);
  }
  for (const name of ['electron', 'chrome-sandbox']) chmodSync(join(folder, name), 0o755);
}

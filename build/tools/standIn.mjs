/** Folders with the shape of an unpacked Electron, to pack and inspect where there is no real one. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = 9;

/** An executable that says what it is and carries a fuse wire with every fuse inherited. */
function executable() {
  const script =
    '#!/bin/sh\necho "This is a stand-in for Electron: it cannot be started." >&2\nexit 1\n';
  const wire = Buffer.concat([Buffer.from([1, FUSES]), Buffer.alloc(FUSES, '1')]);
  return Buffer.concat([Buffer.from(script), Buffer.from(SENTINEL), wire, Buffer.from('\n')]);
}

function windowsProgram() {
  return readFileSync(join(root, 'node_modules/electron-winstaller/vendor/7z-x64.exe'));
}

/** @param {string} name @returns {string} what macOS asks of every bundle */
function plist(name) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>CFBundleExecutable</key><string>${name}</string>
  <key>CFBundleIdentifier</key><string>com.github.Electron</string>
  <key>CFBundleName</key><string>${name}</string>
  <key>CFBundlePackageType</key><string>APPL</string>
</dict></plist>
`;
}

/** @returns {Record<string, string | Buffer>} */
function macFiles() {
  const app = 'Electron.app/Contents';
  /** @type {Record<string, string | Buffer>} */
  const files = {
    [`${app}/Info.plist`]: plist('Electron'),
    [`${app}/MacOS/Electron`]: '#!/bin/sh\nexit 1\n',
    [`${app}/Resources/electron.icns`]: '',
    [`${app}/Frameworks/Electron Framework.framework/Electron Framework`]: executable(),
  };
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const name = `Electron Helper${kind}`;
    files[`${app}/Frameworks/${name}.app/Contents/Info.plist`] = plist(name);
    files[`${app}/Frameworks/${name}.app/Contents/MacOS/${name}`] = '#!/bin/sh\nexit 1\n';
  }
  return files;
}

/** @type {Record<'linux' | 'darwin' | 'win32', () => Record<string, string | Buffer>>} */
const filesOf = {
  linux: () => ({ electron: executable(), 'chrome-sandbox': '#!/bin/sh\nexit 1\n' }),
  darwin: macFiles,
  // Packing edits its resources: a real program of that system stands in.
  win32: () => ({ 'electron.exe': Buffer.concat([windowsProgram(), executable()]) }),
};

/**
 * @param {string} folder is made
 * @param {string} version of the Electron that it stands in for
 * @param {'linux' | 'darwin' | 'win32'} [platform] that it is for
 */
export function makeStandIn(folder, version, platform = 'linux') {
  if (platform !== 'darwin') {
    for (const part of ['locales', 'resources']) mkdirSync(join(folder, part), { recursive: true });
  }
  for (const [name, content] of Object.entries({
    ...filesOf[platform](),
    version,
    LICENSE: 'A stand-in: no licence of Electron applies.\n',
    'LICENSES.chromium.html': '<p>A stand-in: no part of Chromium is in here.</p>\n',
  })) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    if (!/\.(plist|html|icns)$|^(version|LICENSE)$/.test(name)) chmodSync(path, 0o755);
  }
}

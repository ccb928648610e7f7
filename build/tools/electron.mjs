/** Finds out whether an Electron window can be opened here, and says why when it cannot. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runtimeNode } from './project.mjs';
import { run } from './run.mjs';
import { targetsOf } from './typesetter.mjs';

const DOWNLOAD_LIMIT_MS = 3 * 60_000;

/** @param {NodeJS.Platform} platform */
function executable(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * The Electron binary that is there already. Never loads the package `electron`: that would start
 * a download.
 *
 * @param {{ folder?: string, env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform }} [where]
 * @returns {string | undefined}
 */
export function electronBinary(where = {}) {
  const { folder = root, env = process.env, platform = process.platform } = where;
  const dist =
    env['ELECTRON_OVERRIDE_DIST_PATH'] || join(folder, 'node_modules', 'electron', 'dist');
  const path = join(dist, executable(platform));
  return existsSync(path) ? path : undefined;
}

/**
 * Why no window can be opened even with an Electron binary; undefined where one can.
 *
 * @param {{ env: NodeJS.ProcessEnv, platform: NodeJS.Platform, uid: number | undefined }} on
 */
export function windowProblem({ env, platform, uid }) {
  if (env['WAYBILL_HEADLESS']) return 'WAYBILL_HEADLESS is set; unset it to open a window.';
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return 'There is no display (DISPLAY or WAYLAND_DISPLAY); start it in a desktop session to open a window.';
  }
  if (platform === 'linux' && uid === 0) {
    return 'Electron keeps its sandbox and so refuses to run as root; start as an ordinary user to open a window.';
  }
  return undefined;
}

/**
 * What electron-builder is given beside its flags so that it packs the Electron that is here. It would put
 * that around the files of any system and processor: for others than this computer's it fetches its own.
 *
 * @param {readonly string[]} flags of `npm run dist`
 * @param {string} dist the unpacked Electron, or a stand-in
 * @param {{ isStandIn: boolean, platform?: NodeJS.Platform, arch?: string }} what
 * @returns {string[]}
 */
export function distArguments(flags, dist, what) {
  const { isStandIn, platform = process.platform, arch = process.arch } = what;
  // On macOS the binary lies inside an app bundle, which electron-builder finds by itself.
  if (platform === 'darwin') return [];
  const isOwn = targetsOf(flags).every((one) => one.platform === platform && one.arch === arch);
  return isStandIn || isOwn ? [`-c.electronDist=${dist}`] : [];
}

/**
 * What Electron is started with. It is given the project's folder, where it finds the app's name
 * and version; a file would be an app called “Electron”, whose data and lock all such apps share.
 *
 * @param {readonly string[]} flags of `npm start`
 * @returns {string[]}
 */
export function windowArguments(flags) {
  // A checkout opens on the local workspace; an installed app asks first.
  return flags.includes('--no-local') ? [root, ...flags] : [root, '--local', ...flags];
}

/**
 * Fetches the Electron binary once, with a time limit. A failure is remembered, so that a machine
 * without access to the download does not wait for it at every start.
 *
 * @returns {Promise<string | undefined>} why there is none, as one line
 */
export async function fetchElectron() {
  const version = readVersion();
  const missing = (/** @type {string} */ why) =>
    `The Electron ${version} binary is missing (${why}); get it with \`npx install-electron\`, ` +
    'or set ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron.';
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) {
    return missing('ELECTRON_OVERRIDE_DIST_PATH holds none');
  }
  if (process.env['CI']) return missing('not downloaded on CI');
  if (process.env['WAYBILL_HEADLESS']) return missing('not downloaded for WAYBILL_HEADLESS');
  const marker = join(root, 'node_modules', '.waybill-no-electron');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) {
    return missing('its download failed before');
  }
  console.log(`Fetching Electron ${version} (about 120 MB, at most 3 minutes)…`);
  const done = await run(runtimeNode(), [join(root, 'node_modules', 'electron', 'install.js')], {
    limitMs: DOWNLOAD_LIMIT_MS,
  });
  if (done.code === 0 && electronBinary() !== undefined) {
    rmSync(marker, { force: true });
    return undefined;
  }
  writeFileSync(marker, version);
  return missing(done.timedOut ? 'the download took too long' : 'the download failed');
}

function readVersion() {
  const text = readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8');
  return String(JSON.parse(text).version);
}

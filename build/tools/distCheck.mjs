/**
 * Packs for every system and processor around stand-ins and looks into what came out; the app of
 * this computer is also run, on plain Node and a stand-in of Electron, through the main job.
 */
import { extractAll } from '@electron/asar';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPacked, resourcesOf } from './packed.mjs';
import { projectEnv, root, runtimeNode } from './project.mjs';
import { run } from './run.mjs';
import { makeStandIn } from './standIn.mjs';
import { hasChecksum, nativePackage, placeStandIn, placeTypesetter } from './typesetter.mjs';

/** Systems and processors, with electron-builder's flag and the folder that it makes. */
const TARGETS = /** @type {const} */ ([
  { platform: 'linux', arch: 'x64', flag: '--linux', folder: 'linux-unpacked' },
  { platform: 'linux', arch: 'arm64', flag: '--linux', folder: 'linux-arm64-unpacked' },
  { platform: 'win32', arch: 'x64', flag: '--win', folder: 'win-unpacked' },
  { platform: 'win32', arch: 'arm64', flag: '--win', folder: 'win-arm64-unpacked' },
  { platform: 'darwin', arch: 'x64', flag: '--mac', folder: 'mac' },
  { platform: 'darwin', arch: 'arm64', flag: '--mac', folder: 'mac-arm64' },
]);
/** @typedef {(typeof TARGETS)[number]} Target */

const RUN_LIMIT_MS = 300_000;

/**
 * @param {string} version of Electron
 * @returns {Promise<boolean>} whether all is well; what is not was printed
 */
export async function checkPacking(version) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-check-'));
  let well = true;
  try {
    for (const target of TARGETS) {
      const name = `${target.platform}-${target.arch}`;
      if (target.platform === 'darwin' && process.platform === 'win32') {
        console.log(`- ${name}: skipped, macOS is not packed on Windows`);
        continue;
      }
      const { problems, notes } = await checkTarget(target, folder, version);
      well &&= problems.length === 0;
      console.log(`${problems.length > 0 ? '✗' : '✓'} ${name}: ${notes.join('\n    ')}`);
      for (const problem of problems) console.log(`    ${problem}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return well;
}

/**
 * @param {Target} target
 * @param {string} folder
 * @param {string} version
 * @returns {Promise<{ problems: string[], notes: string[] }>}
 */
async function checkTarget(target, folder, version) {
  const { platform, arch } = target;
  const whole = hasChecksum(platform, arch);
  const takeAway = whole ? () => undefined : placeStandIn(platform, arch);
  try {
    if (whole) await placeTypesetter(platform, arch);
    const done = await pack(target, folder, version);
    if (done.code !== 0) return { problems: [done.output], notes: ['not packed'] };
  } finally {
    takeAway();
  }
  const packed = join(folder, 'packed', target.folder);
  const { problems, files, natives, bytes } = inspectPacked(packed, platform, arch);
  const notes = [`${files} files, ${Math.round(bytes / 1e6)} MB`, ...natives];
  if (!whole) {
    const name = nativePackage(platform, arch);
    notes.push(`NOT CHECKED: ${name} has no checksum in package-lock.json; a stand-in was packed`);
  }
  if (platform === process.platform && arch === process.arch) {
    const failure = await doMainJob(resourcesOf(packed, platform), folder, ['first', 'second']);
    if (failure === null) notes.push('ran on plain Node through the main job, and after a restart');
    else problems.push(failure);
  }
  return { problems, notes };
}

/** @param {Target} target @param {string} folder @param {string} version */
function pack({ platform, arch, flag }, folder, version) {
  const standIn = join(folder, `electron-${platform}`);
  makeStandIn(standIn, version, platform);
  return run(
    runtimeNode(),
    [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      ...['--config', join(root, 'build', 'electron-builder.config.mjs'), '--publish', 'never'],
      ...[flag, 'dir', `--${arch}`, `-c.electronDist=${standIn}`],
      `-c.directories.output=${join(folder, 'packed')}`,
      // A stand-in is no program whose resources could be edited, nor one to be signed.
      ...(platform === 'win32' ? ['-c.win.signAndEditExecutable=false'] : []),
      // Making an icon for macOS downloads a tool; what is looked at has no need of it.
      ...(platform === 'darwin'
        ? [
            '-c.mac.identity=null',
            `-c.mac.icon=${join(standIn, 'Electron.app/Contents/Resources/electron.icns')}`,
          ]
        : []),
    ],
    { env: projectEnv({ CSC_IDENTITY_AUTO_DISCOVERY: 'false' }) },
  );
}

/**
 * Unpacks the archive of an app for this computer and does the main job through it.
 *
 * @param {string} resources folder with `app.asar`
 * @param {string} folder for what it leaves; whoever made it removes it
 * @param {readonly ('first' | 'second' | 'whole')[]} acts one start each, over the same data
 * @returns {Promise<string | null>} what went wrong
 */
export async function doMainJob(resources, folder, acts) {
  const app = join(folder, 'extracted');
  extractAll(join(resources, 'app.asar'), app);
  const script = join(root, 'test', 'packing', 'run', 'main.ts');
  for (const act of acts) {
    const args = ['--disable-warning=ExperimentalWarning', script, app, join(folder, 'run'), act];
    const done = await run(runtimeNode(), args, { env: projectEnv(), limitMs: RUN_LIMIT_MS });
    if (done.code !== 0) return `The main job failed (${act}):\n${done.output}`;
  }
  return null;
}

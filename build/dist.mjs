/**
 * `npm run dist`: builds the desk and packs it with electron-builder, whose flags it takes
 * (`npm run dist -- --linux dir`). Without an Electron binary the target `dir` is packed around a
 * stand-in: its content can be inspected, but it cannot be started.
 *
 * `npm run dist -- --check` packs for every system and processor around stand-ins, lists the
 * archives and looks whether the native files are those of the system and the processor.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundle } from './tools/bundle.mjs';
import { electronBinary, fetchElectron } from './tools/electron.mjs';
import { install } from './tools/install.mjs';
import { projectEnv, requireStarterNode, root, runtimeNode, Stop } from './tools/project.mjs';
import { handOver, run } from './tools/run.mjs';
import { makeStandIn } from './tools/standIn.mjs';
import { placeTypesetter, targetsOf } from './tools/typesetter.mjs';

/** @param {readonly string[]} flags @returns {Promise<number>} exit code */
async function dist(flags) {
  requireStarterNode();
  await install();
  const built = await bundle(['renderer', 'electron']);
  if (built.failed) {
    console.error(built.output);
    throw new Stop('The build failed; its messages are above.');
  }
  if (flags.includes('--check')) return check();
  for (const { platform, arch } of targetsOf(flags)) await placeTypesetter(platform, arch);
  const standIn = flags.includes('dir') && !flags.includes('--mac') && !flags.includes('--win');
  const problem = electronBinary() === undefined ? await fetchElectron() : undefined;
  if (problem !== undefined && !standIn) throw new Stop(problem);

  const folder = mkdtempSync(join(tmpdir(), 'waybill-electron-'));
  try {
    let electronDist = dirname(electronBinary() ?? '');
    if (problem !== undefined) {
      console.log(`${problem} Packing around a stand-in: to be inspected, not to be started.`);
      makeStandIn(folder, electronVersion());
      electronDist = folder;
    }
    const args = [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      ...['--config', join(root, 'build', 'electron-builder.config.mjs'), '--publish', 'never'],
      // On macOS the binary lies inside an app bundle, which electron-builder finds by itself.
      ...(process.platform === 'darwin' ? [] : [`-c.electronDist=${electronDist}`]),
      ...flags,
    ];
    return await handOver(runtimeNode(), args, projectEnv());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Systems and processors, with electron-builder's flag and the folder that it makes. */
const TARGETS = /** @type {const} */ ([
  { platform: 'linux', arch: 'x64', flag: '--linux', folder: 'linux-unpacked' },
  { platform: 'linux', arch: 'arm64', flag: '--linux', folder: 'linux-arm64-unpacked' },
  { platform: 'win32', arch: 'x64', flag: '--win', folder: 'win-unpacked' },
  { platform: 'win32', arch: 'arm64', flag: '--win', folder: 'win-arm64-unpacked' },
  { platform: 'darwin', arch: 'x64', flag: '--mac', folder: 'mac' },
  { platform: 'darwin', arch: 'arm64', flag: '--mac', folder: 'mac-arm64' },
]);

/** @returns {Promise<number>} exit code */
async function check() {
  const { inspectPacked } = await import('./tools/packed.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'waybill-check-'));
  let failed = 0;
  try {
    for (const { platform, arch, flag, folder: name } of TARGETS) {
      if (platform === 'darwin' && process.platform === 'win32') {
        console.log(`- ${platform}-${arch}: skipped, macOS is not packed on Windows`);
        continue;
      }
      await placeTypesetter(platform, arch);
      const standIn = join(folder, `electron-${platform}`);
      makeStandIn(standIn, electronVersion(), platform);
      const done = await run(
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
      const found =
        done.code === 0
          ? inspectPacked(join(folder, 'packed', name), platform, arch)
          : { problems: [done.output], files: 0, natives: [] };
      failed += found.problems.length > 0 ? 1 : 0;
      const mark = found.problems.length > 0 ? '✗' : '✓';
      console.log(`${mark} ${platform}-${arch}: ${found.files} files, ${found.natives.join(', ')}`);
      for (const problem of found.problems) console.log(`    ${problem}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failed === 0 ? 0 : 1;
}

function electronVersion() {
  const file = join(root, 'node_modules', 'electron', 'package.json');
  return String(JSON.parse(readFileSync(file, 'utf8')).version);
}

try {
  process.exitCode = await dist(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

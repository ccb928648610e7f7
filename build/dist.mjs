/**
 * `npm run dist`: builds the desk and packs it with electron-builder, whose flags it takes
 * (`npm run dist -- --linux dir`). Without an Electron binary the target `dir` is packed around a
 * stand-in: its content can be inspected, but it cannot be started.
 *
 * `npm run dist -- --check` packs for every system and processor around stand-ins, lists the
 * archives, looks whether the native files are those of the system and the processor, and does the
 * main job through the packed app of this computer (`build/tools/distCheck.mjs`).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundle } from './tools/bundle.mjs';
import { distArguments, electronBinary, fetchElectron } from './tools/electron.mjs';
import { install } from './tools/install.mjs';
import { projectEnv, requireStarterNode, root, runtimeNode, Stop } from './tools/project.mjs';
import { runInstead } from './tools/run.mjs';
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
  if (flags.includes('--check')) {
    const { checkPacking } = await import('./tools/distCheck.mjs');
    return (await checkPacking(electronVersion())) ? 0 : 1;
  }
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
      ...distArguments(flags, electronDist, { isStandIn: problem !== undefined }),
      ...flags,
    ];
    return await runInstead(runtimeNode(), args, projectEnv());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

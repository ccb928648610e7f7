/**
 * `npm start`: installs what is missing, builds what has changed, and opens the desk in an
 * Electron window; where none can be opened, on a loopback address. Flags after `--` are passed
 * on to it (`npm start -- --port 4020 --no-open`).
 */
import { join } from 'node:path';
import { bundle } from './tools/bundle.mjs';
import {
  electronBinary,
  fetchElectron,
  windowArguments,
  windowProblem,
} from './tools/electron.mjs';
import { install } from './tools/install.mjs';
import { projectEnv, requireStarterNode, root, runtimeNode, Stop } from './tools/project.mjs';
import { runInstead, spent } from './tools/run.mjs';
import { readStartFlags } from './tools/startFlags.mjs';

/** @param {readonly import('./tools/bundle.mjs').Product[]} products */
async function build(products) {
  const done = await bundle(products);
  if (done.failed) {
    console.error(done.output);
    throw new Stop('The build failed; its messages are above.');
  }
  if (done.built.length > 0) console.log(`Built ${done.built.join(', ')} in ${spent(done.ms)}.`);
}

/** @param {readonly string[]} flags @returns {Promise<number>} exit code */
async function start(flags) {
  requireStarterNode();
  const { help, problem: mistyped } = readStartFlags(flags);
  if (mistyped !== undefined) throw new Stop(mistyped);
  if (help !== undefined) {
    console.log(help);
    return 0;
  }
  await install();
  let problem = windowProblem({
    env: process.env,
    platform: process.platform,
    uid: process.getuid?.(),
  });
  // A download is only worth its time where a window could be opened afterwards.
  if (problem === undefined && electronBinary() === undefined) problem = await fetchElectron();
  const electron = electronBinary();
  if (problem === undefined && electron !== undefined) {
    await build(['renderer', 'electron']);
    return runInstead(electron, windowArguments(flags), projectEnv());
  }
  await build(['renderer', 'bridge', 'headless']);
  console.log(`${problem} Serving the desk on this computer instead.`);
  const host = join(root, 'dist', 'headless', 'headless.js');
  return runInstead(runtimeNode(), [host, ...flags], projectEnv());
}

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

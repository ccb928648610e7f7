import { bundle } from './tools/bundle.mjs';
import { electronBinary } from './tools/electron.mjs';

/** Before the tests in Electron: the app is built, where there is an Electron that could run it. */
export default async function setup(): Promise<void> {
  if (electronBinary() === undefined) return;
  const done = await bundle(['renderer', 'electron', 'threads']);
  if (done.failed) throw new Error(`The build failed:\n${done.output}`);
}

import { bundle } from './tools/bundle.mjs';

/** Before the packing tests: everything is built from the present sources. */
export default async function setup(): Promise<void> {
  const done = await bundle(['renderer', 'bridge', 'headless', 'electron']);
  if (done.failed) throw new Error(`The build failed:\n${done.output}`);
}

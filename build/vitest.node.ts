import { bundle } from './tools/bundle.mjs';

/** Before the Node tests: the worker threads are built from the present sources. */
export default async function setup(): Promise<void> {
  const done = await bundle(['threads']);
  if (done.failed) throw new Error(`The build failed:\n${done.output}`);
}

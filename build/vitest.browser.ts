import { chromium } from './tools/chromium.mjs';
import { bundle } from './tools/bundle.mjs';

/**
 * Before the browser tests: the desk is built from the present sources, and `CHROME_PATH` names
 * the Chromium to use.
 */
export default async function setup(): Promise<void> {
  const done = await bundle(['renderer', 'bridge', 'threads']);
  if (done.failed) throw new Error(`The build failed:\n${done.output}`);
  const path = await chromium({ install: false });
  if (path === undefined) throw new Error('No Chromium was found: `npm test` installs one.');
  process.env['CHROME_PATH'] = path;
}

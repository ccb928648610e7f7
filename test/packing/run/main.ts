import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { startPacked } from './desk.ts';
import { comeBack, goOnline, workOffline, type Done } from './job.ts';

/**
 * `node test/packing/run/main.ts APP FOLDER ACT`: does the main job through the packed app, on plain
 * Node and the stand-in of Electron. APP is the folder that its archive was unpacked to, FOLDER is
 * the test's own; the act `first` ends offline with writes that wait, `second` starts over the same
 * data, and `whole` does both in one start. Ends with an error where something went wrong.
 */
const [app = '', folder = '', act = ''] = process.argv.slice(2);
const data = path.join(folder, 'data');
const notes = path.join(folder, 'done.json');

try {
  mkdirSync(folder, { recursive: true });
  const started = await startPacked(app, data);
  if (act === 'second') {
    await comeBack(started);
    await goOnline(started, JSON.parse(readFileSync(notes, 'utf8')) as Done);
  } else {
    const done = await workOffline(started, folder);
    if (act === 'whole') await goOnline(started, done);
    writeFileSync(notes, JSON.stringify(done));
  }
  await started.quit();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
}

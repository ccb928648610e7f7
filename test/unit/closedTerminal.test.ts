import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const PORTS = path.resolve(import.meta.dirname, '../../electron/core/adapters/nodePorts.ts');
/** Logs once its terminal is gone, again for whatever nobody caught, and says how it went. */
const LOGS = `
  const { createNodePorts } = await import(process.argv[1]);
  const { log } = createNodePorts({ dataDir: process.argv[2], logLevel: 'info' });
  let uncaught = 0;
  process.on('uncaughtException', () => {
    uncaught += 1;
    if (uncaught < 5) log.write('error', 'main.uncaught');
  });
  process.on('message', () => {
    log.write('info', 'desk.shown');
    console.log('to nobody');
    // What a stream has to say comes before this.
    setImmediate(() => setImmediate(() => process.send(uncaught, () => process.exit(0))));
  });
  process.send('ready');
`;

it('is outlived by what was started from it: no line that it can’t take is an error', async () => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--disable-warning=ExperimentalWarning',
      '-e',
      LOGS,
      PORTS,
      os.tmpdir(),
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  await once(child, 'message');
  const gone = [child.stdout, child.stderr].map(async (stream) => {
    if (stream === null) throw new Error('No pipe');
    stream.destroy();
    await once(stream, 'close');
  });
  await Promise.all(gone);
  child.send('go on');
  expect((await once(child, 'message'))[0]).toBe(0);
});

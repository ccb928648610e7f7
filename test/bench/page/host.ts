import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bundle } from '../../../build/tools/bundle.mjs';
import { root, runtimeNode } from '../../../build/tools/project.mjs';

/** The desk as `npm start` serves it, in a process of its own. */
export interface Host {
  /** Opens the desk, once: a browser that used it has a cookie from then on. */
  link: string;
  close(): Promise<void>;
}

/** Builds what `npm start` serves. */
export async function buildDesk(): Promise<void> {
  const done = await bundle(['renderer', 'bridge', 'headless']);
  if (done.failed) throw new Error(done.output);
}

/** Serves the desk over a data folder; the account in use there is opened. */
export async function startHost(dataDir: string): Promise<Host> {
  const program = path.join(root, 'dist', 'headless', 'headless.js');
  const flags = ['--data', dataDir, '--no-open', '--no-local', '--json'];
  const child = spawn(runtimeNode(), [program, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const said = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const line = await Promise.race([said, ended.then(() => null)]);
  if (line === null) throw new Error('The desk ended before it was served');
  const { url } = JSON.parse(line[0]) as { url: string };
  return {
    link: url,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { build, type Rolldown } from 'vite';
import { builtThreads, threads } from '../../build/builtThreads.ts';

/** What a source that starts a thread becomes in tests. */
async function asTested(source: string): Promise<string> {
  const file = path.resolve(source);
  const made = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [builtThreads()],
    build: {
      ssr: file,
      write: false,
      rolldownOptions: { external: (id) => path.resolve(id) !== file },
    },
  })) as Rolldown.RolldownOutput;
  return made.output.map((each) => (each.type === 'chunk' ? each.code : '')).join('');
}

it.each([
  ['electron/core/database.ts', 'core-databaseThread', 'serveDatabase'],
  ['electron/core/answers/queue/tableInThread.ts', 'core-answers-queue-tableThread', 'idsInTable'],
  ['electron/core/adapters/nodePorts.ts', 'service-worker', 'parentPort'],
])('tests start the thread of %s from its bundle', async (source, name, serves) => {
  const code = await asTested(source);
  expect(code).toMatch(new RegExp(`new URL\\(["']file:///[^"']+/dist/threads/${name}\\.js["']\\)`));
  expect(code).not.toMatch(/(worker|databaseThread|tableThread)\.ts/);
  expect(readFileSync(threads[name as keyof typeof threads], 'utf8')).toContain(serves);
});

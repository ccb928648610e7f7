/**
 * `node build/node.mjs FILE [flags]`: runs one of the project's TypeScript files on the project's
 * own Node 24, whatever Node started this, after installing what is missing. Its standard output
 * stays the program's own.
 */
import { install } from './tools/install.mjs';
import { projectEnv, requireStarterNode, runtimeNode, Stop } from './tools/project.mjs';
import { runInstead } from './tools/run.mjs';

try {
  requireStarterNode();
  const [file, ...flags] = process.argv.slice(2);
  if (file === undefined) throw new Stop('Which file? For example: electron/service/cli.ts');
  await install();
  process.exitCode = await runInstead(runtimeNode(), [file, ...flags], projectEnv());
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * `npm run check`: every static check, without building or running anything. With `-- --write`,
 * the pages that are made from the contract are brought up to date first.
 */
import { runChecks, writePages } from './checks/list.mjs';
import { install } from './tools/install.mjs';
import { requireStarterNode, Stop } from './tools/project.mjs';

try {
  requireStarterNode();
  await install();
  const words = process.argv.slice(2);
  if (words.includes('--write')) await writePages();
  const { passed, failed } = await runChecks(words.find((word) => !word.startsWith('--')));
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** `npm run check`: every static check, without building or running anything. */
import { runChecks } from './checks/list.mjs';
import { install } from './tools/install.mjs';
import { requireStarterNode, Stop } from './tools/project.mjs';

try {
  requireStarterNode();
  await install();
  const { passed, failed } = await runChecks(process.argv[2]);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * `npm run check`: every static check, without building or running anything; with words, those whose
 * names contain one of them. With `-- --write`, the pages that are made from the contract are brought up
 * to date first.
 */
import { checksNamed, startChecks, writePages } from './checks/list.mjs';
import { readFlags } from './tools/flags.mjs';
import { install } from './tools/install.mjs';
import { requireStarterNode, Stop } from './tools/project.mjs';

try {
  requireStarterNode();
  const { values, positionals } = readFlags({ write: { type: 'boolean', default: false } }, true);
  const wanted = checksNamed(positionals);
  await install();
  if (values.write) await writePages();
  const { passed, failed } = await startChecks(wanted).done;
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

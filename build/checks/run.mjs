/**
 * `node build/checks/run.mjs promises`: one of the project's own checks, as a program of its own
 * so that all checks are run and reported alike.
 */
import { checkChangelog } from './changelog.mjs';
import { longFiles } from './fileLength.mjs';
import { checkPackages } from './packages.mjs';
import { checkPromises } from './promises.mjs';

/** @type {Record<string, () => string[]>} */
const checks = { promises: checkPromises, packages: checkPackages, changelog: checkChangelog };

const name = process.argv[2] ?? '';
if (name === 'length') {
  for (const warning of longFiles()) console.log(`warning: ${warning}`);
} else {
  const check = checks[name];
  if (check === undefined) throw new Error(`There is no check called ${name}.`);
  const problems = check();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

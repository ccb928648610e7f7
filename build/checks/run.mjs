/**
 * `node build/checks/run.mjs promises`: one of the project's own checks, as a program of its own
 * so that all checks are run and reported alike.
 */
import { checkLicenses } from '../notices.mjs';
import { checkChangelog } from './changelog.mjs';
import { checkLength } from './length.mjs';
import { checkPackages } from './packages.mjs';
import { checkPromises } from './promises.mjs';

/** @type {Record<string, () => string[]>} */
const checks = {
  promises: checkPromises,
  packages: checkPackages,
  licences: checkLicenses,
  changelog: checkChangelog,
  length: checkLength,
};

const name = process.argv[2] ?? '';
const check = checks[name];
if (check === undefined) throw new Error(`There is no check called ${name}.`);
const problems = check();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/**
 * `node build/checks/run.mjs promises`: one of the project's own checks, as a program of its own
 * so that all checks are run and reported alike.
 */

/**
 * Each is loaded when it is asked for: the ages are looked at before packages are installed.
 *
 * @type {Record<string, () => Promise<string[]>>}
 */
const checks = {
  promises: async () => (await import('./promises.mjs')).checkPromises(),
  packages: async () => (await import('./packages.mjs')).checkPackages(),
  licences: async () => (await import('../notices.mjs')).checkLicenses(),
  changelog: async () => (await import('./changelog.mjs')).checkChangelog(),
  length: async () => (await import('./length.mjs')).checkLength(),
  // Asks the registry: by this name alone, before something is packed.
  ages: async () => (await import('./ages.mjs')).checkAges(),
};

const name = process.argv[2] ?? '';
const check = checks[name];
if (check === undefined) throw new Error(`There is no check called ${name}.`);
const problems = await check();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

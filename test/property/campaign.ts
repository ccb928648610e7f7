import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { explore } from './explore.ts';
import { BACKUPS, KINDS, TENANCIES, WINDOWS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { PEOPLE } from './kindsOfPeople.ts';
import { Met } from './met.ts';
import { loadCore } from './modules.ts';
import { prepare } from './prepare.ts';
import { codes, reduce } from './reduce.ts';

/**
 * Runs of the model in a process of its own, many at once with a seed each:
 * `node test/property/campaign.ts --seed N --runs M [--backups | --tenancies | --windows | --people] [--reduce] [--out FILE]`. Each run is a seed
 * of its own, counted up from N, so that a failure does not end the others. Prints a line of JSON
 * for each failure, with `--reduce` in fewer acts where they are enough, and one at the end; `--out` gets what was met, which
 * `tellMet.ts` adds up. `--backups` makes runs whose service is put back to a backup at any moment, `--tenancies` such
 * whose lists come in other manners, with seldom refusals, `--windows` such with several windows of one desk, `--people`
 * such with users of clients and fuel transactions.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '100' },
    backups: { type: 'boolean', default: false },
    tenancies: { type: 'boolean', default: false },
    windows: { type: 'boolean', default: false },
    people: { type: 'boolean', default: false },
    reduce: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const from = Number(values.seed);
const count = Number(values.runs);
function chosenKinds(): readonly Kind[] {
  if (values.backups) return [BACKUPS];
  if (values.tenancies) return [TENANCIES];
  if (values.people) return PEOPLE;
  return values.windows ? WINDOWS : KINDS;
}
const kinds = chosenKinds();
const modules = await loadCore();
const world = await prepare(modules);
const met = new Met();
const startedAt = Date.now();
let failed = 0;
for (let seed = from; seed < from + count; seed += 1) {
  const parameters = { seed, numRuns: 1, endOnFailure: true };
  const failure = await explore(world, modules, parameters, kinds, (run) => met.take(run));
  if (failure === null) continue;
  failed += 1;
  const { what } = failure;
  const few = values.reduce ? await reduce(world, modules, failure.acts, codes(what)) : null;
  process.stdout.write(`${JSON.stringify({ seed, what, acts: few ?? failure.acts })}\n`);
}
const seconds = Math.round((Date.now() - startedAt) / 1_000);
const cpu = Math.round(process.cpuUsage().user / 1e6);
process.stdout.write(`${JSON.stringify({ from, runs: count, failed, seconds, cpu })}\n`);
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(met.json()));
await world.close();

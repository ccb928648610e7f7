import { readFileSync } from 'node:fs';
import { Met } from './met.ts';

/**
 * Adds up what runs in several processes met, and prints it:
 * `node test/property/tellMet.ts FILE...`, each written by `campaign.ts --out FILE`.
 */
const met = new Met();
for (const file of process.argv.slice(2)) {
  met.add(JSON.parse(readFileSync(file, 'utf8')) as ReturnType<Met['json']>);
}
process.stdout.write(`${met.tell()}\n`);

import { openExporting, WISH } from '../support/exporting.ts';
import path from 'node:path';

/** A process that exports: begins where there is nothing to go on with, and tells when it is done. */

const [folder = '', mode = '', as = '', ...ids] = process.argv.slice(2);
const wish = { ...WISH, as: as === 'merged' ? ('merged' as const) : WISH.as };
const desk = await openExporting(folder);
await desk.exporter.start();
const [known] = desk.exporter.list();
const job = known ?? (await desk.exporter.begin(ids, wish, path.join(folder, 'out')));
if (mode === 'end') {
  const ended = await desk.ended(job.id);
  process.stdout.write(`${JSON.stringify(ended)}\n`);
  await desk.close();
} else {
  // Tells of each answer, so that the one who kills it knows how far it came.
  let told = 0;
  const tell = setInterval(() => {
    if (desk.told.length > told) {
      told = desk.told.length;
      process.stdout.write(`${String(desk.told.at(-1)?.done)}\n`);
    }
  }, 1);
  await desk.ended(job.id);
  clearInterval(tell);
}

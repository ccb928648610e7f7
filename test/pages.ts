import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DocumentMaker } from '../electron/core/forms/document/make.ts';
import { townGeoJson } from '../electron/service/world/geojson.ts';
import { demoTown } from './support/localService.ts';
import { pageImages } from './support/pageImages.ts';
import { PAPER_FORMS } from './support/paper/forms.ts';
import { REVIEW, scene } from './support/paper/scene.ts';

/**
 * Draws the pages of local PDFs of different forms, in A4 and Letter, for people to look at:
 * `node build/node.mjs test/pages.ts FOLDER [NAME…]`.
 */

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that the pictures go to.');
await mkdir(folder, { recursive: true });
const maker = new DocumentMaker(JSON.stringify(townGeoJson(demoTown())), []);
for (const { name, form, answer } of PAPER_FORMS) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const paper of ['a4', 'us-letter'] as const) {
    const source = {
      answerId: 'A-1',
      answerJson: JSON.stringify(answer),
      formJson: form === null ? null : JSON.stringify(form),
      readAt: Date.UTC(2026, 2, 18, 8),
      review: name === 'inspection' || name === 'arabic' ? REVIEW : null,
    };
    const made = maker.make([source], {
      ...{ paper, standard: 'ua-1', timeZone: 'Europe/Amsterdam', locale: 'en-GB' },
      madeAt: Date.UTC(2026, 2, 18, 9),
      tenant: 'Nordwind Logistics',
      logo: name === 'sparse' ? null : scene(240, 80, 30),
    });
    if (made === null) throw new Error(`${name} is no answer.`);
    await writeFile(path.join(folder, `${name}-${paper}.pdf`), made.pdf);
    for (const [at, image] of (await pageImages(made.pdf, 1.6)).entries()) {
      await writeFile(path.join(folder, `${name}-${paper}-${at + 1}.png`), image);
    }
  }
}

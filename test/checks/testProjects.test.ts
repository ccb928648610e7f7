import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { anewTests, lonelyTests } from '../../build/testProjects.ts';

/** What changes things for every file that is run afterwards in the same process. */
const CHANGES_ALL =
  /\bvi\.(mock|doMock|resetModules|stubGlobal)\(|'.*\/(support\/shell|browserStub)\.ts'/;

it('tests that replace modules or globals share neither with others', () => {
  const root = path.resolve(import.meta.dirname, '..', '..');
  const changing = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => file !== path.join('checks', 'testProjects.test.ts'))
    .filter((file) => CHANGES_ALL.test(readFileSync(path.join(root, 'test', file), 'utf8')))
    .map((file) => `test/${file.split(path.sep).join('/')}`);
  expect(changing).not.toEqual([]);
  const sharing = changing.filter(
    (file) => ![...anewTests, ...lonelyTests].some((glob) => path.matchesGlob(file, glob)),
  );
  expect(sharing).toEqual([]);
});

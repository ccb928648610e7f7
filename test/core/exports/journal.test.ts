import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Job } from '../../../electron/core/exports/job.ts';
import { type Begun, ExportJournal, readJournal } from '../../../electron/core/exports/journal.ts';
import type { ManifestRow } from '../../../electron/core/exports/manifest.ts';
import { WISH } from '../../support/exporting.ts';
import { freshFolder } from '../db/support.ts';

/** What an export writes down of itself, after a crash. */

const BEGUN: Begun = {
  ...{ is: 'begun', id: 'e1', startedAt: 1, ids: ['7', '8'], wish: WISH, folder: '/out' },
};
const ROW: ManifestRow = {
  ...{ answerId: '7', file: 'Check.pdf', kind: 'pdf', source: 'local', sizeBytes: 1 },
  ...{ sha256: 'a', pages: 1, standard: null, readAt: null, review: null, madeAt: '' },
  ...{ notes: [], scripts: [], failure: null },
};

test('a line behind a torn one is read', () => {
  const file = path.join(freshFolder(), 'e1.jsonl');
  const first = new ExportJournal(file);
  first.write(BEGUN);
  first.close();
  appendFileSync(file, '{"is":"named","unit":0,"fi');
  const second = new ExportJournal(file);
  // A disk that is full refuses nothing that is only read.
  expect(readFileSync(file, 'utf8')).toMatch(/"fi$/);
  second.write({ is: 'named', unit: 0, file: 'Prüfung.pdf' });
  second.close();
  const third = new ExportJournal(file);
  third.write({ is: 'named', unit: 1, file: 'Prüfung (2).pdf' });
  third.close();
  expect(readJournal(file)).toEqual([
    BEGUN,
    { is: 'named', unit: 0, file: 'Prüfung.pdf' },
    { is: 'named', unit: 1, file: 'Prüfung (2).pdf' },
  ]);
});

test('a journal that is closed takes no line, whatever file has its number since', () => {
  const file = path.join(freshFolder(), 'e1.jsonl');
  const journal = new ExportJournal(file);
  journal.write(BEGUN);
  journal.close();
  const other = path.join(path.dirname(file), 'other');
  const handle = openSync(other, 'w');
  expect(() => journal.note({ is: 'named', unit: 0, file: 'Check.pdf' })).toThrow('is closed');
  closeSync(handle);
  expect(readFileSync(other, 'utf8')).toBe('');
});

test('no answer takes the file of another whose name was torn', () => {
  const file = path.join(freshFolder(), 'e1.jsonl');
  const journal = new ExportJournal(file);
  journal.write(BEGUN);
  journal.write({ is: 'made', unit: 0, rows: [ROW] });
  journal.close();
  const job = Job.read(file);
  expect(job?.name(1, 'Check.pdf')).toBe('Check (2).pdf');
  expect(job?.name(0, 'Check.pdf')).toBe('Check.pdf');
  job?.journal.close();
});

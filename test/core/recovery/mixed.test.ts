import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import { closeDatabase } from '../../../electron/core/db/open.ts';
import { runWrite } from '../../../electron/core/db/runner.ts';
import { OWNER_KEY } from '../../../shared/ipc/recovery.ts';
import { codeOf, freshFolder, valueOf } from '../db/support.ts';

/** A closed database of somebody's, with its journal. */
function databaseOf(owner: string, drafts: number): string {
  const file = path.join(freshFolder(), 'a.db');
  const handle = valueOf(openWriter(file));
  const remember = (key: string, value: string): void => {
    valueOf(runWrite(handle, 'desk.remember', { key, value: JSON.stringify(value) }));
  };
  remember(OWNER_KEY, owner);
  for (let n = 1; n <= drafts; n += 1) remember(`draft.${n}`, owner);
  closeDatabase(handle);
  return file;
}

it.each([
  ['older than', 1, 5],
  ['as old as', 3, 3],
  ['newer than', 5, 1],
])(
  'refuses a database %s the journal of another account beside it, and changes neither',
  (_which, hers, his) => {
    const file = databaseOf('hers', hers);
    const own = path.join(freshFolder(), 'own.journal');
    copyFileSync(`${file}.journal`, own);
    copyFileSync(`${databaseOf('his', his)}.journal`, `${file}.journal`);
    const mixed = readFileSync(`${file}.journal`);
    expect(codeOf(openWriter(file))).toBe('db.otherAccount');
    expect(readFileSync(`${file}.journal`)).toEqual(mixed);
    copyFileSync(own, `${file}.journal`);
    const handle = valueOf(openWriter(file));
    const values = handle.raw
      .prepare("SELECT DISTINCT value FROM desk WHERE key LIKE 'draft.%'")
      .pluck();
    expect(values.all()).toEqual(['"hers"']);
    closeDatabase(handle);
  },
);

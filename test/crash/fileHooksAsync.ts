import * as fs from 'node:fs/promises';
import { pass } from './boundary.ts';

/** Stands in for `node:fs/promises` in the module of small files (`hooks.ts`). */

export * from 'node:fs/promises';

export async function rename(from: string, to: string): Promise<void> {
  pass('accounts: not in place yet');
  await fs.rename(from, to);
  pass('accounts: in place');
}

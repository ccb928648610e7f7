import { Worker } from 'node:worker_threads';
import { fail } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { TableIds, TableWish } from './tableIds.ts';

/** More than the largest table that is taken needs; a file that wants more is no list of ids. */
const MOST_MB = 1_024;

const TOO_LARGE = fail({
  kind: 'invalid',
  code: 'answers.tableTooLarge',
  message:
    'This table takes more memory than Waybill gives it. Save the column with the ids as a file of its own.',
  safe: 'Nothing was asked for.',
  next: 'editInput',
});

/**
 * The ids of a table, read in a thread of its own: a large workbook takes a second or two to be
 * taken apart, and the desk goes on meanwhile.
 *
 * Errors (`invalid`): those of `idsInTable`, `answers.tableTooLarge`.
 */
export function tableInThread(wish: TableWish): Promise<Result<TableIds>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./tableThread.ts', import.meta.url), {
      workerData: wish,
      name: 'waybill-table',
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    });
    worker.once('message', resolve);
    worker.once('error', (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        resolve(TOO_LARGE);
      } else reject(error instanceof Error ? error : new Error('A table was not read.'));
    });
    worker.once('exit', (code) => reject(new Error(`The thread of a table ended with ${code}.`)));
  });
}

import path from 'node:path';
import { fail } from '../../../shared/result.ts';
import { createCopies, type Copies } from '../copies.ts';
import type { Random } from '../ports.ts';
import { HEADER_BYTES, readHeader } from './archive/header.ts';
import { refused } from './archive/refusals.ts';

/** @param folder of the account's ground */
export function createMapCopies(folder: string, random: Random): Copies {
  return createCopies(path.join(folder, 'files'), random, {
    ...{ ending: 'pmtiles', fallback: 'Map' },
    check: (first, sizeBytes) => readHeader(first.subarray(0, HEADER_BYTES), sizeBytes),
    gone: fail({
      kind: 'missing',
      code: 'ground.noCopy',
      message: 'This copy was given up before.',
      safe: 'The built-in map stays.',
    }),
    busy: fail({
      kind: 'local',
      code: 'ground.busy',
      message: 'Other map files are still being copied.',
      next: 'retry',
    }),
    more: refused('ground.copy', 'More of the file came than it holds.'),
    truncated: refused('ground.truncated', 'The file ended before all of it was copied.'),
  });
}

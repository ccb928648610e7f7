import { PACK_LISTS, type PackPart } from '../../../shared/ipc/packs.ts';
import { fail } from '../../../shared/result.ts';
import type { SavedPack } from './packList.ts';
import type { PackReading } from './reading.ts';

/** How a pack stands in the list of the desk. */

/** Whether something of its file is still to be taken. */
export function isComing({ file }: SavedPack): boolean {
  return file !== null && file.copy !== null;
}

/** A region that was removed in the settings. */
export const NO_REGION: PackPart = {
  ...{ is: 'region', all: null, here: 0, failed: 0, bytes: 0, oldestAt: null },
  problem: fail({
    kind: 'missing',
    code: 'packs.regionGone',
    message:
      'The region of the map was removed in the settings. Fetching the pack anew keeps it again.',
    safe: 'The rest of the pack is as it was.',
  }).error,
};

/** What went wrong while a part was read. */
export function partOf(part: PackPart, reading: PackReading | undefined): PackPart {
  if (reading === undefined) return part;
  const isRoutes = part.is === 'routes';
  const isWhole = part.all !== null && part.here >= part.all;
  const isOwn = isRoutes || PACK_LISTS.some((list) => list === part.is);
  const { failed, problem } = isRoutes
    ? reading.routes
    : { failed: part.failed, problem: reading.lists.get(part.is) ?? part.problem };
  return { ...part, failed, problem: problem ?? (isOwn && !isWhole ? reading.waitsFor : null) };
}

import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { openedBy } from '../opened.ts';

/** The ground of the map: the archives of an account and their tiles. */
export function groundHandlers(account: () => AccountContext | null): HandlersOf<'ground'> {
  const opened = openedBy(account);
  return {
    'ground.maps': () => opened(async ({ ground }) => ok(await ground.maps())),
    'ground.addFile': ({ path }) => opened(({ ground }) => ground.addFile(path)),
    'ground.beginCopy': ({ name, sizeBytes }) =>
      opened(({ ground }) => ground.copies.begin(name, sizeBytes)),
    'ground.copyPart': ({ copy, bytes }) => opened(({ ground }) => ground.copies.add(copy, bytes)),
    'ground.endCopy': ({ copy }) => opened(({ ground }) => ground.endCopy(copy)),
    'ground.dropCopy': ({ copy }) => opened(({ ground }) => ground.copies.drop(copy)),
    'ground.addAddress': (asked) => opened(({ ground }) => ground.addAddress(asked)),
    'ground.setCache': (cache) => opened(({ ground }) => ground.setCache(cache)),
    'ground.clearCache': () => opened(({ ground }) => ground.clearCache()),
    'ground.estimateRegion': (wanted) => opened(({ ground }) => ground.regions.estimate(wanted)),
    'ground.keepRegion': (wanted) => opened(({ ground }) => ground.regions.keep(wanted)),
    'ground.pauseRegion': ({ region }) => opened(({ ground }) => ground.regions.pause(region)),
    'ground.resumeRegion': ({ region }) => opened(({ ground }) => ground.regions.resume(region)),
    'ground.refreshRegion': ({ region }) => opened(({ ground }) => ground.regions.refresh(region)),
    'ground.removeRegion': ({ region }) => opened(({ ground }) => ground.regions.remove(region)),
    'ground.choose': ({ id }) => opened(({ ground }) => ground.choose(id)),
    'ground.remove': ({ id }) => opened(({ ground }) => ground.remove(id)),
    'ground.tile': ({ id, z, x, y }) =>
      opened(async ({ ground }) => {
        const tile = await ground.tile(id, z, x, y);
        if (!tile.ok) return tile;
        // A view into a larger buffer would travel with all of that.
        return ok({ bytes: tile.value === null ? null : new Uint8Array(tile.value) });
      }),
  };
}

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { HandlersOf, Output } from '../../../shared/ipc/contract.ts';
import type { StoredKind } from '../../../shared/ipc/storage.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { openedBy } from '../opened.ts';
import type { AccountPorts } from '../ports.ts';
import { filesOfPacks } from '../packs/filesOfPacks.ts';

/** So much of a kind is let go of at a time, so that a person can follow it and end it. */
const AT_ONCE = 100;

/** What everything in a folder takes; what can't be looked at counts for nothing. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(place);
    else if (entry.isFile()) bytes += (await lstat(place).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

async function accountSizes(ports: AccountPorts): Promise<Output<'storage.usage'>['accounts']> {
  const folder = path.join(ports.paths.data, 'accounts');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(ids.map(async (id) => ({ id, bytes: await sizeOf(path.join(folder, id)) })));
}

async function kindsOf(
  context: AccountContext,
): Promise<Pick<Output<'storage.usage'>, 'records' | 'kinds'>> {
  const { store, ground, attachments, packs } = context;
  const held = await packs.holds();
  const { records, clears, free, ...sizes } = await store.read('storage.usage', held);
  const tiles = ground.stored();
  const { maps } = await ground.maps();
  const copied = maps.filter(({ from }) => from === 'copy');
  const loose = {
    count: tiles.tiles - tiles.pinned.tiles,
    bytes: tiles.bytes - tiles.pinned.bytes,
  };
  const files = await attachments.stored();
  const packed = await attachments.among(await filesOfPacks(context, held.files));
  const plain = (is: StoredKind['is'], of: Omit<StoredKind, 'is' | 'clears'>): StoredKind => ({
    ...{ is, count: of.count, bytes: of.bytes, oldestAt: of.oldestAt, clears: null },
  });
  const own = (is: StoredKind['is'], bytes: number, count: number | null): StoredKind =>
    plain(is, { count, bytes, oldestAt: null });
  const kinds: StoredKind[] = [
    plain('answers', sizes.answers),
    { ...plain('readings', sizes.readings), clears: clears.readings },
    { ...plain('pdfs', sizes.pdfs), clears: clears.pdfs },
    {
      ...plain('files', files),
      clears: { count: files.count - packed.count, bytes: files.bytes - packed.bytes },
    },
    { ...plain('tiles', { ...loose, oldestAt: tiles.oldestAt }), clears: loose },
    own('regions', tiles.pinned.bytes, tiles.pinned.tiles),
    own(
      'maps',
      copied.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      copied.length,
    ),
    plain('settings', sizes.settings),
    plain('writes', sizes.writes),
    plain('reviews', sizes.reviews),
    plain('removed', sizes.removed),
    own('free', free, null),
  ];
  return { records, kinds };
}

/** What is kept on this computer, and letting go of what can be read again. */
export function storageHandlers(
  account: () => AccountContext | null,
  ports: AccountPorts,
): HandlersOf<'storage'> {
  const opened = openedBy(account);
  return {
    'storage.usage': async () => {
      const context = account();
      const kinds = context === null ? { records: [], kinds: [] } : await kindsOf(context);
      return ok({ accounts: await accountSizes(ports), ...kinds });
    },
    'storage.clear': ({ kind }) =>
      opened(async (context): Promise<Result<Output<'storage.clear'>>> => {
        const { store, packs, ground, attachments } = context;
        const { documents, pdfs, files } = await packs.holds();
        switch (kind) {
          case 'readings':
            return store.write('storage.clearReadings', { documents, most: AT_ONCE });
          case 'pdfs':
            return store.write('storage.clearPdfs', { pdfs, most: AT_ONCE });
          case 'files':
            return attachments.clear(await filesOfPacks(context, files), AT_ONCE);
          case 'tiles': {
            const before = ground.stored().bytes;
            const cleared = await ground.clearCache();
            return cleared.ok ? ok({ bytes: before - ground.stored().bytes, left: 0 }) : cleared;
          }
        }
      }),
  };
}

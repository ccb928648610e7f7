import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Ports } from '../ports.ts';
import type { SavedAccount } from './accountsFile.ts';
import { AWAY, deleteAway } from './removeAccount.ts';

/**
 * Ends what the end of the app cut off: an account that is still listed gets its folder back, of one that
 * is no longer listed everything goes. Gives whether something was deleted.
 */
export async function finishRemovals(
  ports: Pick<Ports, 'log' | 'paths' | 'localService'>,
  listed: readonly SavedAccount[],
): Promise<boolean> {
  const folder = path.join(ports.paths.data, 'accounts');
  let deleted = false;
  for (const name of await readdir(folder).catch(() => [])) {
    const [, accountId, service] = AWAY.exec(name) ?? [];
    if (accountId === undefined) continue;
    const [away, place] = [path.join(folder, name), path.join(folder, accountId)];
    if (listed.some(({ id }) => id === accountId) && !existsSync(place)) {
      await rename(away, place).catch(() => ports.log.write('warn', 'account.filesLeft'));
      continue;
    }
    const isNeeded = listed.some(({ workspace }) => workspace === 'local');
    // Where that fails, its folder is what the next start knows it by.
    if (service !== undefined && !isNeeded && !(await ports.localService.remove()).ok) continue;
    deleted = (await deleteAway(ports, away)) || deleted;
  }
  return deleted;
}

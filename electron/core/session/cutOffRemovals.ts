import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Ports } from '../ports.ts';
import { AWAY, deleteAway } from './removeAccount.ts';

/**
 * Ends what the end of the app cut off: an account that is still listed gets its folder back, of one that
 * is no longer listed everything goes. Gives whether something was deleted.
 */
export async function finishRemovals(
  ports: Pick<Ports, 'log' | 'paths'>,
  isListed: (accountId: string) => boolean,
): Promise<boolean> {
  const folder = path.join(ports.paths.data, 'accounts');
  let deleted = false;
  for (const name of await readdir(folder).catch(() => [])) {
    const accountId = AWAY.exec(name)?.[1];
    if (accountId === undefined) continue;
    const [away, place] = [path.join(folder, name), path.join(folder, accountId)];
    if (isListed(accountId) && !existsSync(place)) {
      await rename(away, place).catch(() => ports.log.write('warn', 'account.filesLeft'));
    } else deleted = (await deleteAway(ports, away)) || deleted;
  }
  return deleted;
}

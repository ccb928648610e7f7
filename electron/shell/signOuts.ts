import * as z from 'zod/mini';
import { createInTurn } from '../core/inTurn.ts';
import { jsonFile } from '../core/jsonFile.ts';
import type { Ports } from '../core/ports.ts';

/**
 * Accounts that were signed out or removed while the keychain could not be told, over the end of the
 * app: it may still hold their tokens, and the next start has to take these out.
 */
export interface SignOuts {
  /** Null where the list is there and can't be read now. */
  all(): Promise<readonly string[] | null>;
  /** Resolves once it is on disk. */
  add(accountId: string): Promise<void>;
  drop(accountId: string): Promise<void>;
}

const schema = z.object({ accounts: z.array(z.string()) });

/** In `signed-out.json`: ids alone, no name and no token. */
export function signOutsFile({
  paths,
  random,
  log,
}: Pick<Ports, 'paths' | 'random' | 'log'>): SignOuts {
  const file = jsonFile({
    ...{ folder: paths.data, name: 'signed-out.json' },
    ...{ schema, none: { accounts: [] }, random },
  });
  const acts = createInTurn();
  let listed: readonly string[] | null = null;

  const read = async (): Promise<readonly string[] | null> => {
    if (listed !== null) return listed;
    const saved = await file.load();
    if (saved.ok) listed = saved.value.accounts;
    else log.write('warn', 'signOuts.notRead');
    return listed;
  };
  /** A list that could not be read is not replaced. */
  const put = async (accountId: string, isOut: boolean): Promise<void> => {
    const before = await read();
    if (before === null || before.includes(accountId) === isOut) return;
    const others = before.filter((id) => id !== accountId);
    const accounts = isOut ? [...others, accountId] : others;
    // The keychain is told its part whatever keeps the list from being saved, and be it another program.
    const saved = await file.save({ accounts }).catch(() => null);
    if (saved?.ok === true) listed = accounts;
    else log.write('warn', 'signOuts.notSaved');
  };

  return {
    all: () => acts.run(read),
    add: (accountId) => acts.run(() => put(accountId, true)),
    drop: (accountId) => acts.run(() => put(accountId, false)),
  };
}

import type { SignOuts } from '../../electron/shell/signOuts.ts';

/** Sign-outs that are owed to a keychain, in memory alone. */
export function signOutsInMemory(): SignOuts {
  const listed = new Set<string>();
  return {
    all: () => Promise.resolve([...listed]),
    add: async (accountId) => void listed.add(accountId),
    drop: async (accountId) => void listed.delete(accountId),
  };
}

import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountsFile, AccountsState, SavedAccount } from './accountsFile.ts';

type Nothing = Record<string, never>;

/** The accounts of this computer, in memory and on disk alike. */
export interface SavedAccounts {
  all(): readonly SavedAccount[];
  find(id: string): SavedAccount | undefined;
  /** The id of the one that was chosen last. */
  active(): string | null;
  workOffline(): boolean;
  /** Changes as a whole or not at all. Errors: those of `AccountsFile.save`. */
  change(changes: Partial<Omit<AccountsState, 'version'>>): Promise<Result<Nothing>>;
  /** Puts back what was there before a change, in memory also where the disk refuses: the next one to be saved has it. */
  takeBack(before: Pick<AccountsState, 'active' | 'accounts'>): Promise<void>;
  /** On, it is so from now on, saved or not; off, once the next start would find it so. Errors: the same. */
  setWorkOffline(on: boolean): Promise<Result<Nothing>>;
  /** Adds an account, or takes the place of the one with its id. Errors: the same. */
  put(account: SavedAccount): Promise<Result<Nothing>>;
}

export function savedAccounts(
  file: Pick<AccountsFile, 'save'>,
  loaded: AccountsState,
): SavedAccounts {
  let state = loaded;
  /** What the next start would find. */
  let isSavedOffline = loaded.workOffline;

  const change: SavedAccounts['change'] = async (changes) => {
    const next = { ...state, ...changes };
    const saved = await file.save(next);
    if (saved.ok) {
      state = next;
      isSavedOffline = next.workOffline;
    }
    return saved;
  };

  return {
    all: () => state.accounts,
    find: (id) => state.accounts.find((account) => account.id === id),
    active: () => state.active,
    workOffline: () => state.workOffline,
    change,
    async takeBack(before) {
      state = { ...state, ...before };
      await change(before);
    },
    async setWorkOffline(on) {
      // What was never saved needs no disk to end.
      const wasSaved = isSavedOffline;
      if (on || !wasSaved) state = { ...state, workOffline: on };
      const saved = await change({ workOffline: on });
      return on || wasSaved ? saved : ok({});
    },
    put: (account) =>
      change({ accounts: [...state.accounts.filter(({ id }) => id !== account.id), account] }),
  };
}

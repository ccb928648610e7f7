import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Account, Connection } from '../../../shared/ipc/shapes.ts';
import { ok, type AppError, type Result } from '../../../shared/result.ts';
import type { Redactor } from '../api/redactor.ts';
import type { Ports } from '../ports.ts';
import type { SavedAccount } from './accountsFile.ts';
import { withoutAccount } from './connection.ts';
import { openAccount, type OpenAccount } from './openAccount.ts';
import { addressOf } from './recognise.ts';
import { UNKNOWN_ACCOUNT } from './refusals.ts';
import { createReopening } from './reopen.ts';
import type { RenewalsUnderWay } from './renewalsUnderWay.ts';
import type { SavedAccounts } from './savedAccounts.ts';
import type { PersonKeys } from './whose.ts';

/** Which account is in use. Whatever changes that is called in turn. */
export interface AccountInUse {
  current(): OpenAccount | null;
  /** The account in use where it is this one, else null. */
  ifCurrent(accountId: string | undefined): OpenAccount | null;
  connection(): Connection;
  describe(saved: SavedAccount): Promise<Account>;
  /** Opens the account that was in use when the app ended; nobody is told. */
  openFirst(saved: SavedAccount): Promise<Result<OpenAccount>>;
  /** Makes an account the one in use. The old one stays if the new one can't be opened. */
  switchTo(saved: SavedAccount): Promise<Result<OpenAccount>>;
  /** None is in use from now on; gives the one that was, still open. */
  leave(): OpenAccount | null;
  /** Remembers how many writes wait in an account, and closes it. */
  putAway(account: OpenAccount): Promise<void>;
  /** Looks into an account, which is opened for it where it is not in use. */
  look<T>(
    saved: SavedAccount,
    look: (account: OpenAccount) => Promise<Result<T>>,
  ): Promise<Result<T>>;
}

export interface AccountInUseSetup {
  ports: Ports;
  redactor: Redactor;
  accounts: SavedAccounts;
  renewals: RenewalsUnderWay;
  emit(event: AnyEvent): void;
  /** One change at a time: two sign-ins at once would fight over the account in use. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
}

export function createAccountInUse(setup: AccountInUseSetup): AccountInUse {
  const { ports, redactor, accounts, renewals, emit, inTurn } = setup;
  const startedAt = ports.clock.now();
  let current: OpenAccount | null = null;
  /** Why the account that was in use no longer is, where nobody chose that. */
  let stopped: AppError | null = null;

  const ifCurrent = (accountId: string | undefined): OpenAccount | null =>
    current?.identity.id === accountId ? current : null;
  const connection = (): Connection =>
    current?.monitor.current() ?? withoutAccount(accounts.workOffline(), startedAt, stopped);

  const open = (saved: SavedAccount, damaged = false): Promise<Result<OpenAccount>> =>
    openAccount(ports, saved, {
      ...{ redactor, workOffline: accounts.workOffline(), renewals, emit, damaged },
      damageFound: () => void reopening.damaged(saved.id),
      died: () => void reopening.died(saved.id),
      learned: (me) => void inTurn(() => keepPerson(accounts, saved.id, me)),
    }).then((opened) => noteOpened(accounts, saved.id, opened));
  const reopening = createReopening({
    ...{ ports, emit, inTurn, connection },
    current: () => current,
    setCurrent: (account, why) => {
      current = account;
      stopped = why;
    },
    open: async (accountId, damaged) => {
      const saved = accounts.find(accountId);
      return saved === undefined ? UNKNOWN_ACCOUNT : open(saved, damaged);
    },
  });

  const putAway = async (account: OpenAccount): Promise<void> => {
    const saved = accounts.find(account.identity.id);
    // A database that fails keeps the number that was known last, and has to be closed all the same.
    const waiting = await account.waiting().catch(() => null);
    if (saved !== undefined && waiting !== null) await accounts.put({ ...saved, waiting });
    await account.close();
  };

  return {
    current: () => current,
    ifCurrent,
    connection,
    describe: (saved) => describe(ports, saved, ifCurrent(saved.id)),
    openFirst: (saved) =>
      // In turn: what its database meets while it is being opened is mended once it is in use.
      inTurn(async () => {
        const opened = await open(saved);
        if (opened.ok) current = opened.value;
        else stopped = opened.error;
        return opened;
      }),
    async switchTo(saved) {
      const same = ifCurrent(saved.id);
      if (same !== null) return ok(same);
      const opened = await open(saved);
      if (!opened.ok) return opened;
      const old = current;
      current = opened.value;
      stopped = null;
      if (old !== null) await putAway(old);
      const stored = await accounts.change({ active: saved.id });
      if (!stored.ok) ports.log.write('warn', 'accounts.notSaved');
      emit({ name: 'account', payload: { accountId: saved.id, signedIn: false } });
      emit({ name: 'connection', payload: connection() });
      return opened;
    },
    leave() {
      const old = current;
      current = null;
      return old;
    },
    putAway,
    async look(saved, look) {
      const same = ifCurrent(saved.id);
      if (same !== null) return look(same);
      const opened = await open(saved);
      if (!opened.ok) return opened;
      try {
        return await look(opened.value);
      } finally {
        await opened.value.close();
      }
    },
  };
}

/** Notes that the database of an account is there. Where it can't be written down, the next opening does it. */
async function noteOpened<T>(
  accounts: SavedAccounts,
  accountId: string,
  opened: Result<T>,
): Promise<Result<T>> {
  const known = accounts.find(accountId);
  if (opened.ok && known !== undefined && known.opened !== true) {
    await accounts.put({ ...known, opened: true });
  }
  return opened;
}

async function keepPerson(
  accounts: SavedAccounts,
  accountId: string,
  me: PersonKeys,
): Promise<void> {
  const known = accounts.find(accountId);
  if (known !== undefined) await accounts.put({ ...known, me });
}

/** `open`: the account where it is in use, else null. */
async function describe(
  { secrets }: Ports,
  saved: SavedAccount,
  open: OpenAccount | null,
): Promise<Account> {
  return {
    id: saved.id,
    workspace: saved.workspace,
    baseUrl: saved.workspace === 'remote' ? addressOf(saved) : (open?.local?.baseUrl() ?? ''),
    user: saved.userName,
    tenant: saved.tenantName,
    active: open !== null,
    signedIn: open?.monitor.signedIn() ?? (await secrets.get(saved.id)) !== null,
    waiting: open === null ? saved.waiting : await open.waiting(),
  };
}

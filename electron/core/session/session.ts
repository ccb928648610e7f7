import { rm } from 'node:fs/promises';
import type { AnyEvent, Output } from '../../../shared/ipc/contract.ts';
import type { Account, Connection, WaitingWrites } from '../../../shared/ipc/shapes.ts';
import { ok, type AppError, type Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { defaultProfile, parseProfile } from '../api/profile.ts';
import type { Redactor } from '../api/redactor.ts';
import { handFile, packOutbox } from '../outbox/queue/files.ts';
import type { Ports } from '../ports.ts';
import {
  createAccountsFile,
  type AccountsFile,
  type AccountsState,
  type SavedAccount,
} from './accountsFile.ts';
import { otherNamesOf } from '../address.ts';
import { profileOf } from './accountProfile.ts';
import { accountFolder, openAccount, type OpenAccount } from './openAccount.ts';
import { accountAfter, accountFor, addressOf, isMixedUp, type Entry } from './recognise.ts';
import { createReopening } from './reopen.ts';
import { keepWrites, leftMessage, setAside, stillWaiting, waitingIn } from './leaving.ts';
import { keepSecret } from './secrets.ts';
import { MIXED_UP, NO_ACCOUNT, UNKNOWN_ACCOUNT } from './refusals.ts';
import { withoutAccount } from './connection.ts';
import { createSignIn, type PasswordInput, type SignedIn, type TokenInput } from './signIn.ts';

type Nothing = Record<string, never>;

/**
 * The accounts of this computer and the one in use. Changes run one after the other, and none of
 * them waits for the network: a service that does not answer holds up nobody but those who ask it.
 */
export interface Session {
  /** Opens the account that was last in use: its mirror answers when this does. */
  open(): Promise<Result<Nothing>>;
  /** Starts the network of the account in use. */
  start(): void;
  current(): OpenAccount | null;
  context(): AccountContext | null;
  /** The same once changes under way have ended: a database that is being opened anew is open. */
  settled(): Promise<AccountContext | null>;
  accounts(): Promise<Account[]>;
  connection(): Connection;
  signInWithToken(input: TokenInput): Promise<Result<SignedIn>>;
  signInWithPassword(input: PasswordInput): Promise<Result<SignedIn>>;
  otp(code: string): Promise<Result<SignedIn>>;
  openLocal(): Promise<Result<SignedIn>>;
  /** Gives up a sign-in whose service has not answered yet: it ends as `session.signInCancelled`. */
  cancelSignIn(): void;
  use(accountId: string): Promise<Result<Account>>;
  signOut(accountId: string): Promise<Result<Nothing>>;
  /** The unsettled writes of an account; of the one in use where none is named. */
  waiting(accountId: string | null): Promise<Result<WaitingWrites>>;
  /** Hands the person a copy of the unsettled writes of an account. */
  exportWaiting(accountId: string): Promise<Result<Output<'outbox.export'>>>;
  /** `kept`: where its waiting writes lie, inside the data folder; null where there were none. */
  remove(accountId: string, confirmWaiting: number): Promise<Result<{ kept: string | null }>>;
  workOffline(on: boolean): Promise<Result<Connection>>;
  setProfile(overrides: string): Promise<Result<Nothing>>;
  profileText(): string;
  close(): Promise<void>;
}

interface Setup {
  ports: Ports;
  redactor: Redactor;
  emit(event: AnyEvent): void;
  state: AccountsState;
  file: AccountsFile;
}

/** Loads the list of accounts; opens nothing yet. */
export async function createSession(
  ports: Ports,
  emit: (event: AnyEvent) => void,
  redactor: Redactor,
): Promise<Session> {
  const file = createAccountsFile(ports.paths.data, ports.random);
  const { state, damaged } = await file.load();
  if (damaged) {
    emit({
      name: 'notice',
      payload: {
        level: 'warning',
        code: 'accounts.damaged',
        message:
          'The list of accounts was damaged and has been set aside. Sign in again: mirrors and waiting writes are still here.',
      },
    });
  }
  return sessionOver({ ports, redactor, emit, state, file });
}

function sessionOver({ ports, redactor, emit, state: loaded, file }: Setup): Session {
  let state = loaded;
  let current: OpenAccount | null = null;
  /** Why the account that was in use no longer is, where nobody chose that. */
  let stopped: AppError | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const startedAt = ports.clock.now();

  const connection = (): Connection =>
    current?.monitor.current() ?? withoutAccount(state.workOffline, startedAt, stopped);

  /** One change at a time: two sign-ins at once would fight over the account in use. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = queue.then(run, run);
    queue = mine.catch(() => undefined);
    return mine;
  };

  const save = async (next: AccountsState): Promise<Result<Nothing>> => {
    const saved = await file.save(next);
    if (saved.ok) state = next;
    return saved;
  };

  const find = (id: string): SavedAccount | undefined =>
    state.accounts.find((account) => account.id === id);

  const upsert = (account: SavedAccount): AccountsState => ({
    ...state,
    accounts: [...state.accounts.filter(({ id }) => id !== account.id), account],
  });

  const describe = async (saved: SavedAccount): Promise<Account> => {
    const open = current?.identity.id === saved.id ? current : null;
    return {
      id: saved.id,
      workspace: saved.workspace,
      baseUrl: saved.workspace === 'remote' ? addressOf(saved) : (open?.local?.baseUrl() ?? ''),
      user: saved.userName,
      tenant: saved.tenantName,
      active: open !== null,
      signedIn: open?.monitor.signedIn() ?? (await ports.secrets.get(saved.id)) !== null,
      waiting: open === null ? saved.waiting : await open.waiting(),
    };
  };

  /** Remembers how many writes wait before an account is put away. */
  const putAway = async (account: OpenAccount): Promise<void> => {
    const saved = find(account.identity.id);
    if (saved !== undefined) await save(upsert({ ...saved, waiting: await account.waiting() }));
    await account.close();
  };

  const open = (saved: SavedAccount, damaged = false): Promise<Result<OpenAccount>> =>
    openAccount(ports, saved, {
      ...{ redactor, workOffline: state.workOffline, emit, damaged },
      damageFound: () => void reopening.damaged(saved.id),
      died: () => void reopening.died(saved.id),
      learned: (me) =>
        void inTurn(async () => {
          const known = find(saved.id);
          if (known !== undefined) await save(upsert({ ...known, me }));
        }),
    });

  const reopening = createReopening({
    ...{ ports, emit, inTurn, connection },
    current: () => current,
    setCurrent: (account, why) => {
      current = account;
      stopped = why;
    },
    open: async (accountId, damaged) => {
      const saved = find(accountId);
      return saved === undefined ? UNKNOWN_ACCOUNT : open(saved, damaged);
    },
  });

  /** Makes an account the one in use. The old one stays if the new one can't be opened. */
  const switchTo = async (saved: SavedAccount): Promise<Result<OpenAccount>> => {
    if (current?.identity.id === saved.id) return ok(current);
    const opened = await open(saved);
    if (!opened.ok) return opened;
    const old = current;
    current = opened.value;
    stopped = null;
    if (old !== null) await putAway(old);
    const kept = await save({ ...state, active: saved.id });
    if (!kept.ok) ports.log.write('warn', 'accounts.notSaved');
    emit({ name: 'account', payload: { accountId: saved.id, signedIn: false } });
    emit({ name: 'connection', payload: connection() });
    return opened;
  };

  /** Signing in elsewhere leaves the account before: what waits there is named. */
  const tellLeft = (account: SavedAccount | undefined): void => {
    if (account === undefined || account.waiting === 0) return;
    const message = leftMessage(account);
    emit({ name: 'notice', payload: { level: 'info', code: 'account.left', message } });
  };

  /** Ends a successful sign-in: the identity's account is made or found, opened and signed in. */
  const adopt = async (entry: Entry): Promise<Result<SignedIn>> => {
    const known = accountFor(state.accounts, entry);
    if (isMixedUp(state.accounts, known, entry)) return MIXED_UP;
    const saved = accountAfter(known, entry);
    const { id } = saved;
    const kept = await save(upsert(saved));
    if (!kept.ok) return kept;
    await keepSecret(ports, id, entry.secret);
    const left = current?.identity.id;
    const wasOpen = left === id;
    const opened = await switchTo(saved);
    if (!opened.ok) return opened;
    if (left !== undefined && !wasOpen) tellLeft(find(left));
    opened.value.reachAt(addressOf(saved));
    opened.value.signIn(entry.secret, saved.me ?? null);
    if (wasOpen) {
      // Its service may have ended and come back elsewhere since.
      void opened.value.local?.connect();
      opened.value.context.outbox.hint();
    } else {
      void opened.value.start();
    }
    return ok({ outcome: 'signedIn', account: await describe(saved) });
  };

  const signIn = createSignIn({
    ports,
    redactor,
    // Another account of the same service may have taught its names already.
    profileFor: (baseUrl) => {
      const names = [baseUrl, ...otherNamesOf(baseUrl)];
      const sibling = state.accounts.find(({ service }) => names.includes(service));
      return sibling === undefined ? defaultProfile : profileOf(sibling);
    },
    adopt: (entry, cancelled) => inTurn(async () => cancelled() ?? adopt(entry)),
  });

  return {
    async open() {
      const saved = state.active === null ? undefined : find(state.active);
      if (saved === undefined) return ok({});
      const opened = await open(saved);
      if (!opened.ok && opened.error.code === 'db.damaged') {
        // One damaged account must not lock the person out of the others.
        const { code, message } = opened.error;
        emit({ name: 'notice', payload: { level: 'warning', code, message } });
        return ok({});
      }
      if (!opened.ok) return opened;
      current = opened.value;
      return ok({});
    },

    start: () => void current?.start(),

    current: () => current,
    context: () => current?.context ?? null,
    settled: () => inTurn(async () => current?.context ?? null),
    accounts: () => Promise.all(state.accounts.map(describe)),

    connection,

    signInWithToken: signIn.withToken,
    signInWithPassword: signIn.withPassword,
    otp: signIn.withCode,
    openLocal: signIn.local,
    cancelSignIn: signIn.cancel,

    use(accountId) {
      // The account that was chosen last is the one in use, whenever an older wish is answered.
      signIn.cancel();
      return inTurn(async () => {
        const saved = find(accountId);
        if (saved === undefined) return UNKNOWN_ACCOUNT;
        const wasOpen = current?.identity.id === accountId;
        const opened = await switchTo(saved);
        if (!opened.ok) return opened;
        if (!wasOpen) void opened.value.start();
        return ok(await describe(saved));
      });
    },

    signOut: (accountId) =>
      inTurn(async () => {
        if (find(accountId) === undefined) return UNKNOWN_ACCOUNT;
        if (current?.identity.id === accountId) await current.signOut();
        else await ports.secrets.remove(accountId);
        return ok({});
      }),

    async waiting(accountId) {
      const id = accountId ?? current?.identity.id;
      // Of the account in use it is read at once, whatever change of accounts is under way.
      if (current !== null && current.identity.id === id) {
        const told = await waitingIn(current.context).catch(() => null);
        if (told !== null) return ok(told);
      }
      return inTurn(async () => {
        const saved = id === undefined ? undefined : find(id);
        if (saved === undefined) return ok({ total: 0, inFlight: 0, kinds: [] });
        const told = await withAccount(saved, async ({ context }) => ok(await waitingIn(context)));
        // A database that can't be opened keeps the number that was known last.
        return told.ok ? told : ok({ total: saved.waiting, inFlight: 0, kinds: [] });
      });
    },

    async exportWaiting(accountId) {
      const saved = find(accountId);
      if (saved === undefined) return UNKNOWN_ACCOUNT;
      const packed = await inTurn(() =>
        withAccount(saved, ({ context }) => packOutbox(context, 'copy', null)),
      );
      // A dialog may stay open for long: nothing waits for it.
      return packed.ok ? handFile(ports, packed.value, 0) : packed;
    },

    remove: (accountId, confirmWaiting) =>
      inTurn(async () => {
        const saved = find(accountId);
        if (saved === undefined) return UNKNOWN_ACCOUNT;
        const inUse = current?.identity.id === accountId ? current : null;
        const kept = await withAccount(saved, (account) => keepWrites(account, confirmWaiting));
        const shut = !kept.ok && kept.error.code.startsWith('db.');
        if (shut && saved.waiting !== confirmWaiting) return stillWaiting(saved.waiting);
        if (!kept.ok && !shut) return kept;
        if (inUse !== null) {
          current = null;
          await inUse.signOut();
          await inUse.close();
        }
        await ports.secrets.remove(accountId);
        const folder = accountFolder(ports, accountId);
        const left = kept.ok ? kept : await setAside(ports, folder);
        if (!left.ok) return left;
        const accounts = state.accounts.filter(({ id }) => id !== accountId);
        const isLast = !accounts.some(({ workspace }) => workspace === 'local');
        if (saved.workspace === 'local' && isLast) {
          const gone = await ports.localService.remove();
          if (!gone.ok) return gone;
        }
        await rm(folder, { recursive: true, force: true });
        const active = state.active === accountId ? null : state.active;
        const listed = await save({ ...state, active, accounts });
        if (!listed.ok) return listed;
        if (inUse !== null) {
          emit({ name: 'account', payload: { accountId: null, signedIn: false } });
          emit({ name: 'connection', payload: connection() });
        }
        return ok({ kept: left.value });
      }),

    workOffline: (on) =>
      inTurn(async () => {
        const kept = await save({ ...state, workOffline: on });
        if (!kept.ok) return kept;
        current?.monitor.setWorkOffline(on);
        return ok(connection());
      }),

    profileText: () => {
      const saved = current === null ? undefined : find(current.identity.id);
      return saved?.profile ?? '';
    },

    setProfile: (overrides) =>
      inTurn(async () => {
        const saved = current === null ? undefined : find(current.identity.id);
        if (current === null || saved === undefined) return NO_ACCOUNT;
        const parsed = parseProfile(overrides);
        if (!parsed.ok) return parsed;
        const kept = await save(upsert({ ...saved, profile: overrides.trim() }));
        if (kept.ok) current.profile.setOverrides(overrides.trim());
        return kept;
      }),

    close() {
      signIn.cancel();
      return inTurn(async () => {
        const old = current;
        current = null;
        if (old !== null) await putAway(old);
      });
    },
  };

  /** Looks into an account, which is opened for it where it is not in use. */
  async function withAccount<T>(
    saved: SavedAccount,
    look: (account: OpenAccount) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (current?.identity.id === saved.id) return look(current);
    const opened = await open(saved);
    if (!opened.ok) return opened;
    try {
      return await look(opened.value);
    } finally {
      await opened.value.close();
    }
  }
}

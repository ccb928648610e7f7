import type { AnyEvent, Output } from '../../../shared/ipc/contract.ts';
import type { Account, Connection, WaitingWrites } from '../../../shared/ipc/shapes.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { otherNamesOf } from '../address.ts';
import { defaultProfile, parseProfile, type Profile } from '../api/profile.ts';
import type { Redactor } from '../api/redactor.ts';
import { createInTurn } from '../inTurn.ts';
import { handFile, packOutbox } from '../outbox/queue/files.ts';
import type { Ports } from '../ports.ts';
import { OTHER_ACCOUNT_OPEN } from '../refusals.ts';
import { createAccountInUse } from './accountInUse.ts';
import { profileOf } from './accountProfile.ts';
import { createAccountsFile, type AccountsFound, type SavedAccount } from './accountsFile.ts';
import { adopt } from './adopt.ts';
import { finishRemovals } from './cutOffRemovals.ts';
import { waitingIn } from './leaving.ts';
import type { OpenAccount } from './openAccount.ts';
import { addressOf } from './recognise.ts';
import { NO_ACCOUNT, PROFILE_CHANGED, UNKNOWN_ACCOUNT } from './refusals.ts';
import { removeAccount, type LeftBehind } from './removeAccount.ts';
import { createRenewalsUnderWay } from './renewalsUnderWay.ts';
import { savedAccounts, type SavedAccounts } from './savedAccounts.ts';
import type { SessionContext } from './sessionContext.ts';
import {
  createSignIn,
  type CodeInput,
  type PasswordInput,
  type SignedIn,
  type SignIn,
  type TokenInput,
} from './signIn.ts';

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
  whenOpened(): Promise<AccountContext | null>;
  accounts(): Promise<Account[]>;
  connection(): Connection;
  signInWithToken(input: TokenInput): Promise<Result<SignedIn>>;
  signInWithPassword(input: PasswordInput): Promise<Result<SignedIn>>;
  otp(input: CodeInput): Promise<Result<SignedIn>>;
  openLocal(): Promise<Result<SignedIn>>;
  /** Gives up a sign-in whose service has not answered yet: it ends as `session.signInCancelled`. */
  cancelSignIn(): void;
  use(accountId: string): Promise<Result<Account>>;
  signOut(accountId: string): Promise<Result<Nothing>>;
  /** The unsettled writes of an account; of the one in use where none is named. */
  waiting(accountId: string | null): Promise<Result<WaitingWrites>>;
  /** Hands the person a copy of the unsettled writes of an account. */
  exportWaiting(accountId: string): Promise<Result<Output<'outbox.export'>>>;
  remove(accountId: string, confirmWaiting: number): Promise<Result<LeftBehind>>;
  workOffline(on: boolean): Promise<Result<Connection>>;
  /** `seen`: the overrides as they were when somebody began to change them. */
  setProfile(overrides: string, seen?: string): Promise<Result<Nothing>>;
  profileText(): string;
  close(): Promise<void>;
}

const DAMAGED: Readonly<Record<Exclude<AccountsFound, 'whole'>, string>> = {
  copy: 'The list of accounts was damaged; its copy has taken its place. Mirrors and waiting writes are still here.',
  damaged:
    'The list of accounts was damaged and has been set aside. Sign in again: mirrors and waiting writes are still here.',
};

/** Loads the list of accounts; opens nothing yet. */
export async function createSession(
  ports: Ports,
  emit: (event: AnyEvent) => void,
  redactor: Redactor,
): Promise<Session> {
  const file = createAccountsFile(ports.paths.data, ports.random);
  const { state, found } = await file.load();
  if (found !== 'whole') {
    const message = DAMAGED[found];
    emit({ name: 'notice', payload: { level: 'warning', code: 'accounts.damaged', message } });
  } else if (await finishRemovals(ports, state.accounts)) {
    const message =
      'What was still there of a removed account is deleted now. Its writes that waited and its reviews, where there were any, lie in “removed” in Waybill’s data folder.';
    emit({ name: 'notice', payload: { level: 'info', code: 'account.restDeleted', message } });
  }
  const setup = {
    ...{ ports, redactor, emit, inTurn: createInTurn().run },
    accounts: savedAccounts(file, state),
    renewals: createRenewalsUnderWay(ports),
  };
  return sessionOver({ ...setup, inUse: createAccountInUse(setup) });
}

function sessionOver(session: SessionContext): Session {
  const { ports, redactor, accounts, inUse, inTurn } = session;
  const signIn = createSignIn({
    ports,
    redactor,
    profileFor: (baseUrl) => namesFor(accounts, baseUrl),
    adopt: (entry, cancelled) => inTurn(async () => cancelled() ?? adopt(session, entry)),
  });

  return {
    open: () => openActive(session),
    start: () => void inUse.current()?.start(),
    current: inUse.current,
    context: () => inUse.current()?.context ?? null,
    whenOpened: () => inTurn(async () => inUse.current()?.context ?? null),
    accounts: () => Promise.all(accounts.all().map(inUse.describe)),
    connection: inUse.connection,

    signInWithToken: signIn.withToken,
    signInWithPassword: signIn.withPassword,
    otp: signIn.withCode,
    openLocal: signIn.local,
    cancelSignIn: signIn.cancel,

    use(accountId) {
      // The account that was chosen last is the one in use, whenever an older wish is answered.
      signIn.replace();
      return inTurn(() => useAccount(session, accountId));
    },
    signOut: (accountId) =>
      inTurn(async () => {
        const saved = accounts.find(accountId);
        if (saved === undefined) return UNKNOWN_ACCOUNT;
        const open = inUse.ifCurrent(accountId);
        if (open !== null) await open.signOut();
        else await signOutOther(session, signIn, saved);
        return ok({});
      }),
    waiting: (accountId) => waitingOf(session, accountId),
    exportWaiting: (accountId) => exportWaiting(session, accountId),
    remove: (accountId, confirmWaiting) =>
      inTurn(() => removeAccount(session, accountId, confirmWaiting)),

    workOffline: (on) => inTurn(() => setWorkOffline(session, on)),
    profileText: () => accounts.find(inUse.current()?.identity.id ?? '')?.profile ?? '',
    setProfile(overrides, seen) {
      // Another account may be opened while this waits for its turn.
      const meant = inUse.current()?.identity.id;
      return inTurn(async () => {
        const open = inUse.current()?.identity.id;
        return open === undefined || open === meant
          ? setProfile(session, overrides, seen)
          : OTHER_ACCOUNT_OPEN;
      });
    },

    close() {
      signIn.cancel();
      return inTurn(async () => {
        const old = inUse.leave();
        if (old !== null) await inUse.putAway(old);
      });
    },
  };
}

/** Another account of the same service may have taught its names already. */
function namesFor(accounts: SavedAccounts, baseUrl: string): Profile {
  const names = [baseUrl, ...otherNamesOf(baseUrl)];
  const sibling = accounts.all().find(({ service }) => names.includes(service));
  return sibling === undefined ? defaultProfile : profileOf(sibling);
}

/** Failures that the files of one account are the reason of: the other accounts stay usable. */
const OF_ONE_ACCOUNT = ['db.damaged', 'db.notAFile', 'db.otherAccount', 'db.readonly'];

async function openActive({ accounts, inUse, emit }: SessionContext): Promise<Result<Nothing>> {
  const active = accounts.active();
  const saved = active === null ? undefined : accounts.find(active);
  if (saved === undefined) return ok({});
  const opened = await inUse.openFirst(saved);
  if (opened.ok) return ok({});
  const { code, message } = opened.error;
  if (!OF_ONE_ACCOUNT.includes(code)) return opened;
  emit({ name: 'notice', payload: { level: 'warning', code, message } });
  return ok({});
}

async function useAccount(
  { accounts, inUse }: SessionContext,
  accountId: string,
): Promise<Result<Account>> {
  const saved = accounts.find(accountId);
  if (saved === undefined) return UNKNOWN_ACCOUNT;
  const wasOpen = inUse.ifCurrent(accountId) !== null;
  const opened = await inUse.switchTo(saved);
  if (!opened.ok) return opened;
  if (!wasOpen) void opened.value.start();
  return ok(await inUse.describe(saved));
}

/** Of an account that is not in use; its service is told where it can be reached. */
async function signOutOther(
  { ports, accounts, renewals }: SessionContext,
  { tellOut }: Pick<SignIn, 'tellOut'>,
  saved: SavedAccount,
): Promise<void> {
  renewals.left(saved.id);
  const secret = await ports.secrets.get(saved.id);
  await ports.secrets.remove(saved.id);
  // The embedded service has another port at each start, and ends with the app.
  if (secret === null || saved.workspace === 'local' || accounts.workOffline()) return;
  tellOut(addressOf(saved), secret.token);
}

async function waitingOf(
  { accounts, inUse, inTurn }: SessionContext,
  accountId: string | null,
): Promise<Result<WaitingWrites>> {
  const id = accountId ?? inUse.current()?.identity.id;
  // Of the account in use it is read at once, whatever change of accounts is under way.
  const open = inUse.ifCurrent(id);
  if (open !== null) {
    const waiting = await waitingIn(open.context).catch(() => null);
    if (waiting !== null) return ok(waiting);
  }
  return inTurn(async () => {
    const saved = id === undefined ? undefined : accounts.find(id);
    if (saved === undefined) return ok({ total: 0, inFlight: 0, kinds: [] });
    const waiting = await inUse.look(saved, async ({ context }) => ok(await waitingIn(context)));
    // A database that can't be opened keeps the number that was known last.
    return waiting.ok ? waiting : ok({ total: saved.waiting, inFlight: 0, kinds: [] });
  });
}

async function exportWaiting(
  { ports, accounts, inUse, inTurn }: SessionContext,
  accountId: string,
): Promise<Result<Output<'outbox.export'>>> {
  const saved = accounts.find(accountId);
  if (saved === undefined) return UNKNOWN_ACCOUNT;
  const packed = await inTurn(() =>
    inUse.look(saved, ({ context }) => packOutbox(context, 'copy', null)),
  );
  // A dialog may stay open for long: nothing waits for it.
  return packed.ok ? handFile(ports, packed.value, 0) : packed;
}

/** A disk that takes nothing more keeps nobody from working offline. */
async function setWorkOffline(
  { accounts, inUse, emit }: SessionContext,
  on: boolean,
): Promise<Result<Connection>> {
  if (on) inUse.current()?.monitor.setWorkOffline(true);
  const stored = await accounts.setWorkOffline(on);
  if (on && !stored.ok) {
    const message =
      'Waybill works offline, but could not save that: its next start may ask the service again.';
    emit({
      name: 'notice',
      payload: { level: 'warning', code: 'accounts.offlineNotSaved', message },
    });
  } else if (!on) {
    if (!stored.ok) return stored;
    inUse.current()?.monitor.setWorkOffline(false);
  }
  return ok(inUse.connection());
}

async function setProfile(
  { accounts, inUse }: SessionContext,
  overrides: string,
  seen: string | undefined,
): Promise<Result<Nothing>> {
  const open = inUse.current();
  const saved = open === null ? undefined : accounts.find(open.identity.id);
  if (open === null || saved === undefined) return NO_ACCOUNT;
  if (seen !== undefined && seen.trim() !== saved.profile) return PROFILE_CHANGED;
  const parsed = parseProfile(overrides);
  if (!parsed.ok) return parsed;
  const stored = await accounts.put({ ...saved, profile: overrides.trim() });
  if (stored.ok) open.profile.setOverrides(overrides.trim());
  return stored;
}

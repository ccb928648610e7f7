import { ok, type Result } from '../../../shared/result.ts';
import { leftMessage } from './leaving.ts';
import { accountAfter, accountFor, addressOf, isMixedUp, type Entry } from './recognise.ts';
import { MIXED_UP } from './refusals.ts';
import { keepSecret } from './secrets.ts';
import type { SessionContext } from './sessionContext.ts';
import type { SignedIn } from './signIn.ts';

/** Signing in elsewhere leaves the account before: what waits there is named. */
function tellLeft({ accounts, emit }: SessionContext, accountId: string): void {
  const account = accounts.find(accountId);
  if (account === undefined || account.waiting === 0) return;
  const message = leftMessage(account);
  emit({ name: 'notice', payload: { level: 'info', code: 'account.left', message } });
}

/**
 * Ends a successful sign-in: the identity's account is made or found, opened and signed in.
 *
 * Errors: `session.otherPerson` where token and service name two people who are known here; those
 * of saving the accounts and of opening the database.
 */
export async function adopt(session: SessionContext, entry: Entry): Promise<Result<SignedIn>> {
  const { accounts, renewals, inUse, ports } = session;
  const known = accountFor(accounts.all(), entry);
  if (isMixedUp(accounts.all(), known, entry)) return MIXED_UP;
  const saved = accountAfter(known, entry);
  const stored = await accounts.put(saved);
  if (!stored.ok) return stored;
  // What an earlier sign-in still renews may not take its place.
  renewals.entered(saved.id, entry.secret);
  await keepSecret(ports, saved.id, entry.secret);
  const left = inUse.current()?.identity.id;
  const wasOpen = left === saved.id;
  const opened = await inUse.switchTo(saved);
  if (!opened.ok) return opened;
  if (left !== undefined && !wasOpen) tellLeft(session, left);
  const account = opened.value;
  account.reachAt(addressOf(saved));
  account.signIn(entry.secret, saved.me ?? null);
  if (wasOpen) {
    // Its service may have ended and come back elsewhere since.
    void account.local?.connect();
    account.context.outbox.wake();
  } else {
    void account.start();
  }
  return ok({ outcome: 'signedIn', account: await inUse.describe(saved) });
}

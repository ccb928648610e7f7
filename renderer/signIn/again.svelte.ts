import type { Account } from '../bridge.ts';
import { connection } from '../state/connection.svelte.ts';
import { textAt } from '../state/record.ts';
import { reference } from '../state/reference.svelte.ts';

/** What is known of an account that is to be signed in to again. */
export interface Again {
  name: string;
  baseUrl: string;
  /** Empty where nobody told it. */
  email: string;
  waiting: number;
}

/** The e-mail address of an account: its own name may be one, and the mirror knows the one in use. */
function emailOf({ active, user }: Account): string {
  if (/^\S+@\S+$/.test(user)) return user;
  return active ? (textAt(reference.me, 'email') ?? '') : '';
}

/** Asks Settings, from wherever someone is, for the sign-in form with an account filled in. */
class SignInAgain {
  #asked = $state.raw<Again | null>(null);

  /** What was asked for and is not shown yet. */
  get asked(): Again | null {
    return this.#asked;
  }

  /** Each call counts, also one for the account that the form shows already. */
  ask(account: Account): void {
    const { user: name, baseUrl, active } = account;
    // The list of accounts counts when it is read; what waits in the one in use is told as it changes.
    const waiting = (active ? connection.current?.waiting : undefined) ?? account.waiting;
    this.#asked = { name, baseUrl, waiting, email: emailOf(account) };
  }

  /** The form shows it. */
  shown(): void {
    this.#asked = null;
  }
}

export const signInAgain = new SignInAgain();

import { fail } from '../../../shared/result.ts';
import type { AppError } from '../../../shared/result.ts';
import type { Identity } from '../identity.ts';
import { OTHER_PERSON } from '../api/errors.ts';
import { parseExact } from '../../../shared/rules/jsonValue.ts';
import type { Clock } from '../ports.ts';
import { personOfMe, type Person } from '../identity.ts';

/** The person that `/me` told when this account was signed in. */
export type PersonKeys = Pick<Person, 'tenant' | 'user'>;

/** How long an answer of `/me` stands for what is sent after it. */
const FRESH_MS = 5_000;

/** Compares every answer of `/me` with the person that the account was signed in as. */
export interface Whose {
  /** Why an answer of `/me` (its payload as JSON text) stops this account; null where it does not. */
  judge(payload: string): AppError | null;
  /** Whether the last answer is too old to send something after it. */
  isDue(): boolean;
  /** Another token is in use: whose session it opens, no earlier answer tells. */
  renewed(): void;
  /** Signed in anew, as the person that `/me` told; null where it did not tell. */
  signedIn(known: PersonKeys | null): void;
}

export interface WhoseSetup {
  identity: Identity;
  /** As it was kept with the account; null where nothing is. */
  known: PersonKeys | null;
  clock: Clock;
  /** An account from before this was kept: its person has proved to be this one. */
  learned(known: PersonKeys): void;
  /** The service answers as somebody else (the reason), or as the right person again (null). */
  changed(foreign: AppError | null): void;
}

/** Whether two tell of the same person. Not every answer names the tenant; the user it must. */
export function isSame(one: PersonKeys, other: PersonKeys): boolean {
  const tenants = [one.tenant, other.tenant];
  return one.user === other.user && (tenants.includes('') || one.tenant === other.tenant);
}

function stopped(me: Person, userName: string): AppError {
  return fail({
    kind: 'auth',
    code: OTHER_PERSON,
    message: `The service answers as another person (${[me.userName, me.tenantName].filter(Boolean).join(', ')}) than the one who is signed in here${userName === '' ? '' : ` (${userName})`}. It, or something on the way, may mix up sign-ins. Nothing is read or sent until it answers as the right one.`,
    safe: 'Everything that was read is still here, and waiting writes stay in the outbox.',
    next: 'signIn',
  }).error;
}

/** `userName` is the person of this account as people know them; '' where no name is known. */
export function createWhose(setup: WhoseSetup, userName: string): Whose {
  const { identity, clock } = setup;
  let { known } = setup;
  let isForeign = false;
  let judgedAt = -Infinity;

  return {
    judge(payload) {
      judgedAt = clock.now();
      const me = personOfMe(parseExact(payload));
      if (me === null) return null;
      if (known === null) {
        // A token or a name made this account: only the same names prove that this is the same.
        if (!isSame(identity, me)) return null;
        known = { tenant: me.tenant, user: me.user };
        setup.learned(known);
      }
      const same = isSame(known, me);
      const reason = same ? null : stopped(me, userName);
      if (isForeign !== !same) {
        isForeign = !same;
        setup.changed(reason);
      }
      return reason;
    },
    isDue() {
      const sinceMs = clock.now() - judgedAt;
      // Less than nothing: the clock was put back.
      return known !== null && (sinceMs < 0 || sinceMs > FRESH_MS);
    },
    renewed() {
      judgedAt = -Infinity;
    },
    signedIn(next) {
      if (next !== null) known = next;
      judgedAt = -Infinity;
      if (!isForeign) return;
      isForeign = false;
      setup.changed(null);
    },
  };
}

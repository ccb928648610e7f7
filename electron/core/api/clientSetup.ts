import type { EndpointName } from '../../../shared/api/catalogue.ts';
import type { AppError } from '../../../shared/result.ts';
import type { Clock } from '../ports.ts';
import type { Exchange } from './exchange.ts';
import type { Profile } from './profile.ts';
import type { Redactor } from './redactor.ts';
import type { Tokens } from './refresh.ts';

/** What the client is built on, and whom it tells what its requests prove. */
export interface ClientSetup {
  exchange: Exchange;
  /** What is kept of an answer that was no data is a message. */
  redactor: Redactor;
  tokens: Tokens;
  clock: Clock;
  profile(): Profile;
  /** Ends what is under way without a signal of its own. */
  signal?: AbortSignal;
  /** Why this may not be sent now (signed out, *Work offline*), or null. */
  gate(name: EndpointName): AppError | null;
  /** Whom `/me` has to name; absent where no account is known yet. */
  whose?: {
    /** Why an answer of `/me`, its payload as JSON text, must not be believed; null where it may. */
    judge(payload: string): AppError | null;
    /** Whether `/me` has to be asked before anything is changed at the service. */
    isDue(): boolean;
  };
  /** After each contact: whether the service answered, and if not, why. */
  report(reached: boolean, error?: AppError): void;
  /** Evidence of what the account may do; for a successful read the JSON text of its payload. */
  observe(name: EndpointName, status: number, payload: string | null): void;
  /** The service no longer accepts the session. */
  signedOut(): void;
}

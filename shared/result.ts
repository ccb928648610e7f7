/**
 * Results and errors that cross a boundary (network, database worker, IPC). Failures are data;
 * exceptions are kept for bugs.
 */

/** What kind of failure it is; decides colour, wording and what the desk offers next. */
export type ErrorKind =
  /** No network, service unreachable, or *Work offline* is on. */
  | 'offline'
  /** Signed out, expired or refused token. */
  | 'auth'
  /** The account may not do this (permission, plan, role). */
  | 'denied'
  /** The record is in another state, or changed meanwhile. */
  | 'conflict'
  /** The record or answer does not exist (here, or at the service). */
  | 'missing'
  /** Input that can be corrected by the person. */
  | 'invalid'
  /** The service failed or answered something that is not an answer. */
  | 'server'
  /** This computer failed: disk full, keychain, printer. */
  | 'local'
  /** A mistake in Waybill. */
  | 'bug';

/** What a person can do about it. The desk has a button or a sentence for each. */
export type NextAction =
  | 'retry'
  | 'signIn'
  | 'editInput'
  | 'checkAddress'
  | 'waitForNetwork'
  | 'openOutbox'
  | 'freeSpace'
  | 'askAdministrator'
  | 'report'
  | 'none';

/** An error as data. It never holds a token, a password or a stack trace. */
export interface AppError {
  kind: ErrorKind;
  /** A stable key for tests and translations, such as `http.html` or `ipc.invalidInput`. */
  code: string;
  /** What failed, as one sentence. */
  message: string;
  /** What is safe: the state that mirror, queue and form were left in, as one sentence. */
  safe?: string;
  /** What to do next. */
  next: NextAction;
  /** HTTP status, where there was one. */
  status?: number;
  /** The service's request id, to quote to its support. */
  requestId?: string;
  /** Messages by field name, as shown beside form fields. */
  fields?: Record<string, string[]>;
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: AppError };

/** Wraps a value. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps an error; `next` is `none` where nothing was given. */
export function fail(error: Omit<AppError, 'next'> & { next?: NextAction }): {
  ok: false;
  error: AppError;
} {
  return { ok: false, error: { ...error, next: error.next ?? 'none' } };
}

/** For the `default` of an exhaustive switch: a forgotten case fails to compile. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

import type { Endpoint } from '../../../shared/api/endpoint.ts';
import type { AppError, ErrorKind, NextAction } from '../../../shared/result.ts';
import { own } from '../../../shared/rules/jsonValue.ts';
import type { HttpFailure, HttpReply } from '../ports.ts';

/**
 * Errors of the network as data. The specification shows no error body (section 7), so whatever
 * shape one has is read as far as it goes and never trusted.
 */

/** Code of the error that stops an account whose service takes it for somebody else. */
export const OTHER_PERSON = 'session.otherPerson';

const UNTOUCHED = 'What was read before is still here, and waiting writes are untouched.';

/** Error bodies are short; more than this is not looked at. */
const READ_BYTES = 64 * 1024;
const SHOWN = 300;

/** The beginning of a body as text for people and for the ledger; never fails. */
export function bodyStart(body: Uint8Array, bytes = 4096): string {
  return new TextDecoder('utf-8').decode(body.subarray(0, bytes));
}

export function requestIdOf(headers: Record<string, string>): string | undefined {
  const id = headers['x-request-id'] ?? headers['x-correlation-id'];
  return id === undefined || id === '' ? undefined : id.slice(0, 200);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

function sentence(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return shorten(value);
  if (Array.isArray(value)) {
    const parts = value.filter((item) => typeof item === 'string');
    return parts.length > 0 ? shorten(parts.join(' ')) : undefined;
  }
  const inner = own(value, 'message');
  return typeof inner === 'string' && inner.trim() !== '' ? shorten(inner) : undefined;
}

function fieldErrors(value: unknown): Record<string, string[]> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).slice(0, 100);
  const fields = entries.flatMap(([field, messages]): [string, string[]][] => {
    const list: unknown[] = Array.isArray(messages) ? messages : [messages];
    const texts = list.flatMap((item) => sentence(item) ?? []);
    return texts.length > 0 ? [[field, texts.slice(0, 10)]] : [];
  });
  // fromEntries defines own properties, so a field called `__proto__` stays a field.
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** What an error body says, whatever its shape: `message`, `error`, `errors`, text, or nothing. */
export function readErrorBody(body: Uint8Array): {
  text?: string;
  fields?: Record<string, string[]>;
} {
  const raw = bodyStart(body, READ_BYTES).trim();
  if (raw === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    return looksLikeHtml(raw) ? {} : { text: shorten(raw) };
  }
  const fields = fieldErrors(own(parsed, 'errors'));
  const text =
    sentence(own(parsed, 'message')) ??
    sentence(own(parsed, 'error')) ??
    sentence(own(parsed, 'errors')) ??
    sentence(typeof parsed === 'string' ? parsed : undefined);
  return { ...(text === undefined ? {} : { text }), ...(fields === undefined ? {} : { fields }) };
}

/** JSON never begins with `<`; a page always does, after white space or a byte order mark. */
export function looksLikeHtml(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

interface StatusMeaning {
  kind: ErrorKind;
  code: string;
  what: string;
  next: NextAction;
}

const REFUSED: StatusMeaning = {
  kind: 'denied',
  code: 'http.refused',
  what: 'refused that',
  next: 'askAdministrator',
};
/** Refusals of few services: a record that is locked; a request of this form; a wanted condition; the law. */
const RARE: ReadonlyMap<number, StatusMeaning> = new Map([
  [423, { kind: 'conflict', code: 'http.locked', what: 'holds the record locked', next: 'retry' }],
  ...[411, 414, 417, 421, 426, 428, 431, 451].map((status) => [status, REFUSED] as const),
]);

function meaningOf(status: number): StatusMeaning {
  const rare = RARE.get(status);
  if (rare !== undefined) return rare;
  switch (status) {
    case 400:
    case 415:
    case 422:
      return {
        kind: 'invalid',
        code: 'http.invalid',
        what: 'refused the input',
        next: 'editInput',
      };
    case 401:
      return {
        kind: 'auth',
        code: 'session.expired',
        what: 'no longer accepts the sign-in',
        next: 'signIn',
      };
    case 402:
    case 403:
      return {
        kind: 'denied',
        code: 'http.denied',
        what: 'does not allow this account to do that',
        next: 'askAdministrator',
      };
    case 404:
    case 410:
      return {
        kind: 'missing',
        code: 'http.missing',
        what: 'does not know this record',
        next: 'none',
      };
    case 405:
    case 501:
      return {
        kind: 'denied',
        code: 'http.unavailable',
        what: 'does not offer this',
        next: 'none',
      };
    case 409:
    case 412:
      return {
        kind: 'conflict',
        code: 'http.conflict',
        what: 'holds the record in another state',
        next: 'none',
      };
    case 429:
      return {
        kind: 'server',
        code: 'http.rateLimited',
        what: 'asks to wait before the next request',
        next: 'retry',
      };
    default:
      return status >= 500
        ? { kind: 'server', code: 'http.server', what: 'failed', next: 'retry' }
        : {
            kind: 'server',
            code: 'http.status',
            what: 'answered in an unexpected way',
            next: 'retry',
          };
  }
}

/** An answer with an error status. */
export function statusError(row: Endpoint, reply: HttpReply): AppError {
  const meaning = meaningOf(reply.status);
  const said = readErrorBody(reply.body);
  const requestId = requestIdOf(reply.headers);
  const detail = said.text === undefined ? '' : ` It says: “${said.text}”`;
  return {
    kind: meaning.kind,
    code: meaning.code,
    message: `${row.title}: the service ${meaning.what} (${reply.status}).${detail}`,
    safe: UNTOUCHED,
    next: meaning.next,
    status: reply.status,
    ...(requestId === undefined ? {} : { requestId }),
    ...(said.fields === undefined ? {} : { fields: said.fields }),
  };
}

/** An answer that can't be put in order with the writes of this desk. */
export function clockError(row: Endpoint): AppError {
  return {
    kind: 'server',
    code: 'http.clockSetBack',
    message: `${row.title}: this computer's clock was put back before the answer came.`,
    safe: UNTOUCHED,
    next: 'retry',
  };
}

/** No answer at all. */
export function failureError(row: Endpoint, failure: HttpFailure): AppError {
  switch (failure.why) {
    case 'notSent':
      return {
        kind: 'offline',
        code: 'http.unreachable',
        message: `${row.title}: the service cannot be reached (${failure.detail}).`,
        safe: UNTOUCHED,
        next: 'waitForNetwork',
      };
    case 'broken':
      return {
        kind: 'offline',
        code: 'http.broken',
        message: `${row.title}: the connection broke before the answer was complete (${failure.detail}).`,
        safe: UNTOUCHED,
        next: 'retry',
      };
    case 'tooLarge':
      return {
        kind: 'server',
        code: 'http.tooLarge',
        message: `${row.title}: the answer is larger than Waybill accepts (${failure.detail}).`,
        safe: UNTOUCHED,
        next: 'report',
      };
    case 'aborted':
      return {
        kind: 'offline',
        code: 'http.aborted',
        message: `${row.title}: the request was cancelled.`,
        safe: UNTOUCHED,
        next: 'retry',
      };
  }
}

/** A page of HTML where JSON belongs. */
export function htmlError(row: Endpoint, reply: HttpReply): AppError {
  const requestId = requestIdOf(reply.headers);
  return {
    kind: 'server',
    code: 'http.html',
    message: `${row.title}: a web page came back instead of data. Either this network wants a log-in of its own first (a captive portal), or the address is not that of the service’s interface.`,
    safe: UNTOUCHED,
    next: 'checkAddress',
    status: reply.status,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** An answer that is not what the endpoint promises. */
export function shapeError(
  row: Endpoint,
  reply: Pick<HttpReply, 'status' | 'headers'>,
  what: string,
): AppError {
  const requestId = requestIdOf(reply.headers);
  return {
    kind: 'server',
    code: 'http.shape',
    message: `${row.title}: the answer is not what this endpoint gives (${what}).`,
    safe: UNTOUCHED,
    next: 'report',
    status: reply.status,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** A redirect that is not followed: to another origin, or of a write. */
export function redirectError(row: Endpoint, reply: HttpReply, to: string): AppError {
  return {
    kind: 'server',
    code: 'http.redirect',
    message: `${row.title}: the service sends on to ${to}, where Waybill does not follow. A captive portal does that, and so does an address that has moved.`,
    safe: `${UNTOUCHED} The sign-in was not shown to the other address.`,
    next: 'checkAddress',
    status: reply.status,
  };
}

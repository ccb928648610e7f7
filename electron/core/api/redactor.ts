import { setImmediate as breathe } from 'node:timers/promises';
import type { Log } from '../ports.ts';
import {
  LEAST_RUN,
  SecretIndex,
  type HiddenSecret,
  type Range,
  type Where,
} from './secretIndex.ts';
import { unescaped } from './unescaped.ts';

/**
 * Takes the secrets of sessions out of whatever a service answers, before anything of it is kept,
 * shown, logged or exported: a service may quote the `Authorization` header in an error. Every
 * reply passes here once, where it comes from the wire (exchange.ts), and every line of the log.
 *
 * Tokens are found whole, in pieces, escaped, in hexadecimal and in base64. What a person typed may
 * be an ordinary word, so it is looked for in two ways:
 *
 * - in messages (errors, headers, the log): any piece of eight characters, a shorter one as a whole,
 *   and one of up to three where it stands alone;
 * - in data (records, documents): any piece of sixteen characters, or the whole of a shorter one; and
 *   only what hardly is a word of the data: eight characters with letters and digits, or twelve with
 *   letters and anything else, that are no part of the e-mail address.
 */

/** What stands in a secret's place. */
export const REDACTED = '[secret]';

/** Beyond this the oldest tokens are forgotten: they were renewed long ago, and have ended. */
const MOST_SECRETS = 256;
const MOST_CHARACTERS = 64 * 1024;
/** Longer secrets are known by their beginning. */
const MOST_OF_ONE = 16 * 1024;

/** Searched in one turn of the event loop: some milliseconds. */
const SLICE_BYTES = 4 * 1024 * 1024;
/** Escapes are taken out of so much at once; what lies across a border is seen from both sides. */
const VIEW_BYTES = 256 * 1024;
/** A piece that is just long enough, with every character written as an escape. */
const VIEW_OVERLAP = LEAST_RUN * 12;

const BACKSLASH = 0x5c;

/** The secrets of one session (an account in use, or a sign-in), until it is closed. */
export interface SecretScope {
  /** A token that a service issued. */
  issued(token: string): void;
  /** A password or a code. `name`: the e-mail address that it goes with. */
  typed(secret: string, name?: string): void;
  /** The secrets of this session are forgotten. */
  close(): void;
}

export interface Redactor {
  scope(): SecretScope;
  /** Takes secrets out of a text for people or for a log. */
  text(text: string): string;
  /** Takes secrets out of a body; gives the same bytes back where there are none. Valid JSON stays so. */
  body(bytes: Uint8Array, where: Where): Promise<Uint8Array>;
  /** Overwrites secrets with as many letters, for files whose offsets count. */
  overwrite(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Whether a typed secret is unlikely to be a word of the data. */
function isUnusual(secret: string, name: string): boolean {
  if (name.toLowerCase().includes(secret.toLowerCase())) return false;
  if (!/\p{L}/u.test(secret)) return false;
  return secret.length >= 12 ? /\P{L}/u.test(secret) : secret.length >= 8 && /\d/.test(secret);
}

/** Where an escape that reaches over a place begins, and where it ends; the place itself where none does. */
function escapeOver(bytes: Uint8Array, place: number): Range {
  for (let at = Math.max(0, place - 5); at < place; at += 1) {
    if (bytes[at] !== BACKSLASH) continue;
    let slashes = 1;
    while (bytes[at - slashes] === BACKSLASH) slashes += 1;
    // The second one of two is no beginning.
    if (slashes % 2 === 0) continue;
    const length = bytes[at + 1] === 0x75 ? 6 : 2;
    if (at + length > place) return { from: at, to: Math.min(bytes.length, at + length) };
  }
  return { from: place, to: place };
}

/** Ranges in order, without overlaps, and without half an escape at either end. */
function tidied(bytes: Uint8Array, found: readonly Range[]): Range[] {
  const tidy: Range[] = [];
  const whole = found.map(({ from, to }) => ({
    from: escapeOver(bytes, from).from,
    to: escapeOver(bytes, to).to,
  }));
  for (const range of whole.sort((a, b) => a.from - b.from)) {
    const last = tidy.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else tidy.push(range);
  }
  return tidy;
}

/** What takes the place of some bytes: where they are digits, a number must stay one. */
function substitute(bytes: Uint8Array): Buffer {
  const isNumber = bytes.every((code) => code >= 0x30 && code <= 0x39);
  return Buffer.from(isNumber ? '1'.repeat(bytes.length) : REDACTED);
}

function replaced(bytes: Uint8Array, ranges: readonly Range[], where: Where): Buffer {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { from, to } of ranges) {
    const secret = bytes.subarray(from, to);
    parts.push(bytes.subarray(done, from));
    parts.push(where === 'data' ? substitute(secret) : Buffer.from(REDACTED));
    done = to;
  }
  parts.push(bytes.subarray(done));
  return Buffer.concat(parts);
}

function viewed(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Looks in slices; whoever runs it may let others in between. */
function* search(index: SecretIndex, bytes: Buffer, where: Where): Generator<void, Range[]> {
  const found: Range[] = [];
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    if (from > 0) yield;
    found.push(...index.runs(bytes, where, from, from + SLICE_BYTES));
    const slice = bytes.subarray(from, from + SLICE_BYTES + LEAST_RUN);
    for (const whole of index.wholes(slice, where)) {
      found.push({ from: from + whole.from, to: from + whole.to });
    }
  }
  let turn = 0;
  for (let from = 0; from < bytes.length; from += VIEW_BYTES) {
    const view = unescaped(bytes.subarray(from, from + VIEW_BYTES + VIEW_OVERLAP));
    if (view === null) continue;
    if ((turn += 1) % 8 === 0) yield;
    const { bytes: plain, origin } = view;
    const inView = [...index.runs(plain, where, 0, plain.length), ...index.wholes(plain, where)];
    for (const range of inView) {
      found.push({ from: from + origin(range.from), to: from + origin(range.to) });
    }
  }
  return found;
}

interface Entry extends HiddenSecret {
  owner: symbol;
  /** By a person: it stays valid for as long as they like. */
  isTyped: boolean;
}

/** Makes a redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  let entries: Entry[] = [];
  let index = new SecretIndex();

  const remake = (): void => {
    index = new SecretIndex();
    for (const entry of entries) index.add(entry);
  };

  const hide = (entry: Entry): void => {
    if (entry.text === '') return;
    const known = entries.find(
      (one) => one.owner === entry.owner && one.text === entry.text && one.inData === entry.inData,
    );
    if (known !== undefined) {
      // As young as any: it is in use.
      entries = [...entries.filter((one) => one !== known), known];
      return;
    }
    entries.push(entry);
    const characters = entries.reduce((sum, { text }) => sum + text.length, 0);
    if (entries.length <= MOST_SECRETS && characters <= MOST_CHARACTERS) return index.add(entry);
    // Half of them at once: making the index anew takes a while. A password outlives every token.
    const renewed = entries.filter(({ isTyped }) => !isTyped);
    const most = renewed.length > 0 ? renewed : entries;
    const gone = new Set(most.slice(0, Math.ceil(most.length / 2)));
    entries = entries.filter((one) => !gone.has(one));
    remake();
  };

  const look = async (bytes: Uint8Array, where: Where): Promise<Range[]> => {
    if (entries.length === 0 || bytes.length === 0) return [];
    const walk = search(index, viewed(bytes), where);
    for (let step = walk.next(); ; step = walk.next()) {
      if (step.done === true) return tidied(bytes, step.value);
      await breathe();
    }
  };

  return {
    scope() {
      const owner = Symbol('secrets');
      return {
        issued: (token) =>
          hide({ owner, text: token.slice(0, MOST_OF_ONE), inData: true, isTyped: false }),
        typed: (secret, name = '') =>
          hide({
            ...{ owner, text: secret.slice(0, MOST_OF_ONE) },
            ...{ inData: isUnusual(secret, name), isTyped: true },
          }),
        close() {
          entries = entries.filter((entry) => entry.owner !== owner);
          remake();
        },
      };
    },
    text(text) {
      if (entries.length === 0) return text;
      const bytes = Buffer.from(text);
      const walk = search(index, bytes, 'messages');
      let step = walk.next();
      while (step.done !== true) step = walk.next();
      if (step.value.length === 0) return text;
      return replaced(bytes, tidied(bytes, step.value), 'messages').toString();
    },
    async body(bytes, where) {
      const found = await look(bytes, where);
      return found.length === 0 ? bytes : replaced(bytes, found, where);
    },
    async overwrite(bytes) {
      const found = await look(bytes, 'data');
      if (found.length === 0) return bytes;
      const covered = Buffer.from(bytes);
      for (const { from, to } of found) covered.fill('x', from, to);
      return covered;
    },
  };
}

/** A log whose lines hold no secret. */
export function redactedLog(log: Log, redactor: Redactor): Log {
  return {
    write(level, event, detail) {
      if (detail === undefined) return log.write(level, event);
      const clean = Object.entries(detail).map(([key, value]): [string, typeof value] => [
        key,
        typeof value === 'string' ? redactor.text(value) : value,
      ]);
      log.write(level, event, Object.fromEntries(clean));
    },
  };
}
